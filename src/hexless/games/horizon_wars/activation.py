"""The activation of an element: two actions, each answered by the enemy, and what it stores."""

from __future__ import annotations

from hexless.kernel import Game, act

from ._sheet import rule
from .actions import ACTIONS, CHARGE, HOLD, STAND, ask_for, why_no_action
from .charge import charge
from .damage import recover
from .model import Action, HorizonWars, UnitId
from .movement import MOVES, move
from .reactions import react_to
from .shooting import MOVE_SHOTS, move_and_shoot, stand_and_shoot

__all__ = ["activate", "carry_out"]

G = Game[HorizonWars]


@rule("hw.play.actions")
def activate(g: G, unit: UnitId) -> None:
    """An activated element has 2 actions; what it leaves unused is stored as a reaction."""
    left = 2 - g.state[unit].owed
    g.change(unit, activated=True, all_round=False, reactions=0, owed=0)
    g.note("activated", unit=unit)
    done: tuple[Action, ...] = ()
    while left and g.state[unit].here:
        s, so_far = g.state, done
        action = ask_for(g, unit, "action", ACTIONS, lambda action: why_no_action(s, unit, so_far, action))  # noqa: B023
        if action == HOLD:
            hold(g, unit, left)
            return
        done, left = (*done, action), left - 1
        perform(g, unit, action)


@rule("hw.play.store-reaction")
def hold(g: G, unit: UnitId, left: int) -> None:
    """Store the unused action, or as many of them as the ruling allows."""
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
