"""How a game looks: the table, its figures, and what is said of them."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain

from hexless.ruleset import Area, Mark, Scene, Tally, Token
from hexless.table import Terrain

from .model import AT43, CM, Fighter, Unit
from .victory import holder

__all__ = ["drawn", "scene"]


def scene(s: AT43) -> Scene:
    """The table to look at; the fighters of a unit share its number."""
    areas = _areas(s.terrain)
    if s.phase == "deploy" or any(u.arrives and not u.placed and u.alive for u in s.units):
        zones = zip(s.sides, s.mission.zones)
        areas = (*areas, *(Area(f"{side} deploys", z.outline, "zone") for side, z in zones))
    goals = [(o, "objective") for o in s.mission.objectives] + [(o, "drop point") for o in s.mission.drops]
    marks = tuple(Mark(f"{o.name} ({o.points})", o.x, o.y, kind, 10 * CM, holder(s, o)) for o, kind in goals)
    tokens = chain.from_iterable([_tokens(i, u) for i, u in enumerate(s.units) if u.placed])
    title = f"{s.mission.name}, round {s.round} of {s.mission.rounds}: {s.vp[0]} to {s.vp[1]}"
    return Scene(
        "cm", s.terrain.width, s.terrain.depth, areas, tuple(tokens), marks, title, s.round, s.mission.rounds,
        _tallies(s.sides, s.vp, s.lp, s.cards),
    )  # fmt: skip


@lru_cache(maxsize=64)
def _tallies(
    sides: tuple[str, ...], points: tuple[int, ...], leadership: tuple[int, ...], cards: tuple[tuple[int, ...], ...]
) -> tuple[Tally, ...]:
    tallies = [Tally(side, "points", n) for side, n in zip(sides, points)]
    tallies += [Tally(side, "leadership", n) for side, n in zip(sides, leadership)]
    return (*tallies, *(Tally(side, "cards to come", len(row)) for side, row in zip(sides, cards)))


def drawn(s: AT43, unit: int) -> tuple[Token, ...]:
    """A unit as it looks, wherever it is."""
    return _tokens(unit, s.units[unit])


@lru_cache(maxsize=64)
def _areas(terrain: Terrain) -> tuple[Area, ...]:
    return tuple([Area(p.name, p.outline, _ground(p.traits), p.height, p.traits) for p in terrain.pieces])


def _ground(traits: tuple[str, ...]) -> str:
    return "wall" if "low-wall" in traits else "building"


@lru_cache(maxsize=512)
def _tokens(unit: int, u: Unit) -> tuple[Token, ...]:
    """The figures of a unit, drawn again only when something of it has changed."""
    return tuple(_token(unit, u, n) for n in range(len(u.fighters)))


def _token(unit: int, u: Unit, n: int) -> Token:
    f, b = u.fighters[n], u.fighters[n].base
    head = n == u.leader and f.alive
    kinds = {"strider": "mech", "generator": "building", "type-3": "heavy"}
    symbol = kinds.get(u.card.kind, "hero" if f.person else "infantry")
    return Token(
        unit, u.name, u.side, b.x, b.y, radius=b.radius, facing=(b.fx, b.fy), symbol=symbol,
        status=(*_own(u, f, head), *(_shared(u) if head else ())), stats=_stats(u, f),
        gone=u.gone or not (f.alive or f.wreck), signs=_signs(u, f, head), health=_structure(u, f),
    )  # fmt: skip


def _structure(u: Unit, f: Fighter) -> tuple[int, int] | None:
    """The structure points of a vehicle, all its parts together."""
    c = u.card
    whole = c.frame + c.propulsion + c.arm * len(f.arms)
    return (f.frame + f.propulsion + sum(f.arms), whole) if f.vehicle else None


def _signs(u: Unit, f: Fighter, head: bool) -> tuple[str, ...]:
    flags = {
        "leader": (head and len(u.fighters) > 1 and u.card.soldier) or f.person, "stuck": f.immobile or f.wreck,
        "pinned": head and u.deck, "watch": head and u.overwatch, "cover": head and u.covered,
        "shaken": head and u.status != "valiant",
    }  # fmt: skip
    return tuple(sign for sign, on in flags.items() if on)


def _own(u: Unit, f: Fighter, head: bool) -> list[str]:
    """The signs of one fighter."""
    person = f.person.title if f.person else ""
    flags = {
        "leader": head and u.card.kind != "generator" and len(u.fighters) > 1, person: bool(person),
        "special weapon": f.special, "immobile": f.immobile, "abandoned": f.wreck,
    }  # fmt: skip
    return [word for word, on in flags.items() if on]


def _shared(u: Unit) -> list[str]:
    """The signs of a unit, shown on its leader."""
    flags = {
        "engaged": u.engaged, "overwatch": u.overwatch, "on the deck": u.deck, "in cover": u.covered,
        u.status: u.status != "valiant", "has a card": u.carded,
    }  # fmt: skip
    return [word for word, on in flags.items() if on]


def _stats(u: Unit, f: Fighter) -> tuple[tuple[str, str], ...]:
    c = u.card
    rows = [("Move", str(c.move // CM)), ("Combat", str(c.combat)), ("Protection", str(c.protection))]
    rows += [("Morale", str(c.morale) if c.morale else "none")]
    if f.vehicle:
        rows += [("Frame", str(f.frame)), ("Propulsion", str(f.propulsion))]
    for w in f.weapons:
        a = c.weapons[w]
        lost = " (destroyed)" if f.vehicle and not f.arms[w] else ""
        need = "locked" if a.locked else f"A{a.accuracy}"
        rows.append((a.name, f"{a.rate}/{a.reroll} {need} P{a.penetration} D{a.damage}{lost}"))
    return tuple(rows)
