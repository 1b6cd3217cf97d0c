"""What is true in every state of every game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from itertools import combinations

from hexless.ruleset import Law
from hexless.table import Base, Terrain, fits

from .choices import in_orbit
from .deck import DECK, HIDDEN, card_of
from .model import CENTRE, Dropzone, Kind, Squad, SquadId, Unit, alive_of, squads_by_id
from .unit_types import walls

__all__ = ["LAWS"]

OVERLAP = 3  # ticks that rounding may cost
QUIET = ("groups", "end", "initiation")  # phases in which nothing is half done
MANY = 1 << 14  # units that a law remembers
NOWHERE = Base(-(1 << 19), -(1 << 19))


def _alone(name: str, broken: Callable[[Unit], bool], quiet: bool = False) -> Law[Dropzone]:
    """A law of a unit by itself, which is judged once for each that there is; quiet: only when nothing is half done."""
    kept: set[Unit] = set()

    def find(s: Dropzone) -> str | None:
        if (quiet and s.phase not in QUIET) or kept.issuperset(s.units):
            return None
        found = next((f"{u.name}: {u}" for u in s.units if u not in kept and broken(u)), None)
        if len(kept) > MANY:
            kept.clear()
        kept.update(s.units if found is None else ())
        return found

    return Law(name, find)


def _each(name: str, broken: Callable[[Dropzone, int, Unit], bool]) -> Law[Dropzone]:
    """A law of every unit."""

    def find(s: Dropzone) -> str | None:
        return next((f"{u.name}: {u}" for i, u in enumerate(s.units) if broken(s, i, u)), None)

    return Law(name, find)


def _loaded(name: str, broken: Callable[[Dropzone, Unit, tuple[Unit, ...]], bool]) -> Law[Dropzone]:
    """A law of every transport with somebody inside."""

    def find(s: Dropzone) -> str | None:
        rides = [(s.units[ride], tuple([s.units[i] for i in inside])) for ride, inside in s.field.cargo.items()]
        return next((f"{u.name}: {u}" for u, inside in rides if broken(s, u, inside)), None)

    return Law(name, find)


def _squad(name: str, broken: Callable[[Dropzone, SquadId, Squad], bool]) -> Law[Dropzone]:
    """A law of every squad."""

    def find(s: Dropzone) -> str | None:
        return next((f"{q.name}: {q}" for i, q in squads_by_id(s) if broken(s, i, q)), None)

    return Law(name, find)


def _state(name: str, fine: Callable[[Dropzone], bool]) -> Law[Dropzone]:
    """A law of the whole state."""
    return Law(name, lambda s: None if fine(s) else f"round {s.round}, {s.phase}")


def _overlap(s: Dropzone) -> str | None:
    there = [u for u in s.units if u.placed and u.here and not u.flying]
    names = [u.name for u in there]
    pair = _overlapping(tuple([(u.base.x, u.base.y, u.base.radius) for u in there]))
    return f"{names[pair[0]]} and {names[pair[1]]} overlap" if pair else None


@lru_cache(maxsize=1 << 8)
def _overlapping(circles: tuple[tuple[int, int, int], ...]) -> tuple[int, int] | None:
    """The first two circles that overlap."""
    for (i, (x, y, r)), (k, (px, py, pr)) in combinations(enumerate(circles), 2):
        if (x - px) ** 2 + (y - py) ** 2 < (r + pr - OVERLAP) ** 2:
            return i, k
    return None


def _bad_ground(s: Dropzone, i: int, u: Unit) -> bool:
    return u.placed and u.here and not u.flying and not _stands(s.terrain, u.kind, u.base)


def _off_table(s: Dropzone, i: int, u: Unit) -> bool:
    return u.placed and u.here and not _on_table(s.terrain, u.base)


@lru_cache(maxsize=1 << 12)
def _on_table(terrain: Terrain, base: Base) -> bool:
    return terrain.fits_table(base)


@lru_cache(maxsize=1 << 12)
def _stands(terrain: Terrain, kind: Kind, base: Base) -> bool:
    """Whether a kind of unit may be there."""
    return fits(terrain, base, walls(terrain, kind, base.height), (), NOWHERE) is None


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


def _overloaded(s: Dropzone, ride: Unit, inside: tuple[Unit, ...]) -> bool:
    return ride.alive and sum(u.profile.bulk for u in inside) > ride.profile.room


def _mixed(s: Dropzone, ride: Unit, inside: tuple[Unit, ...]) -> bool:
    groups = [s.squads[u.squad].group for u in inside]
    return len({group for group in groups if group >= 0}) > 1


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
    inside = Counter([u.piece for u in s.units if u.piece is not None and u.present])
    return all(not s.scenery[p].full or units <= s.scenery[p].full for p, units in inside.items())


def _carried(s: Dropzone) -> bool:
    for o, at in enumerate(s.objectives):
        if at.carrier is not None and s.squads[at.carrier].carries != o:
            return False
    return all(q.carries is None or s.objectives[q.carries].carrier == i for i, q in squads_by_id(s))


def _wrecks(s: Dropzone) -> bool:
    found = [p for p, at in zip(s.terrain.pieces, s.scenery) if at.kind == "wreck"]
    return all(p.traits == ("impassable", "solid") or not p.height for p in found)


def _used(u: Unit) -> bool:
    return any(u.used.count(k) > u.profile.guns[k].limited for k in u.used)


def _alternates(u: Unit) -> bool:
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
    _alone("Damage Points are from 0 to full", lambda u: not 0 <= u.dp <= (sum(u.profile.zones) or u.profile.dp)),
    _alone("a Behemoth's zones add up", lambda u: u.alive and bool(u.profile.zones) and sum(u.zones) != u.dp),
    _alone("a living Behemoth has two zones left", lambda u: u.alive and u.zones.count(0) > 1, quiet=True),
    _alone("the destroyed ride in nothing and hold nothing",
           lambda u: not u.alive and (u.aboard, u.piece) != (None, None), quiet=True),
    _each("passengers ride in what carries them, on their own side", _bad_ride),
    _loaded("no transport carries more than it can", _overloaded),
    _loaded("no transport carries two battlegroups", _mixed),
    _each("who is in Holding is nowhere else, and comes out of a gate", _bad_holding),
    _alone("no gate takes more than its Capacity in a round, each way",
           lambda u: max(u.passed) > (u.profile.room if u.profile.access else 0)),
    _alone("Fast units on the table are in the air", lambda u: bool(u.profile.fast) and u.here and not u.flying),
    _each("who waits in a drop-harness is not on the table",
          lambda s, i, u: (k := s.squads[u.squad].group) >= 0 and in_orbit(s, k) and u.placed),
    _each("only Infantry is in garrisons, and only in garrisons", _bad_garrison),
    _each("nobody stands where it may not", _bad_ground),
    _each("whoever is on the table is wholly on it", _off_table),
    _alone("only aircraft fly", lambda u: u.flying and u.profile.kind != "aircraft"),
    _alone("whoever flies is above the ground", lambda u: u.here and u.flying and u.base.z <= 0),
    _alone("Scan Tokens are on ground transports",
           lambda u: u.scan and (not u.profile.room or u.profile.kind == "aircraft" or not u.alive)),
    _alone("no weapon of limited use is used more often", _used),
    _alone("of alternate profiles one shoots", _alternates),
    _alone("no weapon is marked twice", lambda u: len(u.fired) != len(set(u.fired))),
    _alone("a commander rides in a Command unit", lambda u: bool(u.cv) and not u.profile.commands),
    _squad("at most two actions", lambda s, i, q: len(q.actions) > 2),
    _squad("no action twice, but those that take both",
           lambda s, i, q: len(set(q.actions)) < len(q.actions) and q.actions[0] not in ("search", "scan", "signal")),
    _squad("a squad is of one side",
           lambda s, i, q: any(s.units[k].squad != i or s.units[k].side != q.side for k in q.units)),
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
    _state("no new token waits to be resolved", lambda s: s.phase not in QUIET or not any(p.fresh for p in s.scenery)),
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
