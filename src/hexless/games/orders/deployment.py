"""Deployment: the players put their bases down one by one, each in the order that it likes."""

from __future__ import annotations

from hexless.kernel import Game, Labels, OneOf
from hexless.moves import Place, Placing

from ._sheet import rule
from .model import BaseId, Orders, after_seat, of_side
from .moves import rides
from .terrain import others_for, price, resting, stand_on

__all__ = ["deploy"]

G = Game[Orders]


def deploy(g: G) -> None:
    """The players in turn choose one of their bases and place it."""
    s, units = g.state, g.state.units
    for side in (s.next, *after_seat(s, s.next)):
        waiting = tuple([i for i in of_side(s, side) if not units[i].placed and units[i].alive])
        if waiting:
            labels = Labels(waiting, lambda i: units[i].name)
            put_down(g, g.ask(side, OneOf(prompt="place next", options=waiting, labels=labels, about="unit")))
            g.set(next=after_seat(s, side)[0])
            return
    g.set(phase="initiative", turn=1)
    g.note("turn", turn=1)


def put_down(g: G, unit: BaseId) -> None:
    """One base: into a transport that is there already, or on the table."""
    ground = zone(g.state, unit)
    where = choose_ride(g, unit, ground.room)
    if where is not None:
        g.change(unit, placed=True, aboard=where, base=g.state[unit].base.at(*g.state[where].base.centre))
        g.note("starts mounted", unit=unit, transport=where)
    elif ground.room:
        place(g, unit, ground)
    else:
        g.change(unit, alive=False)
        g.note("no room", unit=unit)


@rule("or.play.transport-capacity")
def choose_ride(g: G, unit: BaseId, room: bool) -> BaseId | None:
    """Infantry may start inside a transport."""
    s = g.state
    options: list[BaseId | None] = [*([None] if room else []), *rides(s, unit)]
    labels = tuple("on the table" if t is None else f"in {s[t].name}" for t in options)
    if not options:
        return None
    ask = OneOf(prompt="start", rules=g.cites, options=tuple(options), labels=labels, about="unit", by=unit)
    ride: BaseId | None = g.ask(s[unit].side, ask)
    return ride


def zone(s: Orders, unit: BaseId) -> Placing:
    """The places in a player's zone where a base fits."""
    e, others = s[unit], others_for(s, unit)
    area = s.mission.zones[s.sides.index(e.side)]
    return Placing(
        terrain=s.terrain, base=e.base.facing(*area.facing), outline=area.outline, others=others[0], names=others[1],
        costs=resting(s, e) or price(s, e, False), rules={"": "or.play.contact", "terrain": "or.terrain.impassable"},
    )  # fmt: skip


def place(g: G, unit: BaseId, ground: Placing) -> None:
    """Put a base down in its player's zone."""
    spot = g.ask(g.state[unit].side, Place(prompt="deploy", rules=("or.play.contact",), unit=unit, ground=ground))
    base = ground.placed(spot)
    g.change(unit, placed=True, base=base.at(base.x, base.y, stand_on(g.state, base.x, base.y)))
    g.note("deployed", unit=unit)
