"""Command: what an order costs, who may still be given one, and why an order is not open."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import chain
from typing import Any

import msgspec

from hexless.kernel import Refusal, Row, Total, total
from hexless.moves import Walk, Way
from hexless.moves.walk import after
from hexless.table import Base, gap, within

from ._sheet import rule
from .attack import could_reach, hunting_ground, prey
from .model import INCH, BaseId, Orders, named, of_side, on_table
from .moves import can_dismount, mount_targets
from .terrain import walk

__all__ = [
    "ATTACK", "BOMBARD", "DISMOUNT", "DOUBLE", "LABELS", "MOUNT", "MOVE", "NAMES", "REST", "SMOKE", "SUPPORT",
    "batteries", "cost", "free", "is_open", "label", "open_kinds", "orderable", "to_order", "why_no_battery",
    "why_no_kind", "why_no_leader", "why_no_order", "why_no_support",
]  # fmt: skip

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
    """Whether the leader can pay; a base on its own pays nothing, none more than 2 and its suppression points."""
    return s.leader is None or 2 + s.units[unit].sp <= s.cp or cost(s, s.leader, unit, kind).value <= s.cp


def _too_dear(s: Orders, unit: BaseId, kind: str) -> Refusal | None:
    """What an order costs, row by row, if the leader cannot pay for it."""
    if s.leader is None or (price := cost(s, s.leader, unit, kind)).value <= s.cp:
        return None
    rows = ", ".join(f"{row.why} {row.value}" for row in price.rows)
    says = f"that costs {price.value} command points ({rows}); {s[s.leader].name} has {s.cp} left"
    outside = gap(_standing(s, s.leader), _standing(s, unit))
    return Refusal(says, price.rows[-1].rule, {"cost": msgspec.to_builtins(price), "gap": msgspec.to_builtins(outside)})


# ---- who may be ordered


_latest: list[tuple[Orders, dict[tuple[str, str | BaseId], tuple[Any, ...]]]] = []


def _known(s: Orders) -> dict[tuple[str, str | BaseId], tuple[Any, ...]]:
    """What was found out of this very state: every fork of a step begins with the same questions."""
    last = _latest[0] if _latest else None  # another thread may look at another state
    if last is None or last[0] is not s:
        last = (s, {})
        _latest[:] = [last]
    return last[1]


def to_order(s: Orders, side: str) -> tuple[BaseId, ...]:
    """The bases of a player for which there is any order."""
    found = _known(s)
    if ("who", side) not in found:
        found["who", side] = tuple([i for i in of_side(s, side) if free(s, i) and orderable(s, i)])
    return found["who", side]


def orderable(s: Orders, unit: BaseId) -> bool:
    """Whether there is any order for a free base: to move or to rest, to get out of a transport or to stay there."""
    e = s.units[unit]
    if e.aboard is None and e.sp == 0 and (s.leader is None or s.cp >= 2):
        return True  # a move costs no more
    return is_open(s, unit, MOVE) or is_open(s, unit, REST) or is_open(s, unit, DISMOUNT)


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
    ways = chain(ground.suggest(PROPOSED), _all_about(ground, hunting_ground(s, unit)))
    return any(prey(s.change(unit, base=after(ground.base, way)), unit) for way in ways)


def _all_about(ground: Walk, discs: Sequence[tuple[int, int, int]]) -> Iterator[Way]:
    """Ways to places all over the ground that is in reach, a tenth of the allowance apart, as far as they are in one of
    some discs.
    """
    field = ground.field(max(1, ground.allowance // 10))
    for x, y in field.points():
        if any((x - cx) ** 2 + (y - cy) ** 2 <= far * far for cx, cy, far in discs):
            way = Way(field.path_to((x, y)) or ())
            if ground.legal(way):
                yield way


@rule("or.order.mount-off-table", "or.turn.single-order")
def why_no_kind(s: Orders, unit: BaseId, kind: str) -> Refusal | None:
    """What stands against an order: a carried base has to get out, some orders have bars, and all have a price."""
    return _too_dear(s, unit, kind) if _allowed(s, unit, kind) else _bar(s, unit, kind)


def is_open(s: Orders, unit: BaseId, kind: str) -> bool:
    """Whether nothing stands against an order."""
    return _affordable(s, unit, kind) and _allowed(s, unit, kind)


def open_kinds(s: Orders, unit: BaseId) -> tuple[str, ...]:
    """The orders that are open to a base."""
    found = _known(s)
    if ("what", unit) not in found:
        rich = s.leader is None or 2 + s.units[unit].sp <= s.cp  # no order costs more
        found["what", unit] = tuple([k for k in LABELS if (rich or _affordable(s, unit, k)) and _allowed(s, unit, k)])
    return found["what", unit]


def _allowed(s: Orders, unit: BaseId, kind: str) -> bool:
    """Whether nothing bars an order, whatever it costs."""
    e = s.units[unit]
    if e.sp and _pinned(s, kind):
        return False
    if e.aboard is not None:
        return _allowed_inside(s, unit, kind)
    return kind == MOVE or (kind != DISMOUNT and CAN[kind](s, unit))


def _pinned(s: Orders, kind: str) -> bool:
    """Whether who is suppressed may not do it: alone, by the ruling, anything but rest."""
    return s.leader is None and kind != REST and s.rulings.solo_suppressed == "rr_only"


def _allowed_inside(s: Orders, unit: BaseId, kind: str) -> bool:
    """A carried base dismounts, or dismounts to attack or support; if it needs an order, it may also stay."""
    if kind not in (ATTACK, SUPPORT, DISMOUNT):
        return kind == MOVE and s.rulings.mounted_need_order
    return (kind == DISMOUNT or CAN[kind](s, unit)) and can_dismount(s, unit)


@rule("or.attack.am-or-ap")
def _armed(s: Orders, unit: BaseId) -> bool:
    """Who has neither AM nor AP has nothing to attack or to support with."""
    e = s.units[unit]
    return bool(e.AM or e.AP)


@rule("or.attack.range")
def _can_attack(s: Orders, unit: BaseId) -> bool:
    """There has to be an enemy that may be in range after the move."""
    return _armed(s, unit) and could_reach(s, unit)


@rule("or.order.rest")
def _can_rest(s: Orders, unit: BaseId) -> bool:
    """There has to be a suppression point to remove."""
    return s.units[unit].sp > 0


@rule("or.order.double-not-jump")
def _can_double(s: Orders, unit: BaseId) -> bool:
    """Not possible for Jump Troopers."""
    return s.units[unit].mobility != "jump"


def _can_mount(s: Orders, unit: BaseId) -> bool:
    """There has to be a transport, and it carries infantry."""
    return not s.units[unit].vehicle and any(True for _ in mount_targets(s, unit))


@rule("or.order.smoke-limit")
def _can_smoke(s: Orders, unit: BaseId) -> bool:
    """Once per leader and turn; not without a leader."""
    return s.rulings.solo_smoke if s.leader is None else not s.smoked


def _can_bombard(s: Orders, unit: BaseId) -> bool:
    """A spotter needs somebody who bombards: itself, or a base that its leader can still pay for."""
    e = s.units[unit]
    if e.bombard or s.leader is None:
        return e.bombard > 0
    left = s.cp - cost(s, s.leader, unit, BOMBARD).value
    return left < 0 or bool(batteries(s, e.side, unit, left))


CAN = {
    ATTACK: _can_attack, SUPPORT: _armed, DOUBLE: _can_double, MOUNT: _can_mount, BOMBARD: _can_bombard,
    REST: _can_rest, SMOKE: _can_smoke,
}  # fmt: skip


# ---- why it is not open


def _bar(s: Orders, unit: BaseId, kind: str) -> Refusal:
    """What bars an order that is not allowed."""
    if s[unit].sp and _pinned(s, kind):
        return Refusal(f"{s[unit].name} is suppressed: alone it may only rest", "or.turn.single-order", _there(s, unit))
    if s[unit].aboard is not None and (kind not in (ATTACK, SUPPORT) or CAN[kind](s, unit)):
        return _shut_in(s, unit, kind)
    if kind in (ATTACK, SUPPORT) and not _armed(s, unit):
        return Refusal(f"{s[unit].name} has neither AM nor AP", "or.attack.am-or-ap", _there(s, unit))
    if kind == BOMBARD:
        return _no_battery(s, unit)
    says, cited = _bars(s, unit)[kind]
    about = s.leader if kind == SMOKE and s.leader is not None else unit
    return Refusal(says, cited, _there(s, about))


def _bars(s: Orders, unit: BaseId) -> dict[str, tuple[str, str]]:
    """What is said of a base on the table, and by which rule."""
    e = s[unit]
    smoke = (
        "nobody pops smoke without a leader" if s.leader is None else f"{s[s.leader].name} has ordered smoke this turn"
    )
    ride = ("a transport carries infantry", "or.play.transport-capacity")
    return {
        ATTACK: (f"no enemy that {e.name} could attack is within its move and range", "or.attack.range"),
        REST: (f"{e.name} has no suppression point", "or.order.rest"),
        DISMOUNT: (f"{e.name} is not inside a transport", "or.order.dismount"),
        DOUBLE: ("Jump Troopers do not move At the Double", "or.order.double-not-jump"),
        MOUNT: ride if e.vehicle else ("no friendly transport with room is in reach", "or.order.mount"),
        SMOKE: (smoke, "or.order.smoke-limit"),
    }


def _shut_in(s: Orders, unit: BaseId, kind: str) -> Refusal:
    """A carried base cannot do that, or there is no room for it to get out."""
    e, ride = s[unit], s[s[unit].aboard or 0]
    if kind not in (ATTACK, SUPPORT, DISMOUNT):
        return Refusal(f"{e.name} is inside {ride.name}", "or.order.mount-off-table", _there(s, unit))
    return Refusal(f"there is no room to get out of {ride.name}", "or.order.dismount", _there(s, unit))


def _no_battery(s: Orders, unit: BaseId) -> Refusal:
    """Nobody bombards what a base spots."""
    if s.leader is None:
        return Refusal(f"{s[unit].name} alone has no Bombard value", "or.turn.single-order", _there(s, unit))
    left = s.cp - cost(s, s.leader, unit, BOMBARD).value
    says = f"no base that can bombard could be ordered, too, with {left} command points"
    return Refusal(says, "or.bombard.bases", _there(s, unit))


# ---- who may bombard


def batteries(s: Orders, side: str, but: BaseId | None = None, cp: int | None = None) -> Sequence[BaseId]:
    """The bases that may be ordered to bombard what another spots, with the command points left or fewer."""
    able = [u for u in on_table(s, side) if s.units[u].bombard and u != but and free(s, u)]
    left, leader = s.cp if cp is None else cp, s.leader
    return [u for u in able if leader is not None and cost(s, leader, u, BOMBARD).value <= left]


def why_no_battery(s: Orders, side: str) -> Callable[[Any], Refusal | None]:
    """Why a base cannot bombard what another spots: each needs a Bombard value, and none may dismount first."""

    def why(unit: BaseId) -> Refusal | None:
        if not s[unit].bombard:
            return Refusal(f"{s[unit].name} has no Bombard value", "or.bombard.bases", _there(s, unit))
        return _why_not_free(s, side, unit) or why_no_kind(s, unit, BOMBARD)

    return _judge(s, why)
