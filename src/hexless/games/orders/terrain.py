"""Terrain: what it costs to cross, who may stand where, and what a base is in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from hexless.moves import Walk
from hexless.moves.later import Later
from hexless.moves.walk import DIRECTIONS
from hexless.table import Base, Bases, Costs, Terrain, distance

from ._sheet import rule
from .model import INCH, BaseId, Mobility, Orders, Stand, foes, on_table, solid, table

__all__ = ["TRAITS", "apart", "barring", "elevated", "in_terrain", "others_for", "rolls_on", "stand_on", "walk"]

TRAITS = (
    "road", "difficult", "elevated", "defensible", "shelter", "concealment", "impassable", "impassable-flat",
    "blocking",
)  # fmt: skip
NEVER = {
    "foot": ("impassable", "impassable-flat"),
    "wheeled": ("impassable", "impassable-flat"),
    "tracked": ("impassable", "impassable-flat"),
    "hover": ("impassable",),
    "jump": (),
}
ROLLING = ("wheeled", "tracked")
FAN = sorted(range(16), key=lambda i: min(i, 16 - i))  # directions from ahead to behind, to either side in turn
CROSSED = {"hover": {"impassable-flat": 100}, "jump": {"impassable": 100, "impassable-flat": 100}}  # named, not priced

GROUND = {"terrain": "or.terrain.impassable", "touch": "or.order.mount", "": "or.play.contact"}
RULES = {False: {"too_far": "or.order.move", **GROUND}, True: {"too_far": "or.order.double", **GROUND}}


def rolls_on(e: Stand) -> bool:
    """Roads and difficult going matter to wheels and tracks only."""
    return e.mobility in ROLLING


@rule("or.terrain.road", "or.terrain.difficult", "or.terrain.impassable", "or.terrain.impassable-hover")
def price(s: Orders, e: Stand, double: bool) -> Costs:
    """To wheels and tracks an inch of road costs half, of difficult going two; who may enter impassable terrain."""
    road = 50 if not double or s.rulings.road_double_stack else 100
    return _costs(s.terrain, e.mobility, road)


@lru_cache(maxsize=256)
def _costs(terrain: Terrain, mobility: Mobility, road: int) -> Costs:
    rolls = mobility in ROLLING
    return terrain.costs({"road": road, "difficult": 200} if rolls else CROSSED.get(mobility, {}), NEVER[mobility])


@rule("or.terrain.impassable-jump")
def resting(s: Orders, e: Stand) -> Costs | None:
    """Jump Troopers cross anything, but end no move inside impassable terrain."""
    return s.terrain.costs({}, NEVER["foot"]) if e.mobility == "jump" else None


@rule("or.play.wreck-effect", "or.play.contact")
def barring(s: Orders, unit: BaseId) -> tuple[BaseId, ...]:
    """What a base may not overlap: other bases, and wreckage if it rolls."""
    return tuple([i for i in (solid(s) if rolls_on(s.units[unit]) else on_table(s)) if i != unit])


def others_for(s: Orders, unit: BaseId) -> tuple[Bases, Sequence[str]]:
    """The same packed, and their names."""
    there = barring(s, unit)
    return table(s).pack(there), Later(lambda: [s.units[i].name for i in there])


class Advance(Walk, frozen=True, kw_only=True):
    """A walk whose proposals are alike from every side of the table: turned by a quarter they are the same."""

    def _all_round(self) -> Iterator[tuple[int, int]]:
        """Straight towards what matters, then all round from ahead to behind: far, half-way and near."""
        (x, y), reach = self.base.centre, max(0, self.allowance)
        for goal in self.toward if reach else ():
            far = distance((x, y), goal)
            yield from (self._along(goal[0] - x, goal[1] - y, min(step, far), far) for step in (reach, reach // 2))
        ahead = max(range(16), key=lambda i: DIRECTIONS[i][0] * self.base.fx + DIRECTIONS[i][1] * self.base.fy)
        for step in (reach, reach // 2, reach // 4) if reach else ():
            yield from (self._along(*DIRECTIONS[(ahead + aside) % 16], step, 1000) for aside in FAN)

    def _along(self, dx: int, dy: int, step: int, far: int) -> tuple[int, int]:
        """So much of a way, in every direction rounded towards where it starts: never a tick too far."""
        x, y = (abs(length) * step // max(1, far) for length in (dx, dy))
        return self.base.x + (x if dx > 0 else -x), self.base.y + (y if dy > 0 else -y)


def walk(
    s: Orders, unit: BaseId, double: bool = False, touch: Base | None = None, stays: Callable[[], bool] | None = None
) -> Walk:
    """The ways of a base up to its move rate, or twice it."""
    e = s.units[unit]
    others, names = others_for(s, unit)
    enemies, room = foes(s, e.side), s.rulings.enemy_gap_in * INCH
    keep = ((table(s).pack(enemies), room),) if room and enemies else ()

    def goals() -> list[tuple[int, int]]:
        spots = [(o.x, o.y) for o in s.mission.objectives] + [s.units[i].base.centre for i in enemies]
        return sorted(spots, key=lambda p: (p[0] - e.base.x) ** 2 + (p[1] - e.base.y) ** 2)[:4]

    return Advance(
        terrain=s.terrain,
        base=e.base,
        allowance=(2 if double else 1) * e.move * INCH,
        costs=price(s, e, double),
        others=others,
        keep=keep,
        rules=RULES[double],
        names=names,
        toward=Later(goals),
        touch=touch,
        rest=resting(s, e),
        stays=stays,
        over=e.mobility == "jump" and s.rulings.jump_over_bases,
    )


@rule("or.play.in-terrain")
def in_terrain(s: Orders, e: Stand, *traits: str) -> bool:
    """Whether a base is in a feature with one of these properties: its centre is inside."""
    pieces = s.terrain.having(*traits).pieces
    if not pieces:
        return False
    if s.rulings.in_terrain == "any":
        return any(s.terrain.touches(i, e.base) for i in pieces)
    return any(i in pieces for i in s.terrain.at((e.base.x, e.base.y)))


def elevated(s: Orders, e: Stand) -> bool:
    """Whether a base stands on an elevated feature."""
    return in_terrain(s, e, "elevated")


def stand_on(s: Orders, x: int, y: int) -> int:
    """How high the ground is at a point."""
    hills = s.terrain.having("elevated").pieces
    under = s.terrain.at((x, y)) if hills else ()
    return max((s.terrain.pieces[i].top for i in hills if i in under), default=0)


def apart(s: Orders, one: BaseId, other: BaseId) -> int:
    """How far apart the edges of two bases are."""
    return table(s).gap(one, other)
