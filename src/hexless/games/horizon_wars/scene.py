"""The table to look at."""

from __future__ import annotations

from hexless.ruleset import Area, Mark, Scene, Tally, Token

from .model import Element, HorizonWars
from .turn import holder

__all__ = ["drawn", "scene"]


def scene(s: HorizonWars) -> Scene:
    """Ground, zones, elements and objectives."""
    areas = [Area(p.name, p.outline, _ground(p.traits), p.height, p.traits) for p in s.terrain.pieces]
    areas += [Area(f"{side} deploys", z.outline, "zone") for side, z in zip(s.sides, s.mission.zones)]
    marks = tuple(
        Mark(f"{o.name} ({o.points})", o.x, o.y, "objective", s.mission.reach, holder(s, o))
        for o in s.mission.objectives
    )
    tokens = tuple(_token(i, e) for i, e in enumerate(s.units) if e.placed)
    tallies = tuple(Tally(side, "points", n) for side, n in zip(s.sides, s.points))
    title = f"{s.mission.name}, turn {s.turn} of {s.mission.turns}"
    return Scene(
        "in", s.terrain.width, s.terrain.depth, tuple(areas), tokens, marks, title, s.turn, s.mission.turns, tallies
    )


def drawn(s: HorizonWars, unit: int) -> tuple[Token, ...]:
    """A unit as it looks, wherever it is."""
    return (_token(unit, s.units[unit]),)


def _ground(traits: tuple[str, ...]) -> str:
    for trait, kind in (("building", "building"), ("hill", "hill"), ("impassable", "water"), ("blocking", "wood")):
        if trait in traits:
            return kind
    return "rough"


def _token(unit: int, e: Element) -> Token:
    status = [
        *(["done"] if e.activated else []),
        *(["reaction"] if e.reactions else []),
        *(["sees all round"] if e.all_round else []),
    ]
    status += [*(["command"] if e.chq else []), *([f"damage {e.track}"] if e.track else [])]
    stats = tuple((stat, str(getattr(e, stat))) for stat in "PMFAD")
    b = e.base
    symbol = "light" if e.kind == "vehicle" and e.rapid else e.kind
    return Token(
        unit, e.name, e.side, b.x, b.y, radius=b.radius, facing=(b.fx, b.fy), symbol=symbol,
        status=tuple(status), stats=stats, gone=not e.alive, signs=_signs(e), health=(e.A, e.start[2]),
        figures=max(1, 5 * e.A // e.start[2]) if e.infantry else 1,
    )  # fmt: skip


def _signs(e: Element) -> tuple[str, ...]:
    flags = {
        "leader": e.chq, "done": e.activated, "watch": e.reactions, "stuck": e.M <= 0 < e.start[1],
        "hurt": e.F <= 0 < e.start[0],
    }  # fmt: skip
    return tuple(sign for sign, on in flags.items() if on)
