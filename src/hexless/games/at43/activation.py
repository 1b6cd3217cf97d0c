"""An activation: Morale test, moving and shooting in any order, close combat, orders at its end."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from hexless.kernel import Game, Labels, OneOf, act
from hexless.moves import arrange
from hexless.moves.walk import on_line
from hexless.table import Point, show

from ._sheet import rule
from .aiming import is_special, loaded, may_shoot, ready, targets
from .arrival import arrive
from .leadership import EXTRA, has, pay, pay_to_act
from .losses import remove, with_fighter
from .melee import can_fight, fight, strikers
from .model import AT43, Activation, edge_of, enemy_of, seat_of
from .morale import before_activation
from .movement import COMBAT, ENGAGED, RUSH, allowance, close_enemies, drill_of, engage, move, movers, moves_open
from .pilots import still_stays
from .shooting import declare, resolve
from .tactics import can_split, order_tactic, overwatch, split_fire
from .units import holds

__all__ = ["activate"]

G = Game[AT43]
LABELS = {
    COMBAT: "combat move", RUSH: "rush move", ENGAGED: "engaged unit move", "shoot": "shoot", "fight": "close combat",
    "split": "Split fire (1 LP)", "done": "end the activation",
}  # fmt: skip


def activate(g: G) -> None:
    """One step of the active unit: its beginning, one action, or one order."""
    a = g.state.active
    if a is None:
        g.set(phase="turn")
    elif a.stage == "begin":
        begin(g, a)
    elif a.stage == "act" and g.state[a.unit].here:
        next_action(g, a)
    elif a.stage == "act" and g.state[a.unit].alive and not g.state[a.unit].placed:
        arrive(g, a)
    elif not order_tactic(g, a):
        finish(g, a)


@rule("at.play.activation-order")
def begin(g: G, a: Activation) -> None:
    """Markers lapse, engagement is looked at again, morale is tested, and the unit is paid for."""
    unit = a.unit
    u = g.state[unit]
    if u.overwatch or u.deck or u.covered or u.paid:
        g.change(unit, overwatch=False, deck=False, covered=False, paid=False)
    if u.placed:
        if u.engaged != (near := bool(close_enemies(g.state, unit))):
            g.change(unit, engaged=near)
        before_activation(g, unit)
    u = g.state[unit]
    if not u.alive:
        finish(g, a)
    elif u.status == "rout":
        flee(g, unit)
        finish(g, a)
    else:
        if u.tied is not None:
            still_stays(g, unit)
        if pay_to_act(g, unit):
            g.set(active=a.with_(stage="act"))
        else:
            finish(g, a)


@rule("at.move.combat-shoot", "at.move.rush-no-shooting", "at.melee.shoot-move-fight", "at.shoot.before-and-after-move")
@lru_cache(maxsize=64)
def options_of(s: AT43, a: Activation) -> tuple[str, ...]:
    """What a unit may do next: one move, each weapon once before or after it, none with a rush; then close combat."""
    options: list[str] = ["split"] if can_split(s, a) else []
    if may_shoot(s, a.unit, a.moved, (*a.fired, *a.held)):
        options.append("shoot")
    moves = moves_open(s, a.unit) if not a.moved else ()
    options += [kind for kind in moves if kind != RUSH or not a.fired]
    if can_fight(s, a.unit) and (a.moved != RUSH or s.rulings.melee_after_rush):
        options.append("fight")
    scattered = bool(moves) and not holds(s, a.unit) and "fight" not in options
    return tuple(options) if scattered else (*options, "done")


@rule("at.play.activation-order")
def next_action(g: G, a: Activation) -> None:
    """One action."""
    s, u, options = g.state, g.state[a.unit], options_of(g.state, a)
    ask = OneOf(
        prompt=f"{u.name} acts", rules=g.cites, options=options, about="action", by=a.unit, declines="done",
        labels=Labels(options, lambda option: label(s, a, option)),
    )  # fmt: skip
    match g.ask(u.side, ask):
        case "done":
            g.set(active=a.with_(stage="orders"))
        case "split":
            split_fire(g, a)
        case action:
            declared(g, a.with_(acted=True, doing=action))


def label(s: AT43, a: Activation, action: str) -> str:
    """An action with what it gives: how far, how many weapons and targets in sight, how many fighters in contact."""
    if action == "shoot":
        weapons = ready(s, a.unit, (*a.fired, *a.held))
        seen = dict.fromkeys(t for w in weapons for t in targets(s, a.unit, w))
        return f"{LABELS[action]}: {len(weapons)} of {len(s[a.unit].card.weapons)} weapons, {len(seen)} in sight"
    if action in (COMBAT, RUSH, ENGAGED):
        spent = {RUSH: ", no shot", COMBAT: ", may shoot"}.get(action, "")
        return f"{LABELS[action]}: up to {show(allowance(s[a.unit], action))} cm{spent}"
    return f"{LABELS[action]}: {len(strikers(s, a.unit))} in contact" if action == "fight" else LABELS[action]


@rule("at.los.no-premeasuring")
def declared(g: G, a: Activation) -> None:
    """The action is declared: from now until it is over, what it needs may be measured."""
    g.set(active=a)
    match a.doing:
        case "shoot":
            g.call(shoot, a)
        case "fight":
            g.call(strike, a)
        case kind:
            g.call(go, a, kind)
    if g.state.active is not None:
        g.set(active=g.state.active.with_(doing=""))


@act
def go(g: G, a: Activation, kind: str) -> None:
    """A move, the fire that it draws, and whom it engages; by the ruling the engaged fire no more."""
    g.set(active=a.with_(moved=kind, acted=True, held=()))
    if kind == COMBAT and a.fired:
        g.cite("at.move.combat-shoot")
    moved = move(g, a.unit, kind)
    if not g.state.rulings.overwatch_when_charged:
        engage(g, a.unit)
    g.each(follow, (overwatch, engage) if moved else (engage,), a.unit)


def follow(g: G, then: Callable[[G, int], None], unit: int) -> None:
    """What follows a move, one after the other."""
    then(g, unit)


@rule("at.shoot.each-weapon-once")
@act
def shoot(g: G, a: Activation) -> None:
    """Declare every salvo of this moment, then resolve them; what fired is spent, in range or not.

    A special weapon fires together with its unit or not at all; Split fire lets it wait. Any other weapon that holds
    its fire may use it when the unit has moved.
    """
    if a.moved == COMBAT:
        g.cite("at.move.combat-shoot")
        if a.fired:
            g.cite("at.shoot.before-and-after-move")
    if a.moved == ENGAGED:
        g.cite("at.shoot.engaged-move-first", "at.shoot.engaged")
    u, weapons = g.state[a.unit], ready(g.state, a.unit, (*a.fired, *a.held))
    shots = declare(g, a.unit, (*a.fired, *a.held))
    fired = tuple(shot.weapon for shot in shots)
    waits = [w for w in loaded(u, (*a.fired, *fired)) if is_special(u, w)] if fired else []
    held = (*a.held, *(w for w in weapons if w not in fired and w not in waits))
    g.set(active=a.with_(fired=(*a.fired, *fired, *(() if a.split else waits)), held=held, acted=True))
    resolve(g, a.unit, shots)


@rule("at.melee.ends-activation")
@act
def strike(g: G, a: Activation) -> None:
    """Close combat comes last."""
    if a.fired and a.moved:
        g.cite("at.melee.shoot-move-fight")
    g.set(active=a.with_(fought=True, acted=True, stage="orders"))
    fight(g, a.unit)


@rule("at.play.rout")
def flee(g: G, unit: int) -> None:
    """A unit in rout runs for its own edge, and is lost when it gets there (ruling rout=flee)."""
    s, u = g.state, g.state[unit]
    chief, reach = u.chief.base, allowance(u, RUSH)
    edge = {
        "south": (chief.x, 0), "north": (chief.x, s.terrain.depth), "west": (0, chief.y),
        "east": (s.terrain.width, chief.y),
    }[edge_of(s, u.side)]  # fmt: skip
    far = abs(edge[0] - chief.x) + abs(edge[1] - chief.y)
    if u.chief.immobile or far <= reach + chief.radius:
        remove(g, unit, "it has fled")
        return
    drill = drill_of(s, unit)
    others = [u.fighters[i].base for i in movers(u)]
    for eighths in range(8, 0, -1):
        spot = chief.at(*on_line((chief.x, chief.y), edge, reach * eighths // 8))
        if drill.blocked(chief, spot, reach, ()):
            continue
        via = [Point(spot.x, spot.y)]
        rest = arrange(drill, chief, spot, others, [reach] * len(others), via=via, strays=True) or tuple(others)
        state = with_fighter(s, unit, u.leader, base=spot)
        for i, base in zip(movers(u), rest):
            state = with_fighter(state, unit, i, base=base)
        g.state = state
        break
    g.note("flees", unit=unit)
    moved = g.state[unit].chief.base != chief
    g.each(follow, (overwatch, engage) if moved else (engage,), unit)


def finish(g: G, a: Activation) -> None:
    """The activation is over, and the other player has his turn."""
    side = g.state[a.unit].side
    more = may_go_on(g.state, a) and g.may(side, f"pay {EXTRA} LP to play the next card too", "at.lp.one-per-turn")
    if more:
        pay(g, side, EXTRA, "extra activation")
    g.set(active=None, phase="turn", next=side if more else enemy_of(g.state, side), must=more, extra=more)


def may_go_on(s: AT43, a: Activation) -> bool:
    """Whether the next card may be paid for too (ruling extra_activation): one on a turn."""
    side = s[a.unit].side
    return s.rulings.extra_activation and not a.extra and bool(s.cards[seat_of(s, side)]) and has(s, side, EXTRA)
