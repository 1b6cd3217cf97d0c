"""How a game looks."""

from __future__ import annotations

from functools import lru_cache

from hexless.ruleset import Area, Mark, Scene, Tally, Token
from hexless.ruleset.maps import Zone
from hexless.table import Terrain

from .model import INCH, Orders, Stand
from .victory import holder

__all__ = ["drawn", "scene"]


def scene(s: Orders) -> Scene:
    """The table to look at."""
    marks = [Mark(o.name, o.x, o.y, "objective", s.mission.reach, holder(s, o)) for o in s.mission.objectives]
    marks += [Mark("smoke", x, y, "smoke", s.rulings.smoke_diameter_in * INCH // 2) for x, y in s.smoke]
    laden = {e.aboard for e in s.units if e.alive}
    tokens = tuple([_token(i, e, i in laden) for i, e in enumerate(s.units) if e.placed])
    title = f"{s.mission.name}, turn {s.turn} of {s.mission.turns}"
    tallies = [Tally(side, "cards", len(hand)) for side, hand in zip(s.sides, s.hands)]
    if s.leader is not None:
        tallies.append(Tally(s.units[s.leader].side, "command", s.cp))
    return Scene(
        "in", s.terrain.width, s.terrain.depth, _areas(s.terrain, s.sides, s.mission.zones), tokens, tuple(marks),
        title, s.turn, s.mission.turns, tuple(tallies),
    )  # fmt: skip


def drawn(s: Orders, unit: int) -> tuple[Token, ...]:
    """A unit as it looks, wherever it is."""
    return (_token(unit, s.units[unit], False),)


@lru_cache(maxsize=16)
def _areas(terrain: Terrain, sides: tuple[str, ...], zones: tuple[Zone, ...]) -> tuple[Area, ...]:
    """The features and the zones, which stay as they are all game."""
    features = [Area(p.name, p.outline, _ground(p.traits), p.height, p.traits) for p in terrain.pieces]
    return (*features, *(Area(f"{side} deploys", zone.outline, "zone") for side, zone in zip(sides, zones)))


def _ground(traits: tuple[str, ...]) -> str:
    kinds = (
        ("elevated", "hill"), ("road", "road"), ("impassable-flat", "water"), ("impassable", "cliff"),
        ("concealment", "wood"), ("defensible", "building"), ("difficult", "rough"),
    )  # fmt: skip
    return next((kind for trait, kind in kinds if trait in traits), "rough")


@lru_cache(maxsize=1 << 11)
def _token(unit: int, e: Stand, laden: bool) -> Token:
    """A base as it is drawn."""
    flags = {
        "activation": e.activation, "vulnerable": e.vulnerable, f"SP {e.sp}": e.sp, f"leader {e.cp} CP": e.leader,
        "carries": laden,
    }  # fmt: skip
    stats = (("Move", e.move), ("AM", e.AM), ("AP", e.AP), ("SR", e.SR), ("Bombard", e.bombard))
    signs = {"leader": e.leader, "done": e.activation, "exposed": e.vulnerable, "cargo": laden}
    b = e.base
    return Token(
        unit, e.name, e.side, b.x, b.y, radius=b.radius, facing=(b.fx, b.fy),
        symbol=_symbol(e), figures=1 if e.vehicle else 5, health=(max(0, 3 - e.sp), 3),
        signs=tuple(sign for sign, on in signs.items() if on), status=tuple(word for word, on in flags.items() if on),
        stats=tuple((name, str(value)) for name, value in stats), inside=e.aboard, gone=not e.alive,
    )  # fmt: skip


def _symbol(e: Stand) -> str:
    if e.vehicle:
        kind = {"hover": "skimmer", "wheeled": "light"}.get(e.mobility, "vehicle")
        return "transport" if e.transport else "artillery" if e.bombard else kind
    return "gun" if e.bombard else "infantry"
