"""What a Command Card may be aimed at now. Everything here is known to both players."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from . import boarding, choices, commanders, entering
from .deck import Card
from .model import INCH, Dropzone, SquadId, aboard_of, alive_of, other, squads_by_id, squads_in

__all__ = ["label", "of", "spare_actions"]

Targets = Callable[[Dropzone, str, tuple[int, ...]], Sequence[int]]
NOTHING = [-1]  # a card that needs no target has this one


def of(s: Dropzone, side: str, card: Card, about: tuple[int, ...]) -> Sequence[int]:
    """The targets of a card; none if it cannot be played. `about` are the squads that the moment is about, or a piece.

    A card that needs Influence works on squads within it; no card works on Behemoths.
    """
    if card.slug in OWN:
        return OWN[card.slug](s, side, about)
    return reached(s, side, squads(about)) if card.aim == "squad" else NOTHING


def label(s: Dropzone, card: Card, target: int) -> str:
    """A target by name."""
    match card.aim:
        case "unit":
            return s.units[target].name
        case "garrison":
            return s.terrain.pieces[target].name
    return s.squads[target].name


def squads(about: tuple[int, ...]) -> list[SquadId]:
    """What a moment is about, where that are squads."""
    return [SquadId(q) for q in about]


def common(s: Dropzone, squad: SquadId) -> bool:
    """Alive, and no Behemoth."""
    units = alive_of(s, squad)
    return bool(units) and s.units[units[0]].profile.kind != "behemoth"


def reached(s: Dropzone, side: str, among: Sequence[SquadId]) -> list[SquadId]:
    """Those squads of which a unit is in Influence."""
    return [q for q in among if common(s, q) and any(commanders.in_influence(s, side, i) for i in alive_of(s, q))]


def own(s: Dropzone, side: str) -> list[SquadId]:
    """The squads of a side."""
    return [q for q, squad in squads_by_id(s) if squad.side == side]


def _hand(s: Dropzone, side: str, about: tuple[int, ...]) -> Sequence[int]:
    """The opponent has a hand."""
    return NOTHING if s.hands[s.sides.index(other(s, side))] else []


def _commander(s: Dropzone, side: str, about: tuple[int, ...]) -> Sequence[int]:
    return NOTHING if commanders.highest(s, side) else []


def _influence(s: Dropzone, side: str, about: tuple[int, ...]) -> Sequence[int]:
    return NOTHING if commanders.sources(s, side) else []


def _enemy_squads(s: Dropzone, side: str, about: tuple[int, ...]) -> Sequence[int]:
    return NOTHING if any(common(s, q) for q in squads(about)) else []


def _ready_squads(s: Dropzone, side: str, about: tuple[int, ...]) -> Sequence[int]:
    idle = [q for q in own(s, side) if not s.squads[q].done and choices.can_act(s, q)]
    return reached(s, side, idle)


def _spare_squads(s: Dropzone, side: str, about: tuple[int, ...]) -> Sequence[int]:
    return [q for q in reached(s, side, own(s, side)) if spare_actions(s, q)]


def spare_actions(s: Dropzone, squad: SquadId) -> list[str]:
    """What a squad could do with one more action: move, or shoot with any weapon as if it had not shot."""
    blank = s.squads[squad].with_(actions=())
    fresh = s.with_(squads=(*s.squads[:squad], blank, *s.squads[squad + 1 :]))
    loaded = fresh.with_(units=tuple(u.with_(fired=()) if u.squad == squad and u.fired else u for u in s.units))
    found = ["move"] if "move" in choices.kinds(fresh, squad) else []
    return [*found, "shoot"] if "shoot" in choices.kinds(loaded, squad) else found


def _near_garrisons(s: Dropzone, side: str, about: tuple[int, ...]) -> Sequence[int]:
    """A squad in a garrison with another one within 12 inches."""
    return [q for q in reached(s, side, squads(about)) if entering.cellars(s, q)]


def _loaded_aircraft(s: Dropzone, side: str, about: tuple[int, ...]) -> Sequence[int]:
    """An aircraft with somebody aboard, or whoever is aboard one."""
    return [q for q in reached(s, side, squads(about)) if any(_by_air(s, i) for i in alive_of(s, q))]


def _by_air(s: Dropzone, unit: int) -> bool:
    ride = s.units[unit].aboard
    if ride is not None:
        return s.units[ride].profile.kind == "aircraft"
    return s.units[unit].profile.kind == "aircraft" and bool(aboard_of(s, unit))


def _aircraft(s: Dropzone, side: str, about: tuple[int, ...]) -> Sequence[int]:
    return [q for q in reached(s, side, squads(about)) if s.units[alive_of(s, q)[0]].profile.kind == "aircraft"]


def _late_passengers(s: Dropzone, side: str, about: tuple[int, ...]) -> Sequence[int]:
    """A squad on the ground that could move and then run for a transport."""
    return [q for q in reached(s, side, squads(about)) if choices.can_move(s, q) and _ride_about(s, q)]


def _ride_about(s: Dropzone, squad: SquadId) -> bool:
    units = [s.units[i] for i in alive_of(s, squad)]
    if not all(u.here for u in units) or not units[0].profile.needs:
        return False
    far = (2 * units[0].profile.mv + 2) * INCH
    return any(
        v.here and v.side == units[0].side and v.profile.carries == units[0].profile.needs
        and boarding.beside(u, v, far)
        for v in s.units
        for u in units
    )  # fmt: skip


def _gunners(s: Dropzone, side: str, about: tuple[int, ...]) -> Sequence[int]:
    """A squad whose weapons cannot hit aircraft, while one is about."""
    if not any(u.flying and u.present and u.side != side for u in s.units):
        return []
    plain = [q for q in squads(about) if any(_plain_gun(s, i) for i in alive_of(s, q))]
    return reached(s, side, plain)


def _plain_gun(s: Dropzone, unit: int) -> bool:
    return any(gun.aa < 0 and not gun.close for gun in s.units[unit].profile.guns)


def _blades(s: Dropzone, side: str, about: tuple[int, ...]) -> Sequence[int]:
    inside = [q for q in squads_in(s, about[0], side) if entering.blows(s, q)]
    return reached(s, side, inside)


def _inside(s: Dropzone, side: str, about: tuple[int, ...]) -> Sequence[int]:
    return reached(s, side, squads_in(s, about[0], side))


def _walls(s: Dropzone, side: str, about: tuple[int, ...]) -> Sequence[int]:
    standing = [p for p in s.terrain.having("garrison").pieces if s.scenery[p].dp]
    return [p for p in standing if commanders.covers(s, side, p)]


def _damaged(s: Dropzone, side: str, about: tuple[int, ...]) -> Sequence[int]:
    return [i for i, u in enumerate(s.units) if u.side == side and u.alive and not u.zones and u.dp < u.profile.dp]


def _carriers(s: Dropzone, side: str, about: tuple[int, ...]) -> Sequence[int]:
    return NOTHING if any(s.units[i].profile.room for q in squads(about) for i in alive_of(s, q)) else []


OWN: dict[str, Targets] = {
    "intercepted-traffic": _hand,
    "static-storm": _hand,
    "secured-uplink": _commander,
    "tangled-orders": _enemy_squads,
    "forward-party": _ready_squads,
    "swift-riposte": _spare_squads,
    "cellar-run": _near_garrisons,
    "hot-ramp": _loaded_aircraft,
    "hard-bank": _aircraft,
    "last-seat": _late_passengers,
    "guns-to-the-sky": _gunners,
    "waiting-in-the-dark": _blades,
    "steady-voices": _influence,
    "back-door": _inside,
    "shaking-walls": _walls,
    "patch-and-weld": _damaged,
    "second-run": _carriers,
}
