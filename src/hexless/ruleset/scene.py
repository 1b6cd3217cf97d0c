"""Scenes: a state as something to look at; plain data in ticks for the terminal, the SVG writer and the browser."""

from __future__ import annotations

from hexless.kernel import Value

__all__ = ["Area", "Mark", "Scene", "Tally", "Token"]


class Area(Value, frozen=True):
    """A patch of ground: terrain, a zone, a field of smoke."""

    name: str
    outline: tuple[tuple[int, int], ...]
    kind: str = "terrain"  # terrain, zone, smoke, water, building, wood, hill, ...
    height: int = 0
    traits: tuple[str, ...] = ()


class Token(Value, frozen=True, cache_hash=True):
    """A base on the table."""

    unit: int
    name: str
    seat: str
    x: int
    y: int
    radius: int = 0
    length: int = 0
    width: int = 0
    facing: tuple[int, int] | None = None
    symbol: str = ""  # infantry, vehicle, mech, aircraft, ...: a sign and a model of draw/looks.json
    status: tuple[str, ...] = ()  # counters and tokens on it
    stats: tuple[tuple[str, str], ...] = ()
    inside: int | None = None  # the token that carries it, or the area index that holds it
    gone: bool = False  # destroyed: shown as a wreck, or not at all
    figures: int = 1  # on the base, as many as are left
    health: tuple[int, int] | None = None  # what is left, and what there was at first
    signs: tuple[str, ...] = ()  # small pictures on it: aloft, leader, and the counters that draw/models.json knows


class Mark(Value, frozen=True):
    """A point that matters: an objective, a marker, a template."""

    name: str
    x: int
    y: int
    kind: str = "objective"
    radius: int = 0
    seat: str | None = None


class Tally(Value, frozen=True):
    """What a side has: points, and what it may still spend."""

    seat: str
    what: str
    value: int


class Scene(Value, frozen=True):
    """The whole table, in the game's unit."""

    unit: str
    width: int
    depth: int
    areas: tuple[Area, ...] = ()
    tokens: tuple[Token, ...] = ()
    marks: tuple[Mark, ...] = ()
    title: str = ""
    turn: int = 0
    turns: int = 0  # after which it ends
    tallies: tuple[Tally, ...] = ()
