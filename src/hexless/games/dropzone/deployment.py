"""Deployment: zones, battlegroups on the table, In Readiness or In Reserve."""

from __future__ import annotations

from collections.abc import Iterator

from hexless.kernel import Game, OneOf, d6
from hexless.moves import Place
from hexless.table import Point, gap_of_outlines

from . import drop, garrisons, moving
from ._sheet import rule
from .choices import squads_of, status_of
from .model import INCH, Dropzone, SquadId, Unit, change_group, other, outermost, squads_by_id, units_in
from .places import standing_room
from .unit_types import level

__all__ = ["deploy", "roll_off", "undecided"]

G = Game[Dropzone]
Pair = tuple[int, int]


@rule("dz.play.army-roster", "dz.play.battlegroup-squads", "dz.play.battlegroup-points")
def muster(g: G) -> None:
    """The armies are shown: their battlegroups, and how many squads each holds."""
    s = g.state
    g.cite(*dict.fromkeys(listed for u in s.units for listed in _listed(u)))
    for side in s.sides:
        own = [k for k, group in enumerate(s.groups) if group.side == side]
        shown = tuple(f"{s.groups[k].name} ({sum(squad.group == k for squad in s.squads)} squads)" for k in own)
        g.note("musters", seat=side, groups=shown)


def _listed(u: Unit) -> Iterator[str]:
    """The rules of its list that a unit is there by."""
    if u.profile.rare:
        yield "dz.play.unit-rare"
    if u.cv and u.profile.category != "Command":
        yield "dz.play.unit-command-centre"


@rule("dz.play.deployment")
def roll_off(g: G) -> None:
    """The winner of a roll-off picks a zone, and deploys first."""
    muster(g)
    rolls = [0, 0]
    while rolls[0] == rolls[1]:
        rolls = [g.sum(d6(), f"roll-off {side}") for side in g.state.sides]
    winner = g.state.sides[int(rolls[1] > rolls[0])]
    labels = ("the first zone", "the second zone")
    zone = g.ask(winner, OneOf(prompt="zone", rules=g.cites, options=(0, 1), labels=labels, about="zone"))
    zones = g.state.mission.zones
    if (zone == 0) != (winner == g.state.sides[0]):
        zones = zones[::-1]
    g.set(mission=g.state.mission.with_(zones=zones), phase="deploy", first=winner, next=winner)
    g.note("zone", seat=winner, zone=zone + 1)


def undecided(s: Dropzone, side: str) -> list[int]:
    """The battlegroups of a side that are still to be deployed."""
    return [k for k, group in enumerate(s.groups) if group.side == side and group.status == "undecided"]


def by_air(s: Dropzone, group: int) -> bool:
    """Whether a battlegroup is deployed entirely in aircraft; who is in Holding does not matter."""
    units = [i for q, squad in squads_by_id(s) if squad.group == group for i in squad.units]
    return all(s.units[outermost(s, i)].profile.kind == "aircraft" for i in units if not s.units[i].held)


@rule("dz.play.deployment")
def deploy(g: G) -> None:
    """The players deploy one battlegroup each in turn; what nobody has left to deploy begins the game."""
    s = g.state
    if s.queue:
        squad = next_down(g)
        g.set(queue=tuple(q for q in s.queue if q != squad))
        put_down(g, squad)
        return
    for side in (s.next, other(s, s.next)):
        if groups := undecided(s, side):
            group = groups[0]
            if len(groups) > 1:
                labels = tuple(s.groups[k].name for k in groups)
                ask = OneOf(prompt="deploy", rules=g.cites, options=tuple(groups), labels=labels, about="group")
                group = g.ask(side, ask)
            place_group(g, group)
            g.set(next=other(s, side))
            return
    g.set(phase="initiation", round=1)
    g.note("round", round=1)


@rule("dz.play.deployment")
def next_down(g: G) -> SquadId:
    """The player chooses which squad of the battlegroup is put down next."""
    s = g.state
    labels = tuple(s.squads[q].name for q in s.queue)
    ask = OneOf(prompt="put down next", rules=g.cites, options=s.queue, labels=labels, about="squad")
    squad: SquadId = g.ask(s.squads[s.queue[0]].side, ask)
    return squad


def to_put_down(s: Dropzone, squad: SquadId) -> list[int]:
    """The units of a squad that stand on the table by themselves, and do not yet."""
    units = [(i, s.units[i]) for i in s.squads[squad].units]
    return [i for i, u in units if not (u.riding or u.placed or u.profile.fast)]


def place_group(g: G, group: int) -> None:
    """As the scenario allows; without an Aerial Advantage a battlegroup waits In Reserve. Infiltrators go ahead."""
    s, what = g.state, g.state.groups[group]
    harness = drop.chosen(g, group)
    if s.mission.aerial_advantage and what.category != "HQ" and not by_air(s, group):
        reserve(g, group)
    elif harness:
        change_group(g, group, status="ready")
    else:
        direct(g, group)
    for squad in squads_of(g.state, group):
        if g.state.groups[group].status != "table" and infiltrates(g, squad):
            g.set(queue=(*g.state.queue, squad))


def direct(g: G, group: int) -> None:
    """On the table or In Readiness, as the scenario allows."""
    s, what = g.state, g.state.groups[group]
    status = s.mission.deploy[0]
    if len(s.mission.deploy) > 1:
        labels = tuple("on the table" if way == "table" else "In Readiness" for way in s.mission.deploy)
        ask = OneOf(prompt=f"{what.name} begins", rules=g.cites, options=s.mission.deploy, labels=labels)
        status = g.ask(what.side, ask)
    change_group(g, group, status=status)
    g.note("deployed", group=what.name, status=status)
    if status == "table":
        g.set(queue=tuple(q for q in squads_of(g.state, group) if to_put_down(g.state, q)))


@rule("dz.play.aerial-advantage")
def reserve(g: G, group: int) -> None:
    """Neither an HQ nor deployed entirely in aircraft: In Reserve."""
    change_group(g, group, status="reserve")
    g.note("deployed", group=g.state.groups[group].name, status="reserve")


def infiltrates(g: G, squad: SquadId) -> bool:
    """Whether a squad with the rule, in no transport, is deployed by it."""
    s, u = g.state, g.state[g.state.squads[squad].units[0]]
    if not u.profile.infiltrate or u.riding or u.placed:
        return False
    return g.may(u.side, f"{s.squads[squad].name} infiltrates", "dz.play.unit-infiltrate")


@rule("dz.play.unit-infiltrate")
def infiltrate(g: G, squad: SquadId) -> None:
    """On the table, that many inches from the own edge, whatever becomes of the rest of the battlegroup."""
    u = g.state[g.state.squads[squad].units[0]]
    g.note("infiltrates", unit=g.state.squads[squad].units[0])
    place_squad(g, squad, moving.strip(g.state, u, u.profile.infiltrate * INCH - u.base.radius), True)


def put_down(g: G, squad: SquadId) -> None:
    """The units of a squad in the zone of their side, or ahead of it; Fast ones never begin on the table."""
    s = g.state
    if s[s.squads[squad].units[0]].profile.fast:
        return
    if status_of(s, squad) != "table" or infiltrates(g, squad):
        infiltrate(g, squad)
        return
    place_squad(g, squad, s.mission.zones[s.sides.index(s.squads[squad].side)].outline, s.mission.garrisons)


def place_squad(g: G, squad: SquadId, zone: tuple[Pair, ...], inside: bool) -> None:
    """In a garrison, if that is allowed, or in the open; who finds no room waits In Readiness."""
    if inside and begin_inside(g, squad, zone):
        return
    done: list[int] = []
    while to_put_down(g.state, squad):
        unit = pick(g, squad)
        s, u = g.state, g.state[unit]
        goals = tuple((o.x, o.y) for o in s.objectives) or ((s.terrain.width // 2, s.terrain.depth // 2),)
        where = standing_room(s, unit, done, zone=zone, rule="dz.play.deployment", toward=goals)
        if not where.room:
            return
        spot = g.ask(u.side, Place(prompt=f"{u.name} deploys", rules=g.cites, unit=unit, ground=where))
        base, flying = where.placed(spot), u.profile.kind == "aircraft"
        g.change(unit, placed=True, flying=flying, base=base.at(base.x, base.y, level(s, u, base.x, base.y, flying)))
        done.append(unit)


def pick(g: G, squad: SquadId) -> int:
    """The unit that goes down next: any, where a commander is among them."""
    s, units = g.state, to_put_down(g.state, squad)
    if not any(s[i].cv for i in units):
        return units[0]
    labels = tuple(s[i].name for i in units)
    ask = OneOf(prompt="unit put down next", rules=g.cites, options=tuple(units), labels=labels, about="unit")
    unit: int = g.ask(s.squads[squad].side, ask)
    return unit


def begin_inside(g: G, squad: SquadId, zone: tuple[Pair, ...]) -> bool:
    """Infantry begins in a garrison that its zone touches."""
    s, units = g.state, g.state.squads[squad].units
    if s[units[0]].profile.kind != "infantry" or s[units[0]].riding:
        return False
    pieces = [
        p
        for p in s.terrain.having("garrison").pieces
        if not gap_of_outlines([Point(*corner) for corner in zone], s.terrain.pieces[p].outline)
        and len(units_in(s, p)) + len(units) <= s.scenery[p].full
    ]
    if not pieces:
        return False
    labels = (*(s.terrain.pieces[p].name for p in pieces), "in the open")
    ask = OneOf(prompt=f"{s.squads[squad].name} begins", rules=("dz.play.deployment",), options=(*pieces, None),
                labels=labels, about="garrison")  # fmt: skip
    piece = g.ask(s.squads[squad].side, ask)
    for unit in units if piece is not None else ():
        garrisons.to_edge(g, unit, piece)
    return piece is not None
