"""What an element may do: two actions of its own, and the reactions of others to them."""

from __future__ import annotations

from hexless.kernel import Game, OneOf

from ._sheet import rule
from .charge import INCH, can_charge, close_in, declare_charge, fight, in_contact, run_at
from .damage import missing, recover
from .model import Action, Element, HorizonWars, foes
from .movement import CAUTIOUS, MOVES, PATROL, RAPID, move
from .shooting import declare, has_line, in_arc, may_target, moving_dice, shoot, standing_dice

__all__ = ["LABELS", "actions_open", "activate", "reactors"]

G = Game[HorizonWars]

STAND, CHARGE, COUNTER, RECOVER, HOLD = "stand", "charge", "counter-charge", "recover", "hold"
MOVE_SHOTS = {"cautious+shoot": CAUTIOUS, "patrol+shoot": PATROL}
LABELS = {
    STAND: "Stand & Shoot", "cautious+shoot": "Move & Shoot, cautious", "patrol+shoot": "Move & Shoot, patrol",
    CHARGE: "Charge", CAUTIOUS: "Cautious Move", PATROL: "Patrol Move", RAPID: "Rapid Move",
    RECOVER: "Recover", COUNTER: "Counter-charge", HOLD: "Hold, and store a reaction",
}  # fmt: skip


@rule("hw.move.cautious-shoot", "hw.move.patrol-shoot")
def moving_half(action: Action) -> str:
    """The move of a Move & Shoot: Cautious or Patrol, never Rapid."""
    return MOVE_SHOTS[action]


def shoots(action: Action) -> bool:
    return action == STAND or action in MOVE_SHOTS


def moves(action: Action) -> bool:
    return action in MOVES or action in MOVE_SHOTS


@rule("hw.play.actions", "hw.play.store-reaction")
def activate(g: G, unit: int) -> None:
    """An activated element has 2 actions; what it leaves unused is stored as a reaction."""
    left = 2 - g.state[unit].owed
    g.change(unit, activated=True, all_round=False, reactions=0, owed=0)
    g.note("activated", unit=unit)
    done: tuple[Action, ...] = ()
    while left and g.state[unit].here:
        action = choose(g, unit, done)
        if action == HOLD:
            g.change(unit, reactions=min(left, g.state.rulings.reserved_reactions_max))
            g.note("held", unit=unit)
            return
        done, left = (*done, action), left - 1
        perform(g, unit, action)


def choose(g: G, unit: int, done: tuple[Action, ...]) -> Action:
    """Ask for the next action."""
    options = (*actions_open(g, unit, done), HOLD)
    labels = tuple(LABELS[option] for option in options)
    ask = OneOf(prompt="action", rules=g.cites, options=options, labels=labels, about="action", by=unit)
    action: Action = g.ask(g.state[unit].side, ask)
    return action


@rule("hw.play.actions", "hw.play.one-shot", "hw.move.counter-charge-reaction")
def actions_open(g: G, unit: int, done: tuple[Action, ...]) -> tuple[Action, ...]:
    """The actions still open after those done in this activation; a Counter-charge never is."""
    s = g.state
    shot, recovered = sum(map(shoots, done)), done.count(RECOVER)
    tired = any(moves(a) or shoots(a) for a in done)
    may_shoot = shot < s.rulings.max_shots_per_activation and not recovered and rapid_or_shot(g, RAPID in done)
    options = [*shots(s, unit)] if may_shoot else []
    if can_charge(s, unit) and (not recovered or s.rulings.recover_with_charge):
        options.append(CHARGE)
    if not recovered:
        options += move_kinds(g, s[unit], not shot)
    if can_recover(g, s[unit], done) and not tired and recovered < s.rulings.recover_max:
        options.append(RECOVER)
    return tuple(options)


def shots(s: HorizonWars, unit: int) -> tuple[Action, ...]:
    """The shooting actions an element has the dice, the legs and the targets for."""
    e = s[unit]
    stand = (STAND,) if standing_dice(e) and any(may_target(s, unit, t) for t in foes(s, unit)) else ()
    return stand + (tuple(MOVE_SHOTS) if moving_dice(e) and e.M else ())


@rule("hw.move.rapid-no-shooting")
def rapid_or_shot(g: G, other: bool) -> bool:
    """A Rapid Move and a shot never share an activation, in either order."""
    return not other


@rule("hw.move.rapid")
def move_kinds(g: G, e: Element, rapid_open: bool) -> tuple[Action, ...]:
    """The moves that an element can make; Rapid is an ability."""
    if not e.M:
        return ()
    rapid = (e.rapid or not g.state.rulings.rapid_requires_ability) and rapid_or_shot(g, not rapid_open)
    return (PATROL, CAUTIOUS, RAPID) if rapid else (PATROL, CAUTIOUS)


@rule("hw.damage.recover-alone")
def can_recover(g: G, e: Element, done: tuple[Action, ...]) -> bool:
    """Recover never shares an activation with moving or shooting; a charge is neither, as we read it."""
    free = not any(moves(a) or shoots(a) for a in done)
    return free and sum(missing(e)) > 0 and (CHARGE not in done or g.state.rulings.recover_with_charge)


@rule("hw.play.actions")
def perform(g: G, unit: int, action: Action) -> None:
    """Carry out one action and let the enemy react to it."""
    early = g.state.rulings.reaction_window == "before_action" and action != CHARGE
    if early:
        react_to(g, unit)
        if not g.state[unit].here:
            return
    carry_out(g, unit, action, None)
    if not early and action != CHARGE:
        react_to(g, unit)


def carry_out(g: G, unit: int, action: Action, only: int | None) -> None:
    """One action, or the same as a reaction to `only`."""
    if action in MOVES:
        move(g, unit, action)
    elif action == STAND:
        stand_and_shoot(g, unit, only)
    elif action in MOVE_SHOTS:
        move_and_shoot(g, unit, moving_half(action), only)
    elif action == CHARGE:
        charge(g, unit)
    elif action == RECOVER:
        recover(g, unit)


@rule("hw.shoot.stand")
def stand_and_shoot(g: G, unit: int, only: int | None) -> None:
    """Shoot with full F."""
    target = declare(g, unit, may_pass=False, only=only)
    if target is not None:
        shoot(g, unit, target, standing_dice(g.state[unit]))


@rule("hw.shoot.move-and-shoot")
def move_and_shoot(g: G, unit: int, kind: str, only: int | None) -> None:
    """Move cautiously or on patrol, then shoot with half F."""
    g.cite(f"hw.move.{kind}-shoot")
    move(g, unit, kind)
    target = declare(g, unit, may_pass=True, only=only)
    if target is not None:
        shoot(g, unit, target, moving_dice(g.state[unit]))


# ---- the charge, from declaration to the fight


@rule("hw.move.charge", "hw.move.charge-straight")
def charge(g: G, charger: int) -> None:
    """Declare, halt an inch short, let every reaction be played out, then close and fight."""
    target = declare_charge(g, charger)
    g.note("charges", unit=charger, target=target)
    moved = close_in(g, charger, target, INCH)
    met = react_to(g, charger, target)
    finish_charge(g, charger, target, moved, met)


@rule("hw.move.charge-finish")
def finish_charge(g: G, charger: int, target: int, moved: int, met: int) -> None:
    """Close the last inch, unless a counter-charge did or the target is dead or out of reach; then fight."""
    s = g.state
    if not (s[charger].here and s[target].here):
        return
    if not in_contact(s, charger, target):
        left = max(0, 2 * s[charger].M * INCH - moved)
        if run_at(s, charger, target, 0, left + INCH // 100).stop:
            g.note("missed", unit=charger, target=target)
            return
        moved += close_in(g, charger, target, 0)
    fight(g, charger, target, moved, met)


# ---- reactions


@rule("hw.play.react", "hw.play.arc", "hw.play.line-of-fire")
def reactors(g: G, actor: int) -> list[int]:
    """The enemies with an action stored that have the actor in their arc and line of fire."""
    s = g.state
    ready = [i for i, e in enumerate(s.units) if e.side != s[actor].side and e.here and can_react(s, e)]
    return [i for i in ready if in_arc(s, i, actor).inside and has_line(s, i, actor)]


@rule("hw.play.store-reaction")
def can_react(s: HorizonWars, e: Element) -> bool:
    """A stored action, or one of the coming activation where the ruling allows it."""
    return e.reactions > 0 or (s.rulings.react_before_activation and not e.activated and e.owed < 2)


@rule("hw.play.reaction-order")
def react_to(g: G, actor: int, target: int | None = None, chain: bool = True) -> int:
    """The enemy reacts with one element after another, as its owner likes; how far a charge's target met it."""
    spent: list[int] = []
    met = 0
    while g.state[actor].here:
        ready = [i for i in reactors(g, actor) if i not in spent]
        if not ready:
            break
        labels = (*(g.state[i].name for i in ready), "nobody")
        ask = OneOf(prompt="react with", rules=g.cites, options=(*ready, None), labels=labels, about="unit")
        other = g.ask(g.state[ready[0]].side, ask)
        if other is None:
            break
        spent.append(other)
        met += react(g, other, actor, target)
        if chain and g.state.rulings.chain_reactions and g.state[other].here:
            react_to(g, other, chain=False)
    return met


@rule("hw.play.reaction-kinds")
def react(g: G, unit: int, actor: int, target: int | None) -> int:
    """Spend a stored action on a move, a shot, both, or a counter-charge; how far it met a charge."""
    options = reactions_open(g, unit, actor, target is not None)
    labels = tuple(LABELS[option] for option in options)
    ask = OneOf(prompt="reaction", rules=g.cites, options=options, labels=labels, about="action", by=unit)
    action = g.ask(g.state[unit].side, ask)
    e = g.state[unit]
    g.change(unit, **({"reactions": e.reactions - 1} if e.reactions else {"owed": e.owed + 1}))
    g.note("reacts", unit=unit, actor=actor, action=action)
    if action == COUNTER:
        return counter_charge(g, unit, actor, target)
    carry_out(g, unit, action, actor if g.state.rulings.reaction_target == "actor" else None)
    return 0


@rule("hw.move.charge-not-reaction", "hw.damage.recover-not-reaction")
def reactions_open(g: G, unit: int, actor: int, halted: bool) -> tuple[Action, ...]:
    """Everything that is not forbidden: no charge, no Recover; a Counter-charge only at a charge's halt."""
    s, e = g.state, g.state[unit]
    stand = (STAND,) if standing_dice(e) else ()
    counter = (COUNTER,) if halted and may_counter(g, unit, actor) else ()
    shot = tuple(MOVE_SHOTS) if moving_dice(e) and e.M else ()
    hold: tuple[Action, ...] = () if stand or counter or e.M else (HOLD,)
    return (*stand, *counter, *shot, *move_kinds(g, s[unit], True), *hold)


@rule("hw.charge.vehicle-no-counter", "hw.move.counter-charge", "hw.move.counter-charge-contact")
def may_counter(g: G, unit: int, actor: int) -> bool:
    """Up to 1 inch, into contact, and never by a vehicle."""
    s = g.state
    return s[unit].kind != "vehicle" and run_at(s, unit, actor, 0, INCH + 10).stop is None


@rule("hw.move.counter-charge", "hw.move.counter-charge-contact", "hw.move.counter-charge-reaction")
def counter_charge(g: G, unit: int, charger: int, target: int | None) -> int:
    """The target of a charge meets it, and that charge's fight follows; anybody else fights at once."""
    moved = close_in(g, unit, charger, 0)
    if unit == target:
        return moved
    fight(g, unit, charger, moved)
    return 0
