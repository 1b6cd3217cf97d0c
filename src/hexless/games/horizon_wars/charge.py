"""The charge: declare, halt an inch short, let every reaction be played out, close and fight."""

from __future__ import annotations

from hexless.kernel import Game, OneOf

from ._sheet import rule
from .fight import fight
from .lines import Point, charge_reach, close_in, contact_point, in_contact, run_to, why_not_charge
from .model import INCH, Charge, HorizonWars, Ticks, UnitId, foes
from .reactions import react_to

__all__ = ["charge"]

G = Game[HorizonWars]


@rule("hw.move.charge", "hw.move.charge-straight")
def charge(g: G, charger: UnitId) -> None:
    """Name a target, halt an inch short of it, let every reaction be played out, then close and fight."""
    target = declare_charge(g, charger)
    g.note("charges", unit=charger, target=target)
    g.each(stage, ("halt", "reactions", "finish"), charger, target)
    g.set(charge=None)


def stage(g: G, stage: str, charger: UnitId, target: UnitId) -> bool:
    """One stage of a charge; whether it is over with it."""
    if stage == "halt":
        halt_short(g, charger, target)
    elif stage == "reactions":
        react_to(g, charger)
    else:
        finish_charge(g, charger, target)
    return not (g.state[charger].here and g.state[target].here)


def declare_charge(g: G, charger: UnitId) -> UnitId:
    """Name the target of a charge."""
    s, enemies = g.state, foes(g.state, charger)
    options = [t for t in enemies if why_not_charge(s, charger, t) is None]
    ask = OneOf(
        prompt="charge",
        rules=g.cites,
        options=tuple(options),
        labels=tuple(s[t].name for t in options),
        about="unit",
        by=charger,
        why=lambda t: why_not_charge(s, charger, UnitId(t)) if type(t) is int and t in enemies else None,
    )
    target: UnitId = g.ask(s[charger].side, ask)
    return target


@rule("hw.move.charge-halt")
def halt_short(g: G, charger: UnitId, target: UnitId) -> None:
    """Halt an inch short of the target; an element within an inch of it halts where it stands."""
    s, e, t = g.state, g.state[charger].base, g.state[target].base
    point = contact_point(e, t, INCH) or (e.x, e.y)
    paid, reach = Ticks(run_to(s, charger, target, point).cost), charge_reach(s, charger)
    moved = close_in(g, charger, target, point)
    g.note("halted", unit=charger, target=target, moved=moved)
    g.set(charge=Charge(charger, target, (t.x - e.x, t.y - e.y), reach, paid, moved))


@rule("hw.move.charge-finish")
def finish_charge(g: G, charger: UnitId, target: UnitId) -> None:
    """Close the last inch, unless a counter-charge did or the target is out of reach; then fight."""
    halted = g.state.charge
    if halted is None:
        return
    moved = halted.moved
    if not in_contact(g.state, charger, target):
        point = last_inch(g.state, halted)
        if point is None:
            g.note("missed", unit=charger, target=target)
            return
        moved = Ticks(moved + close_in(g, charger, target, point))
        g.note("closed", unit=charger, target=target, moved=moved)
    fight(g, charger, target, moved, halted.met)


@rule("hw.move.charge-straight", "hw.move.charge-finish")
def last_inch(s: HorizonWars, halted: Charge) -> Point | None:
    """Where the charge makes contact: on along its line, within what is left of its reach; None if it cannot."""
    charger, target = halted.charger, halted.target
    line = halted.line if s.rulings.charge_line == "one_line" else None
    reach = halted.reach if s.rulings.charge_reach == "declared" else charge_reach(s, charger)
    point = contact_point(s[charger].base, s[target].base, line=line)
    left = max(0, reach - halted.paid) + INCH // 100
    return point if point and run_to(s, charger, target, point, left).stop is None else None
