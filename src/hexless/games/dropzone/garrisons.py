"""Garrisons: entering, edges and centre, and the fight inside."""

from __future__ import annotations

from hexless.kernel import Game, OneOf

from . import aiming, cards, losses, weapons
from ._sheet import rule
from .accuracy import close_accuracy
from .damage import Blow, barrage, least_of
from .deck import Moment
from .entering import PASSAGE, blows, open_edges, to_entrance
from .lines import edge_spot
from .model import CENTRE, Dropzone, Gun, SquadId, alive_of, change_squad, other, squads_in

# fmt: off
__all__ = ["close_quarters", "enter"]
# fmt: on

G = Game[Dropzone]

# ---- entering


@rule("dz.garrisons.enter", "dz.garrisons.enter-to-edge")
def enter(g: G, squad: SquadId, piece: int) -> None:
    """Infantry goes in, each unit to an edge or to the centre; for M&F it has moved as far as the entrance is."""
    side = g.state.squads[squad].side
    foes = any(g.state.squads[q].side != side for q in squads_in(g.state, piece))
    g.note("enters", unit=alive_of(g.state, squad)[0], piece=g.state.terrain.pieces[piece].name)
    for unit in alive_of(g.state, squad):
        u = g.state[unit]
        far = to_entrance(g.state.terrain, piece, u) if u.here else PASSAGE if u.piece is not None else 0
        g.change(unit, moved=(u.moved or 0) + far)
        to_edge(g, unit, piece)
    if foes or g.state.rulings.entry_re_roll == "any":
        change_squad(g, squad, entered=True)
    if foes:
        met(g, squad, piece)


def met(g: G, squad: SquadId, piece: int) -> None:
    """Whoever is inside may answer an entry with a card."""
    play = cards.offer(g, other(g.state, g.state.squads[squad].side), Moment.ENTERED, (piece,))
    if play and play.slug == "back-door":
        slip_out(g, play.squad, piece)
    elif play:
        ambush(g, play.squad, squad)


@rule("dz.cards.waiting-in-the-dark")
def ambush(g: G, squad: SquadId, entrants: SquadId) -> None:
    """A squad inside attacks the entrants with its Close Quarters weapons, which does not use them up."""
    for unit, gun in blows(g.state, squad):
        slash(g, gun, unit, entrants, False)


@rule("dz.cards.back-door")
def slip_out(g: G, squad: SquadId, piece: int) -> None:
    """A squad inside leaves at once, whoever outnumbers it."""
    walk_out(g, squad, piece)


def to_edge(g: G, unit: int, piece: int) -> None:
    """Ask where in a garrison a unit stands."""
    s = g.state
    options = tuple(open_edges(s, piece, s[unit].side))
    labels = tuple("the centre" if e == CENTRE else f"side {e + 1}" for e in options)
    ask = OneOf(prompt=f"{s[unit].name} goes to", rules=g.cites, options=options, labels=labels, about="edge", by=unit)
    edge = g.ask(s[unit].side, ask)
    x, y = edge_spot(s.terrain, piece, edge)
    g.change(unit, piece=piece, edge=edge, placed=True, aboard=None, base=s[unit].base.at(x, y, 0))


def walk_out(g: G, squad: SquadId, piece: int) -> None:
    """The squad is put outside, and has moved."""
    units = [i for i in alive_of(g.state, squad) if g.state[i].piece == piece]
    g.note("leaves", unit=units[0], piece=g.state.terrain.pieces[piece].name)
    losses.turned_out(g, units, piece)


# ---- moving inside


@rule("dz.garrisons.move-to-edges", "dz.garrisons.stationary-for-move-and-fire")
def shift(g: G, squad: SquadId, piece: int) -> None:
    """To any edge at any distance; for M&F they have not moved."""
    for unit in alive_of(g.state, squad):
        to_edge(g, unit, piece)
    g.note("shifts", unit=alive_of(g.state, squad)[0])


# ---- shooting


@rule(
    "dz.play.close-quarters",
    "dz.garrisons.close-quarters-inside-only",
    "dz.shooting.close-quarters-same-garrison",
)
def close_quarters(g: G, squad: SquadId) -> bool:
    """All Close Quarters weapons of the squad at one enemy squad, or none of them."""
    s = g.state
    foes = aiming.close_targets(s, squad)
    labels = (*(s.squads[q].name for q in foes), "no close quarters")
    ask = OneOf(prompt="close quarters against", rules=g.cites, options=(*foes, None), labels=labels, about="squad")
    foe = g.ask(s.squads[squad].side, ask)
    if foe is None:
        return False
    double = cards.offer(g, s.squads[squad].side, Moment.CLOSE, (squad,)) is not None
    for unit in alive_of(s, squad):
        g.each(slash, aiming.blades(s, unit), unit, foe, double)
    barred(g, squad)
    return True


def slash(g: G, gun: int, unit: int, foe: SquadId, double: bool) -> None:
    """One Close Quarters weapon."""
    u = g.state[unit]
    shots = aiming.shots_of(u, u.profile.guns[gun])
    if alive_of(g.state, foe):
        assault(g, unit, gun, foe, every_blade(g, shots) if double else shots)


@rule("dz.cards.every-blade")
def every_blade(g: G, shots: int) -> int:
    """Twice as many."""
    return 2 * shots


@rule("dz.play.close-quarters")
def assault(g: G, unit: int, gun: int, foe: SquadId, shots: int) -> None:
    """Shots at a squad: with a dash or 0 they hit by themselves; no Body Cover; the most damaged unit suffers first."""
    s, profile, squad = g.state, g.state[unit].profile.guns[gun], g.state.squad_of(unit)
    first = alive_of(s, foe)[0]
    sure, need = aiming.automatic(s, profile), close_accuracy(s, unit, profile)
    g.cite(*(("dz.garrisons.automatic-hit",) if sure else need.rules))
    if squad.entered:
        g.cite("dz.garrisons.entry-re-roll")
    g.note("close quarters", unit=unit, target=first, shots=shots)
    least, most = 0 if sure else least_of(need.value), sum(s[i].dp for i in alive_of(s, foe))
    passive, dodge = losses.shield(s, first, profile.energy < 13), s[first].profile.dodge
    damage = g.call(barrage, shots, least, False, close_blow(s, unit, profile, first), passive, dodge, most)
    g.each(suffer, [damage] if damage else [], foe, squad.side)


@rule("dz.garrisons.entry-re-roll")
def close_blow(s: Dropzone, unit: int, gun: Gun, target: int) -> Blow:
    """One hit in close quarters: no Body Cover; who has just entered rolls successful damage again."""
    blow = weapons.blow_of(s, unit, gun, target)
    criticals = blow.criticals and s.rulings.close_quarters_criticals
    again = "dz.garrisons.entry-re-roll" if s.squad_of(unit).entered else blow.again
    return blow.with_(cover=0, criticals=criticals, again=again)


def suffer(g: G, damage: int, foe: SquadId, side: str) -> None:
    """Damage on a squad: each point on the unit that is most damaged."""
    while damage > 0 and alive_of(g.state, foe):
        unit = most_damaged(g, foe)
        share = min(damage, g.state[unit].dp)
        losses.hurt(g, unit, share, close=side)
        damage -= share


def most_damaged(g: G, squad: SquadId) -> int:
    """The unit with the fewest Damage Points left; on a tie the owner picks."""
    units = alive_of(g.state, squad)
    least = min(g.state[i].dp for i in units)
    tied = [i for i in units if g.state[i].dp == least]
    if len(tied) == 1:
        return tied[0]
    labels = tuple(g.state[i].name for i in tied)
    ask = OneOf(prompt="who suffers", rules=g.cites, options=tuple(tied), labels=labels, about="unit")
    unit: int = g.ask(g.state.squads[squad].side, ask)
    return unit


def barred(g: G, squad: SquadId) -> None:
    """Nobody of the squad may use another weapon in this activation."""
    for unit in alive_of(g.state, squad):
        g.change(unit, fired=tuple(range(len(g.state[unit].profile.guns))))
    change_squad(g, squad)
