"""What an element may do: its actions and reactions, and what stands against each of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from hexless.kernel import Game, Labels, OneOf, Refusal
from hexless.kernel.questions import Choice
from hexless.table import show

from ._sheet import rule
from .lines import chargeable, why_not_counter
from .model import Action, Element, HorizonWars, UnitId, foes, table
from .movement import CAUTIOUS, MOVES, PATROL, RAPID, allowance
from .rulings import Rulings
from .shooting import MOVE_SHOTS, has_target, in_line, moving_dice, targets, vision

__all__ = [
    "ACTIONS", "CHARGE", "COUNTER", "HOLD", "LABELS", "REACTIONS", "RECOVER", "STAND", "ask_for", "can_react",
    "open_actions", "open_reactions", "reactors", "shoots", "why_no_action", "why_no_reaction",
]  # fmt: skip

G = Game[HorizonWars]

STAND, CHARGE, COUNTER, RECOVER, HOLD = "stand", "charge", "counter-charge", "recover", "hold"
LABELS = {
    STAND: "Stand & Shoot", "cautious+shoot": "Move & Shoot, cautious", "patrol+shoot": "Move & Shoot, patrol",
    CHARGE: "Charge", CAUTIOUS: "Cautious Move", PATROL: "Patrol Move", RAPID: "Rapid Move",
    RECOVER: "Recover", COUNTER: "Counter-charge", HOLD: "Hold, and store a reaction",
}  # fmt: skip
ACTIONS = (STAND, *MOVE_SHOTS, CHARGE, PATROL, CAUTIOUS, RAPID, RECOVER, HOLD)
REACTIONS = (STAND, COUNTER, *MOVE_SHOTS, PATROL, CAUTIOUS, RAPID)
AIMED = (STAND, CHARGE, COUNTER)  # these take somebody


def shoots(action: Action) -> bool:
    return action == STAND or action in MOVE_SHOTS


def moves(action: Action) -> bool:
    return action in MOVES or action in MOVE_SHOTS


def ask_for(
    g: G, unit: UnitId, prompt: str, options: tuple[Action, ...], why: Callable[[Action], Refusal | None],
    actor: UnitId | None = None,
) -> Action:  # fmt: skip
    """The owner's choice among the actions that are open; `why` says what stands against any other.

    actor: who set a reaction off.
    """
    s = g.state

    def why_not(action: Choice) -> Refusal | None:
        return why(action) if isinstance(action, str) and action in LABELS else None

    ask = OneOf(
        prompt=prompt, rules=g.cites, options=options, labels=Labels(options, lambda a: label(s, unit, a, actor)),
        about="action", by=unit, to=actor, why=why_not, declines=HOLD,
    )  # fmt: skip
    action: Action = g.ask(s[unit].side, ask)
    return action


def label(s: HorizonWars, unit: UnitId, action: Action, actor: UnitId | None = None) -> str:
    """An action with what it gives: how far, how many dice, how many targets."""
    e, name = s[unit], LABELS[action]
    if action == STAND:
        return f"{name}: {e.F} dice, {_several(len(targets(s, unit, actor)), 'target')}"
    if action in MOVE_SHOTS:
        return f"{name}: up to {_inches(e, MOVE_SHOTS[action])}, then {moving_dice(e.F)} dice"
    if action in MOVES:
        return f"{name}: up to {_inches(e, action)}"
    if action == CHARGE:
        return f"{name}: {len(chargeable(s, unit))} in reach"
    return f"{name}: {e.D} dice, each above {e.track}" if action == RECOVER else name


def _inches(e: Element, kind: str) -> str:
    return f"{show(allowance(e, kind))} in"


def _several(n: int, what: str) -> str:
    return f"{n} {what}{'' if n == 1 else 's'}"


# ---- which actions are open


def open_actions(s: HorizonWars, unit: UnitId) -> tuple[Action, ...]:
    """The actions that nothing stands against: neither the element's own record nor the table."""
    e = s.units[unit]
    able = _able(s.rulings, ACTIONS, e.done, fitness(e))
    return tuple([action for action in able if action not in AIMED or _to_aim_at(s, unit, action)])


def open_reactions(s: HorizonWars, unit: UnitId, actor: UnitId) -> tuple[Action, ...]:
    """The same for a reaction to an actor."""
    e = s.units[unit]
    able = _able(s.rulings, REACTIONS, spent(s, e), fitness(e))
    return tuple([action for action in able if action not in AIMED or _to_aim_at(s, unit, action, actor)])


def _to_aim_at(s: HorizonWars, unit: UnitId, action: Action, actor: UnitId | None = None) -> bool:
    """Whether somebody is there to be shot at or charged, for an action that takes that."""
    if action == STAND:
        return has_target(s, unit)
    if action == CHARGE:
        return bool(chargeable(s, unit))
    return action != COUNTER or (actor is not None and why_not_counter(s, unit, actor) is None)


class Fitness(NamedTuple):
    """What an element's own record says that it can do."""

    guns: bool
    legs: bool
    rapid: bool
    hurt: bool


def fitness(e: Element) -> Fitness:
    return Fitness(e.F > 0, e.M > 0, e.rapid, e.start != (e.F, e.M, e.A))


@rule("hw.play.one-shot", "hw.move.rapid-no-shooting", "hw.damage.recover-alone", "hw.damage.recover-limit")
@lru_cache(maxsize=1 << 12)
def _able(rulings: Rulings, actions: Sequence[Action], done: tuple[Action, ...], fit: Fitness) -> tuple[Action, ...]:
    """Those of some actions that a record does not stand against; the same for all elements that are as fit."""
    return tuple(action for action in actions if barred(rulings, done, fit, action) is None)


# ---- why an action is not open


@rule("hw.move.counter-charge-reaction")
def why_no_action(s: HorizonWars, unit: UnitId, action: Action) -> Refusal | None:
    """What stands against an action after those done in this activation; a Counter-charge is never one."""
    if action == COUNTER:
        return Refusal("a Counter-charge is only ever a reaction", "hw.move.counter-charge-reaction")
    e = s[unit]
    return barred(s.rulings, e.done, fitness(e), action, e.name) or _nobody(s, unit, action)


def _nobody(s: HorizonWars, unit: UnitId, action: Action) -> Refusal | None:
    """A Stand & Shoot takes a target, and a charge somebody in reach."""
    if _to_aim_at(s, unit, action):
        return None
    if action == STAND:
        return Refusal("there is no target", "hw.shoot.declare")
    return Refusal("there is nobody to charge", "hw.move.charge")


def barred(
    rulings: Rulings, done: tuple[Action, ...], fit: Fitness, action: Action, name: str = "it"
) -> Refusal | None:
    """What stands against an action in the record of an element, wherever it stands."""
    if shoots(action):
        return why_no_shot(rulings, done) or cannot_shoot(fit, action, name)
    if action in MOVES:
        return why_no_move(done, action) or cannot_move(rulings, fit, action, name)
    if action in (CHARGE, COUNTER):
        return recovered(rulings, done)
    return why_no_recover(rulings, fit, done) if action == RECOVER else None


@rule("hw.play.one-shot", "hw.move.rapid-no-shooting", "hw.damage.recover-alone")
def why_no_shot(rulings: Rulings, done: tuple[Action, ...]) -> Refusal | None:
    """One shooting action, never together with a Rapid Move or a Recover."""
    if RAPID in done:
        return Refusal("no shot in the same activation as a Rapid Move", "hw.move.rapid-no-shooting")
    if RECOVER in done:
        return Refusal("no shot in the same activation as a Recover", "hw.damage.recover-alone")
    if sum(map(shoots, done)) >= rulings.max_shots_per_activation:
        return Refusal("it has shot in this activation", "hw.play.one-shot")
    return None


@rule("hw.shoot.stand", "hw.shoot.move-and-shoot", "hw.play.current-stats")
def cannot_shoot(fit: Fitness, action: Action, name: str) -> Refusal | None:
    """It takes dice, and legs for a Move & Shoot."""
    if not fit.guns or (action != STAND and not fit.legs):
        return Refusal(f"{name} has {'M' if fit.guns else 'F'} 0", "hw.play.current-stats")
    return None


@rule("hw.move.rapid-no-shooting", "hw.damage.recover-alone")
def why_no_move(done: tuple[Action, ...], action: Action) -> Refusal | None:
    """No move after a Recover, no Rapid Move after a shot."""
    if RECOVER in done:
        return Refusal("no move in the same activation as a Recover", "hw.damage.recover-alone")
    if action == RAPID and any(map(shoots, done)):
        return Refusal("no Rapid Move in the same activation as a shot", "hw.move.rapid-no-shooting")
    return None


@rule("hw.move.rapid", "hw.play.current-stats")
def cannot_move(rulings: Rulings, fit: Fitness, action: Action, name: str) -> Refusal | None:
    """It takes legs, and a Rapid Move the ability."""
    if not fit.legs:
        return Refusal(f"{name} has M 0", "hw.play.current-stats")
    if action == RAPID and rulings.rapid_requires_ability and not fit.rapid:
        return Refusal(f"{name} is not Rapid", "hw.move.rapid")
    return None


@rule("hw.damage.recover-alone")
def recovered(rulings: Rulings, done: tuple[Action, ...]) -> Refusal | None:
    """A charge or Counter-charge is a move, unless the ruling says otherwise: not after a Recover."""
    if RECOVER in done and not rulings.recover_with_charge:
        return Refusal("no charge in the same activation as a Recover", "hw.damage.recover-alone")
    return None


@rule("hw.damage.recover-alone", "hw.damage.recover-limit")
def why_no_recover(rulings: Rulings, fit: Fitness, done: tuple[Action, ...]) -> Refusal | None:
    """Recover never shares an activation with moving or shooting; there has to be something to regain."""
    shared = any(moves(a) or shoots(a) or (a in (CHARGE, COUNTER) and not rulings.recover_with_charge) for a in done)
    if shared or done.count(RECOVER) >= rulings.recover_max:
        return Refusal(f"no Recover in the same activation as: {', '.join(done)}", "hw.damage.recover-alone")
    return None if fit.hurt else Refusal("nothing is damaged", "hw.damage.recover-limit")


# ---- reactions


@rule("hw.play.react", "hw.play.arc", "hw.play.line-of-fire")
def reactors(s: HorizonWars, actor: UnitId) -> list[UnitId]:
    """The enemies with an action stored, the actor in their arc and line of fire, and something that they can do."""
    units, early = s.units, s.rulings.react_before_activation
    stored = [i for i in foes(s, actor) if units[i].reactions or early]
    ready = [i for i in stored if can_react(s, units[i]) and i not in s.reacted]
    watching = tuple([i for i in ready if table(s).in_arc(i, vision(s, i), (actor,))])
    return [i for i in in_line(s, actor, watching) if open_reactions(s, i, actor)] if watching else []


@rule("hw.play.store-reaction")
def can_react(s: HorizonWars, e: Element) -> bool:
    """A stored action, or one of the coming activation where the ruling allows it."""
    return e.reactions > 0 or (s.rulings.react_before_activation and not e.activated and len(e.early) < 2)


@rule("hw.move.charge-not-reaction", "hw.damage.recover-not-reaction")
def why_no_reaction(s: HorizonWars, unit: UnitId, actor: UnitId, action: Action) -> Refusal | None:
    """Everything that is not forbidden: no charge, no Recover, and nothing that its activation has no place for."""
    if action == CHARGE:
        return Refusal("a charge is never a reaction", "hw.move.charge-not-reaction")
    if action == RECOVER:
        return Refusal("Recover is never a reaction", "hw.damage.recover-not-reaction")
    e = s[unit]
    if refused := barred(s.rulings, spent(s, e), fitness(e), action, e.name):
        return refused
    return why_not_counter(s, unit, actor) if action == COUNTER else _nobody(s, unit, action)


@rule("hw.play.store-reaction")
def spent(s: HorizonWars, e: Element) -> tuple[Action, ...]:
    """The actions that a reaction shares its activation with: a stored one the last, an early one the coming."""
    if e.reactions:
        return e.done if s.rulings.stored_action_counts else ()
    return e.early
