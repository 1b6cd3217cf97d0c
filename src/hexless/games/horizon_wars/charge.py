"""The charge: declare, halt an inch short, let every reaction be played out, close and fight."""

from __future__ import annotations

from hexless.kernel import Game, OneOf
from hexless.table import CONTACT, distance, show

from ._sheet import rule
from .actions import can_react
from .fight import fight
from .lines import (
    Point,
    charge_reach,
    chargeable,
    close_in,
    contact_point,
    heading_to,
    in_contact,
    run_to,
    runs_to,
    why_not_charge,
)
from .model import INCH, Charge, HorizonWars, Ticks, UnitId, foes
from .reactions import next_reaction

__all__ = ["charge"]

G = Game[HorizonWars]


@rule("hw.move.charge", "hw.move.charge-straight")
def charge(g: G, charger: UnitId) -> None:
    """Name a target, halt an inch short of it, let every reaction be played out, then close and fight."""
    target = declare_charge(g, charger)
    g.note("charges", unit=charger, target=target)
    reactions = ["reaction"] * sum(can_react(g.state, g.state[i]) for i in foes(g.state, charger))
    g.each(stage, ("halt", *reactions, "finish", "fight"), charger, target)
    g.set(charge=None)


def stage(g: G, stage: str, charger: UnitId, target: UnitId) -> bool:
    """One stage of a charge; whether it is over with it."""
    halted = g.state.charge
    if halted is None:
        halt_short(g, charger, target)
    elif stage == "reaction":
        if not halted.answered:
            next_reaction(g, stage, charger)
    elif stage == "finish":
        return not finish_charge(g, halted)
    else:
        fight(g, charger, target, came(g.state, halted), halted.met)
    return not (g.state[charger].here and g.state[target].here)


def declare_charge(g: G, charger: UnitId) -> UnitId:
    """Name the target of a charge."""
    s, enemies = g.state, foes(g.state, charger)
    options = chargeable(s, charger)
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
    reach = charge_reach(s, charger)
    line = heading_to(s, charger, target, reach) or (t.x - e.x, t.y - e.y)
    moved = close_in(g, charger, target, line, INCH)
    paid = Ticks(run_to(s, charger, target, g.state[charger].base.centre).cost)
    g.note("halted", unit=charger, target=target, moved=moved, far=show(moved))
    g.set(charge=Charge(charger, target, line, reach, paid, e.centre))


@rule("hw.move.charge-finish")
def finish_charge(g: G, halted: Charge) -> bool:
    """Close the last inch, unless a counter-charge did or the target is out of reach; whether there is a fight."""
    charger, target = halted.charger, halted.target
    if in_contact(g.state, charger, target):
        return True
    line = last_inch(g.state, halted)
    if line is None:
        g.note("missed", unit=charger, target=target)
        return False
    close_in(g, charger, target, line)
    moved = came(g.state, halted)
    g.note("closed", unit=charger, target=target, moved=moved, far=show(moved))
    return True


def came(s: HorizonWars, halted: Charge) -> Ticks:
    """How far a charge has come, from where it was declared."""
    return Ticks(distance(halted.start, s[halted.charger].base.centre))


@rule("hw.move.charge-straight", "hw.move.charge-finish")
def last_inch(s: HorizonWars, halted: Charge) -> Point | None:
    """The line on which the charge makes contact, its own, within what is left of its reach; None if it cannot."""
    charger, target = halted.charger, halted.target
    reach = halted.reach if s.rulings.charge_reach == "declared" else charge_reach(s, charger)
    left = max(0, reach - halted.paid)
    if s.rulings.charge_line == "swerve":
        return heading_to(s, charger, target, left)
    point = contact_point(s[charger].base, s[target].base, halted.line)
    return halted.line if point and runs_to(s, charger, target, point, left + CONTACT) else None
