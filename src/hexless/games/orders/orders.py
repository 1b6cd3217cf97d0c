"""The orders, each with its counter."""

from __future__ import annotations

from hexless.kernel import Game, Labels, OneOf, Row, Total, YesNo, act, total
from hexless.moves import Aim, Place
from hexless.moves.later import Later
from hexless.table import distance

from ._sheet import rule
from .attack import adds, prey, resolve
from .bombard import place_template, strike
from .cards import play_card
from .command import (
    ATTACK,
    BOMBARD,
    DISMOUNT,
    DOUBLE,
    MOUNT,
    MOVE,
    NAMES,
    REST,
    SMOKE,
    SUPPORT,
    batteries,
    cost,
    free,
    is_open,
    why_no_battery,
    why_no_support,
)
from .model import INCH, BaseId, Orders, foes, of_side
from .moves import dismount, mount, place_name, travel
from .sight import in_sight

__all__ = ["carry_out"]

G = Game[Orders]

ACTIVATION, VULNERABLE = "activation", "vulnerable"
SMOKE_REACH = 8 * INCH
SCREEN = 4 * INCH  # how far off smoke hides most


def pay(g: G, unit: BaseId, kind: str) -> None:
    """Take the command points, if a leader pays."""
    if g.state.leader is not None:
        _charge(g, unit, kind, cost(g.state, g.state.leader, unit, kind))


def _charge(g: G, unit: BaseId, kind: str, price: Total) -> None:
    g.set(cp=g.state.cp - price.value)
    g.note("ordered", unit=unit, order=NAMES[kind], cost=price, left=g.state.cp)


def mark(g: G, unit: BaseId, counter: str) -> None:
    """Remember the counter that a base gets when the set of orders is done."""
    g.set(ordered=(*g.state.ordered, (unit, counter)))


@rule("or.play.command-points")
def carry_out(g: G, unit: BaseId, kind: str) -> None:
    """Pay for one order and carry it out; each player may play one command card in it."""
    if g.state.carded:
        g.set(carded=())
    pay(g, unit, kind)
    if g.state[unit].sp and (wind := play_card(g, g.state[unit].side, "rest")):
        g.change(unit, sp=g.state[unit].sp - wind.value)
    ORDERS[kind](g, unit)


@rule("or.order.move", "or.order.move-counter")
def move(g: G, unit: BaseId) -> None:
    """Up to the move rate; an activation counter. A carried base, where it needs an order, stays where it is."""
    if g.state[unit].aboard is None:
        travel(g, unit, "move")
    else:
        g.note("stays aboard", unit=unit)
    mark(g, unit, ACTIVATION)


@rule("or.order.double", "or.order.double-counter")
def double(g: G, unit: BaseId) -> None:
    """Up to twice the move rate; a vulnerable counter."""
    travel(g, unit, "at the double", double=True)
    mark(g, unit, VULNERABLE)


@rule("or.order.mount-counter")
def get_in(g: G, unit: BaseId) -> None:
    """Into a friendly transport; an activation counter, by the ruling one for the transport, too."""
    transport = mount(g, unit)
    mark(g, unit, ACTIVATION)
    if g.state.rulings.mount_counters == "both" and free(g.state, transport):
        mark(g, transport, ACTIVATION)


@rule("or.order.dismount-counter")
def get_out(g: G, unit: BaseId) -> None:
    """Out of the transport and away; an activation counter."""
    dismount(g, unit)
    mark(g, unit, ACTIVATION)


@rule("or.attack.attacker")
def attack(g: G, unit: BaseId) -> None:
    """1) The attacker moves, 2) the supporters are chosen and move, and the rest of the attack follows."""
    _step_up(g, unit, "attack")
    resolve(g, unit, call_support(g, unit))


@rule("or.attack.supporters")
def call_support(g: G, attacker: BaseId) -> tuple[BaseId, ...]:
    """2) Select support bases and move them; each pays."""
    supporters: tuple[BaseId, ...] = ()
    while (base := choose_support(g, attacker)) is not None:
        pay(g, base, SUPPORT)
        _step_up(g, base, "support", attacker)
        supporters = (*supporters, base)
    return supporters


def _step_up(g: G, unit: BaseId, role: str, whom: BaseId | None = None) -> None:
    """Move or dismount first, and note the counter: vulnerable if it did. `whom`: the base that it helps."""
    carried = g.state[unit].aboard is not None
    moved = g.call(set_off, unit, role, whom)
    g.cite(f"or.order.{role}-{'moved' if moved else 'stationary'}", *([f"or.order.{role}-dismount"] if carried else []))
    mark(g, unit, stirred(moved))


def set_off(g: G, unit: BaseId, role: str, whom: BaseId | None) -> bool:
    """Move or dismount before an attack, a support or a bombardment; whether it did."""
    if g.state[unit].aboard is not None:
        dismount(g, unit)
        return True
    s = g.state
    return travel(g, unit, "move first", stays=lambda: _well_placed(s, unit, role, whom))


def _well_placed(s: Orders, unit: BaseId, role: str, whom: BaseId | None) -> bool:
    """Whether a base can play its part from where it stands."""
    if role == "attack":
        return bool(prey(s, unit))
    if whom is None:
        return any(in_sight(s, unit, t) for t in foes(s, s[unit].side))
    return role == "bombard" or bool(adds(s, unit, whom))


@rule(
    "or.order.attack-stationary", "or.order.attack-moved", "or.order.support-stationary", "or.order.support-moved",
    "or.order.bombard-stationary", "or.order.bombard-moved", "or.order.attack-dismount", "or.order.support-dismount",
)  # fmt: skip
def stirred(moved: bool) -> str:
    """A base that stayed where it was is activated; one that moved or dismounted is vulnerable."""
    return VULNERABLE if moved else ACTIVATION


def choose_support(g: G, attacker: BaseId) -> BaseId | None:
    """Another base to support the attack, as long as the leader can pay."""
    s = g.state
    if s.leader is None or not s.cp:
        return None
    side = s[attacker].side
    options = [u for u in of_side(s, side) if free(s, u) and is_open(s, u, SUPPORT)]
    if not options:
        return None
    offered = (None, *options)
    ask = OneOf(
        prompt="support", rules=g.cites, options=offered, about="unit", by=attacker,
        labels=Labels(offered, lambda u: _with_what(s, u, attacker)), why=why_no_support(s, side),
    )  # fmt: skip
    base: BaseId | None = g.ask(side, ask)
    return base


def bombard(g: G, unit: BaseId) -> None:
    """A bombardment, and perhaps the spotter's own attack."""
    guns = bombardment(g, unit)
    if unit not in guns and g.state[unit].here:
        spotter_attacks(g, unit)


def _with_what(s: Orders, unit: BaseId | None, attacker: BaseId) -> str:
    """A supporter and what it would add from where it stands."""
    if unit is None:
        return "nobody else"
    given = ", ".join(f"{gun} +{value}" for gun, value in adds(s, unit, attacker).items())
    costs = "" if s.leader is None else f"{cost(s, s.leader, unit, SUPPORT).value} CP, "
    return f"{s[unit].name}: {costs}{given or 'adds nothing from where it stands'}"


@rule("or.bombard.spotter")
@act
def bombardment(g: G, spotter: BaseId) -> tuple[BaseId, ...]:
    """1) The spotter moves, 2) places the template, 3) the bombarding bases are chosen and move, then the strike."""
    _step_up(g, spotter, "bombard")
    x, y = place_template(g, spotter)
    guns = _batteries(g, spotter)
    strike(g, g.state[spotter].side, guns, x, y)
    return guns


@rule("or.bombard.bases")
def _batteries(g: G, spotter: BaseId) -> tuple[BaseId, ...]:
    """Each bombarding base pays and may move; the spotter may be one of them and pays only once."""
    guns = (spotter,) if g.state[spotter].bombard and spotter_joins(g, spotter) else ()
    while (base := _choose_battery(g, spotter, guns)) is not None:
        pay(g, base, BOMBARD)
        _step_up(g, base, "bombard", spotter)
        guns = (*guns, base)
    return guns


def _with_what_bombard(s: Orders, unit: BaseId) -> str:
    """A battery, what it costs and what it adds."""
    costs = "" if s.leader is None else f"{cost(s, s.leader, unit, BOMBARD).value} CP, "
    return f"{s[unit].name}: {costs}Bombard +{s[unit].bombard}"


def _choose_battery(g: G, spotter: BaseId, guns: tuple[BaseId, ...]) -> BaseId | None:
    """Another base to bombard; a bombardment has at least one."""
    s, side = g.state, g.state[spotter].side
    options: list[BaseId | None] = [*batteries(s, side)]
    if not options:
        return None
    labels = [_with_what_bombard(s, u) for u in options if u is not None]
    if guns:
        options, labels = [None, *options], ["nobody else", *labels]
    ask = OneOf(
        prompt="bombard with", rules=g.cites, options=tuple(options), labels=tuple(labels), about="unit", by=spotter,
        why=why_no_battery(s, side),
    )  # fmt: skip
    base: BaseId | None = g.ask(side, ask)
    return base


@rule("or.bombard.spotter-bombards")
def spotter_joins(g: G, spotter: BaseId) -> bool:
    """The spotter may itself bombard; it does, if nobody else can."""
    side = g.state[spotter].side
    if not batteries(g.state, side):
        return True
    return bool(g.ask(side, YesNo(prompt="does the spotter bombard, too?", rules=g.cites, by=spotter)))


@rule("or.bombard.spotter-attacks")
@act
def spotter_attacks(g: G, spotter: BaseId) -> None:
    """A spotter that did not bombard may attack afterwards: alone, or by the ruling with supporters."""
    extra = g.state.rulings.spotter_attack_extra_cp if g.state.leader is not None else 0
    ask = YesNo(prompt="does the spotter attack?", rules=g.cites, by=spotter)
    if not prey(g.state, spotter) or g.state.cp < extra:
        return
    if g.ask(g.state[spotter].side, ask):
        if extra:
            _charge(g, spotter, ATTACK, total(Row(extra, "the spotter's own attack", "or.bombard.spotter-attacks")))
        resolve(g, spotter, call_support(g, spotter) if g.state.rulings.spotter_attack_support else ())


@rule("or.order.rest", "or.order.rest-counter")
def rest(g: G, unit: BaseId) -> None:
    """Up to the move rate, and a suppression point less; an activation counter."""
    travel(g, unit, "R&R")
    g.change(unit, sp=max(0, g.state[unit].sp - 1))
    g.note("rested", unit=unit, sp=g.state[unit].sp)
    mark(g, unit, ACTIVATION)


@rule("or.order.smoke")
def pop_smoke(g: G, unit: BaseId) -> None:
    """Up to the move rate, and a smoke counter within 8 inches of the base; an activation counter."""
    travel(g, unit, "pop smoke")
    s, e = g.state, g.state[unit]
    ground = Aim(
        centre=(e.base.x, e.base.y), reach=SMOKE_REACH + e.base.radius, width=s.terrain.width, depth=s.terrain.depth,
        judge=lambda x, y: None, rule="or.order.smoke", radius=s.rulings.smoke_diameter_in * INCH // 2,
        first=Later(lambda: _screens(s, unit)),
    )  # fmt: skip
    spot = g.ask(e.side, Place(prompt="smoke", rules=g.cites, unit=unit, ground=ground))
    g.set(smoke=(*s.smoke, (spot.x, spot.y)), smoked=True)
    g.note("smoke", unit=unit, x=spot.x, y=spot.y, at=place_name(spot.x, spot.y))
    mark(g, unit, ACTIVATION)


def _screens(s: Orders, unit: BaseId) -> tuple[tuple[int, int], ...]:
    """Where smoke comes to mind: a few inches off, toward the enemies that are nearest."""
    here = s[unit].base
    near = sorted([(distance(here.centre, s[t].base.centre), s[t].base.centre) for t in foes(s, s[unit].side)])[:3]
    return tuple([(here.x + (x - here.x) * SCREEN // far, here.y + (y - here.y) * SCREEN // far)
                  for far, (x, y) in near if far > SCREEN])  # fmt: skip


ORDERS = {
    MOVE: move, DOUBLE: double, MOUNT: get_in, DISMOUNT: get_out, ATTACK: attack, BOMBARD: bombard, REST: rest,
    SMOKE: pop_smoke,
}  # fmt: skip
