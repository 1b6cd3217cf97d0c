"""Peril: what Troop Elements could do to each other from where they stand, by who sees whom; for bots."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from hexless.table import Terrain, changed

from .cover import band, intervening
from .hits import hits_each
from .measuring import apart
from .model import CM, Element, PatrolAngis, fighters
from .rulings import Rulings
from .skills import attacks
from .weapons import aimed

__all__ = ["POINT", "perils", "points", "unsaved"]

POINT = 120  # a victory point
HEAD = 3 * POINT  # an enemy Commander
KILL = 22, 5  # a point of figures killed: its part of a victory point, and 2
TOKENS = (10, 35, 55, 65)  # percent that the best threat counts, by the Activation tokens of who makes it
EXPOSED = 30  # percent that the worst threat to a Troop Element counts against it in the turns to come, whoever acts
CHARGE = 70  # percent of what a fight may bring: the way there may be barred
SPARED = 3  # quarters: so many more shots it takes, about, for each Activation token that can cancel kills
CLOSE = 2 * CM  # more than its move brings a Troop Element into contact, from leader to leader
ALL = 64  # parts of a kill: 8 faces to hit, 8 to save
Shot = tuple[int, int, int]  # hits, Strength, and the need but for what the target adds to it
Bearing = tuple[bool, tuple[Shot, ...]]  # whether a charge may reach, and with what one can be shot at


class _Known(NamedTuple):
    """What was found out of a state: of each Troop Element by enemy."""

    ground: tuple[Terrain, Rulings, str]
    units: tuple[Element, ...]
    bearings: list[dict[int, Bearing]]
    costs: list[dict[int, int]]


_latest: list[_Known] = []


def perils(s: PatrolAngis) -> tuple[int, int]:
    """What either side threatens, less what its Troop Elements are exposed to.

    Of what somebody could do only his best counts, by his tokens; who is exposed pays for the worst that any enemy
    could do to him, as long as there is another turn.
    """
    costs, first, more = _costs(s), s.sides[0], s.turn < s.mission.turns
    worst, found = [0] * len(costs), [0, 0]
    for e, row in zip(s.units, costs):
        if row:
            found[e.side != first] += max(row.values()) * (TOKENS[min(3, e.tokens)] if e.tokens or more else 0)
            for j, cost in row.items():
                worst[j] = max(worst[j], cost)
    if more:
        for e, cost in zip(s.units, worst):
            found[e.side != first] -= EXPOSED * cost
    return found[0] // 100, found[1] // 100


# ---- all pairs, of which only those with somebody who has changed are looked at again


def _costs(s: PatrolAngis) -> list[dict[int, int]]:
    """What the best that each could do to each of its enemies may be expected to cost them."""
    ground, units = (s.terrain, s.rulings, s.winner), s.units
    last = _latest[0] if _latest else None
    if last is None or last.ground != ground or len(last.units) != len(units):
        bearings: list[dict[int, Bearing]] = [{} for _ in units]
        costs: list[dict[int, int]] = [{} for _ in units]
        _look(s, range(len(units)), bearings)
        _weigh(s, range(len(units)), bearings, costs)
    elif last.units is units:
        return last.costs
    else:
        new, bearings, costs = changed(last.units, units), last.bearings, [row.copy() for row in last.costs]
        moved = [i for i in new if units[i].bare is not last.units[i].bare]
        if moved:
            bearings = [row.copy() for row in bearings]
            _look(s, moved, bearings)
        _weigh(s, new, bearings, costs)
    _latest[:] = [_Known(ground, units, bearings, costs)]
    return costs


def _look(s: PatrolAngis, moved: Iterable[int], bearings: list[dict[int, Bearing]]) -> None:
    """Who can do something to whom, of those that moved and of their enemies."""
    here = [(j, e.side) for j, e in enumerate(s.units) if e.here]
    for i in moved:
        e = s.units[i]
        bearings[i].clear()
        for row in bearings:
            row.pop(i, None)
        for j, side in here if e.here else ():
            if side != e.side:
                _note(bearings[i], j, _bearing(s, i, j))
                _note(bearings[j], i, _bearing(s, j, i))


def _note(row: dict[int, Bearing], j: int, bearing: Bearing) -> None:
    if any(bearing):
        row[j] = bearing


def _bearing(s: PatrolAngis, i: int, j: int) -> Bearing:
    """What one could do to another from where both stand."""
    e, target = s.units[i], s.units[j]
    far = apart(s, i, j)
    close = e.kind != "portable" and far <= e.rate + CLOSE
    armed = aimed(s, e, target.bases, "", True) if far <= e.longest else []
    if not armed:
        return close, ()
    need = 2 + _cover(s, i, j)
    shots = [(w, len(users), need - (far <= w.point_blank * CM)) for w, users in armed]
    return close, tuple([(w.dice * n * hits_each(w.aoe), w.strength, on) for w, n, on in shots])


def _cover(s: PatrolAngis, i: int, j: int) -> int:
    """What cover adds to the need, on the line and about the target."""
    found = intervening(s, i, j)
    between = band(found.total)
    return min(4, (between.value if between else 0) + 3 * bool(found.theirs))


def _weigh(s: PatrolAngis, new: Iterable[int], bearings: list[dict[int, Bearing]], costs: list[dict[int, int]]) -> None:
    """What that may cost, of those who have changed and of their enemies."""
    units, winner = s.units, s.winner
    for i in new:
        e = units[i]
        row = bearings[i]
        costs[i] = {j: _cost(e, units[j], row[j], units[j].side == winner) for j in row}
        for j, other in enumerate(bearings):
            if i in other:
                costs[j][i] = _cost(units[j], e, other[i], e.side == winner)
            else:
                costs[j].pop(i, None)


# ---- one and another


def _cost(e: Element, target: Element, bearing: Bearing, chooses: bool) -> int:
    """What the better of fire and a charge costs; `chooses`: whether the target shares out its kills."""
    close, shots = bearing
    fire = _fire(shots, target, chooses) if shots else 0
    return max(fire, _fight(e.bare, target, chooses)) if close else fire


@lru_cache(maxsize=1 << 13)
def _fire(shots: tuple[Shot, ...], target: Element, chooses: bool) -> int:
    harder = _harder(target)
    kills = sum([hits * min(8, max(0, 9 - on - harder)) * unsaved(target, strength) for hits, strength, on in shots])
    if target.kind == "infantry" and target.tokens:
        kills = kills * 4 // (4 + SPARED * target.tokens)
    return _price(target, kills, chooses)


def _harder(target: Element) -> int:
    """What the target itself adds to the need."""
    found = 2 * ("rapid" in target.did) - (target.kind == "vehicle") + (target.rate >= 20 * CM)
    still = not target.moved and all("chameleon" in f.profile.armor or f.profile.platform for f in target.figures)
    return found + still + target.all_have("errant")


@lru_cache(maxsize=1 << 12)
def _fight(e: Element, target: Element, chooses: bool) -> int:
    """What a charge may take from a target more than its survivors take from the chargers."""
    kills, whole = _blows(e, target), ALL * _whole(target)
    back = _blows(target, e) * max(0, whole - kills) // whole
    return (_price(target, kills, chooses) - _price(e, back, not chooses)) * CHARGE // 100


def _blows(e: Element, target: Element) -> int:
    figures = [e.figures[i] for i in fighters(e)]
    return 8 * sum([attacks(f) * unsaved(target, f.profile.melee) for f in figures])


@lru_cache(maxsize=1 << 13)
def _price(e: Element, kills: int, chooses: bool) -> int:
    """What so many 64ths of kills cost a Troop Element: its points, and perhaps its Commander."""
    whole = ALL * _whole(e)
    worth = min(kills, whole) * points(e) * KILL[0] // (whole * KILL[1])
    if e.commander:
        need = whole if chooses else ALL * _guarded(e)
        worth += HEAD * kills * kills // (kills * kills + need * need)
    return worth


def _whole(e: Element) -> int:
    """The kills that finish a Troop Element."""
    return max(1, sum([f.profile.DMR - f.hurt for f in e.figures if not f.profile.platform]))


def _guarded(e: Element) -> int:
    """The kills that reach its Commander: his own, after those of his protectors."""
    return sum([f.profile.DMR - f.hurt for f in e.figures if f.commander or "protector" in f.profile.skills])


@lru_cache(maxsize=1024)
def points(e: Element) -> int:
    """What all its figures cost."""
    return sum([f.profile.points for f in e.figures])


@lru_cache(maxsize=1 << 12)
def unsaved(target: Element, strength: int) -> int:
    """Of 8 saves so many fail, by the armor of most."""
    ratings = sorted([f.profile.AR for f in target.figures])
    save = 5 - ratings[len(ratings) // 2] - 2 * target.protected - (target.kind == "portable") + strength
    return min(8, max(0, save - 1))
