"""How well a side stands, for those who look ahead: 120 is a victory point."""

from __future__ import annotations

from functools import lru_cache
from math import isqrt

from hexless.ruleset.verdict import final
from hexless.table import Terrain

from .hits import hits_each
from .model import CM, Element, PatrolAngis
from .peril import POINT, perils, points, unsaved
from .turn import holder, victory_points

__all__ = ["score"]

HELD, COMING = 70, 45  # for a point of an objective: now, and in each of the turns to come
TOKEN, FEAR = 8, 20
NEAR = 90  # cm: within so much of its best range an armed Troop Element is worth the more, the nearer it is
THREAT = 4  # one part in so many of what a Troop Element could kill of the nearest enemy if it saw him
WATCH = 10  # and on Overwatch one more in so many; but then its tokens, which buy no action, are worth half
Leader = tuple[int, int, int]  # where he is, and of whom
Opposed = tuple[int | None, int, bool]


def score(s: PatrolAngis, side: str) -> int:
    """Victory points and those to come, what is left, what both could do to each other, and tokens that can be used."""
    if s.over is not None:
        return final(s.over, side)
    mine = s.sides.index(side)
    worth = [_won(s, seat) + threat for seat, threat in enumerate(perils(s))]
    leaders: tuple[list[Leader], list[Leader]] = [], []
    units, first = s.units, s.sides[0]
    for i, e in enumerate(units):
        if e.here:
            leaders[e.side != first].append((e.leader.x, e.leader.y, i))
    ready = [any(units[i].tokens for _, _, i in own) for own in leaders]
    exit_ = s.mission.exit
    nearest = _opposed(s.terrain, tuple(leaders[0]), tuple(leaders[1]))
    for seat, own in enumerate(leaders):
        leaves, threatened = bool(exit_) and seat == 0, ready[1 - seat]
        for (x, _, i), (target, far, covered) in zip(own, nearest[seat]):
            way = max(0, s.terrain.width - abs(x - exit_[0].x)) if leaves else 0
            enemy = None if target is None else units[target]
            worth[seat] += _element(units[i], enemy, far, covered, leaves, way, threatened)
        worth[seat] -= _uncovered(s, own) if s.mission.objectives else 0
    left = min(3, max(0, s.mission.turns - s.turn))
    for o in s.mission.objectives:
        held = holder(s, o)
        if held:
            worth[s.sides.index(held)] += o.points * (HELD + COMING * left)
    return worth[mine] - worth[1 - mine]


def _won(s: PatrolAngis, seat: int) -> int:
    """What a side has won; before the last turn also the points that do not make a whole victory point yet."""
    slain, gone = s.slain[seat], s.gone[seat]
    if s.turn >= s.mission.turns:
        won = POINT * victory_points(s, s.sides[seat])
    else:
        won = POINT * (3 * s.heads[seat] + s.held[seat]) + POINT * slain // 50 + POINT * gone // s.mission.exit_points
    return won + 2 * slain + 6 * gone


@lru_cache(maxsize=1 << 10)
def _opposed(
    terrain: Terrain, blue: tuple[Leader, ...], red: tuple[Leader, ...]
) -> tuple[list[Opposed], list[Opposed]]:
    """The nearest enemy of each Troop Element of either side, as long as no leader moves."""
    return _facing(terrain, blue, red), _facing(terrain, red, blue)


def _facing(terrain: Terrain, own: tuple[Leader, ...], foes: tuple[Leader, ...]) -> list[Opposed]:
    """The nearest enemy of each, how far off he is in cm, and whether he is in cover."""
    if not foes:
        return [(None, 0, False)] * len(own)
    found: list[Opposed] = []
    for x, y, _ in own:
        square, fx, fy, k = min([((x - fx) ** 2 + (y - fy) ** 2, fx, fy, k) for fx, fy, k in foes])
        found.append((k, isqrt(square) // CM, _covered(terrain, fx, fy)))
    return found


@lru_cache(maxsize=1 << 12)
def _element(e: Element, target: Element | None, far: int, covered: bool, leaves: bool, way: int, ready: bool) -> int:
    """A Troop Element by its wounds and nerves, where it is, what it could do to the nearest enemy, and its tokens."""
    worth = 3 * e.protected - FEAR * e.fear - _hurt(e) + way * points(e) // (18 * CM)
    harm = 0
    if target is not None:
        harm = _harm(e, target, far, covered)
        near = 0 if leaves or e.longest < 0 else NEAR - min(NEAR, max(0, far - _best_range(e)))
        worth += near * points(e) // 120
    token = TOKEN + harm // 8 + leaves * points(e) // 24
    worth += harm // WATCH if e.watch and ready else 0
    return worth + harm // THREAT + min(e.tokens, 3) * (token // 2 if e.watch else token)


def _uncovered(s: PatrolAngis, own: list[Leader]) -> int:
    """How far off the nearest infantry is from each objective, so that every one of them has somebody."""
    infantry = [(x, y) for x, y, i in own if s.units[i].kind == "infantry"]
    if not infantry:
        return 0
    squares = [min([(x - o.x) ** 2 + (y - o.y) ** 2 for x, y in infantry]) for o in s.mission.objectives]
    return sum([isqrt(square) * (1 + o.points) // CM for square, o in zip(squares, s.mission.objectives)])


# ---- of one Troop Element


@lru_cache(maxsize=1024)
def _hurt(e: Element) -> int:
    return sum([f.hurt * f.profile.points // f.profile.DMR for f in e.figures if f.hurt])


@lru_cache(maxsize=1024)
def _best_range(e: Element) -> int:
    """The point blank range of most of its weapons, in cm."""
    known = sorted([f.profile.weapons[0].point_blank for f in e.figures if f.profile.weapons])
    return known[len(known) // 2] if known else 0


def _harm(e: Element, target: Element, far: int, covered: bool) -> int:
    """The points that the fire of a Troop Element may be expected to kill of another so far away, seen or not."""
    need = 2 + 3 * covered + 2 * ("rapid" in target.did) - (target.kind == "vehicle")
    shots = _shots(e, far)
    kills = sum([dice * (9 - min(9, need - near)) * unsaved(target, strength) for dice, strength, near in shots])
    return min(kills * points(target) // (64 * len(target.figures)), points(target))


@lru_cache(maxsize=1 << 11)
def _shots(e: Element, far: int) -> tuple[tuple[int, int, bool], ...]:
    """Dice, Strength and whether it is point blank, of the weapons that reach so far."""
    found: dict[tuple[int, bool], int] = {}
    for f in e.figures:
        able = [w for w in f.profile.weapons if w.range >= far and "off-table" not in w.traits]
        if able:
            key = able[0].strength, far <= able[0].point_blank
            found[key] = found.get(key, 0) + able[0].dice * hits_each(able[0].aoe)
    return tuple([(dice, strength, near) for (strength, near), dice in found.items()])


@lru_cache(maxsize=1 << 13)
def _covered(terrain: Terrain, x: int, y: int) -> bool:
    """Whether a place is in cover."""
    covering = terrain.having("cover").pieces
    return bool(covering) and any(i in covering for i in terrain.at((x, y)))
