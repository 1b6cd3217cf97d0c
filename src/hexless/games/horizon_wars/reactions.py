"""Reactions: the enemy answers an action, or a charge at its halt, one element after another."""

from __future__ import annotations

from functools import partial

from hexless.kernel import Game, OneOf, act
from hexless.table import distance, show

from ._sheet import rule
from .actions import COUNTER, STAND, ask_for, open_reactions, reactors, why_no_reaction
from .fight import fight
from .lines import close_in, heading_to
from .model import INCH, Action, HorizonWars, Ticks, UnitId
from .movement import MOVES, move
from .shooting import MOVE_SHOTS, move_and_shoot, stand_and_shoot

__all__ = ["next_reaction", "react_to"]

G = Game[HorizonWars]


def react_to(g: G, actor: UnitId) -> None:
    """The enemy reacts to an action with one element after another, each once; each is an act of its own."""
    if ready_to_react(g.state, actor):
        g.each(answer, range(len(g.state.units)), actor)


def ready_to_react(s: HorizonWars, actor: UnitId) -> list[UnitId]:
    """Who may react to an actor that is still there."""
    return reactors(s, actor) if s.units[actor].here else []


@rule("hw.play.react", "hw.play.arc", "hw.play.line-of-fire", "hw.play.reaction-order")
def next_reaction(g: G, _: int | str, actor: UnitId) -> bool:
    """Several may react, in their owner's order; True when nobody does any more."""
    s = g.state
    ready = ready_to_react(s, actor)
    if not ready:
        return True
    labels = (*(s[i].name for i in ready), "nobody")
    ask = OneOf(prompt="react with", rules=g.cites, options=(*ready, None), labels=labels, about="unit", to=actor)
    other: UnitId | None = g.ask(s[ready[0]].side, ask)
    if other is None:
        g.set(charge=s.charge and s.charge.with_(answered=True))
        return True
    g.set(reacted=(*s.reacted, other))
    react(g, other, actor)
    return False


answer = act(next_reaction)  # to an action that is over; to a charge at its halt it is a part of the charge


@rule("hw.play.reaction-kinds")
def react(g: G, unit: UnitId, actor: UnitId) -> None:
    """Choose a move, a shot, both, or a counter-charge."""
    s = g.state
    action = ask_for(
        g, unit, "reaction", open_reactions(s, unit, actor), partial(why_no_reaction, s, unit, actor), actor
    )
    respond(g, unit, actor, action)


@rule("hw.play.reaction-kinds")
def respond(g: G, unit: UnitId, actor: UnitId, action: Action) -> None:
    """Spend a stored action, or one of the coming activation, and carry it out; it may set off others."""
    e = g.state[unit]
    if e.reactions:
        g.change(unit, reactions=e.reactions - 1, done=(*e.done, action))
    else:
        g.change(unit, early=(*e.early, action))
    g.note("reacts", unit=unit, actor=actor, action=action)
    if action == COUNTER:
        counter_charge(g, unit)
    elif action == STAND:
        stand_and_shoot(g, unit, actor)
    elif action in MOVES:
        move(g, unit, action)
    else:
        move_and_shoot(g, unit, MOVE_SHOTS[action], actor)
    if g.state.rulings.chain_reactions and g.state[unit].here:
        chain(g, unit)


@rule("hw.play.reaction-order")
def chain(g: G, actor: UnitId) -> None:
    """A reaction sets off reactions, and these again; nobody reacts twice in one chain, nor to its own side."""
    halted = g.state.charge
    g.set(charge=None)
    react_to(g, actor)
    g.set(charge=halted)


@rule("hw.move.counter-charge", "hw.move.counter-charge-contact", "hw.move.counter-charge-reaction")
def counter_charge(g: G, unit: UnitId) -> None:
    """The target of a charge meets it, and that charge's fight follows; anybody else fights at once."""
    halted = g.state.charge
    if halted is None:
        return
    s, charger = g.state, halted.charger
    e, t = s[unit].base, s[charger].base
    line = heading_to(s, unit, charger, INCH) or (t.x - e.x, t.y - e.y)
    moved = close_in(g, unit, charger, line)
    g.note("countered", unit=unit, target=charger, moved=moved, far=show(moved))
    if unit == halted.target:
        g.set(charge=halted.with_(met=moved))
    else:
        came = Ticks(distance(halted.start, g.state[charger].base.centre))
        fight(g, unit, charger, moved, came, charger)
