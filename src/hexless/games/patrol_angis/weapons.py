"""Which weapons can fire at whom: range, sight, what Infantry may do with support weapons, and who loads them."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from hexless.table import Terrain

from . import fields
from ._sheet import rule
from .armor import armor_save
from .cover import hidden, too_much_cover
from .hits import hits_each
from .measuring import Bases, apart, between, bounded, clear_line, line, pair, sighted
from .model import Element, Figure, PatrolAngis, Weapon, foes
from .rulings import Rulings
from .skills import caller, reported, spotted
from .to_hit import in_range, to_hit

__all__ = ["Guns", "aimed", "can_shoot", "guns", "in_sights", "limited", "loader", "promise", "shots_left", "targets"]

Guns = list[tuple[Weapon, tuple[int, ...]]]


@rule("pa.ranged-fire.support-move-or-shoot", "pa.play.support-weapons")
def limited(e: Element, weapon: Weapon) -> bool:
    """Support and AoE weapons carried by Infantry are limited; those of vehicles and platforms are not."""
    return e.kind == "infantry" and weapon.heavy


@rule("pa.ranged-fire.support-one-shot-per-turn", "pa.ranged-fire.loader-second-shot")
def shots_left(e: Element, f: Figure, busy: Collection[int] = ()) -> bool:
    """Once a turn, or twice with a loader who is not busy."""
    return f.shots == 0 or (f.shots == 1 and loader(e, f, busy) is not None)


def loader(e: Element, f: Figure, busy: Collection[int] = ()) -> int | None:
    """Another member who can load: he has not fired this turn, and serves nobody yet."""
    for i, other in enumerate(e.figures):
        able = "loader" in other.profile.skills and not other.fired and not other.loads
        if able and other is not f and i not in busy:
            return i
    return None


@lru_cache(maxsize=1 << 10)
def guns(s: PatrolAngis, shooter: int, target: int, how: str = "", still: bool = False) -> Guns:
    """The weapons that can fire at a target, each with the figures that use it."""
    if how == "support":
        return off_table(s, shooter, target)
    e, far = s.units[shooter], apart(s, shooter, target)
    if far > e.longest:
        return []
    seen = clear_line(s, shooter, target)
    return _bearing(e, far, seen, seen or spotted(s, shooter, target), _settled(e, how, still))


def _settled(e: Element, how: str, still: bool) -> bool:
    """Whether it has limited weapons that may fire: it does not move, and does not return fire."""
    return still and how != "return" and e.burdened


def _bearing(e: Element, far: int, seen: bool, sighted: bool, settled: bool) -> Guns:
    """The weapons that can fire so far."""
    reaching = {i: in_reach(e, f, far, seen, sighted) for i, f in enumerate(e.figures) if not f.loads}
    loaders: dict[int, int] = {}  # by the figure that they serve
    for i, able in reaching.items():
        f = e.figures[i]
        heavy = settled and shots_left(e, f, loaders.values())
        reaching[i] = able = [w for w in able if heavy or not limited(e, w)]
        helper = loader(e, f, loaders.values()) if able and f.shots and limited(e, able[0]) else None
        if helper is not None:
            loaders[i] = helper
    found: dict[Weapon, tuple[int, ...]] = {}
    for i, able in reaching.items():
        if able and i not in loaders.values():
            found[able[0]] = (*found.get(able[0], ()), i)
    return list(found.items())


def in_reach(e: Element, f: Figure, far: int, seen: bool, sighted: bool) -> list[Weapon]:
    """The weapons of a figure that can fire so far, the one that it prefers first; `sighted`, if only indirectly."""
    return [
        w
        for w in f.profile.weapons
        if in_range(w, far) and (seen or ("indirect" in w.traits and sighted))
        and "off-table" not in w.traits and ("maser" not in w.traits or e.charge >= fields.CHARGED)
    ]  # fmt: skip


def off_table(s: PatrolAngis, shooter: int, target: int) -> Guns:
    """The support that Comms Gear can call on a target."""
    i = caller(s[shooter])
    if i is None or not reported(s, shooter, target):
        return []
    support: Guns = [(weapon, (i,)) for weapon in s[shooter].figures[i].profile.weapons if "off-table" in weapon.traits]
    return support[:1]


def in_sights(s: PatrolAngis, shooter: int, target: int, how: str, still: bool) -> Guns:
    """The weapons that can fire at a target behind no more cover than they may."""
    e = s.units[shooter]
    if how != "support" and not e.lobs:
        return aimed(s, e, s.units[target].bases, how, still)
    armed = guns(s, shooter, target, how, still)
    return armed if armed and (how == "support" or not too_much_cover(s, shooter, target)) else []


def aimed(s: PatrolAngis, e: Element, targets: Bases, how: str, still: bool) -> Guns:
    """`in_sights` of who has to see what he fires at, wherever that stands: it is between the two alone."""
    return _aimed(s.terrain, s.rulings, e.bare, targets, _settled(e, how, still))


@lru_cache(maxsize=1 << 13)
def _aimed(terrain: Terrain, rulings: Rulings, e: Element, targets: Bases, settled: bool) -> Guns:
    two = pair(rulings, e.bases, targets)
    far = between(*two)
    if far > e.longest or not (sighted(rulings, e, *two) and line(terrain, *two)):
        return []
    armed = _bearing(e, far, True, True, settled)
    return armed if armed and not hidden(terrain, e, targets, two) else []


@lru_cache(maxsize=1 << 9)
def targets(s: PatrolAngis, shooter: int, how: str = "", still: bool = False) -> tuple[int, ...]:
    """The enemies that some weapon can fire at, those worth it first."""
    armed = {t: some for t in within_range(s, shooter, how) if (some := in_sights(s, shooter, t, how, still))}
    if len(armed) < 2:
        return tuple(armed)
    return tuple(sorted(armed, key=lambda t: -promise(s, shooter, t, armed[t], how)))


@lru_cache(maxsize=1 << 11)
def can_shoot(s: PatrolAngis, shooter: int, how: str = "", still: bool = False) -> bool:
    """Whether there is any target."""
    if how == "support" and caller(s.units[shooter]) is None:
        return False
    return any(in_sights(s, shooter, t, how, still) for t in within_range(s, shooter, how))


def within_range(s: PatrolAngis, shooter: int, how: str) -> list[int]:
    """The enemies that are not beyond the longest range, where that is a matter of the leaders; else all."""
    e = s.units[shooter]
    enemies = foes(s, e.side)
    if how == "support" or s.rulings.measure_from != "leader":
        return enemies
    own, found = e.leader, []
    for i in enemies:
        other = s.units[i].leader
        reach = e.longest + own.radius + other.radius + 1
        if (own.x - other.x) ** 2 + (own.y - other.y) ** 2 <= reach * reach:
            found.append(i)
    return found


def promise(s: PatrolAngis, shooter: int, target: int, armed: Guns, how: str = "") -> int:
    """What a shot is worth: unsaved hits to be expected (in 64ths), by the points of a hit on the target."""
    worth = 0
    for weapon, users in armed:
        hit = 9 - bounded(s.rulings, to_hit(s, shooter, target, weapon, how))
        unsaved = bounded(s.rulings, armor_save(s, target, weapon.strength)) - 1
        worth += weapon.dice * len(users) * hits_each(weapon.aoe) * hit * unsaved
    e = s[target]
    return worth * sum([f.profile.points // f.profile.DMR for f in e.figures]) // len(e.figures)
