"""The table to look at: scenery, objectives, and every unit with what a player wants to know of it."""

from __future__ import annotations

from functools import lru_cache

from hexless.kernel import Choice
from hexless.ruleset import Area, Mark, Scene, Tally, Token
from hexless.table import Base, Point, Terrain

from .choices import squads_of
from .deck import card_of
from .lines import edge_spot
from .model import (
    CENTRE,
    INCH,
    Dropzone,
    Mission,
    Objective,
    Profile,
    Scenery,
    Squad,
    SquadId,
    Unit,
    alive_of,
    outermost,
)
from .zones import ZONES

__all__ = ["drawn", "scene", "stands"]


def scene(s: Dropzone) -> Scene:
    """The table to look at."""
    marks = tuple(_mark(s, o) for o in s.objectives if not o.gone)
    tokens = tuple([_shown(s, i, u) for i, u in enumerate(s.units) if _top(s, i, u).placed])
    title = f"{s.mission.name}, round {s.round} of {s.mission.rounds}"
    if s.hands:
        title += f", cards in hand: {', '.join(f'{side} {len(hand)}' for side, hand in zip(s.sides, s.hands))}"
    tallies = [Tally(side, "points", n) for side, n in zip(s.sides, s.vp)]
    tallies += [Tally(side, "cards", len(hand)) for side, hand in zip(s.sides, s.hands)]
    return Scene(
        "in", s.terrain.width, s.terrain.depth, _areas(s.terrain, s.scenery, s.sides, s.mission), tokens, marks, title,
        s.round, s.mission.rounds, tuple(tallies),
    )  # fmt: skip


def drawn(s: Dropzone, unit: int) -> tuple[Token, ...]:
    """A unit as it looks, wherever it is."""
    u = s.units[unit]
    return (_token(unit, u, Point(0, 0), s.squads[u.squad], ()),)


@lru_cache(maxsize=1 << 9)
def _areas(
    terrain: Terrain, scenery: tuple[Scenery, ...], sides: tuple[str, ...], mission: Mission
) -> tuple[Area, ...]:
    pieces = [
        Area(_piece_name(p.name, at), p.outline, _ground(p.traits), p.height, p.traits)
        for p, at in zip(terrain.pieces, scenery)
    ]
    return (*pieces, *(Area(f"{side} deploys", z.outline, "zone") for side, z in zip(sides, mission.zones)))


def _piece_name(name: str, at: Scenery) -> str:
    tokens = f", {at.tokens} tokens" if at.tokens else ""
    return f"{name} ({at.dp} DP{tokens})" if at.dp else name


def _ground(traits: tuple[str, ...]) -> str:
    kinds = (
        ("flammable", "wood"), ("garrison", "building"), ("destructible", "wall"), ("exceptional", "road"),
        ("solid", "cliff"), ("impassable", "water"), ("tough", "rough"), ("passable", "field"),
    )  # fmt: skip
    return next((kind for trait, kind in kinds if trait in traits), "rough")


def _mark(s: Dropzone, o: Objective) -> Mark:
    x, y = o.x, o.y
    if o.carrier is not None and (units := alive_of(s, o.carrier)):
        base = s.units[outermost(s, units[0])].base
        x, y = max(0, base.x), max(0, base.y)
    return Mark(f"{o.name}{' (hidden)' if o.hidden else ''}", x, y, "objective", 2 * INCH, o.owner)


def _top(s: Dropzone, unit: int, u: Unit) -> Unit:
    return u if u.aboard is None else s.units[outermost(s, unit)]


def _shown(s: Dropzone, unit: int, u: Unit) -> Token:
    base = _top(s, unit, u).base
    at = base if u.piece is None else edge_spot(s.terrain, u.piece, u.edge)
    working = tuple([card_of(effect.card).name for effect in s.effects if effect.squad == u.squad]) if s.effects else ()
    return _token(unit, u, at, s.squads[u.squad], working)


@lru_cache(maxsize=1 << 11)
def _token(unit: int, u: Unit, at: Point | Base, squad: Squad, working: tuple[str, ...]) -> Token:
    whole = (sum(u.zones), sum(u.profile.zones)) if u.profile.zones else (u.dp, u.profile.dp)
    figures = max(1, 5 * u.dp // u.profile.dp) if u.profile.kind == "infantry" else 1
    return Token(
        unit, u.name, u.side, at.x, at.y, radius=u.base.radius, facing=(u.base.fx, u.base.fy),
        symbol=_symbol(u.profile), figures=figures, health=whole, signs=_signs(u, squad),
        status=(*_status(u, squad), *working), stats=_stats(u),
        inside=u.aboard if u.aboard is not None else u.piece, gone=not u.alive,
    )  # fmt: skip


def _symbol(p: Profile) -> str:
    if p.carries:
        return "lift" if p.kind == "aircraft" else "transport"
    return {"tank": "vehicle", "walker": "mech"}.get(p.kind, p.kind)


def _signs(u: Unit, squad: Squad) -> tuple[str, ...]:
    flags = {
        "aloft": u.flying, "leader": u.cv, "done": squad.done, "prize": squad.carries is not None, "marked": u.scan,
    }  # fmt: skip
    return tuple(sign for sign, on in flags.items() if on)


def _status(u: Unit, squad: Squad) -> tuple[str, ...]:
    place = "in the centre" if u.edge == CENTRE else f"at side {u.edge + 1}"
    flags = {
        f"CV {u.cv}": u.cv, "flying": u.flying, "Scan Token": u.scan, "acted": squad.done, place: u.piece is not None,
        "objective": squad.carries is not None, "disembarked": squad.disembarked,
    }  # fmt: skip
    return tuple(word for word, on in flags.items() if on)


def _stats(u: Unit) -> tuple[tuple[str, str], ...]:
    p = u.profile
    counters = [
        word for word, on in (("A", p.active), (f"P{p.passive}+", p.passive), (f"E+{p.evasion}", p.evasion)) if on
    ]
    rows = [("MV", str(p.mv)), ("CM", ", ".join(counters) or "-"), ("Armour", str(p.armour)), ("DP", str(u.dp))]
    rows += [("Type", p.kind), ("Category", p.category)]
    rows += [("Special", ", ".join(_special(p)))] if _special(p) else []
    rows += [(ZONES[z], str(left)) for z, left in enumerate(u.zones)]
    rows += [(gun.name, _gun(gun.full, gun.countered, gun.shots, gun.accuracy, gun.energy)) for gun in p.guns]
    return tuple(rows)


def _special(p: Profile) -> list[str]:
    """The special rules of a type, as players write them."""
    words = {
        "Access": p.access, "Bloodthirsty": p.bloodthirsty, "Command Centre": p.command_centre,
        f"Dodge {p.dodge}+": p.dodge, f'Fast {p.fast}-{p.mv}"': p.fast, f'Infiltrate {p.infiltrate}"': p.infiltrate,
        "Large": p.large, f'Rapid Insertion {p.insertion}"': p.insertion >= 0, "Rare": p.rare,
        "Resilient": p.resilient, "Scout": p.scout, "Wide": p.wide, "drop-harness": p.harness,
    }  # fmt: skip
    return [word for word, on in words.items() if on]


def _gun(full: int, countered: int, shots: int, accuracy: int, energy: int) -> str:
    ranges = "/".join("∞" if inches < 0 else f'{inches}"' for inches in (full, countered))
    return f"{ranges} {shots}x{f'{accuracy}+' if accuracy >= 0 else 'auto'} E{energy}"


def stands(s: Dropzone, about: str, option: Choice) -> tuple[int, ...]:
    """The units of a squad, or of all squads of a battlegroup."""
    if not isinstance(option, int) or about not in ("squad", "group"):
        return ()
    squads = [SquadId(option)] if about == "squad" else squads_of(s, option)
    return tuple(unit for squad in squads for unit in alive_of(s, squad))
