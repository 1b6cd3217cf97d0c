"""How well a side stands, for those who look ahead: 120 is a victory point."""

from __future__ import annotations

from functools import lru_cache
from math import isqrt

from hexless.ruleset.verdict import final
from hexless.table import Terrain

from .hits import hits_each
from .model import CM, Element, PatrolAngis
from .turn import holder, victory_points

__all__ = ["score"]

POINT = 120
HELD, COMING = 70, 45  # for a point of an objective: now, and in each of the turns to come
TOKEN, FEAR = 8, 20
NEAR = 90  # cm: within so much of its best range an armed Troop Element is worth the more, the nearer it is
THREAT = 4  # one part in so many of what a Troop Element could kill at its next shot
WATCH = 10  # and on Overwatch one more in so many; but then its tokens, which buy no action, are worth half
Foes = list[tuple[int, int, int]]  # where the enemies' leaders are, and who they are


def score(s: PatrolAngis, side: str) -> int:
    """Victory points and those to come, what is left and what it could do, and tokens that can be used."""
    if s.over is not None:
        return final(s.over, side)
    mine = s.sides.index(side)
    worth = [POINT * victory_points(s, each) + 2 * s.slain[i] + 6 * s.gone[i] for i, each in enumerate(s.sides)]
    leaders: tuple[Foes, Foes] = [], []
    for i, e in enumerate(s.units):
        if e.here:
            leaders[e.side != s.sides[0]].append((e.leader.x, e.leader.y, i))
    ready = [any(s.units[i].tokens for _, _, i in own) for own in leaders]
    exit_ = s.mission.exit
    for seat, own in enumerate(leaders):
        leaves, foes = bool(exit_) and seat == 0, leaders[1 - seat]
        for x, y, i in own:
            way = max(0, s.terrain.width - abs(x - exit_[0].x)) if leaves else 0
            square, fx, fy, target = 0, 0, 0, None
            if foes:
                square, fx, fy, nearest = min([((x - fx) ** 2 + (y - fy) ** 2, fx, fy, k) for fx, fy, k in foes])
                target = s.units[nearest]
            covered = target is not None and _covered(s.terrain, fx, fy)
            worth[seat] += _element(s.units[i], target, isqrt(square) // CM, covered, leaves, way, ready[1 - seat])
        worth[seat] -= _uncovered(s, own)
    left = min(3, max(0, s.mission.turns - s.turn))
    for o in s.mission.objectives:
        held = holder(s, o)
        if held:
            worth[s.sides.index(held)] += o.points * (HELD + COMING * left)
    return worth[mine] - worth[1 - mine]


@lru_cache(maxsize=1 << 14)
def _element(e: Element, target: Element | None, far: int, covered: bool, leaves: bool, way: int, ready: bool) -> int:
    """A Troop Element by its wounds and nerves, where it is, what it could do to the nearest enemy, and its tokens."""
    worth = 3 * e.protected - FEAR * e.fear - _hurt(e) + way * _points(e) // (18 * CM)
    harm = 0
    if target is not None:
        harm = _harm(e, target, far, covered)
        near = 0 if leaves or e.longest < 0 else NEAR - min(NEAR, max(0, far - _best_range(e)))
        worth += near * _points(e) // 120
    token = TOKEN + harm // 8 + leaves * _points(e) // 24
    worth += harm // WATCH if e.watch and ready else 0
    return worth + harm // THREAT + min(e.tokens, 3) * (token // 2 if e.watch else token)


def _uncovered(s: PatrolAngis, own: Foes) -> int:
    """How far off the nearest infantry is from each objective, so that every one of them has somebody."""
    infantry = [(x, y) for x, y, i in own if s.units[i].kind == "infantry"]
    if not infantry:
        return 0
    squares = [min([(x - o.x) ** 2 + (y - o.y) ** 2 for x, y in infantry]) for o in s.mission.objectives]
    return sum([isqrt(square) * (1 + o.points) // CM for square, o in zip(squares, s.mission.objectives)])


# ---- of one Troop Element


@lru_cache(maxsize=4096)
def _hurt(e: Element) -> int:
    return sum([f.hurt * f.profile.points // f.profile.DMR for f in e.figures if f.hurt])


@lru_cache(maxsize=4096)
def _points(e: Element) -> int:
    return sum([f.profile.points for f in e.figures])


@lru_cache(maxsize=4096)
def _best_range(e: Element) -> int:
    """The point blank range of most of its weapons, in cm."""
    known = sorted([f.profile.weapons[0].point_blank for f in e.figures if f.profile.weapons])
    return known[len(known) // 2] if known else 0


@lru_cache(maxsize=1 << 14)
def _harm(e: Element, target: Element, far: int, covered: bool) -> int:
    """The points that the fire of a Troop Element may be expected to kill of another so far away, seen or not."""
    need = 2 + 3 * covered + 2 * ("rapid" in target.did) - (target.kind == "vehicle")
    shots = _shots(e, far)
    unsaved = sum([dice * (9 - min(9, need - near)) * _unsaved(target, strength) for dice, strength, near in shots])
    return min(unsaved * _points(target) // (64 * len(target.figures)), _points(target))


@lru_cache(maxsize=1 << 13)
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


@lru_cache(maxsize=1 << 13)
def _unsaved(target: Element, strength: int) -> int:
    """Of 8 saves so many fail, by the armor of most."""
    ratings = sorted([f.profile.AR for f in target.figures])
    save = 5 - ratings[len(ratings) // 2] - 2 * target.protected - (target.kind == "portable") + strength
    return min(8, max(0, save - 1))
