"""What an element may do: its actions and reactions, and what stands against each of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hexless.kernel import Game, Labels, OneOf, Refusal
from hexless.kernel.questions import Choice
from hexless.table import show

from ._sheet import rule
from .damage import missing
from .lines import why_not_charge, why_not_counter
from .model import Action, Element, HorizonWars, UnitId, foes
from .movement import CAUTIOUS, MOVES, PATROL, RAPID, allowance
from .shooting import MOVE_SHOTS, in_arc, in_line, moving_dice, targets

__all__ = [
    "ACTIONS", "CHARGE", "COUNTER", "HOLD", "LABELS", "REACTIONS", "RECOVER", "STAND", "ask_for", "can_react",
    "reactors", "shoots", "why_no_action", "why_no_reaction",
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


def shoots(action: Action) -> bool:
    return action == STAND or action in MOVE_SHOTS


def moves(action: Action) -> bool:
    return action in MOVES or action in MOVE_SHOTS


def ask_for(
    g: G, unit: UnitId, prompt: str, actions: Sequence[Action], why: Callable[[Action], Refusal | None],
    actor: UnitId | None = None,
) -> Action:  # fmt: skip
    """The owner's choice among the actions that nothing stands against; `actor` set a reaction off."""
    s = g.state

    def why_not(action: Choice) -> Refusal | None:
        return why(action) if isinstance(action, str) and action in LABELS else None

    options = tuple(action for action in actions if why(action) is None)
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
        return f"{name}: {sum(why_not_charge(s, unit, t) is None for t in foes(s, unit))} in reach"
    return f"{name}: {e.D} dice, each above {e.track}" if action == RECOVER else name


def _inches(e: Element, kind: str) -> str:
    return f"{show(allowance(e, kind))} in"


def _several(n: int, what: str) -> str:
    return f"{n} {what}{'' if n == 1 else 's'}"


# ---- why an action is not open


@rule("hw.move.counter-charge-reaction")
def why_no_action(s: HorizonWars, unit: UnitId, action: Action) -> Refusal | None:
    """What stands against an action after those done in this activation; a Counter-charge is never one."""
    done = s[unit].done
    if action == COUNTER:
        return Refusal("a Counter-charge is only ever a reaction", "hw.move.counter-charge-reaction")
    if shoots(action):
        return why_no_shot(s, done) or cannot_shoot(s, unit, action)
    if action in MOVES:
        return why_no_move(s, done, action) or cannot_move(s, unit, action)
    if action == CHARGE:
        return why_no_charge(s, unit, done)
    return why_no_recover(s, unit, done) if action == RECOVER else None


@rule("hw.play.one-shot", "hw.move.rapid-no-shooting", "hw.damage.recover-alone")
def why_no_shot(s: HorizonWars, done: tuple[Action, ...]) -> Refusal | None:
    """One shooting action, never together with a Rapid Move or a Recover."""
    if RAPID in done:
        return Refusal("no shot in the same activation as a Rapid Move", "hw.move.rapid-no-shooting")
    if RECOVER in done:
        return Refusal("no shot in the same activation as a Recover", "hw.damage.recover-alone")
    if sum(map(shoots, done)) >= s.rulings.max_shots_per_activation:
        return Refusal("it has shot in this activation", "hw.play.one-shot")
    return None


@rule("hw.shoot.stand", "hw.shoot.move-and-shoot", "hw.play.current-stats")
def cannot_shoot(s: HorizonWars, unit: UnitId, action: Action) -> Refusal | None:
    """It takes dice, legs for a Move & Shoot, and a target for a Stand & Shoot."""
    e = s[unit]
    if not e.F or (action != STAND and not e.M):
        return Refusal(f"{e.name} has {'M' if e.F else 'F'} 0", "hw.play.current-stats")
    if action == STAND and not targets(s, unit):
        return Refusal("there is no target", "hw.shoot.declare")
    return None


@rule("hw.move.rapid-no-shooting", "hw.damage.recover-alone")
def why_no_move(s: HorizonWars, done: tuple[Action, ...], action: Action) -> Refusal | None:
    """No move after a Recover, no Rapid Move after a shot."""
    if RECOVER in done:
        return Refusal("no move in the same activation as a Recover", "hw.damage.recover-alone")
    if action == RAPID and any(map(shoots, done)):
        return Refusal("no Rapid Move in the same activation as a shot", "hw.move.rapid-no-shooting")
    return None


@rule("hw.move.rapid", "hw.play.current-stats")
def cannot_move(s: HorizonWars, unit: UnitId, action: Action) -> Refusal | None:
    """It takes legs, and a Rapid Move the ability."""
    e = s[unit]
    if not e.M:
        return Refusal(f"{e.name} has M 0", "hw.play.current-stats")
    if action == RAPID and s.rulings.rapid_requires_ability and not e.rapid:
        return Refusal(f"{e.name} is not Rapid", "hw.move.rapid")
    return None


@rule("hw.damage.recover-alone")
def why_no_charge(s: HorizonWars, unit: UnitId, done: tuple[Action, ...]) -> Refusal | None:
    """A charge is a move, unless the ruling says otherwise; and somebody has to be in reach."""
    if barred := recovered(s, done):
        return barred
    if all(why_not_charge(s, unit, t) for t in foes(s, unit)):
        return Refusal("there is nobody to charge", "hw.move.charge")
    return None


def recovered(s: HorizonWars, done: tuple[Action, ...]) -> Refusal | None:
    """What stands against a charge or Counter-charge after a Recover."""
    if RECOVER in done and not s.rulings.recover_with_charge:
        return Refusal("no charge in the same activation as a Recover", "hw.damage.recover-alone")
    return None


@rule("hw.damage.recover-alone", "hw.damage.recover-limit")
def why_no_recover(s: HorizonWars, unit: UnitId, done: tuple[Action, ...]) -> Refusal | None:
    """Recover never shares an activation with moving or shooting; there has to be something to regain."""
    barred = any(moves(a) or shoots(a) or (a in (CHARGE, COUNTER) and not s.rulings.recover_with_charge) for a in done)
    if barred or done.count(RECOVER) >= s.rulings.recover_max:
        return Refusal(f"no Recover in the same activation as: {', '.join(done)}", "hw.damage.recover-alone")
    if not sum(missing(s[unit])):
        return Refusal("nothing is damaged", "hw.damage.recover-limit")
    return None


# ---- reactions


@rule("hw.play.react", "hw.play.arc", "hw.play.line-of-fire")
def reactors(s: HorizonWars, actor: UnitId) -> list[UnitId]:
    """The enemies with an action stored, the actor in their arc and line of fire, and something that they can do."""
    ready = [i for i in foes(s, actor) if i not in s.reacted and can_react(s, s[i])]
    watching = [i for i in ready if in_arc(s, i, actor).inside]
    seeing = [i for i in in_line(s, actor) if i in watching] if watching else []
    return [i for i in seeing if any(why_no_reaction(s, i, actor, action) is None for action in REACTIONS)]


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
    done = spent(s, s[unit])
    if action == COUNTER:
        return recovered(s, done) or why_not_counter(s, unit, actor)
    if shoots(action):
        return why_no_shot(s, done) or cannot_shoot(s, unit, action)
    return why_no_move(s, done, action) or cannot_move(s, unit, action)


@rule("hw.play.store-reaction")
def spent(s: HorizonWars, e: Element) -> tuple[Action, ...]:
    """The actions that a reaction shares its activation with: a stored one the last, an early one the coming."""
    if e.reactions:
        return e.done if s.rulings.stored_action_counts else ()
    return e.early
