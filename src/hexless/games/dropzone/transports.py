"""Transports: embarking and disembarking, also by air."""

from __future__ import annotations

from hexless.kernel import Game, OneOf, act
from hexless.moves import Place

from . import gates, insertion
from ._sheet import rule
from .boarding import came_by_air, can_leave, last_seat, ramp, rides, seats_in, usable, waiting
from .model import INCH, Dropzone, SquadId, aboard_of, alive_of, change_squad
from .places import standing_room
from .unit_types import stood

# fmt: off
__all__ = ["disembark", "embark", "free_exchange", "get_aboard"]
# fmt: on

G = Game[Dropzone]
OFF = -(1 << 19)


# ---- getting in and out


@rule("dz.play.embark", "dz.play.transport-capacity", "dz.play.transport-shooting")
def embark(g: G, squad: SquadId, transport: int) -> None:
    """The whole squad gets in, and does not shoot this round."""
    if last_seat(g.state, squad):
        g.cite("dz.cards.last-seat")
    for unit, ride in seats_in(g.state, squad, transport).items():
        base = g.state[unit].base
        g.change(unit, aboard=ride, placed=False, base=base.at(OFF, OFF, 0), scan=False)
        if g.state[ride].profile.access:
            gates.hold(g, unit, ride)
    change_squad(g, squad, embarked=True)
    g.note("embarks", unit=alive_of(g.state, squad)[0], transport=transport)


@rule("dz.play.disembark")
@act
def disembark(g: G, squad: SquadId) -> bool:
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
        g.change(unit, aboard=None, placed=True, base=stood(s, unit, where.placed(spot)), moved=0, held=False)
        if s[ride].profile.access:
            gates.passed(g, unit, ride, 1)
        done.append(unit)
    ride = seats[done[0]]
    change_squad(g, squad, disembarked=True, aerial=came_by_air(before, ride))
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


@act
def get_aboard(g: G, squad: SquadId) -> None:
    """A squad that ends near a transport of its battlegroup may embark."""
    s = g.state
    if s.squads[squad].disembarked:
        return
    found = rides(s, squad)
    if not found:
        return
    labels = (*(s[i].name for i in found), "stay out")
    ask = OneOf(prompt="embark", rules=("dz.play.embark",), options=(*found, None), labels=labels, about="unit")
    ride = g.ask(s.squads[squad].side, ask)
    if ride is not None:
        embark(g, squad, ride)
