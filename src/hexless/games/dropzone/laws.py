"""What is true in every state of every game."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from hexless.ruleset import Law
from hexless.table import Base, fits

from .choices import in_orbit
from .deck import DECK, HIDDEN, card_of
from .model import CENTRE, Dropzone, Squad, Unit, aboard_of, alive_of, units_in
from .unit_types import walls

__all__ = ["LAWS"]

OVERLAP = 3  # ticks that rounding may cost
QUIET = ("groups", "end", "initiation")  # phases in which nothing is half done
NOWHERE = Base(-(1 << 19), -(1 << 19))


def _each(name: str, broken: Callable[[Dropzone, int, Unit], bool]) -> Law[Dropzone]:
    """A law of every unit."""

    def find(s: Dropzone) -> str | None:
        return next((f"{u.name}: {u}" for i, u in enumerate(s.units) if broken(s, i, u)), None)

    return Law(name, find)


def _squad(name: str, broken: Callable[[Dropzone, int, Squad], bool]) -> Law[Dropzone]:
    """A law of every squad."""

    def find(s: Dropzone) -> str | None:
        return next((f"{q.name}: {q}" for i, q in enumerate(s.squads) if broken(s, i, q)), None)

    return Law(name, find)


def _state(name: str, fine: Callable[[Dropzone], bool]) -> Law[Dropzone]:
    """A law of the whole state."""
    return Law(name, lambda s: None if fine(s) else f"round {s.round}, {s.phase}")


def _overlap(s: Dropzone) -> str | None:
    there = [u for u in s.units if u.here and not u.flying]
    for a, b in combinations(there, 2):
        room = a.base.radius + b.base.radius - OVERLAP
        if (a.base.x - b.base.x) ** 2 + (a.base.y - b.base.y) ** 2 < room**2:
            return f"{a.name} and {b.name} overlap"
    return None


def _bad_ground(s: Dropzone, i: int, u: Unit) -> bool:
    return (
        u.here
        and not u.flying
        and fits(s.terrain, u.base, walls(s.terrain, u.kind, u.base.height), (), NOWHERE) is not None
    )


def _bad_ride(s: Dropzone, i: int, u: Unit) -> bool:
    if u.aboard is None or not u.alive:
        return False
    ride = s.units[u.aboard]
    return ride.side != u.side or ride.profile.carries != u.profile.needs or u.placed


def _bad_holding(s: Dropzone, i: int, u: Unit) -> bool:
    if not u.held:
        return False
    gates = any(v.profile.access and v.alive and v.side == u.side for v in s.units)
    return u.placed or u.aboard is not None or u.piece is not None or (u.alive and s.phase in QUIET and not gates)


def _overloaded(s: Dropzone, i: int, u: Unit) -> bool:
    return u.alive and sum(s.units[k].profile.bulk for k in aboard_of(s, i)) > u.profile.room


def _mixed(s: Dropzone, i: int, u: Unit) -> bool:
    inside = [s.squads[s.units[k].squad].group for k in aboard_of(s, i)]
    return len({group for group in inside if group >= 0}) > 1


def _bad_garrison(s: Dropzone, i: int, u: Unit) -> bool:
    if u.piece is None:
        return u.edge != CENTRE
    return u.profile.kind != "infantry" or "garrison" not in s.terrain.pieces[u.piece].traits or not u.placed


def _edge_shared(s: Dropzone) -> bool:
    held: dict[tuple[int, int], str] = {}
    for u in s.units:
        if (
            u.present
            and u.piece is not None
            and u.edge != CENTRE
            and held.setdefault((u.piece, u.edge), u.side) != u.side
        ):
            return False
    return True


def _crowded(s: Dropzone) -> bool:
    return all(len(units_in(s, (p,))) <= piece.full for p, piece in enumerate(s.scenery) if piece.full)


def _carried(s: Dropzone) -> bool:
    for o, at in enumerate(s.objectives):
        if at.carrier is not None and s.squads[at.carrier].carries != o:
            return False
    return all(q.carries is None or s.objectives[q.carries].carrier == i for i, q in enumerate(s.squads))


def _wrecks(s: Dropzone) -> bool:
    found = [p for p, at in zip(s.terrain.pieces, s.scenery) if at.kind == "wreck"]
    return all(p.traits == ("impassable", "solid") or not p.height for p in found)


def _used(s: Dropzone, i: int, u: Unit) -> bool:
    return any(u.used.count(k) > u.profile.guns[k].limited for k in u.used)


def _alternates(s: Dropzone, i: int, u: Unit) -> bool:
    """Only Close Quarters, which bars all other weapons, marks more than one profile of a group."""
    alts = [u.profile.guns[k].alt for k in u.fired if u.profile.guns[k].alt]
    return len(alts) != len(set(alts)) and len(u.fired) != len(u.profile.guns)


def _hands(s: Dropzone) -> bool:
    known = [card.name for card in DECK]
    for hand, deck, spent in zip(s.hands, s.decks, s.spent):
        seen = [name for name in (*hand, *deck, *spent) if name != HIDDEN]
        if len(hand) + len(deck) + len(spent) != len(known) or len(seen) != len(set(seen)):
            return False
    return True


def _effects(s: Dropzone) -> bool:
    return all(card_of(effect.card).name in s.spent[s.sides.index(effect.side)] for effect in s.effects)


LAWS = (
    _each("Damage Points are from 0 to full", lambda s, i, u: not 0 <= u.dp <= (sum(u.profile.zones) or u.profile.dp)),
    _each("a Behemoth's zones add up", lambda s, i, u: u.alive and bool(u.profile.zones) and sum(u.zones) != u.dp),
    _each("a living Behemoth has two zones left",
          lambda s, i, u: u.alive and s.phase in QUIET and u.zones.count(0) > 1),
    _each("the destroyed ride in nothing and hold nothing",
          lambda s, i, u: not u.alive and s.phase in QUIET and (u.aboard, u.piece) != (None, None)),
    _each("passengers ride in what carries them, on their own side", _bad_ride),
    _each("no transport carries more than it can", _overloaded),
    _each("no transport carries two battlegroups", _mixed),
    _each("who is in Holding is nowhere else, and comes out of a gate", _bad_holding),
    _each("no gate takes more than its Capacity in a round, each way",
          lambda s, i, u: max(u.passed) > (u.profile.room if u.profile.access else 0)),
    _each("Fast units on the table are in the air", lambda s, i, u: bool(u.profile.fast) and u.here and not u.flying),
    _each("who waits in a drop-harness is not on the table",
          lambda s, i, u: (k := s.squads[u.squad].group) >= 0 and in_orbit(s, k) and u.placed),
    _each("only Infantry is in garrisons, and only in garrisons", _bad_garrison),
    _each("nobody stands where it may not", _bad_ground),
    _each("whoever is on the table is wholly on it", lambda s, i, u: u.here and not s.terrain.fits_table(u.base)),
    _each("only aircraft fly", lambda s, i, u: u.flying and u.profile.kind != "aircraft"),
    _each("whoever flies is above the ground", lambda s, i, u: u.here and u.flying and u.base.z <= 0),
    _each("Scan Tokens are on ground transports",
          lambda s, i, u: u.scan and (not u.profile.room or u.profile.kind == "aircraft" or not u.alive)),
    _each("no weapon of limited use is used more often", _used),
    _each("of alternate profiles one shoots", _alternates),
    _each("no weapon is marked twice", lambda s, i, u: len(u.fired) != len(set(u.fired))),
    _each("a commander rides in a Command unit", lambda s, i, u: bool(u.cv) and not u.profile.commands),
    _squad("at most two actions", lambda s, i, q: len(q.actions) > 2),
    _squad("no action twice, but those that take both",
           lambda s, i, q: len(set(q.actions)) < len(q.actions) and q.actions[0] not in ("search", "scan", "signal")),
    _squad("a squad is of one side",
           lambda s, i, q: any((s.units[k].side, s.units[k].squad) != (q.side, i) for k in q.units)),
    _squad("a destroyed squad carries nothing",
           lambda s, i, q: q.carries is not None and not alive_of(s, i) and s.phase in QUIET),
    Law("no two units on the ground overlap", _overlap),
    _state("no edge is held by both sides", _edge_shared),
    _state("no garrison holds more units than it had Damage Points", _crowded),
    _state("objectives and their carriers agree", _carried),
    _state("a carried objective is Mobile and Open",
           lambda s: all(o.carrier is None or (o.mobile and not o.hidden) for o in s.objectives)),
    _state("Hidden Objectives belong to nobody", lambda s: not any(o.hidden and o.owner for o in s.objectives)),
    _state("scenery has Damage Points from 0 to full", lambda s: all(0 <= p.dp <= p.full for p in s.scenery)),
    _state("only standing scenery has tokens", lambda s: all(p.dp or not p.tokens for p in s.scenery)),
    _state("there is a piece of scenery for each piece of terrain", lambda s: len(s.scenery) == len(s.terrain.pieces)),
    _state("a wreck is a wall, until another fall takes it away", _wrecks),
    _state("the round stays within the mission", lambda s: 0 <= s.round <= s.mission.rounds),
    _state("whose turn it is, is a player", lambda s: s.next in s.sides and s.first in s.sides),
    _state("the squad that acts belongs to the activation",
           lambda s: s.squad is None or s.squads[s.squad].side == s.next),
    _state("Kill Points are never negative", lambda s: min(s.kills) >= 0 and min(s.vp) >= 0),
    _state("every card is in one place", _hands),
    _state("only cards that lie open are at work", _effects),
    _state("the winner is a player or nobody", lambda s: s.over is None or s.over.winner in (*s.sides, None)),
)  # fmt: skip
