"""The story of a match that is over: the score turn by turn, and the moments at which it turned."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from hexless.kernel import Request, State
from hexless.ruleset import Scene
from hexless.ruleset.briefs import about
from hexless.ruleset.telling import tell_people

from . import rest, seat_view
from .match import Match

__all__ = ["story"]

_TURNING = 3


def story(match: Match) -> rest.Story:
    """What everybody may know of a match that is over, from the states in which its acts began."""
    moments = [(each.played, each.state) for each in match.checkpoints] + [(match.answers, match.state)]
    scenes = [match.rules.showing.scene(state) for _, state in moments]
    turns = {scene.turn: _chapter(match, at, scene) for (at, _), scene in zip(moments, scenes) if scene.turn}
    begins = about(match.rules).begins
    fought = next((n for n, line in enumerate(match.lines) if _asks(line.request, begins)), 0)
    return rest.Story(
        turns=list(turns.values()), turning=_turning(match, [each for each in moments if each[0] >= fought])
    )


def _asks(request: Request, begins: tuple[str, ...]) -> bool:
    return any(rule.startswith(begins) for ask in seat_view.asks(request) for rule in ask.question.rules)


def _chapter(match: Match, at: int, scene: Scene) -> rest.Chapter:
    left = {
        seat: len({token.unit for token in scene.tokens if token.seat == seat and not token.gone})
        for seat in match.header.seats
    }
    points = {each.seat: each.value for each in scene.tallies if each.what == "points"}
    held = {seat: sum(mark.seat == seat for mark in scene.marks) for seat in match.header.seats}
    return rest.Chapter(turn=scene.turn, at=at, points=points, held=held, left=left)


def _turning(match: Match, moments: Sequence[tuple[int, State]]) -> list[rest.Turning]:
    """The acts that moved the worth of the table most, as the first seat sees it, in their order."""
    seat = match.header.seats[0]
    worth = [(at, match.rules.score(state, seat)) for at, state in moments]
    swings = [(later - before, start, end) for (start, before), (end, later) in pairwise(worth) if end > start]
    most = sorted(swings, key=lambda swing: -abs(swing[0]))[:_TURNING]
    return [
        rest.Turning(at=start, swing=by, says=_said(match, start, end))
        for by, start, end in sorted(most, key=lambda swing: swing[1])
        if by
    ]


def _said(match: Match, start: int, end: int) -> str:
    """What happened in an act, by the line that names most units."""
    names = seat_view.unit_names(match, None)
    events = [event for event in match.events if start < event.at <= end and event.kind != "roll"]
    told = [tell_people(event, match.rules.showing.phrases, names) for event in events]
    naming = {line: len({name for name in names.values() if name in line}) for line in told}
    return max(told, key=lambda line: naming[line]) if told else ""
