"""Aiming: which weapons are ready, whom they may be aimed at, who fires, and what the test is."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import msgspec

from hexless.kernel import Choice, Refusal, Total

from ._sheet import rule
from .model import AT43, FighterId, Unit, Weapon
from .sight import apart, in_view, seers, view_of
from .special import may_lock
from .urt import fixed, needed, shooting_test

__all__ = [
    "Shot", "firers", "is_special", "is_target", "loaded", "lowest", "may_shoot", "ready", "targets", "to_hit",
    "why_not",
]  # fmt: skip


class Shot(NamedTuple):
    """A salvo that is declared: all weapons of one kind at one unit, or at one vehicle of it."""

    weapon: int
    target: int
    vehicle: FighterId | None


@rule("at.shoot.each-weapon-once")
def loaded(u: Unit, fired: tuple[int, ...]) -> list[int]:
    """The ranged weapons that a unit still has to fire: each once in an activation, none that is destroyed."""
    return [w for w in u.guns if w not in fired]


def is_special(u: Unit, weapon: int) -> bool:
    """Whether a weapon is the special one that a soldier of the unit carries."""
    return bool(u.card.weapons[weapon].special) and u.card.soldier


@rule("at.shoot.line-of-sight")
def firers(s: AT43, unit: int, weapon: int, target: int) -> list[FighterId]:
    """The fighters with this weapon that see at least one member of the target."""
    fighters = s.units[unit].fighters
    return [i for i in seers(s, unit, target) if weapon in fighters[i].working]


@rule("at.los.all-round", "at.los.edge-lines")
def targets(s: AT43, unit: int, weapon: int) -> list[int]:
    """The enemy units that a weapon may be aimed at: those that somebody with it sees."""
    return list(_targets(s, unit, weapon))


@lru_cache(maxsize=256)
def _targets(s: AT43, unit: int, weapon: int) -> tuple[int, ...]:
    return tuple(_each_target(s, unit, weapon))


def _each_target(s: AT43, unit: int, weapon: int) -> Iterator[int]:
    side = s.units[unit].side
    return (i for i, e in enumerate(s.units) if e.side != side and is_target(s, unit, weapon, i))


def is_target(s: AT43, unit: int, weapon: int, target: int) -> bool:
    """Whether a weapon may be aimed at an enemy: he is there, it may lock on him, and somebody with it sees him."""
    e = s.units[target]
    return e.here and may_lock(s.units[unit].card.weapons[weapon], e.card) and bool(firers(s, unit, weapon, target))


def ready(s: AT43, unit: int, spent: tuple[int, ...]) -> list[int]:
    """The weapons of a unit that can fire now: loaded, and with a target."""
    return [w for w in loaded(s[unit], spent) if targets(s, unit, w)]


def may_shoot(s: AT43, unit: int, moved: str, spent: tuple[int, ...]) -> bool:
    """Whether a unit may shoot now, and has a weapon and a target for it."""
    if moved in ("rush", "dropped") or not _free(s, unit, moved):
        return False
    return any(_has_target(s, unit, w) for w in loaded(s[unit], spent))


def _has_target(s: AT43, unit: int, weapon: int) -> bool:
    """Whether there is anybody to aim a weapon at; who only wants to know that does not look further."""
    return next(_each_target(s, unit, weapon), None) is not None


@rule("at.shoot.engaged", "at.shoot.engaged-move-first")
def _free(s: AT43, unit: int, moved: str) -> bool:
    """Nobody of an engaged unit shoots, unless its engaged move took it out (or the ruling lets it)."""
    return not s[unit].engaged or (moved == "engaged" and s.rulings.engaged_may_shoot_after_move == "always")


def why_not(s: AT43, unit: int, weapon: int, target: Choice) -> Refusal | None:
    """Why a unit is no target: a locked shot goes at machines only, or nobody sees it."""
    if type(target) is not int or not 0 <= target < len(s.units):
        return None
    t = s[target]
    if t.side == s[unit].side or not t.here:
        return None
    if not may_lock(s[unit].card.weapons[weapon], t.card):
        return Refusal(f"{s[unit].card.weapons[weapon].name} cannot be aimed at {t.name}", "at.locked.targets")
    if not in_view(s, unit, target):
        return Refusal(f"nobody sees {t.name}", "at.los.one-clear", msgspec.to_builtins(view_of(s, unit, target)))
    return Refusal(f"nobody with that weapon sees {t.name}", "at.shoot.line-of-sight")


@rule("at.urt.shooting", "at.urt.locked-shot", "at.locked.no-range", "at.play.range-bands")
def to_hit(s: AT43, unit: int, target: int, weapon: Weapon) -> Total:
    """The test of a salvo, with its rows."""
    if weapon.locked:
        return fixed(s.rulings.locked_to_hit)
    return shooting_test(weapon, apart(s, unit, target))


def lowest(test: Total, weapon: Weapon) -> int:
    """The lowest die that is an impact: what a locked shot says, or what the table says of the difference."""
    return test.value if weapon.locked else needed(test)
