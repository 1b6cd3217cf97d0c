"""Moving a base: as an order of its own, or before another."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

import msgspec

from hexless.kernel import Game, OneOf, Refusal
from hexless.moves import Path, Place, Placing, Walk, Way
from hexless.moves.walk import after
from hexless.table import CONTACT, Base, Bases, Costs, Terrain, gap, show
from hexless.table.path import trodden

from ._sheet import rule
from .model import INCH, BaseId, Orders, Stand, carried_by, known, named, on_table, table
from .terrain import barring, others_for, price, resting, rolls_on, stand_on, walk

__all__ = [
    "can_dismount", "dismount", "doorstep", "mount", "mount_targets", "place_name", "rides", "step_out", "travel",
]  # fmt: skip

G = Game[Orders]


def travel(
    g: G, unit: BaseId, prompt: str, double: bool = False, touch: BaseId | None = None,
    stays: Callable[[], bool] | None = None,
) -> bool:  # fmt: skip
    """Move up to the move rate (or twice it) by the rules of the order; whether it moved at all."""
    e = g.state[unit]
    ground = walk(g.state, unit, double, g.state[touch].base if touch is not None else None, stays)
    way = g.ask(e.side, Path(prompt=prompt, rules=g.cites, unit=unit, ground=ground))
    if all(point == (e.base.x, e.base.y) for point in way.points):
        return False
    base = after(e.base, way)
    g.change(unit, base=base.at(base.x, base.y, stand_on(g.state, base.x, base.y)))
    if g.log is not None:
        _tell(g, unit, e, way, ground)
    return True


def _tell(g: G, unit: BaseId, e: Stand, way: Way, ground: Walk) -> None:
    """Say how far a base went, where to, and by the rules of which ground."""
    order, (x, y) = g.cites, way.points[-1]
    far, pieces = trodden(ground.terrain, e.base, way.points, ground.costs, e.mobility != "foot")
    _cite_ground(g, e, pieces)
    g.note("moved", unit=unit, points=way.points, far=inches(far), to=place_name(x, y))
    g.cites = order


def inches(length: int) -> str:
    """A length to the tenth of an inch, for the log."""
    return show((length + 50) // 100 * 100)


def place_name(x: int, y: int) -> str:
    """A place of the table, for the log."""
    return f"({inches(x)}, {inches(y)})"


def _cite_ground(g: G, e: Stand, pieces: Sequence[int]) -> None:
    """Name the rules of the ground that was crossed."""
    if not pieces:
        return
    traits = [trait for i in pieces for trait in g.state.terrain.pieces[i].traits]
    if rolls_on(e):
        g.cite(*(f"or.terrain.{trait}" for trait in ("road", "difficult") if trait in traits))
    if e.mobility == "hover" and "impassable-flat" in traits:
        g.cite("or.terrain.impassable-hover")
    if e.mobility == "jump" and ("impassable" in traits or "impassable-flat" in traits):
        g.cite("or.terrain.impassable-jump")


# ---- transports


@rule("or.play.transport-capacity")
def room(s: Orders, transport: BaseId) -> int:
    """How many more bases a transport can take."""
    return s[transport].transport - len(carried_by(s, transport))


def rides(s: Orders, unit: BaseId) -> list[BaseId]:
    """The friendly transports on the table with room for a base."""
    e = s[unit]
    if e.vehicle or e.aboard is not None:
        return []
    return [t for t in on_table(s, e.side) if s.units[t].transport and t != unit and room(s, t) > 0]


def mount_targets(s: Orders, unit: BaseId) -> Iterator[BaseId]:
    """Those that it can reach."""
    far = table(s).gaps(unit)
    near = [t for t in rides(s, unit) if far[t] <= s[unit].move * INCH + CONTACT]
    return (t for t in near if _reaches(s, unit, t))


def _reaches(s: Orders, unit: BaseId, transport: BaseId) -> bool:
    """Whether a way leads into contact with a transport."""
    e, found = s.units[unit], known(s)
    key = ("in", unit, transport, e.base, e.mobility, e.move, s.rulings.enemy_gap_in, s.rulings.jump_over_bases)
    if key not in found:
        found[key] = walk(s, unit, touch=s.units[transport].base).open
    return found[key]


@rule("or.order.mount", "or.order.mount-off-table", "or.order.mount-occupancy", "or.play.transport-capacity")
def mount(g: G, unit: BaseId) -> BaseId:
    """Move into contact with a friendly transport and leave the playing area inside it; which it is."""
    s, options = g.state, tuple(mount_targets(g.state, unit))
    labels = tuple(s[t].name for t in options)
    ask = OneOf(
        prompt="mount", rules=g.cites, options=options, labels=labels, about="unit", by=unit,
        why=lambda t: why_no_ride(s, unit, t),
    )  # fmt: skip
    transport: BaseId = g.ask(s[unit].side, ask)
    travel(g, unit, "mount", touch=transport)
    g.change(unit, aboard=transport)
    g.note("mounted", unit=unit, transport=transport)
    return transport


def why_no_ride(s: Orders, unit: BaseId, answer: object) -> Refusal | None:
    """Why a base cannot mount this one: no friendly transport, no room in it, or out of reach."""
    transport = named(s, answer)
    if transport is None:
        return None
    t = s[transport]
    space = msgspec.to_builtins(gap(s[unit].base, t.base))
    if t.side != s[unit].side or not t.here or not t.transport:
        return Refusal(f"{t.name} is no friendly transport on the table", "or.order.mount", space)
    if room(s, transport) <= 0:
        return Refusal(f"{t.name} has no room", "or.play.transport-capacity", space)
    return Refusal(f"{t.name} cannot be reached", "or.order.mount", space)


def doorstep(s: Orders, unit: BaseId, transport: BaseId) -> Placing:
    """The places flush with a transport (or its wreck) where a passenger fits."""
    return _flush(s.terrain, s[unit].base, s[transport].base, _footing(s, s[unit]), *others_for(s, unit))


def _footing(s: Orders, e: Stand) -> Costs:
    """Where a base may stand."""
    return resting(s, e) or price(s, e, False)


def _flush(terrain: Terrain, base: Base, ride: Base, costs: Costs, others: Bases, names: Sequence[str] = ()) -> Placing:
    table = ((0, 0), (terrain.width, 0), (terrain.width, terrain.depth), (0, terrain.depth))
    return Placing(
        terrain=terrain, base=base, outline=table, costs=costs, others=others, names=names, touch=ride,
        rules={"": "or.order.dismount"},
    )  # fmt: skip


def can_dismount(s: Orders, unit: BaseId) -> bool:
    """Whether a carried base has anywhere to get out; who is not next to its transport is not in its way."""
    e = s.units[unit]
    if e.aboard is None:
        return False
    near = table(s).within(e.aboard, 2 * e.base.span + 4 * CONTACT, barring(s, unit))
    others = tuple([s.units[i].base for i in near])
    return _has_doorstep(s.terrain, e.base, s.units[e.aboard].base, _footing(s, e), others)


@lru_cache(maxsize=1 << 9)
def _has_doorstep(terrain: Terrain, base: Base, ride: Base, costs: Costs, others: tuple[Base, ...]) -> bool:
    return _flush(terrain, base, ride, costs, Bases(others)).room


@rule("or.order.dismount", "or.order.dismount-move")
def dismount(g: G, unit: BaseId) -> None:
    """Get out flush with any side of the transport, then move away up to the move rate."""
    transport = g.state[unit].aboard
    if transport is None:
        return
    step_out(g, unit, transport)
    travel(g, unit, "move away")


def step_out(g: G, unit: BaseId, transport: BaseId) -> None:
    """Place a passenger against its transport."""
    yard = doorstep(g.state, unit, transport)
    spot = g.ask(g.state[unit].side, Place(prompt="get out", rules=g.cites, unit=unit, ground=yard))
    base = yard.placed(spot)
    g.change(unit, aboard=None, base=base.at(base.x, base.y, stand_on(g.state, base.x, base.y)))
    g.note("dismounted", unit=unit, transport=transport)
