"""Behemoths: three zones with Damage Points and thresholds of their own."""

from __future__ import annotations

from hexless.kernel import Game, OneOf

from . import losses
from ._sheet import rule
from .model import Dropzone, Unit, other

__all__ = ["ZONES", "cripples", "hurt_zone", "pick_zone"]

G = Game[Dropzone]
ZONES = ("Hull", "Legs", "Weapons")


@rule("dz.play.behemoth-zones")
def pick_zone(g: G, side: str, target: int) -> int:
    """The shooter picks the zone that its shots are aimed at."""
    left = [z for z in range(3) if g.state[target].zones[z] > 0]
    labels = tuple(f"{ZONES[z]} ({g.state[target].zones[z]} left)" for z in left)
    ask = OneOf(prompt="zone", rules=g.cites, options=tuple(left), labels=labels, about="zone")
    zone: int = g.ask(side, ask)
    return zone


def cripples(u: Unit, zone: int, points: int | None = None) -> int:
    """How many thresholds of a zone are passed."""
    full, steps = u.profile.zones[zone], u.profile.steps[zone]
    left = u.zones[zone] if points is None else points
    return steps - -(-left * steps // full)


@rule("dz.play.behemoth-zones")
def hurt_zone(g: G, unit: int, zone: int, damage: int) -> None:
    """Damage Points come off one zone; each threshold passed cripples it and costs another zone 1; two at 0 destroy."""
    u = g.state[unit]
    before, left = cripples(u, zone), max(0, u.zones[zone] - damage)
    zones = tuple(left if z == zone else points for z, points in enumerate(u.zones))
    g.change(unit, zones=zones, dp=sum(zones))
    g.note("zone damaged", unit=unit, zone=ZONES[zone], damage=damage, left=left)
    passed = cripples(g.state[unit], zone) - before
    for _ in range(passed):
        if zones.count(0) >= 2 or not g.state[unit].alive:
            break
        g.note("crippled", unit=unit, zone=ZONES[zone])
        others = [z for z in range(3) if z != zone and g.state[unit].zones[z] > 0]
        hurt_zone(g, unit, _next_zone(g, unit, others), 1)
    u = g.state[unit]
    if u.alive and u.zones.count(0) >= 2:
        losses.destroy(g, unit)


def _next_zone(g: G, unit: int, zones: list[int]) -> int:
    """The attacker's choice of another zone."""
    if len(zones) == 1:
        return zones[0]
    labels = tuple(ZONES[z] for z in zones)
    ask = OneOf(prompt="1 off another zone", rules=g.cites, options=tuple(zones), labels=labels, about="zone")
    zone: int = g.ask(other(g.state, g.state[unit].side), ask)
    return zone
