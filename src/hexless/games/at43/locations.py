"""The Hit Location Table: propulsion, frame and weapons of a vehicle."""

from __future__ import annotations

from typing import Literal

from hexless.kernel import Game, OneOf, chance, d6

from ._sheet import rule
from .losses import kill, with_fighter
from .model import AT43, FighterId
from .morale import shaken
from .pilots import eject

__all__ = ["damage_vehicle"]

G = Game[AT43]
Part = Literal["propulsion", "frame", "weapon"]


@rule("at.play.location-roll")
def damage_vehicle(g: G, vehicle: FighterId, unit: int, attacker: str, points: int) -> None:
    """A successful Damage test: one die for the location, which takes all of its points."""
    if not g.state[unit].fighters[vehicle].alive:
        return
    part = g.call(located)
    f = g.state[unit].fighters[vehicle]
    if part == "weapon" and any(f.arms):
        hit_weapon(g, attacker, unit, vehicle, points)
    elif part == "propulsion" and f.propulsion > 0:
        hit_propulsion(g, unit, vehicle, points)
    elif part == "frame":
        hit_frame(g, unit, vehicle, points)
    else:
        location_gone(g, unit, vehicle, points)


def _parts() -> tuple[dict[Part, int], int]:
    return {"propulsion": 2, "frame": 3, "weapon": 1}, 6


@chance(_parts)
def located(g: G) -> Part:
    """1-2 propulsion, 3-5 frame, 6 a weapon."""
    die = g.sum(d6(), "location")
    return "propulsion" if die <= 2 else "frame" if die <= 5 else "weapon"


@rule("at.hit.propulsion", "at.play.structure-points")
def hit_propulsion(g: G, unit: int, vehicle: FighterId, points: int) -> None:
    """Propulsion used up makes the vehicle immobile."""
    f = g.state[unit].fighters[vehicle]
    left = max(0, f.propulsion - points)
    g.state = with_fighter(g.state, unit, vehicle, propulsion=left)
    g.note("location", unit=unit, part="propulsion", points=points, left=left)
    overflow(g, unit, vehicle, points - f.propulsion)
    if left == 0 and g.state[unit].fighters[vehicle].alive:
        immobilised(g, unit, vehicle)


@rule("at.hit.frame", "at.play.structure-points")
def hit_frame(g: G, unit: int, vehicle: FighterId, points: int) -> None:
    """The frame used up destroys the vehicle."""
    left = max(0, g.state[unit].fighters[vehicle].frame - points)
    g.state = with_fighter(g.state, unit, vehicle, frame=left)
    g.note("location", unit=unit, part="frame", points=points, left=left)
    if left == 0:
        frame_destroyed(g, unit, vehicle)


@rule("at.hit.weapon", "at.play.structure-points")
def hit_weapon(g: G, attacker: str, unit: int, vehicle: FighterId, points: int) -> None:
    """A weapon that the attacker picks; destroyed, it cannot fire."""
    u = g.state[unit]
    f = u.fighters[vehicle]
    whole = tuple(w for w, left in enumerate(f.arms) if left)
    labels = tuple(u.card.weapons[w].name for w in whole)
    arm = g.ask(
        attacker, OneOf(prompt="which weapon is hit", rules=g.cites, options=whole, labels=labels, about="weapon")
    )
    left = max(0, f.arms[arm] - points)
    g.state = with_fighter(g.state, unit, vehicle, arms=(*f.arms[:arm], left, *f.arms[arm + 1 :]))
    g.note("location", unit=unit, part=u.card.weapons[arm].name, points=points, left=left)
    overflow(g, unit, vehicle, points - f.arms[arm])


@rule("at.hit.location-gone")
def location_gone(g: G, unit: int, vehicle: FighterId, points: int) -> None:
    """A hit on a location that is already destroyed strikes the frame."""
    hit_frame(g, unit, vehicle, points)


def overflow(g: G, unit: int, vehicle: FighterId, beyond: int) -> None:
    """Points beyond a location's last are lost, or go on to the frame by the ruling."""
    if beyond > 0 and g.state.rulings.location_overflow:
        hit_frame(g, unit, vehicle, beyond)


@rule("at.hit.frame-destroyed")
def frame_destroyed(g: G, unit: int, vehicle: FighterId) -> None:
    """The vehicle is removed and its pilot dies."""
    kill(g, unit, vehicle)
    shaken(g, unit)


@rule("at.hit.immobile")
def immobilised(g: G, unit: int, vehicle: FighterId) -> None:
    """It can no longer move, and its pilot may eject."""
    g.note("immobile", unit=unit)
    when = g.state.rulings.eject_on_immobile
    options = {"optional": ("stays", "ejects"), "always": ("ejects",), "never": ("stays",)}[when]
    ask = OneOf(prompt=f"the pilot of {g.state[unit].name}", rules=g.cites, options=options, about="pilot")
    if g.ask(g.state[unit].side, ask) == "ejects":
        eject(g, unit, vehicle)
