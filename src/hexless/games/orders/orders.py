"""The orders, each with its counter; and what they cost."""

from __future__ import annotations

from hexless.ground import Aim
from hexless.kernel import Game, OneOf, Place, Row, Total, total
from hexless.table import gap

from ._sheet import rule
from .attack import resolve
from .bombard import place_template, strike
from .model import INCH, Orders, on_table
from .moves import can_dismount, dismount, mount, mount_targets, set_off, travel

__all__ = ["LABELS", "carry_out", "cost", "free", "kinds"]

G = Game[Orders]

ACTIVATION, VULNERABLE = "activation", "vulnerable"
MOVE, DOUBLE, MOUNT, DISMOUNT, ATTACK, BOMBARD, REST, SMOKE = (
    "move", "double", "mount", "dismount", "attack", "bombard", "rest", "smoke",
)  # fmt: skip
LABELS = {
    ATTACK: "Attack", BOMBARD: "Bombard", MOVE: "Move", DOUBLE: "At the Double", MOUNT: "Mount",
    DISMOUNT: "Dismount", REST: "R&R", SMOKE: "Pop Smoke",
}  # fmt: skip
SMOKE_REACH = 8 * INCH


@rule("or.play.one-order")
def free(s: Orders, unit: int) -> bool:
    """Whether a base may still be ordered this turn."""
    e = s[unit]
    return e.alive and e.placed and not e.acted and all(unit != other for other, _ in s.ordered)


@rule(
    "or.turn.order-cost",
    "or.turn.leader-self",
    "or.turn.outside-command",
    "or.turn.suppressed-cost",
    "or.order.rest-cost",
)
def cost(s: Orders, leader: int, unit: int, kind: str) -> Total:
    """1 command point, +1 outside the leader's command, +1 for each suppression point; R&R always 1."""
    if kind == REST:
        return total(Row(1, "R&R always costs 1", "or.order.rest-cost"))
    own = unit == leader
    return total(
        Row(1, "an order to itself" if own else "an order", "or.turn.leader-self" if own else "or.turn.order-cost"),
        Row(1, "outside the command", "or.turn.outside-command") if not in_command(s, leader, unit) else None,
        Row(s[unit].sp, "suppression points", "or.turn.suppressed-cost") if s[unit].sp else None,
    )


def in_command(s: Orders, leader: int, unit: int) -> bool:
    """A leader commands itself and the bases assigned to it, or by the ruling all friends near it."""
    if unit == leader:
        return True
    if s.rulings.command == "formation":
        return s[unit].command == leader
    return gap(s[leader].base, s[unit].base).distance <= s.rulings.command_radius_in * INCH


def affordable(s: Orders, unit: int, kind: str) -> bool:
    """Whether the leader can pay; a base on its own pays nothing."""
    return s.leader is None or cost(s, s.leader, unit, kind).value <= s.cp


def kinds(s: Orders, unit: int) -> list[str]:
    """The orders that a base can be given now."""
    e = s[unit]
    if e.aboard is not None:
        found = [ATTACK, DISMOUNT] if can_dismount(s, unit) else []
    else:
        found = [ATTACK, MOVE, REST]
        found += [BOMBARD] if s.leader is not None or e.bombard else []
        found += [DOUBLE] if may_double(s, unit) else []
        found += [MOUNT] if mount_targets(s, unit) else []
        found += [SMOKE] if may_smoke(s) else []
    if s.leader is None and e.sp and s.rulings.solo_suppressed == "rr_only" and e.aboard is None:
        found = [REST]
    return [kind for kind in found if affordable(s, unit, kind)]


@rule("or.order.double-not-jump")
def may_double(s: Orders, unit: int) -> bool:
    """Not possible for Jump Troopers."""
    return s[unit].mobility != "jump"


@rule("or.order.smoke-limit")
def may_smoke(s: Orders) -> bool:
    """Once per leader and turn; not without a leader."""
    return not s.smoked if s.leader is not None else s.rulings.solo_smoke


def pay(g: G, unit: int, kind: str) -> None:
    """Take the command points, if a leader pays."""
    s = g.state
    if s.leader is None:
        return
    price = cost(s, s.leader, unit, kind)
    g.set(cp=s.cp - price.value)
    g.note("ordered", unit=unit, order=kind, cost=price, left=g.state.cp)


def mark(g: G, unit: int, counter: str) -> None:
    """Remember the counter that a base gets when the set of orders is done."""
    g.set(ordered=(*g.state.ordered, (unit, counter)))


@rule("or.play.command-points")
def carry_out(g: G, unit: int, kind: str) -> None:
    """Pay for one order and carry it out."""
    pay(g, unit, kind)
    ORDERS[kind](g, unit)


@rule("or.order.move", "or.order.move-counter")
def move(g: G, unit: int) -> None:
    """Up to the move rate; an activation counter."""
    travel(g, unit, "move")
    mark(g, unit, ACTIVATION)


@rule("or.order.double", "or.order.double-counter", "or.order.double-not-jump")
def double(g: G, unit: int) -> None:
    """Up to twice the move rate; a vulnerable counter."""
    travel(g, unit, "at the double", double=True)
    mark(g, unit, VULNERABLE)


@rule("or.order.mount-counter")
def get_in(g: G, unit: int) -> None:
    """Into a friendly transport; an activation counter."""
    mount(g, unit)
    mark(g, unit, ACTIVATION)


@rule("or.order.dismount-counter")
def get_out(g: G, unit: int) -> None:
    """Out of the transport and away; an activation counter."""
    dismount(g, unit)
    mark(g, unit, ACTIVATION)


@rule("or.attack.attacker", "or.attack.supporters")
def attack(g: G, unit: int) -> None:
    """1) The attacker moves, 2) the supporters are chosen and move, and the rest of the attack follows."""
    _step_up(g, unit, "attack")
    supporters: list[int] = []
    while (base := choose_support(g, unit)) is not None:
        pay(g, base, ATTACK)
        _step_up(g, base, "support")
        supporters.append(base)
    resolve(g, unit, tuple(supporters))


def _step_up(g: G, unit: int, role: str) -> None:
    """Move or dismount first, and note the counter: vulnerable if it did."""
    carried = g.state[unit].aboard is not None
    moved = set_off(g, unit)
    g.cite(f"or.order.{role}-{'moved' if moved else 'stationary'}", *([f"or.order.{role}-dismount"] if carried else []))
    mark(g, unit, stirred(moved))


@rule(
    "or.order.attack-stationary", "or.order.attack-moved", "or.order.support-stationary", "or.order.support-moved",
    "or.order.bombard-stationary", "or.order.bombard-moved", "or.order.attack-dismount", "or.order.support-dismount",
)  # fmt: skip
def stirred(moved: bool) -> str:
    """A base that stayed where it was is activated; one that moved or dismounted is vulnerable."""
    return VULNERABLE if moved else ACTIVATION


def choose_support(g: G, attacker: int) -> int | None:
    """Another base to support the attack, as long as the leader can pay."""
    s = g.state
    if s.leader is None:
        return None
    side = s[attacker].side
    options = [u for u, e in enumerate(s.units) if e.side == side and free(s, u) and ATTACK in kinds(s, u)]
    return _ask_base(g, side, "support", options)


def _ask_base(g: G, side: str, prompt: str, options: list[int]) -> int | None:
    if not options:
        return None
    labels = ("nobody else", *(g.state[u].name for u in options))
    ask = OneOf(prompt=prompt, rules=g.cites, options=(None, *options), labels=labels, about="unit")
    base: int | None = g.ask(side, ask)
    return base


@rule("or.bombard.spotter")
def bombard(g: G, unit: int) -> None:
    """1) The spotter moves, 2) places the template, 3) the bombarding bases are chosen and move, then the strike."""
    moved = travel(g, unit, "move first")
    g.cite(f"or.order.bombard-{'moved' if moved else 'stationary'}")
    mark(g, unit, stirred(moved))
    x, y = place_template(g, unit)
    side = g.state[unit].side
    guns = _batteries(g, unit)
    strike(g, side, guns, x, y)
    if unit not in guns and g.state[unit].here:
        spotter_attacks(g, unit)


@rule("or.bombard.bases")
def _batteries(g: G, spotter: int) -> tuple[int, ...]:
    """Each bombarding base pays and may move; the spotter may be one of them and pays only once."""
    side = g.state[spotter].side
    guns: list[int] = []
    if g.state[spotter].bombard and (g.state.leader is None or spotter_joins(g, spotter)):
        guns.append(spotter)
    while g.state.leader is not None:
        ready = [u for u in on_table(g.state, side) if g.state[u].bombard and free(g.state, u)]
        base = _ask_base(g, side, "bombard with", [u for u in ready if affordable(g.state, u, BOMBARD)])
        if base is None:
            break
        pay(g, base, BOMBARD)
        moved = travel(g, base, "move first")
        g.cite(f"or.order.bombard-{'moved' if moved else 'stationary'}")
        mark(g, base, stirred(moved))
        guns.append(base)
    return tuple(guns)


@rule("or.bombard.spotter-bombards")
def spotter_joins(g: G, spotter: int) -> bool:
    """The spotter may itself bombard."""
    return g.may(g.state[spotter].side, "does the spotter bombard, too?")


@rule("or.bombard.spotter-attacks")
def spotter_attacks(g: G, spotter: int) -> None:
    """A spotter that did not bombard may attack afterwards, alone."""
    extra = g.state.rulings.spotter_attack_extra_cp if g.state.leader is not None else 0
    if g.state.cp >= extra and g.may(g.state[spotter].side, "does the spotter attack?"):
        g.set(cp=g.state.cp - extra)
        resolve(g, spotter, ())


@rule("or.order.rest", "or.order.rest-counter")
def rest(g: G, unit: int) -> None:
    """Up to the move rate, and a suppression point less; an activation counter."""
    travel(g, unit, "R&R")
    g.change(unit, sp=max(0, g.state[unit].sp - 1))
    g.note("rested", unit=unit, sp=g.state[unit].sp)
    mark(g, unit, ACTIVATION)


@rule("or.order.smoke", "or.order.smoke-limit", "or.play.smoke-effect")
def pop_smoke(g: G, unit: int) -> None:
    """Up to the move rate, and a smoke counter within 8 inches; an activation counter."""
    travel(g, unit, "pop smoke")
    s, e = g.state, g.state[unit]
    ground = Aim(
        centre=(e.base.x, e.base.y), reach=SMOKE_REACH, width=s.terrain.width, depth=s.terrain.depth,
        judge=lambda x, y: None, rule="or.order.smoke", radius=s.rulings.smoke_diameter_in * INCH // 2,
    )  # fmt: skip
    spot = g.ask(e.side, Place(prompt="smoke", rules=g.cites, unit=unit, ground=ground))
    g.set(smoke=(*s.smoke, (spot.x, spot.y)), smoked=True)
    g.note("smoke", unit=unit, x=spot.x, y=spot.y)
    mark(g, unit, ACTIVATION)


ORDERS = {
    MOVE: move, DOUBLE: double, MOUNT: get_in, DISMOUNT: get_out, ATTACK: attack, BOMBARD: bombard, REST: rest,
    SMOKE: pop_smoke,
}  # fmt: skip
