"""Zones of a Behemoth: three of them, with Damage Points and thresholds of their own."""

from __future__ import annotations

from hexless.kernel import Game, OneOf

from ._sheet import rule
from .model import Dropzone, other
from .unit_types import cripples

__all__ = ["ZONES", "broken", "pick_zone", "wear"]

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


def broken(s: Dropzone, unit: int) -> bool:
    """Whether two zones are at 0, which destroys a Behemoth."""
    return s.units[unit].zones.count(0) >= 2


@rule("dz.play.behemoth-zones")
def wear(g: G, unit: int, zone: int, damage: int) -> None:
    """Damage Points come off one zone; each threshold passed cripples it and costs another zone 1."""
    u = g.state[unit]
    before, left = cripples(u, zone), max(0, u.zones[zone] - damage)
    zones = tuple(left if z == zone else points for z, points in enumerate(u.zones))
    g.change(unit, zones=zones, dp=sum(zones))
    g.note("zone damaged", unit=unit, zone=ZONES[zone], damage=damage, left=left)
    passed = cripples(g.state[unit], zone) - before
    for _ in range(passed):
        if broken(g.state, unit):
            break
        g.note("crippled", unit=unit, zone=ZONES[zone])
        others = [z for z in range(3) if z != zone and g.state[unit].zones[z] > 0]
        wear(g, unit, _next_zone(g, unit, others), 1)


def _next_zone(g: G, unit: int, zones: list[int]) -> int:
    """The attacker's choice of another zone."""
    if len(zones) == 1:
        return zones[0]
    labels = tuple(ZONES[z] for z in zones)
    ask = OneOf(prompt="1 off another zone", rules=g.cites, options=tuple(zones), labels=labels, about="zone")
    zone: int = g.ask(other(g.state, g.state[unit].side), ask)
    return zone
