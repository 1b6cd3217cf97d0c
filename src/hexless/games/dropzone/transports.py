"""Transports: capacity, embarking and disembarking, also by air, and what happens when they are destroyed."""

from __future__ import annotations

from collections.abc import Sequence

from hexless.kernel import Game, OneOf, Place, act, d3

from . import gates, insertion, losses
from ._sheet import rule
from .boarding import came_by_air, can_leave, last_seat, ramp, seats_in, usable, waiting
from .model import INCH, Dropzone, aboard_of, alive_of, change_squad, outermost
from .places import standing_room

# fmt: off
__all__ = ["bail", "disembark", "embark", "free_exchange", "wreck"]
# fmt: on

G = Game[Dropzone]
OFF = -(1 << 19)


# ---- destroyed


@rule("dz.transports.destroyed-hits")
def wreck(g: G, unit: int, cargo: Sequence[int]) -> None:
    """1D3: on 1 or 2 every unit aboard takes as many hits of Energy 10; on 3 none. Then they get out."""
    hits = g.sum(d3(), "destroyed transport")
    hits = unharmed(g) if hits == 3 else hits
    g.note("wreck", unit=unit, hits=hits)
    g.each(hurled, cargo if hits else (), hits)
    bail(g, unit, cargo)


def hurled(g: G, unit: int, hits: int) -> None:
    """The hits of a wreck on one unit aboard."""
    losses.automatic(g, unit, hits, 10, "the wreck")


@rule("dz.transports.destroyed-no-hits")
def unharmed(g: G) -> int:
    """A 3 hurts nobody aboard."""
    return 0


def bail(g: G, unit: int, cargo: Sequence[int]) -> None:
    """Who survives gets out."""
    for i in cargo:
        if g.state[i].alive and g.state[i].aboard == unit:
            get_out(g, unit, i)


@rule("dz.transports.survivors-disembark")
def get_out(g: G, unit: int, passenger: int) -> None:
    """Within 2 inches of the wreck, in coherency or not; who has no room is destroyed."""
    s = g.state
    at = s[outermost(s, unit)].base
    where = standing_room(
        s, passenger, [], anchor=(at.x, at.y), reach=2 * INCH, rule="dz.transports.survivors-disembark"
    )
    if not where.room:
        no_room(g, passenger)
        return
    ask = Place(prompt="out of the wreck", rules=g.cites, unit=passenger, ground=where)
    spot = g.ask(s[passenger].side, ask)
    g.change(passenger, aboard=None, placed=True, base=where.placed(spot), moved=0)
    change_squad(g, s[passenger].squad, disembarked=True)
    g.note("gets out", unit=passenger)


@rule("dz.transports.no-room")
def no_room(g: G, unit: int) -> None:
    """A survivor that cannot be placed is destroyed too."""
    losses.destroy(g, unit)


# ---- capacity


@rule("dz.play.embark", "dz.play.transport-capacity", "dz.play.transport-shooting")
def embark(g: G, squad: int, transport: int) -> None:
    """The whole squad gets in, and does not shoot this round."""
    if last_seat(g.state, squad):
        g.cite("dz.cards.last-seat")
    for unit, ride in seats_in(g.state, squad, transport).items():
        base = g.state[unit].base
        g.change(unit, aboard=ride, placed=False, base=base.at(OFF, OFF, 0), scan=False)
        if g.state[ride].profile.access:
            gates.hold(g, unit, ride)
    change_squad(g, squad, embarked=True)
    if g.state[transport].profile.kind == "aircraft":
        by_air(g)
    g.note("embarks", unit=alive_of(g.state, squad)[0], transport=transport)


@rule("dz.play.aerial-transport")
def by_air(g: G) -> None:
    """An aerial transport is used only while it is landed and has moved no more than half its MV."""


@rule("dz.play.disembark")
@act
def disembark(g: G, squad: int) -> bool:
    """Everybody is placed in coherency within 2 inches of the transport; if one cannot be, all stay aboard."""
    if insertion.into_garrison(g, squad):
        return True
    before, done = g.state, list[int]()
    seats = {i: ride for i in alive_of(before, squad) if (ride := before[i].aboard) is not None}
    if not seats:
        seats = dict.fromkeys([i for i in alive_of(before, squad) if before[i].held], gates.choose(g, squad))
    for unit, ride in seats.items():
        s, at = g.state, g.state[ride].base
        where = standing_room(s, unit, done, anchor=(at.x, at.y), reach=2 * INCH, rule="dz.play.disembark")
        if not where.room:
            g.set(units=before.units)
            g.note("no room to get out", unit=unit)
            return False
        spot = g.ask(s[unit].side, Place(prompt="disembark", rules=g.cites, unit=unit, ground=where))
        g.change(unit, aboard=None, placed=True, base=where.placed(spot), moved=0, held=False)
        if s[ride].profile.access:
            gates.passed(g, unit, ride, 1)
        done.append(unit)
    ride = seats[done[0]]
    air = came_by_air(before, ride)
    change_squad(g, squad, disembarked=True, aerial=air)
    if air:
        by_air(g)
    if not usable(before, ride):
        g.cite("dz.cards.hot-ramp" if ramp(before, squad, ride) else "dz.play.unit-rapid-insertion")
    g.note("disembarks", unit=done[0], transport=ride)
    return True


@rule("dz.play.aerial-transport")
def free_exchange(g: G, unit: int) -> None:
    """A landing allows one free disembarking or embarking in a round, of everybody; it is no action for the cargo."""
    s, u = g.state, g.state[unit]
    if u.exchanged or not u.profile.room or not (usable(s, unit) or ramp(s, u.squad, unit)):
        return
    leaving = [q for q in dict.fromkeys(s[i].squad for i in aboard_of(s, unit)) if can_leave(s, q)]
    ways = {"out": "all get out"} if leaving else {}
    ways |= {"in": "squads get in"} if waiting(s, unit) else {}
    if not ways:
        return
    ask = OneOf(
        prompt="landed", rules=g.cites, options=(*ways, None), labels=(*ways.values(), "nobody"), about="action"
    )
    choice = g.ask(u.side, ask)
    if choice is not None:
        g.change(unit, exchanged=True)
    for squad in leaving if choice == "out" else ():
        disembark(g, squad)
    while choice == "in" and (squads := waiting(g.state, unit)):
        labels = (*(s.squads[q].name for q in squads), "nobody else")
        ask = OneOf(prompt="gets in", rules=g.cites, options=(*squads, None), labels=labels, about="squad")
        if (squad := g.ask(u.side, ask)) is None:
            return
        embark(g, squad, unit)
