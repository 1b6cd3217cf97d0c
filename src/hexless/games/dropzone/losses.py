"""Hits that wound, and what a death brings about: wrecks, crashes, falls, collapses, fires, and more hits by them.

All of this is in one module because each may end in any other: a crash hits a garrison, which collapses on a transport.
"""

from __future__ import annotations

from collections.abc import Sequence

from hexless.kernel import Game, act, d3, d6
from hexless.table import Terrain

from . import cards, collateral, commanders, crashes, gates, objectives, scenery, wrecks, zones
from ._sheet import rule
from .damage import Blow, harm, saves, wounds
from .deck import in_force
from .lines import in_cover
from .model import Dropzone, SquadId, Unit, aboard_of, alive_of, change_piece, change_squad, other, squads_in, units_in

# fmt: off
__all__ = [
    "at_once", "automatic", "chipped", "destroy", "hurt", "hurt_zone", "inflict", "lose", "most_of", "resolve_tokens",
    "shield", "struck", "turned_out",
]
# fmt: on

G = Game[Dropzone]


# ---- damage to a unit


def shield(s: Dropzone, unit: int, guard: bool = True) -> int:
    """The Passive number that a unit may use; against Energy 13 and more only a Behemoth has one."""
    p = s.units[unit].profile
    if not guard and p.kind != "behemoth":
        return 0
    return flares(p.passive) if in_force(s, "flare-screen", s.units[unit].squad) else p.passive


@rule("dz.cards.flare-screen")
def flares(passive: int) -> int:
    """Passive Countermeasures of 5+, or its own if they are better."""
    return min(passive or 5, 5)


def most_of(u: Unit, zone: int) -> int:
    """The Damage Points that a unit, or a zone of a Behemoth, can lose."""
    return u.zones[zone] if u.zones else u.dp


def inflict(g: G, unit: int, hits: int, blow: Blow, *, zone: int = 0, guard: bool = True, dodge: bool = False) -> int:
    """Damage dice for some hits, then countermeasures, then the loss. The Damage that got through."""
    u = g.state[unit]
    if hits <= 0 or not u.alive:
        return 0
    least = u.profile.dodge if dodge else 0
    damage: int = g.call(harm, hits, blow, shield(g.state, unit, guard), least, most_of(u, zone))
    hurt(g, unit, damage, zone=zone)
    return damage


def lose(g: G, unit: int, damage: int, *, zone: int = 0, guard: bool = True) -> None:
    """Passive Countermeasures against Damage that needs no dice; then the loss."""
    passive = shield(g.state, unit, guard)
    hurt(g, unit, g.call(saves, damage, passive) if damage and passive else damage, zone=zone)


def hurt(g: G, unit: int, damage: int, *, zone: int = 0, close: str = "") -> None:
    """Take Damage Points off a unit; `close`: the side whose Close Quarters weapon did it."""
    u = g.state[unit]
    if damage <= 0 or not u.alive:
        return
    if close:
        change_squad(g, u.squad, hurt=True)
    if u.zones:
        hurt_zone(g, unit, zone, damage)
        return
    left = max(0, u.dp - damage)
    g.note("damaged", unit=unit, damage=damage, left=left)
    if left:
        g.change(unit, dp=left)
    else:
        destroy(g, unit, close)


@rule("dz.play.behemoth-zones")
def hurt_zone(g: G, unit: int, zone: int, damage: int) -> None:
    """Damage Points come off one zone of a Behemoth; two zones at 0 destroy it."""
    zones.wear(g, unit, zone, damage)
    if zones.broken(g.state, unit):
        destroy(g, unit)


@rule("dz.play.dice")
def automatic(
    g: G, unit: int, hits: int, energy: int, why: str, *, cover: bool = False, six: bool = False, again: str = "",
    retry: str = "",
) -> int:  # fmt: skip
    """Automatic hits from a crash, a wreck, a collapse or a fire."""
    u = g.state[unit]
    if not u.alive:  # another crash of the same moment was quicker
        return 0
    body = int(cover and in_cover(g.state, None, u, "body"))
    g.note("hits", unit=unit, hits=hits, energy=energy, why=why)
    blow = Blow(energy, u.profile.armour, body, criticals=not (six or u.profile.resilient), six=six,
                cover_criticals=g.state.rulings.body_cover_critical)  # fmt: skip
    blow = blow.with_(again=again, retry=retry) if again or retry else blow
    return inflict(g, unit, hits, blow, dodge=six)


# ---- a unit that is no more


def destroy(g: G, unit: int, close: str = "") -> None:
    """A unit dies: Kill Points, what it carried, who was inside, and the crash of an aircraft."""
    u = g.state[unit]
    cargo = aboard_of(g.state, unit)
    g.change(unit, dp=0, scan=False, zones=())
    g.note("destroyed", unit=unit)
    if u.cv:
        cards.bereave(g, u.side)
    score_kill(g, u)
    if not alive_of(g.state, u.squad):
        objectives.lost_with(g, u.squad, u, close)
    if u.flying and u.placed and u.aboard is None:
        down(g, unit, cargo)
    elif u.profile.kind == "behemoth" and u.here:
        fall(g, unit)
    elif cargo:
        wreck(g, unit, cargo)
    g.change(unit, aboard=None, piece=None, edge=-1, flying=False, held=False)
    if u.profile.access:
        for held in gates.stranded(g.state, u.side):
            shut(g, held)


@rule("dz.play.victory")
def score_kill(g: G, u: Unit) -> None:
    """Kill Points: the points of the unit, and of the commander in it."""
    s = g.state
    foe = s.sides.index(other(s, u.side))
    if u.cv:
        g.cite(f"dz.commanders.cv-{u.cv}")
    worth = u.profile.points + commanders.cost_of(u.cv)
    g.set(kills=tuple(k + worth * (i == foe) for i, k in enumerate(s.kills)))


@rule("dz.play.unit-access")
def shut(g: G, unit: int) -> None:
    """Who is in Holding when the last gate is gone counts as destroyed."""
    if g.state[unit].alive:
        destroy(g, unit)


# ---- transports and aircraft


@rule("dz.transports.destroyed-hits")
def wreck(g: G, unit: int, cargo: Sequence[int]) -> None:
    """Hits of Energy 10 on every unit aboard. Then they get out."""
    hits = wrecks.wreck_hits(g.sum(d3(), "destroyed transport"))
    g.note("wreck", unit=unit, hits=hits)
    g.each(hurled, cargo if hits else (), hits)
    bail(g, unit, cargo)


def hurled(g: G, unit: int, hits: int) -> None:
    """The hits of a wreck on one unit aboard."""
    automatic(g, unit, hits, 10, "the wreck")


def bail(g: G, unit: int, cargo: Sequence[int]) -> None:
    """Who survives gets out."""
    g.each(jump, [i for i in cargo if g.state[i].alive], unit)


def jump(g: G, unit: int, out_of: int) -> None:
    """One of them."""
    if g.state[unit].alive and g.state[unit].aboard == out_of and not wrecks.get_out(g, out_of, unit):
        no_room(g, unit)


@rule("dz.transports.no-room")
def no_room(g: G, unit: int) -> None:
    """A survivor that cannot be placed is destroyed too."""
    destroy(g, unit)


def down(g: G, unit: int, cargo: Sequence[int]) -> None:
    """An aircraft is destroyed in the air."""
    if not g.state[unit].profile.small:
        crash(g, unit, cargo)
        return
    no_crash(g, unit)
    if cargo:
        wreck(g, unit, cargo)


@rule("dz.aircraft.small-no-crash")
def no_crash(g: G, unit: int) -> None:
    """An Aircraft-S does not crash."""
    g.note("no crash", unit=unit)


@rule("dz.aircraft.crash-hits")
def crash(g: G, unit: int, cargo: Sequence[int]) -> None:
    """Hits of Energy 10 on everything that near, the cargo too, which then gets out."""
    u = g.state[unit]
    hits = crashes.crash_hits(g.sum(d3(), "crash"))
    g.note("crash", unit=unit, hits=hits)
    if hits:
        g.each(burning_wreck, (*crashes.near_units(g.state, u, hits, unit), *cargo), hits)
        g.each(struck, crashes.near_pieces(g.state, u, hits), hits, 10)
    bail(g, unit, cargo)


def burning_wreck(g: G, unit: int, hits: int) -> None:
    """The hits of a crash on one unit."""
    automatic(g, unit, hits, 10, "a crash", cover=True)


# ---- a Behemoth falls


@rule("dz.play.behemoth-zones")
def fall(g: G, unit: int) -> None:
    """A die: as many hits of Energy 10 within as many inches, and a wreck; on a 1 another: all that near is gone."""
    u = g.state[unit]
    reach = g.sum(d6(), "the fall")
    gone = reach == 1
    if gone:
        reach = g.sum(d6(), "the fall, again")
    else:
        wrecks.leave_wreck(g, u)
    g.note("falls", unit=unit, inches=reach)
    near = crashes.near_pieces(g.state, u, reach)
    g.each(buried, crashes.near_units(g.state, u, reach, unit), reach, gone)
    if gone:
        g.each(vanish, near)
    else:
        g.each(struck, near, reach, 10)


def buried(g: G, unit: int, hits: int, gone: bool) -> None:
    """What the fall of a Behemoth does to one unit."""
    if g.state[unit].alive and gone:
        destroy(g, unit)
    elif g.state[unit].alive:
        automatic(g, unit, hits, 10, "the fall", cover=True)


@rule("dz.play.behemoth-zones")
def vanish(g: G, piece: int) -> None:
    """A piece that stands up is gone, and everybody in it; nothing is left of it but the ground."""
    s = g.state
    if not s.terrain.pieces[piece].height:
        return
    inside = units_in(s, piece)
    objectives.buried(g, piece)
    change_piece(g, piece, tokens=0, dp=0, fresh=False)
    for unit in inside:
        destroy(g, unit)
    scenery.flatten(g, piece, "gone", ())
    g.note("vanishes", piece=s.terrain.pieces[piece].name)


# ---- damage to scenery


@rule("dz.scenery.destructible-critical")
def chipped(g: G, piece: int, damage: int, criticals: int) -> bool:
    """Damage on a piece; a Critical does only 1 and leaves a Collateral Damage token. Whether there was any."""
    if g.state.scenery[piece].dp:
        damaged(g, piece, damage)
    if criticals and g.state.scenery[piece].dp:
        scenery.add_tokens(g, piece, criticals)
    return damage > 0


def struck(g: G, piece: int, hits: int, energy: int) -> None:
    """Automatic hits on a piece that can be destroyed."""
    at = g.state.scenery[piece]
    if hits > 0 and at.dp:
        chipped(g, piece, *g.call(wounds, hits, Blow(energy, at.armour, scenery=True)))
    if g.state.rulings.collateral_at_once == "any":
        at_once(g, piece)
    elif g.state.scenery[piece].fresh:
        change_piece(g, piece, fresh=at.fresh)


def damaged(g: G, piece: int, damage: int) -> None:
    """Damage Points off a piece; at none it collapses."""
    left = max(0, g.state.scenery[piece].dp - damage)
    if damage <= 0:
        return
    g.note("scenery damaged", piece=g.state.terrain.pieces[piece].name, damage=damage, left=left)
    change_piece(g, piece, dp=left)
    if not left:
        g.call(collapse, piece)


@rule("dz.scenery.destroyed-becomes-tough")
def collapse(g: G, piece: int) -> None:
    """Tough ground remains; units that near and inside take hits with the Energy of its Armour."""
    s, was = g.state, g.state.scenery[piece]
    g.note("collapses", piece=s.terrain.pieces[piece].name)
    inside, before = units_in(s, piece), s.terrain
    change_piece(g, piece, tokens=0, dp=0, fresh=False)
    objectives.buried(g, piece)
    for unit in inside:
        g.change(unit, piece=None, edge=-1, placed=False)
    falls = s.rulings.small_scenery_collapse or was.full >= 10
    scenery.flatten(g, piece, *(("ruins", ("tough",)) if falls else ("gone", ())))
    if falls:
        debris(g, piece, before, was.armour, inside)
    for squad in dict.fromkeys(g.state[unit].squad for unit in inside):
        turned_out(g, [i for i in inside if g.state[i].squad == squad and g.state[i].alive], piece)


def turned_out(g: G, units: list[int], piece: int) -> None:
    """Units get out of a garrison in coherency; who has no room is destroyed."""
    done: list[int] = []
    for unit in units:
        if wrecks.put_outside(g, unit, done, piece):
            done.append(unit)
        else:
            destroy(g, unit)


@rule("dz.scenery.collapse-hits")
def debris(g: G, piece: int, before: Terrain, energy: int, inside: tuple[int, ...]) -> None:
    """1D3 inches and as many hits outside; 2D3 hits on each unit inside. Body Cover does not help."""
    reach = g.sum(d3(), "collapse")
    g.each(rubble, scenery.near_outline(g.state, before, piece, reach, inside), reach, energy)
    if inside:
        crushed(g, inside, energy)


@rule("dz.scenery.collapse-inside")
def crushed(g: G, inside: tuple[int, ...], energy: int) -> None:
    """Rolled once for all who were inside."""
    hits = g.sum(d3(2), "collapse inside")
    g.each(rubble, inside, hits, energy)


def rubble(g: G, unit: int, hits: int, energy: int) -> None:
    """The hits of a collapse on one unit."""
    if g.state[unit].alive:
        automatic(g, unit, hits, energy, "the collapse")


# ---- fires


def at_once(g: G, piece: int) -> None:
    """New tokens on a piece: nothing yet, if nobody is inside."""
    if not g.state.scenery[piece].fresh:
        return
    change_piece(g, piece, fresh=False)
    if squads_in(g.state, piece):
        flare_up(g, piece)


@rule("dz.garrisons.immediate-collateral", "dz.collateral.occupied-resolve-all")
def flare_up(g: G, piece: int) -> None:
    """All tokens of an occupied garrison, old and new, are resolved as soon as there are new ones; once."""
    resolve_tokens(g, piece)


@rule("dz.collateral.round-up-hits", "dz.collateral.token-removed")
@act
def resolve_tokens(g: G, piece: int) -> None:
    """Every token hits the piece, and one random squad inside; those that fail to damage the piece are removed."""
    s = g.state
    at, energy, inside = s.scenery[piece], collateral.energy_of(s, piece), squads_in(s, piece)
    if not at.tokens or not at.dp:
        return
    played = collateral.cards_on(g)
    kept = collateral.damaging(g, at, energy, played)
    g.note("collateral", piece=s.terrain.pieces[piece].name, tokens=at.tokens, damage=kept)
    change_piece(g, piece, tokens=at.tokens if "spreading-blaze" in played else kept, fresh=False)
    if inside:
        burn_squad(g, inside, at.tokens, energy, played)
    if kept and g.state.scenery[piece].dp:
        damaged(g, piece, kept)


@rule("dz.collateral.hits-scenery-and-squad", "dz.collateral.no-body-cover")
def burn_squad(g: G, inside: list[SquadId], tokens: int, energy: int, played: Sequence[str] = ()) -> None:
    """As many hits as tokens on one unit of one of the squads inside; no Body Cover."""
    again = "dz.cards.fire-wardens" if "fire-wardens" in played else ""
    retry = "dz.cards.spreading-blaze" if "spreading-blaze" in played else ""
    unit = collateral.victim(g, inside)
    automatic(g, unit, tokens, energy, "collateral damage", six=True, again=again, retry=retry)
