"""The story of a match that is over: the score turn by turn, and the moments at which it turned."""

from __future__ import annotations

from itertools import pairwise

from hexless.kernel import tell
from hexless.ruleset import Scene

from . import rest, seat_view
from .match import Match

__all__ = ["story"]

_TURNING = 3


def story(match: Match) -> rest.Story:
    """What everybody may know of a match that is over, from the states in which its acts began."""
    moments = [(each.played, each.state) for each in match.checkpoints] + [(match.answers, match.state)]
    turns: dict[int, rest.Chapter] = {}
    for at, state in moments:
        scene = match.rules.showing.scene(state)
        if scene.turn:
            turns[scene.turn] = _chapter(match, at, scene)
    return rest.Story(turns=list(turns.values()), turning=_turning(match, moments))


def _chapter(match: Match, at: int, scene: Scene) -> rest.Chapter:
    left = {
        seat: len({token.unit for token in scene.tokens if token.seat == seat and not token.gone})
        for seat in match.header.seats
    }
    points = {each.seat: each.value for each in scene.tallies if each.what == "points"}
    held = {seat: sum(mark.seat == seat for mark in scene.marks) for seat in match.header.seats}
    return rest.Chapter(turn=scene.turn, at=at, points=points, held=held, left=left)


def _turning(match: Match, moments: list[tuple[int, object]]) -> list[rest.Turning]:
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
    """The last thing of an act that names somebody."""
    names = seat_view.unit_names(match, None)
    events = [event for event in match.events if start < event.at <= end and event.kind != "roll"]
    told = [tell(event, match.rules.showing.phrases, names) for event in events]
    naming = [line for line in told if any(name in line for name in names.values())]
    return (naming or told or [""])[-1]
