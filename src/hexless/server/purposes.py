"""What a suggested way or place is good for, in words: from the scene that the seat sees, whatever the game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from math import dist
from typing import Any

from hexless.moves import Path, Place
from hexless.ruleset import Area, Token
from hexless.ruleset.survey import in_range
from hexless.table import Base, Piece, Terrain, crossing_all, outline_touches, piece, show

from . import seat_view
from .match import Match

__all__ = ["purposes", "worthwhile"]

Point = tuple[int, int]
_STAY = "stay"
_FEW = 4  # suggestions that there should be, even if some are good for the same
_PLAIN = ("zone", "road", "field", "smoke")  # ground that nobody goes to for its own sake


def purposes(match: Match, seat: str | None, answers: Sequence[Any]) -> list[str]:
    """A few words for each answer to the seat's open question; "" where there is nothing to be said."""
    return _purposes(_looking(match, seat), answers)


def _purposes(looking: _Looking | None, answers: Sequence[Any]) -> list[str]:
    if looking is None:
        return [""] * len(answers)
    start = looking.start
    return [looking.purpose(_end(answer, start), _facing(answer, start)) for answer in answers]


def worthwhile(match: Match, seat: str | None, answers: Sequence[Any], most: int) -> tuple[list[Any], list[str]]:
    """The answers that are each good for something else, with their words; alike ones only where there are few."""
    looking = _looking(match, seat)
    words = _purposes(looking, answers)
    first = [n for n, told in enumerate(words) if not told or told not in words[:n]]
    alike = [n for n in range(len(answers)) if n not in first]
    kept = sorted((first + alike[: max(0, _FEW - len(first))])[:most])
    told = [words[n] for n in kept]
    if looking:
        for i, n in enumerate(kept):
            if words[n] not in ("", _STAY) and [words[each] for each in kept].count(words[n]) > 1:
                told[i] += f", {looking.distance(_end(answers[n], looking.start))}"
    return [answers[n] for n in kept], told


def _looking(match: Match, seat: str | None) -> _Looking | None:
    """The scene with the eyes of whoever is asked for a way or a place."""
    asked = seat_view.asked_of(match, seat)
    if not isinstance(asked, Path | Place):
        return None
    return _Looking(match, seat, asked)


def _end(answer: Any, start: Point | None) -> Point | None:
    if hasattr(answer, "points"):
        return tuple(answer.points[-1]) if answer.points else start
    return answer.x, answer.y


def _facing(answer: Any, start: Point | None) -> Point | None:
    """Which way somebody looks at the end of a way: as is said, else along its last leg."""
    if answer.facing or not getattr(answer, "points", ()):
        return tuple(answer.facing) if answer.facing else None
    before, end = [*([start] if start else []), *answer.points][-2:]
    return (end[0] - before[0], end[1] - before[1]) if end != before else None


def _plain(name: str) -> str:
    """A name without what a scene adds to it in brackets."""
    return name.partition(" (")[0]


@lru_cache(maxsize=64)
def _ground(width: int, depth: int, areas: tuple[Area, ...]) -> Terrain:
    """The areas of a scene as a table that can be measured; they seldom change."""
    outlined = [piece(area.name, area.outline) for area in areas]
    return Terrain(width, depth, tuple(each if len(each.outline) > 2 else Piece(each.name, ()) for each in outlined))


class _Looking:
    """A scene from one side, and where somebody stands who thinks of going elsewhere."""

    def __init__(self, match: Match, seat: str | None, asked: Path | Place) -> None:
        scene = seat_view.seen(match, seat).scene
        self.scene, self.start = scene, asked.ground.wire().start
        self.unit = asked.unit if isinstance(asked, Path) else None  # who goes there with all that he is
        self.survey, self.view, self.seat = match.rules.asking, seat_view.view(match, seat), seat
        self.foes = [token for token in scene.tokens if token.seat != seat and not token.gone]
        self.goals = [mark for mark in scene.marks if mark.kind == "objective"]
        self.ground = _ground(scene.width, scene.depth, scene.areas)

    def purpose(self, end: Point | None, facing: Point | None) -> str:
        if end is None or end == self.start:
            return _STAY if end is not None else ""
        for goal in self.goals:
            if dist(end, (goal.x, goal.y)) <= max(goal.radius, 1000):
                return f"to {_plain(goal.name)}"
        return self._ground_at(end) or self._in_range(end, facing) or self._behind(end) or self._towards(end)

    def _in_range(self, end: Point, facing: Point | None) -> str:
        """Where somebody can be attacked who cannot be from here."""
        if self.unit is None or self._reached is None:
            return ""
        then = set(in_range(self.survey, self.view, self.unit, end, facing)) - self._reached
        found = next((foe.name for foe in self.foes if foe.unit in then), "")
        return f"in range of {found}" if found else ""

    @cached_property
    def _reached(self) -> set[int] | None:
        """Who can be attacked from here; None for who is nowhere yet, or where the rules let nobody measure now."""
        forbidden = self.survey.measuring
        if self.unit is None or self.start is None or (forbidden and forbidden(self.view, self.seat)):
            return None
        return set(in_range(self.survey, self.view, self.unit, self.start))

    def _ground_at(self, end: Point) -> str:
        """Into something that is more than open ground."""
        for area, part in zip(reversed(self.scene.areas), reversed(self.ground.pieces)):
            if area.kind not in _PLAIN and len(part.outline) > 2 and outline_touches(part.outline, Base(*end)):
                inside = self.start is not None and outline_touches(part.outline, Base(*self.start))
                return f"{'within' if inside else 'into'} {_plain(area.name)}"
        return ""

    def _behind(self, end: Point) -> str:
        """Behind something high, as the nearest enemy sees it."""
        foe = self._nearest(end)
        if foe is None:
            return ""
        inside = crossing_all(self.ground, [(*end, foe.x, foe.y)])[0].tolist()
        high = [area for area, length in zip(self.scene.areas, inside) if length]
        return next((f"behind {_plain(area.name)}" for area in high if area.height and area.kind != "hill"), "")

    def _towards(self, end: Point) -> str:
        """Nearer to an objective or to the enemy, or away."""
        start = self.start or end
        gains = [
            (dist(start, (goal.x, goal.y)) - dist(end, (goal.x, goal.y)), _plain(goal.name)) for goal in self.goals
        ]
        if gains and max(gains)[0] > 1000:
            return f"towards {max(gains)[1]}"
        foe = self._nearest(end)
        if foe is None:
            return ""
        nearer = dist(end, (foe.x, foe.y)) <= dist(start, (foe.x, foe.y))
        return f"{'closer to' if nearer else 'away from'} {foe.name}"

    def _nearest(self, end: Point) -> Token | None:
        return min(self.foes, key=lambda foe: dist(end, (foe.x, foe.y)), default=None)

    def distance(self, end: Point | None) -> str:
        """How far it is, to tell two ways apart that are good for the same."""
        if end is None:
            return ""
        foe = self._nearest(end)
        far = dist(end, (foe.x, foe.y)) if foe else dist(end, self.start or end)
        return f"{show(round(far / 100) * 100)} {self.scene.unit}{f' from {foe.name}' if foe else ''}"
