"""An activation: Morale test, moving and shooting in any order, close combat, orders at its end."""

from __future__ import annotations

from hexless.kernel import Game, OneOf
from hexless.moves import arrange
from hexless.moves.walk import on_line
from hexless.table import Point

from ._sheet import rule
from .arrival import arrive
from .leadership import EXTRA, has, pay, pay_to_act
from .losses import remove, with_fighter
from .melee import can_fight, fight
from .model import AT43, Activation, edge_of, enemy_of, seat_of
from .morale import before_activation
from .movement import COMBAT, ENGAGED, RUSH, allowance, close_enemies, drill_of, move, movers, moves_open
from .shooting import declare, loaded, may_shoot, resolve
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
        act(g, a)
    elif a.stage == "act" and g.state[a.unit].alive and not g.state[a.unit].placed:
        arrive(g, a)
    elif not order_tactic(g, a):
        finish(g, a)


@rule("at.play.activation-order")
def begin(g: G, a: Activation) -> None:
    """Markers lapse, engagement is looked at again, morale is tested, and the unit is paid for."""
    unit = a.unit
    g.change(unit, overwatch=False, deck=False, covered=False)
    if g.state[unit].placed:
        g.change(unit, engaged=bool(close_enemies(g.state, unit)))
        before_activation(g, unit)
    u = g.state[unit]
    if not u.alive:
        finish(g, a)
    elif u.status == "rout":
        flee(g, unit)
        finish(g, a)
    elif pay_to_act(g, unit):
        g.set(active=a.with_(stage="act"))
    else:
        finish(g, a)


@rule("at.move.combat-shoot", "at.move.rush-no-shooting", "at.melee.shoot-move-fight", "at.shoot.before-and-after-move")
def options_of(s: AT43, a: Activation) -> tuple[str, ...]:
    """What a unit may do next: one move, each weapon once before or after it, none with a rush; then close combat."""
    options: list[str] = ["split"] if can_split(s, a) else []
    if may_shoot(s, a.unit, a.moved, a.fired):
        options.append("shoot")
    moves = moves_open(s, a.unit) if not a.moved else ()
    options += [kind for kind in moves if kind != RUSH or not a.fired]
    if can_fight(s, a.unit) and (a.moved != RUSH or s.rulings.melee_after_rush):
        options.append("fight")
    scattered = bool(moves) and not holds(s, a.unit)
    return tuple(options) if scattered else (*options, "done")


@rule("at.play.activation-order")
def act(g: G, a: Activation) -> None:
    """One action."""
    u, options = g.state[a.unit], options_of(g.state, a)
    choice = options[0]
    if len(options) > 1:
        labels = tuple(LABELS[option] for option in options)
        prompt = f"{u.name} acts"
        choice = g.ask(
            u.side, OneOf(prompt=prompt, rules=g.cites, options=options, labels=labels, about="action", by=a.unit)
        )
    match choice:
        case "done":
            g.set(active=a.with_(stage="orders"))
        case "split":
            split_fire(g, a)
        case "shoot":
            shoot(g, a)
        case "fight":
            strike(g, a)
        case _:
            go(g, a, choice)


def go(g: G, a: Activation, kind: str) -> None:
    """A move, and the fire that it draws."""
    g.set(active=a.with_(moved=kind, acted=True))
    if kind == COMBAT and a.fired:
        g.cite("at.move.combat-shoot")
    move(g, a.unit, kind)
    overwatch(g, a.unit)


@rule("at.shoot.each-weapon-once")
def shoot(g: G, a: Activation) -> None:
    """Declare every salvo of this moment, then resolve them; what fired is spent, in range or not."""
    if a.moved == COMBAT:
        g.cite("at.move.combat-shoot")
        if a.fired:
            g.cite("at.shoot.before-and-after-move")
    if a.moved == ENGAGED:
        g.cite("at.shoot.engaged-move-first", "at.shoot.engaged")
    shots = declare(g, a.unit, a.fired, a.split)
    u = g.state[a.unit]
    spent = [shot.weapon for shot in shots]
    if not a.split:  # a special weapon fires with its unit, or not at all
        spent += [w for w in loaded(u, a.fired) if u.card.weapons[w].special and u.card.soldier and w not in spent]
    g.set(active=a.with_(fired=(*a.fired, *spent), acted=True))
    resolve(g, a.unit, shots)


@rule("at.melee.ends-activation")
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


def finish(g: G, a: Activation) -> None:
    """The activation is over, and the other player has his turn."""
    side = g.state[a.unit].side
    again = g.state.rulings.extra_activation and g.state.cards[seat_of(g.state, side)] and has(g.state, side, EXTRA)
    more = bool(again) and g.may(side, f"pay {EXTRA} LP to play the next card too", "at.lp.one-per-turn")
    if more:
        pay(g, side, EXTRA, "extra activation")
    g.set(active=None, phase="turn", next=side if more else enemy_of(g.state, side))
