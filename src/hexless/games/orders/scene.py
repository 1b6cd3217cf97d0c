"""How a game looks."""

from __future__ import annotations

from hexless.ruleset import Area, Mark, Scene, Token

from .model import INCH, Orders, Stand
from .victory import holder

__all__ = ["scene"]


def scene(s: Orders) -> Scene:
    """The table to look at."""
    areas = [Area(p.name, p.outline, _ground(p.traits), p.height, p.traits) for p in s.terrain.pieces]
    areas += [Area(f"{side} deploys", z.outline, "zone") for side, z in zip(s.sides, s.mission.zones)]
    marks = [Mark(o.name, o.x, o.y, "objective", s.mission.reach, holder(s, o)) for o in s.mission.objectives]
    marks += [Mark("smoke", x, y, "smoke", s.rulings.smoke_diameter_in * INCH // 2) for x, y in s.smoke]
    tokens = tuple(_token(s, i, e) for i, e in enumerate(s.units) if e.placed)
    title = f"{s.mission.name}, turn {s.turn} of {s.mission.turns}"
    return Scene("in", s.terrain.width, s.terrain.depth, tuple(areas), tokens, tuple(marks), title)


def _ground(traits: tuple[str, ...]) -> str:
    kinds = (
        ("elevated", "hill"), ("road", "road"), ("impassable-flat", "water"), ("impassable", "cliff"),
        ("concealment", "wood"), ("defensible", "building"), ("difficult", "rough"),
    )  # fmt: skip
    return next((kind for trait, kind in kinds if trait in traits), "rough")


def _token(s: Orders, unit: int, e: Stand) -> Token:
    flags = {
        "activation": e.activation, "vulnerable": e.vulnerable, f"SP {e.sp}": e.sp, f"leader {e.cp} CP": e.leader,
        "carries": any(p.aboard == unit and p.alive for p in s.units),
    }  # fmt: skip
    stats = (("Move", e.move), ("AM", e.AM), ("AP", e.AP), ("SR", e.SR), ("Bombard", e.bombard))
    b = e.base
    return Token(
        unit, e.name, e.side, b.x, b.y, radius=b.radius, facing=(b.fx, b.fy),
        symbol="vehicle" if e.vehicle else "infantry", status=tuple(word for word, on in flags.items() if on),
        stats=tuple((name, str(value)) for name, value in stats), inside=e.aboard, gone=not e.alive,
    )  # fmt: skip
