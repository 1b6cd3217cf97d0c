"""Command: what an order costs, who may still be given one, and why an order is not open."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

import msgspec

from hexless.kernel import Refusal, Row, Total, total
from hexless.moves import Walk, Way
from hexless.moves.walk import after
from hexless.table import Base, gap, within

from ._sheet import rule
from .attack import could_reach, prey
from .model import INCH, BaseId, Orders, named, on_table
from .moves import can_dismount, mount_targets
from .terrain import walk

# fmt: off
__all__ = [
    "ATTACK", "BOMBARD", "DISMOUNT", "DOUBLE", "LABELS", "MOUNT", "MOVE", "NAMES", "REST", "SMOKE", "SUPPORT",
    "batteries", "cost", "free", "is_open", "label", "orderable", "why_no_battery", "why_no_kind", "why_no_leader",
    "why_no_order", "why_no_support",
]  # fmt: skip
# fmt: on

MOVE, DOUBLE, MOUNT, DISMOUNT, ATTACK, SUPPORT, BOMBARD, REST, SMOKE = (
    "move", "double", "mount", "dismount", "attack", "support", "bombard", "rest", "smoke",
)  # fmt: skip
LABELS = {
    ATTACK: "Attack", MOVE: "Move", REST: "R&R", BOMBARD: "Bombard", DOUBLE: "At the Double", MOUNT: "Mount",
    DISMOUNT: "Dismount", SMOKE: "Pop Smoke",
}  # fmt: skip


NAMES = {**LABELS, SUPPORT: "Support"}
PROPOSED = 24  # moves among which a target is looked for


# ---- one order a turn


@rule("or.play.one-order")
def free(s: Orders, unit: BaseId) -> bool:
    """Whether a base may still be ordered this turn."""
    e = s.units[unit]
    if e.activation or e.vulnerable or not (e.alive and e.placed):
        return False
    return not s.ordered or unit not in [other for other, _ in s.ordered]


def _why_not_free(s: Orders, side: str, unit: Any) -> Refusal | None:
    """Why a base of this player cannot act any more; what is no base at all is left to the question."""
    e = s[unit]
    if e.side != side:
        return Refusal(f"{e.name} is not a base of {side}", "or.turn.order-cost", _there(s, unit))
    if not e.alive or not e.placed:
        gone = "or.attack.wreckage" if e.vehicle else "or.attack.remove-infantry"
        return Refusal(f"{e.name} is destroyed", gone, _there(s, unit))
    if e.acted:
        counter = "a vulnerable" if e.vulnerable else "an activation"
        return Refusal(f"{e.name} has {counter} counter", "or.play.one-order", _there(s, unit))
    return None if free(s, unit) else Refusal(f"{e.name} has had its order", "or.play.one-order", _there(s, unit))


def _there(s: Orders, unit: BaseId) -> dict[str, int]:
    """The base itself, to be shown."""
    base = _standing(s, unit)
    return {"x": base.x, "y": base.y, "radius": base.radius}


# ---- what an order costs


@rule(
    "or.turn.order-cost",
    "or.turn.leader-self",
    "or.turn.outside-command",
    "or.turn.suppressed-cost",
    "or.order.rest-cost",
)
def cost(s: Orders, leader: BaseId, unit: BaseId, kind: str) -> Total:
    """1 command point, +1 outside the leader's command, +1 for each suppression point; R&R always 1."""
    return _price(kind == REST, unit == leader, in_command(s, leader, unit), s.units[unit].sp)


@cache
def _price(rest: bool, own: bool, inside: bool, sp: int) -> Total:
    """There are few of them."""
    if rest:
        return total(Row(1, "R&R always costs 1", "or.order.rest-cost"))
    return total(
        Row(1, "an order to itself" if own else "an order", "or.turn.leader-self" if own else "or.turn.order-cost"),
        Row(1, "outside the command", "or.turn.outside-command") if not inside else None,
        Row(sp, "suppression points", "or.turn.suppressed-cost") if sp else None,
    )


def in_command(s: Orders, leader: BaseId, unit: BaseId) -> bool:
    """A leader commands itself and the bases assigned to it, or by the ruling all friends near it."""
    if unit == leader:
        return True
    if s.rulings.command == "formation":
        return s.units[unit].command == leader
    return within(_standing(s, leader), _standing(s, unit), s.rulings.command_radius_in * INCH)


def _standing(s: Orders, unit: BaseId) -> Base:
    """Where a base is: a carried one is where its transport is."""
    aboard = s[unit].aboard
    return s[unit if aboard is None else aboard].base


def _affordable(s: Orders, unit: BaseId, kind: str) -> bool:
    """Whether the leader can pay; a base on its own pays nothing."""
    return s.leader is None or cost(s, s.leader, unit, kind).value <= s.cp


def _too_dear(s: Orders, unit: BaseId, kind: str) -> Refusal | None:
    """What an order costs, row by row, if the leader cannot pay for it."""
    if s.leader is None or (price := cost(s, s.leader, unit, kind)).value <= s.cp:
        return None
    rows = ", ".join(f"{row.why} {row.value}" for row in price.rows)
    says = f"that costs {price.value} command points ({rows}); {s[s.leader].name} has {s.cp} left"
    outside = gap(_standing(s, s.leader), _standing(s, unit))
    return Refusal(says, price.rows[-1].rule, {"cost": msgspec.to_builtins(price), "gap": msgspec.to_builtins(outside)})


# ---- who may be ordered


def orderable(s: Orders, unit: BaseId) -> bool:
    """Whether there is any order for a base: to move or to rest on the table, to get out of a transport or to stay."""
    return free(s, unit) and (is_open(s, unit, MOVE) or is_open(s, unit, REST) or is_open(s, unit, DISMOUNT))


def why_no_order(s: Orders, side: str) -> Callable[[Any], Refusal | None]:
    """Why a base cannot be ordered at all."""

    def why(unit: BaseId) -> Refusal | None:
        kind = MOVE if s[unit].aboard is None else DISMOUNT
        return _why_not_free(s, side, unit) or why_no_kind(s, unit, kind)

    return _judge(s, why)


def why_no_leader(s: Orders, side: str) -> Callable[[Any], Refusal | None]:
    """Why a base cannot issue orders."""

    def why(unit: BaseId) -> Refusal | None:
        no_leader = Refusal(f"{s[unit].name} is no leader", "or.play.command-points", _there(s, unit))
        return _why_not_free(s, side, unit) or (None if s[unit].leader else no_leader)

    return _judge(s, why)


def why_no_support(s: Orders, side: str) -> Callable[[Any], Refusal | None]:
    """Why a base cannot support an attack."""
    return _judge(s, lambda unit: _why_not_free(s, side, unit) or why_no_kind(s, unit, SUPPORT))


def _judge(s: Orders, why: Callable[[BaseId], Refusal | None]) -> Callable[[Any], Refusal | None]:
    """The judge of a question about units; it is asked of anything."""
    return lambda answer: None if (unit := named(s, answer)) is None else why(unit)


# ---- which order


def label(s: Orders, unit: BaseId, kind: str) -> str:
    """An order with what it costs and gives; an attack that has no target yet, or finds none, says so."""
    if kind == MOVE and s[unit].aboard is not None:
        return "Stay aboard"
    costs = [] if s.leader is None else [f"{cost(s, s.leader, unit, kind).value} CP"]
    gives = _gives(s, unit, kind)
    return ": ".join([LABELS[kind], *([", ".join([*costs, *gives])] if costs or gives else [])])


def _gives(s: Orders, unit: BaseId, kind: str) -> list[str]:
    """How far an order goes, whom it can be aimed at, what it takes off."""
    far = {MOVE: 1, DOUBLE: 2}.get(kind, 0) * s[unit].move
    if far:
        return [f"up to {far} in"]
    if kind == ATTACK and s[unit].aboard is None:
        found = dict.fromkeys(t for _, t in prey(s, unit))
        if found:
            return [f"at {' or '.join(s[t].name for t in found)}"]
        return ["has to move for a target" if after_a_move(s, unit) else "no target found within its move"]
    return ["a suppression point less"] if kind == REST else []


def after_a_move(s: Orders, unit: BaseId) -> bool:
    """Whether a move brings a target before a base: one of those that are proposed, or to any place all about it."""
    ground = walk(s, unit)
    near = ground.suggest(PROPOSED)
    return any(prey(s.change(unit, base=after(ground.base, way)), unit) for way in (*near, *_all_about(ground)))


def _all_about(ground: Walk) -> Iterator[Way]:
    """Ways to places all over the ground that is in reach, a tenth of the allowance apart."""
    field = ground.field(max(1, ground.allowance // 10))
    ways = (Way(field.path_to(point) or ()) for point in field.points())
    return (way for way in ways if ground.legal(way))


@rule("or.order.mount-off-table", "or.turn.single-order")
def why_no_kind(s: Orders, unit: BaseId, kind: str) -> Refusal | None:
    """What stands against an order: a carried base has to get out, some orders have bars, and all have a price."""
    return _barred(s, unit, kind) or _too_dear(s, unit, kind)


def is_open(s: Orders, unit: BaseId, kind: str) -> bool:
    """Whether nothing stands against an order."""
    return _affordable(s, unit, kind) and _barred(s, unit, kind) is None


def _barred(s: Orders, unit: BaseId, kind: str) -> Refusal | None:
    """What bars an order, whatever it costs."""
    e = s.units[unit]
    if e.sp and s.leader is None and kind != REST and s.rulings.solo_suppressed == "rr_only":
        return Refusal(f"{e.name} is suppressed: alone it may only rest", "or.turn.single-order", _there(s, unit))
    return _bar(s, unit, kind) if e.aboard is None else _carried_bar(s, unit, kind)


def _bar(s: Orders, unit: BaseId, kind: str) -> Refusal | None:
    """What bars an order to a base on the table."""
    match kind:
        case "attack":
            return _why_no_attack(s, unit)
        case "support":
            return _why_unarmed(s, unit)
        case "double":
            return _why_no_double(s, unit)
        case "mount":
            return _why_no_mount(s, unit)
        case "dismount":
            return _why_no_dismount(s, unit)
        case "bombard":
            return _why_no_bombardment(s, unit)
        case "rest":
            return _why_no_rest(s, unit)
        case "smoke":
            return _why_no_smoke(s, unit)
    return None


def _carried_bar(s: Orders, unit: BaseId, kind: str) -> Refusal | None:
    """A carried base dismounts, or dismounts to attack or support; if it needs an order, it may also stay."""
    if kind == MOVE and s.rulings.mounted_need_order:
        return None
    if kind not in (ATTACK, SUPPORT, DISMOUNT):
        return _why_inside(s, unit)
    armed = _why_no_attack(s, unit) if kind == ATTACK else _why_unarmed(s, unit) if kind == SUPPORT else None
    return armed or _why_shut_in(s, unit)


def _why_inside(s: Orders, unit: BaseId) -> Refusal | None:
    e, ride = s[unit], s[s[unit].aboard or 0]
    return Refusal(f"{e.name} is inside {ride.name}", "or.order.mount-off-table", _there(s, unit))


def _why_shut_in(s: Orders, unit: BaseId) -> Refusal | None:
    """There has to be room to get out."""
    if can_dismount(s, unit):
        return None
    says = f"there is no room to get out of {s[s[unit].aboard or 0].name}"
    return Refusal(says, "or.order.dismount", _there(s, unit))


@rule("or.attack.am-or-ap")
def _why_unarmed(s: Orders, unit: BaseId) -> Refusal | None:
    """Who has neither AM nor AP has nothing to attack or to support with."""
    e = s[unit]
    return None if e.AM or e.AP else Refusal(f"{e.name} has neither AM nor AP", "or.attack.am-or-ap", _there(s, unit))


@rule("or.attack.range")
def _why_no_attack(s: Orders, unit: BaseId) -> Refusal | None:
    """There has to be an enemy that may be in range after the move."""
    unarmed = _why_unarmed(s, unit)
    if unarmed or could_reach(s, unit):
        return unarmed
    says = f"no enemy that {s[unit].name} could attack is within its move and range"
    return Refusal(says, "or.attack.range", _there(s, unit))


@rule("or.order.rest")
def _why_no_rest(s: Orders, unit: BaseId) -> Refusal | None:
    """There has to be a suppression point to remove."""
    if s[unit].sp:
        return None
    return Refusal(f"{s[unit].name} has no suppression point", "or.order.rest", _there(s, unit))


def _why_no_dismount(s: Orders, unit: BaseId) -> Refusal:
    return Refusal(f"{s[unit].name} is not inside a transport", "or.order.dismount", _there(s, unit))


@rule("or.order.double-not-jump")
def _why_no_double(s: Orders, unit: BaseId) -> Refusal | None:
    """Not possible for Jump Troopers."""
    if s[unit].mobility != "jump":
        return None
    return Refusal("Jump Troopers do not move At the Double", "or.order.double-not-jump", _there(s, unit))


def _why_no_mount(s: Orders, unit: BaseId) -> Refusal | None:
    """There has to be a transport."""
    if s[unit].vehicle:
        return Refusal("a transport carries infantry", "or.play.transport-capacity", _there(s, unit))
    if any(True for _ in mount_targets(s, unit)):
        return None
    return Refusal("no friendly transport with room is in reach", "or.order.mount", _there(s, unit))


@rule("or.order.smoke-limit")
def _why_no_smoke(s: Orders, unit: BaseId) -> Refusal | None:
    """Once per leader and turn; not without a leader."""
    if s.leader is None:
        if s.rulings.solo_smoke:
            return None
        return Refusal("nobody pops smoke without a leader", "or.order.smoke-limit", _there(s, unit))
    if not s.smoked:
        return None
    return Refusal(f"{s[s.leader].name} has ordered smoke this turn", "or.order.smoke-limit", _there(s, s.leader))


# ---- who may bombard


def _why_no_bombardment(s: Orders, unit: BaseId) -> Refusal | None:
    """A spotter needs somebody who bombards: itself, or a base that its leader can still pay for."""
    e = s[unit]
    if e.bombard:
        return None
    if s.leader is None:
        return Refusal(f"{e.name} alone has no Bombard value", "or.turn.single-order", _there(s, unit))
    left = s.cp - cost(s, s.leader, unit, BOMBARD).value
    if batteries(s.with_(cp=left), e.side, but=unit):
        return None
    says = f"no base that can bombard could be ordered, too, with {left} command points"
    return Refusal(says, "or.bombard.bases", _there(s, unit)) if left >= 0 else None


def batteries(s: Orders, side: str, but: BaseId | None = None) -> Sequence[BaseId]:
    """The bases that may be ordered to bombard what another spots."""
    able = [u for u in on_table(s, side) if s.units[u].bombard and u != but and free(s, u)]
    return [u for u in able if s.leader is not None and _affordable(s, u, BOMBARD)]


def why_no_battery(s: Orders, side: str) -> Callable[[Any], Refusal | None]:
    """Why a base cannot bombard what another spots: each needs a Bombard value, and none may dismount first."""

    def why(unit: BaseId) -> Refusal | None:
        if not s[unit].bombard:
            return Refusal(f"{s[unit].name} has no Bombard value", "or.bombard.bases", _there(s, unit))
        return _why_not_free(s, side, unit) or why_no_kind(s, unit, BOMBARD)

    return _judge(s, why)
