"""The activation of an element: two actions, each answered by the enemy, and what it stores."""

from __future__ import annotations

from functools import partial

from hexless.kernel import Game, act

from ._sheet import rule
from .actions import CHARGE, HOLD, STAND, ask_for, open_actions, why_no_action
from .charge import charge
from .damage import recover
from .model import Action, HorizonWars, UnitId, beaten
from .movement import MOVES, move
from .reactions import react_to
from .shooting import MOVE_SHOTS, move_and_shoot, stand_and_shoot

__all__ = ["activate", "carry_out"]

G = Game[HorizonWars]


@rule("hw.play.actions")
def activate(g: G, unit: UnitId) -> None:
    """An activated element has 2 actions; what it leaves unused is stored as a reaction.

    What it spent early on reactions is among the two.
    """
    e = g.state[unit]
    g.change(unit, activated=True, all_round=False, reactions=0, done=e.early, early=())
    g.note("activated", unit=unit)
    while len((e := g.state.units[unit]).done) < 2 and e.here and not beaten(g.state):
        s = g.state
        action = ask_for(g, unit, "action", open_actions(s, unit), partial(why_no_action, s, unit))
        if action == HOLD:
            hold(g, unit)
            return
        g.change(unit, done=(*e.done, action))
        g.call(perform, unit, action)


@rule("hw.play.store-reaction")
def hold(g: G, unit: UnitId) -> None:
    """Store the unused action, or as many of them as the ruling allows."""
    left = 2 - len(g.state[unit].done)
    g.change(unit, reactions=min(left, g.state.rulings.reserved_reactions_max))
    g.note("held", unit=unit)


@act
@rule("hw.play.actions")
def perform(g: G, unit: UnitId, action: Action) -> None:
    """One action and the reactions of the enemy, after it or before it; a charge has its own moment for them."""
    window = "at the halt" if action == CHARGE else g.state.rulings.reaction_window
    if window == "before_action":
        react_to(g, unit)
    if g.state[unit].here:
        carry_out(g, unit, action)
    if window == "after_action":
        react_to(g, unit)
    if g.state.reacted:
        g.set(reacted=())


def carry_out(g: G, unit: UnitId, action: Action) -> None:
    """An action by itself."""
    if action in MOVES:
        move(g, unit, action)
    elif action == STAND:
        stand_and_shoot(g, unit)
    elif action in MOVE_SHOTS:
        move_and_shoot(g, unit, MOVE_SHOTS[action])
    elif action == CHARGE:
        charge(g, unit)
    else:
        recover(g, unit)
