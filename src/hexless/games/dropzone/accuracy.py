"""Accuracy: what has to be rolled to hit, with every modifier."""

from __future__ import annotations

from hexless.kernel import Row, Total, Value, total

from ._sheet import rule
from .deck import in_force
from .lines import edge_count, hull_down, in_cover, piece_seen, share_seen
from .model import Dropzone, Gun, Unit
from .unit_types import coherent

__all__ = ["Sighting", "accuracy", "bodies_of", "close_accuracy", "look", "scenery_accuracy", "scouts",
           "sees"]  # fmt: skip


class Sighting(Value, frozen=True):
    """How a shooter sees a target."""

    clear: bool
    hull_down: bool = False
    spotted: bool = False  # by a Scout, for an Indirect weapon


def look(s: Dropzone, shooter: int, gun: Gun, target: int) -> Sighting:
    """A line of sight from the shooter, or from a friendly Scout for an Indirect weapon."""
    eye, bodies = s.units[shooter], bodies_of(s, gun, s.units[target])
    found = _best(s, eye, bodies, gun.articulated)
    if not gun.indirect or (found.clear and not found.hull_down):
        return found
    for v in scouts(s, eye):
        seen = _best(s, v, bodies, False)
        if seen.clear and not (found.clear and seen.hull_down):
            found = seen.with_(spotted=True)
            if not found.hull_down:
                break
    return found


def sees(s: Dropzone, eye: Unit, gun: Gun, t: Unit) -> bool:
    """Whether the shooter himself has a line of sight."""
    if t.piece is None or not gun.flame:
        return share_seen(s, eye, t, gun.articulated)[0] > 0
    return any(share_seen(s, eye, body, gun.articulated)[0] for body in bodies_of(s, gun, t))


@rule("dz.play.unit-scout")
def scouts(s: Dropzone, eye: Unit) -> list[Unit]:
    """The friendly Scouts on the table, who see for Indirect weapons."""
    return [v for v in s.units if v.side == eye.side and v.profile.scout and v.present]


def bodies_of(s: Dropzone, gun: Gun, t: Unit) -> list[Unit]:
    """The target as a weapon sees it: a Flame weapon aims at any edge of a garrison as if the unit stood there."""
    if t.piece is None or not gun.flame:
        return [t]
    return [t.with_(edge=e) for e in range(edge_count(s.terrain, t.piece))]


def _best(s: Dropzone, eye: Unit, bodies: list[Unit], articulated: bool) -> Sighting:
    best = Sighting(False)
    for body in bodies:
        seen, points = share_seen(s, eye, body, articulated)
        if seen:
            one = Sighting(True, hull_down(s, seen, points, body))
            if not one.hull_down:
                return one
            best = one
    return best


@rule(
    "dz.accuracy.out-of-coherency",
    "dz.accuracy.disembarked",
    "dz.accuracy.hull-down",
    "dz.accuracy.soft-cover",
    "dz.play.evasion-countermeasures",
    "dz.play.weapon-anti-aircraft",
    "dz.play.weapon-indirect",
    "dz.cards.guns-to-the-sky",
    "dz.cards.hard-bank",
    "dz.cards.clear-fix",
)
def accuracy(s: Dropzone, shooter: int, gun: Gun, target: int, *, reaction: bool = False) -> Total:
    """The weapon's Accuracy and all that makes it harder to hit a unit."""
    t, seen = s.units[target], look(s, shooter, gun, target)
    own = s.units[shooter].squad
    if t.flying and gun.aa < 0 and in_force(s, "guns-to-the-sky", own):
        return total(Row(6, "Guns to the Sky", "dz.cards.guns-to-the-sky"))
    blind = gun.indirect and not seen.clear
    soft = not gun.flame and "soft" not in gun.ignores and in_cover(s, s.units[shooter], t, "soft")
    evasion = 0 if gun.flame else t.profile.evasion
    bank = 3 if not gun.flame and in_force(s, "hard-bank", t.squad) else 0
    anti = min(max(gun.aa, 0), evasion + bank)
    base = Row(gun.accuracy, "Accuracy", "dz.shooting.roll-to-hit")
    base = Row(5, "Indirect and unseen", "dz.play.weapon-indirect") if blind else base
    if in_force(s, "clear-fix", own):
        return total(base, Row(0, "Clear Fix: nothing else counts", "dz.cards.clear-fix"))
    return total(
        base,
        *_own(s, shooter),
        Row(2, "Hull Down", "dz.accuracy.hull-down") if seen.hull_down and "hull" not in gun.ignores else None,
        Row(2, "Soft Cover", "dz.accuracy.soft-cover") if soft else None,
        Row(evasion, "Evasion Countermeasures", "dz.play.evasion-countermeasures") if evasion else None,
        Row(bank, "Hard Bank", "dz.cards.hard-bank") if bank else None,
        Row(-anti, f"AA-{gun.aa}", "dz.play.weapon-anti-aircraft") if anti else None,
        Row(2, "reaction fire", "dz.play.reaction-fire") if reaction else None,
    )


def _own(s: Dropzone, shooter: int) -> tuple[Row | None, ...]:
    """What the shooter's own squad has to bear."""
    squad = s.units[shooter].squad
    return (
        None if coherent(s, squad) else Row(1, "out of coherency", "dz.accuracy.out-of-coherency"),
        Row(2, "disembarked", "dz.accuracy.disembarked") if s.squads[squad].disembarked else None,
    )


@rule("dz.accuracy.disembarked")
def close_accuracy(s: Dropzone, unit: int, gun: Gun) -> Total:
    """The Accuracy of a Close Quarters weapon that has one: inside a garrison nothing hides the target."""
    return total(Row(gun.accuracy, "Accuracy", "dz.shooting.roll-to-hit"), *_own(s, unit))


@rule("dz.accuracy.scenery", "dz.play.weapon-indirect")
def scenery_accuracy(s: Dropzone, shooter: int, gun: Gun, piece: int) -> Total:
    """2+ against scenery (5+ for an Indirect weapon, if neither it nor a Scout sees it), and its own modifiers."""
    eye = s.units[shooter]
    blind = gun.indirect and not any(piece_seen(s.terrain, v, piece, gun.articulated) for v in (eye, *scouts(s, eye)))
    base = Row(5, "Indirect and unseen", "dz.play.weapon-indirect")
    return total(base if blind else Row(2, "shooting at scenery", "dz.accuracy.scenery"), *_own(s, shooter))
