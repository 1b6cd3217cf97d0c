"""What an element may do: two actions of its own, and the reactions of others to them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hexless.kernel import Game, OneOf, Refusal

from ._sheet import rule
from .charge import (
    INCH,
    Charge,
    can_charge,
    charge_reach,
    close_in,
    contact_point,
    declare_charge,
    fight,
    halt_short,
    in_contact,
    run_to,
)
from .damage import missing, recover
from .model import Action, Element, HorizonWars, foes
from .movement import CAUTIOUS, MOVES, PATROL, RAPID, move
from .shooting import declare, has_line, in_arc, may_target, moving_dice, shoot, standing_dice

__all__ = ["ACTIONS", "LABELS", "REACTIONS", "activate", "reactors", "why_no_action", "why_no_reaction"]

G = Game[HorizonWars]

STAND, CHARGE, COUNTER, RECOVER, HOLD = "stand", "charge", "counter-charge", "recover", "hold"
MOVE_SHOTS = {"cautious+shoot": CAUTIOUS, "patrol+shoot": PATROL}
LABELS = {
    STAND: "Stand & Shoot", "cautious+shoot": "Move & Shoot, cautious", "patrol+shoot": "Move & Shoot, patrol",
    CHARGE: "Charge", CAUTIOUS: "Cautious Move", PATROL: "Patrol Move", RAPID: "Rapid Move",
    RECOVER: "Recover", COUNTER: "Counter-charge", HOLD: "Hold, and store a reaction",
}  # fmt: skip
ACTIONS = (STAND, *MOVE_SHOTS, CHARGE, PATROL, CAUTIOUS, RAPID, RECOVER)
REACTIONS = (STAND, COUNTER, *MOVE_SHOTS, PATROL, CAUTIOUS, RAPID)
BANS = (
    "hw.move.rapid-no-shooting", "hw.play.one-shot", "hw.damage.recover-alone",
    "hw.move.charge-not-reaction", "hw.damage.recover-not-reaction", "hw.charge.vehicle-no-counter",
)  # fmt: skip


@rule("hw.move.cautious-shoot", "hw.move.patrol-shoot")
def moving_half(action: Action) -> str:
    """The move of a Move & Shoot: Cautious or Patrol, never Rapid."""
    return MOVE_SHOTS[action]


def shoots(action: Action) -> bool:
    return action == STAND or action in MOVE_SHOTS


def moves(action: Action) -> bool:
    return action in MOVES or action in MOVE_SHOTS


# ---- the activation


@rule("hw.play.actions")
def activate(g: G, unit: int) -> None:
    """An activated element has 2 actions; what it leaves unused is stored as a reaction."""
    left = 2 - g.state[unit].owed
    g.change(unit, activated=True, all_round=False, reactions=0, owed=0)
    g.note("activated", unit=unit)
    done: tuple[Action, ...] = ()
    while left and g.state[unit].here:
        action = choose(g, unit, done)
        if action == HOLD:
            hold(g, unit, left)
            return
        done, left = (*done, action), left - 1
        perform(g, unit, action)


@rule("hw.play.store-reaction")
def hold(g: G, unit: int, left: int) -> None:
    """Store the unused action, or as many of them as the ruling allows."""
    g.change(unit, reactions=min(left, g.state.rulings.reserved_reactions_max))
    g.note("held", unit=unit)


@rule("hw.play.actions")
def choose(g: G, unit: int, done: tuple[Action, ...]) -> Action:
    """Ask for the next action."""
    s = g.state
    return ask_for(g, unit, "action", (*ACTIONS, HOLD), lambda action: why_no_action(s, unit, done, action))


def ask_for(g: G, unit: int, prompt: str, actions: tuple[Action, ...], why: Callable[[Any], Refusal | None]) -> Action:
    """The owner's choice among the actions that nothing stands against; a ban that bars one is at work."""
    bars = {action: why(action) for action in actions}
    g.cite(*sorted({bar.rule for bar in bars.values() if bar and bar.rule in BANS}))
    options = tuple(action for action, bar in bars.items() if bar is None)
    labels = tuple(LABELS[option] for option in options)
    ask = OneOf(prompt=prompt, rules=g.cites, options=options, labels=labels, about="action", by=unit, why=why)
    action: Action = g.ask(g.state[unit].side, ask)
    return action


# ---- why an action is not open


@rule("hw.move.counter-charge-reaction")
def why_no_action(s: HorizonWars, unit: int, done: tuple[Action, ...], action: Action) -> Refusal | None:
    """What stands against an action after those done in this activation; a Counter-charge is never one."""
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
def cannot_shoot(s: HorizonWars, unit: int, action: Action) -> Refusal | None:
    """It takes dice, legs for a Move & Shoot, and a target for a Stand & Shoot."""
    e = s[unit]
    if not e.F or (action != STAND and not e.M):
        return Refusal(f"{e.name} has {'M' if e.F else 'F'} 0", "hw.play.current-stats")
    if action == STAND and not any(may_target(s, unit, t) for t in foes(s, unit)):
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
def cannot_move(s: HorizonWars, unit: int, action: Action) -> Refusal | None:
    """It takes legs, and a Rapid Move the ability."""
    e = s[unit]
    if not e.M:
        return Refusal(f"{e.name} has M 0", "hw.play.current-stats")
    if action == RAPID and s.rulings.rapid_requires_ability and not e.rapid:
        return Refusal(f"{e.name} is not Rapid", "hw.move.rapid")
    return None


@rule("hw.damage.recover-alone")
def why_no_charge(s: HorizonWars, unit: int, done: tuple[Action, ...]) -> Refusal | None:
    """A charge is neither Moving nor Shooting, as we read it; and somebody has to be in reach."""
    if RECOVER in done and not s.rulings.recover_with_charge:
        return Refusal("no charge in the same activation as a Recover", "hw.damage.recover-alone")
    return None if can_charge(s, unit) else Refusal("there is nobody to charge", "hw.move.charge")


@rule("hw.damage.recover-alone", "hw.damage.recover-limit")
def why_no_recover(s: HorizonWars, unit: int, done: tuple[Action, ...]) -> Refusal | None:
    """Recover never shares an activation with moving or shooting; there has to be something to regain."""
    barred = any(moves(a) or shoots(a) or (a == CHARGE and not s.rulings.recover_with_charge) for a in done)
    if barred or done.count(RECOVER) >= s.rulings.recover_max:
        return Refusal(f"no Recover in the same activation as: {', '.join(done)}", "hw.damage.recover-alone")
    if not sum(missing(s[unit])):
        return Refusal(f"{s[unit].name} has nothing to regain", "hw.damage.recover-limit")
    return None


# ---- carrying it out


@rule("hw.play.actions")
def perform(g: G, unit: int, action: Action) -> None:
    """Carry out one action and let the enemy react to it; a charge has its own moment for that."""
    early = g.state.rulings.reaction_window == "before_action"
    if early and action != CHARGE:
        react_to(g, unit)
    if g.state[unit].here:
        carry_out(g, unit, action)
    if not early and action != CHARGE:
        react_to(g, unit)


def carry_out(g: G, unit: int, action: Action, actor: int | None = None) -> None:
    """One action, or the same as a reaction to `actor`."""
    if action in MOVES:
        move(g, unit, action)
    elif action == STAND:
        stand_and_shoot(g, unit, actor)
    elif action in MOVE_SHOTS:
        move_and_shoot(g, unit, moving_half(action), actor)
    elif action == CHARGE:
        charge(g, unit)
    elif action == RECOVER:
        recover(g, unit)


@rule("hw.shoot.stand")
def stand_and_shoot(g: G, unit: int, actor: int | None = None) -> None:
    """Shoot with full F."""
    dice = standing_dice(g.state[unit])
    target = declare(g, unit, False, actor) if dice else None
    if target is not None:
        shoot(g, unit, target, dice)


@rule("hw.shoot.move-and-shoot")
def move_and_shoot(g: G, unit: int, kind: str, actor: int | None = None) -> None:
    """Move cautiously or on patrol, then shoot with half F."""
    g.cite(f"hw.move.{kind}-shoot")
    move(g, unit, kind)
    dice = moving_dice(g.state[unit])
    target = declare(g, unit, True, actor) if dice else None
    if target is not None:
        shoot(g, unit, target, dice)


# ---- the charge, from declaration to the fight


@rule("hw.move.charge", "hw.move.charge-straight")
def charge(g: G, charger: int) -> None:
    """Declare, halt an inch short, let every reaction be played out, then close and fight."""
    target = declare_charge(g, charger)
    g.note("charges", unit=charger, target=target)
    halted = halt_short(g, charger, target)
    met = react_to(g, charger, halted)
    if g.state[charger].here and g.state[target].here:
        finish_charge(g, halted, met)


@rule("hw.move.charge-finish")
def finish_charge(g: G, halted: Charge, met: int) -> None:
    """Close the last inch, unless a counter-charge did or the target is out of reach; then fight."""
    charger, target, moved = halted.charger, halted.target, halted.moved
    if not in_contact(g.state, charger, target):
        point = last_inch(g.state, halted)
        if point is None:
            g.note("missed", unit=charger, target=target)
            return
        moved += close_in(g, charger, target, point)
        g.note("closed", unit=charger, target=target, moved=moved)
    fight(g, charger, target, moved, met)


@rule("hw.move.charge-straight", "hw.move.charge-finish")
def last_inch(s: HorizonWars, halted: Charge) -> tuple[int, int] | None:
    """Where the charge makes contact: on along its line, within what is left of its reach; None if it cannot."""
    charger, target = halted.charger, halted.target
    line = halted.line if s.rulings.charge_line == "one_line" else None
    reach = halted.reach if s.rulings.charge_reach == "declared" else charge_reach(s, charger)
    point = contact_point(s[charger].base, s[target].base, line=line)
    left = max(0, reach - halted.paid) + INCH // 100
    return point if point and run_to(s, charger, target, point, left).stop is None else None


# ---- reactions


@rule("hw.play.react", "hw.play.arc", "hw.play.line-of-fire")
def reactors(s: HorizonWars, actor: int, halted: Charge | None = None) -> list[int]:
    """The enemies with an action stored, the actor in their arc and line of fire, and something that they can do."""
    ready = [i for i, e in enumerate(s.units) if e.side != s[actor].side and e.here and can_react(s, e)]
    seeing = [i for i in ready if in_arc(s, i, actor).inside and has_line(s, i, actor)]
    return [i for i in seeing if any(why_no_reaction(s, i, actor, halted, action) is None for action in REACTIONS)]


@rule("hw.play.store-reaction")
def can_react(s: HorizonWars, e: Element) -> bool:
    """A stored action, or one of the coming activation where the ruling allows it."""
    return e.reactions > 0 or (s.rulings.react_before_activation and not e.activated and e.owed < 2)


def react_to(g: G, actor: int, halted: Charge | None = None) -> int:
    """The enemy reacts with one element after another; how far the target of a charge met it."""
    spent: list[int] = []
    met = 0
    while g.state[actor].here:
        ready = [i for i in reactors(g.state, actor, halted) if i not in spent]
        other = next_reactor(g, ready) if ready else None
        if other is None:
            break
        spent.append(other)
        met += react(g, other, actor, halted)
        if g.state.rulings.chain_reactions and g.state[other].here:
            react_to(g, other)
    return met


@rule("hw.play.react", "hw.play.arc", "hw.play.line-of-fire", "hw.play.reaction-order")
def next_reactor(g: G, ready: list[int]) -> int | None:
    """Several may react, in their owner's order."""
    labels = (*(g.state[i].name for i in ready), "nobody")
    ask = OneOf(prompt="react with", rules=g.cites, options=(*ready, None), labels=labels, about="unit")
    other: int | None = g.ask(g.state[ready[0]].side, ask)
    return other


@rule("hw.play.reaction-kinds")
def react(g: G, unit: int, actor: int, halted: Charge | None) -> int:
    """Spend a stored action on a move, a shot, both, or a counter-charge; how far it met a charge."""
    s, e = g.state, g.state[unit]
    every = (*REACTIONS, CHARGE, RECOVER)
    action = ask_for(g, unit, "reaction", every, lambda action: why_no_reaction(s, unit, actor, halted, action))
    g.change(unit, **({"reactions": e.reactions - 1} if e.reactions else {"owed": e.owed + 1}))
    g.note("reacts", unit=unit, actor=actor, action=action)
    if action == COUNTER and halted:
        return counter_charge(g, unit, halted)
    carry_out(g, unit, action, actor)
    return 0


@rule("hw.move.charge-not-reaction", "hw.damage.recover-not-reaction")
def why_no_reaction(s: HorizonWars, unit: int, actor: int, halted: Charge | None, action: Action) -> Refusal | None:
    """Everything that is not forbidden: no charge and no Recover."""
    if action == CHARGE:
        return Refusal("a charge is never a reaction", "hw.move.charge-not-reaction")
    if action == RECOVER:
        return Refusal("Recover is never a reaction", "hw.damage.recover-not-reaction")
    if action == COUNTER:
        return why_no_counter(s, unit, actor, halted)
    if shoots(action):
        return cannot_shoot(s, unit, action)
    return cannot_move(s, unit, action) if action in MOVES else None


@rule("hw.charge.vehicle-no-counter", "hw.move.counter-charge", "hw.move.counter-charge-contact")
def why_no_counter(s: HorizonWars, unit: int, actor: int, halted: Charge | None) -> Refusal | None:
    """Against a charge at its halt, up to 1 inch, into contact, and never by a vehicle."""
    if halted is None:
        return Refusal("there is no charge to counter", "hw.move.counter-charge")
    if s[unit].kind == "vehicle":
        return Refusal("a vehicle cannot counter-charge", "hw.charge.vehicle-no-counter")
    point = contact_point(s[unit].base, s[actor].base)
    if point is None or run_to(s, unit, actor, point, INCH + INCH // 100).stop:
        return Refusal(f"{s[actor].name} is not within an inch", "hw.move.counter-charge-contact")
    return None


@rule("hw.move.counter-charge", "hw.move.counter-charge-contact", "hw.move.counter-charge-reaction")
def counter_charge(g: G, unit: int, halted: Charge) -> int:
    """The target of a charge meets it, and that charge's fight follows; anybody else fights at once."""
    charger, base = halted.charger, g.state[unit].base
    point = contact_point(base, g.state[charger].base)
    moved = close_in(g, unit, charger, point or (base.x, base.y))
    g.note("countered", unit=unit, target=charger, moved=moved)
    if unit == halted.target:
        return moved
    fight(g, unit, charger, moved, halted.moved)
    return 0
