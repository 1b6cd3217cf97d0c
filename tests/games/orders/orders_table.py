"""Small hand-made tables of Orders, and a way to run one procedure with forced dice and answers."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Any

from hexless.games.orders.command import LABELS, why_no_kind
from hexless.games.orders.model import BaseId, Mission, Orders, Stand
from hexless.games.orders.rulings import Rulings
from hexless.kernel import Game, Script
from hexless.ruleset.maps import Objective
from hexless.table import Base, Terrain, piece

INCH = 1000


def stand(name: str, side: str, x: float, y: float, **more: Any) -> Stand:
    """An infantry base of even values at a place in inches."""
    radius = more.pop("radius", 500)
    base = Base(round(x * INCH), round(y * INCH), radius=radius, height=1000, z=more.pop("z", 0))
    plain = {
        "vehicle": False,
        "mobility": "foot",
        "move": 5,
        "AM": 2,
        "AP": 3,
        "SR": 3,
        "bombard": 0,
        "size": 2,
        "am_range": 24,
        "ap_range": 12,
        "placed": True,
    }
    return Stand(name=name, side=side, base=base, **{**plain, **more})


def tank(name: str, side: str, x: float, y: float, **more: Any) -> Stand:
    return stand(name, side, x, y, **{"vehicle": True, "mobility": "tracked", "move": 6, "SR": 5, **more})


def feature(name: str, x0: float, y0: float, x1: float, y1: float, *traits: str, height: int = 0) -> Any:
    corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
    return piece(name, [(round(x * INCH), round(y * INCH)) for x, y in corners], height=height * INCH, traits=traits)


def table(
    *stands: Stand, features: tuple[Any, ...] = (), objectives: tuple[Objective, ...] = (), **more: Any
) -> Orders:
    """A game in its first turn on 48 x 36 inches."""
    sides = more.pop("sides", ("blue", "red"))
    mission = Mission(
        name="test", goal=more.pop("goal", "objectives"), turns=more.pop("turns", 6), zones=(), objectives=objectives
    )
    plain = {
        "turn": 1,
        "phase": "leaders",
        "first": "blue",
        "next": "blue",
        "leader_kills": (0,) * len(sides),
        "rulings": Rulings(**more.pop("rulings", {})),
    }
    terrain = Terrain(48 * INCH, 36 * INCH, features)
    return Orders(units=stands, sides=sides, terrain=terrain, mission=mission, **{**plain, **more})


def run(procedure: Any, state: Orders, *args: Any, answers: tuple[Any, ...] = ()) -> Game[Orders]:
    """Run one procedure on a table; every answer has to be used."""
    script = Script(*answers)
    g: Game[Orders] = Game(state, script)
    procedure(g, *args)
    script.done()
    return g


def value(procedure: Any, state: Orders, *args: Any, answers: tuple[Any, ...] = ()) -> Any:
    """What one procedure returns."""
    script = Script(*answers)
    got = procedure(Game(state, script), *args)
    script.done()
    return got


STAY: dict[str, Any] = {"points": []}


def to(x: float, y: float) -> dict[str, Any]:
    """A straight way to a place in inches."""
    return {"points": [[round(x * INCH), round(y * INCH)]]}


MIDDLE = (24 * INCH, 18 * INCH)
TURNS = [(k, mirrored) for k in range(64) for mirrored in (False, True)]


def turned(s: Orders, k: int, mirrored: bool = False) -> Orders:
    """The same table turned by k of 64 about its middle, and perhaps mirrored."""
    units = tuple(e.with_(base=e.base.at(*spun(e.base.centre, k, mirrored), e.base.z)) for e in s.units)
    pieces = tuple(piece(p.name, [spun(c, k, mirrored) for c in p.outline], p.height, p.z, p.traits)
                   for p in s.terrain.pieces)  # fmt: skip
    smoke = tuple(spun(spot, k, mirrored) for spot in s.smoke)
    return s.with_(units=units, terrain=Terrain(s.terrain.width, s.terrain.depth, pieces), smoke=smoke)


def spun(point: tuple[int, int], k: int, mirrored: bool = False) -> tuple[int, int]:
    """A point turned and perhaps mirrored with its table."""
    x, y = point[0] - MIDDLE[0], (point[1] - MIDDLE[1]) * (-1 if mirrored else 1)
    cos_, sin_ = cos(2 * pi * k / 64), sin(2 * pi * k / 64)
    return round(MIDDLE[0] + x * cos_ - y * sin_), round(MIDDLE[1] + x * sin_ + y * cos_)


def kinds(s: Orders, unit: int) -> list[str]:
    """The orders that a base can be given now."""
    return [kind for kind in LABELS if why_no_kind(s, BaseId(unit), kind) is None]
