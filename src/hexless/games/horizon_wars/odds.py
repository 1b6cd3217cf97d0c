"""Odds of shots and charges, from the very procedures that play them."""

from __future__ import annotations

from typing import Any

from hexless.kernel import Dist, exact
from hexless.ruleset import Attack, Input

from .clash import Clash, Fighter, clash
from .cover import COVERS, cover_value
from .model import INCH, Ticks
from .rulings import Rulings
from .shooting import moving_dice, volley

__all__ = ["ATTACKS"]

KINDS = ("infantry", "vehicle", "mech")
DESTROYED = "destroyed"


def shooting(
    rulings: Rulings,
    fire: int,
    incoming: int,
    range: int,  # noqa: A002
    armour: int = 0,
    cover: str = "none",
) -> Dist:
    """The hits of a volley."""
    need = range + armour + cover_value(rulings, cover)
    return exact(volley, fire, incoming, need, rulings.twelves_bonus)


def moving_shot(rulings: Rulings, fire: int, **inputs: Any) -> Dist:
    """The hits of a volley after a move."""
    return shooting(rulings, moving_dice(fire), **inputs)


def charge(
    rulings: Rulings, attacker: int, defender: int, moved: int, attacker_kind: Any, defender_kind: Any, met: int = 0
) -> Dist:
    """The damage to both sides of a charge; one that is destroyed outright says so."""
    a = Fighter(attacker, attacker_kind, Ticks(moved * INCH))
    b = Fighter(defender, defender_kind, Ticks(met * INCH))
    harm = exact(clash, a, b, rulings.charge_compare).map(_harm)
    return Dist(
        dict(sorted(harm, key=lambda chance: tuple((part == DESTROYED, part) for part in chance[0]))), harm.total
    )


def _harm(result: Clash) -> tuple[int | str, int | str]:
    return (
        DESTROYED if result.destroyed == "charger" else result.to_charger,
        DESTROYED if result.destroyed == "target" else result.to_target,
    )


SHOT_INPUTS = (
    Input("fire", "the shooter's F", 0, 10, default=4),
    Input("incoming", "Incoming dice: the target's D", 0, 6, default=2),
    Input("range", "range in inches; the effective range, if A and cover are left out", 0, 200, default=12),
    Input("armour", "the target's A", 0, 6, default=0),
    Input("cover", "the target's cover", choices=("none", *COVERS), default="none"),
)
SHOT_RULES = ("hw.shoot.fire", "hw.shoot.incoming", "hw.shoot.cancel", "hw.shoot.groups", "hw.shoot.hits")

ATTACKS = (
    Attack("shooting", "Hits of one shooting action.", "hits", SHOT_INPUTS, shooting, SHOT_RULES),
    Attack(
        "moving-shot",
        "Hits of a shot after a move, with half of F.",
        "hits",
        SHOT_INPUTS,
        moving_shot,
        ("hw.shoot.move-and-shoot", *SHOT_RULES),
    ),
    Attack(
        "charge",
        "Damage of one charge.",
        "damage to attacker and to defender",
        (
            Input("attacker", "the charger's P", 1, 6, default=2),
            Input("defender", "the target's P", 1, 6, default=2),
            Input("moved", "inches the charger moved", 0, 24, default=5),
            Input("attacker_kind", "what charges", choices=KINDS, default="mech"),
            Input("defender_kind", "what is charged", choices=KINDS, default="vehicle"),
            Input("met", "inches the target counter-charged", 0, 1, default=0),
        ),
        charge,
        (
            "hw.charge.roll", "hw.charge.matching-dice", "hw.charge.moved", "hw.charge.moved-over-four",
            "hw.charge.damage", "hw.charge.infantry-infantry", "hw.charge.infantry-beats-vehicle",
            "hw.charge.infantry-halves-damage", "hw.charge.vehicle-beats-infantry",
            "hw.charge.infantry-turns-tables", "hw.charge.infantry-bonus-cap",
        ),
    ),
)  # fmt: skip
