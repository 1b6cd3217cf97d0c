"""What things look like, on paper and in a terminal: never told by colour alone.

`looks.json` holds it; the browser's table is built from the same file.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import msgspec

from hexless.ruleset import Area, Scene

__all__ = ["COLOURS", "GROUND", "INK", "PAPER", "SEATS", "SIGNS", "Ground", "Seat", "Sign", "ground_of", "seats_of"]


class Colour(msgspec.Struct, frozen=True):
    """A colour by day and by night; paper knows only the day."""

    day: str
    night: str


class Seat(msgspec.Struct, frozen=True):
    """A side: its colour, the hatch of its bases in a 6 x 6 tile and the frame of its signs; brackets in a terminal."""

    colour: str
    night: str
    on: str  # the colour of writing on it
    hatch: str
    frame: str
    brackets: str
    names: tuple[str, ...]  # seats called so look so


class _Ground(msgspec.Struct, frozen=True):
    fill: Colour
    line: Colour
    marks: str
    solid: bool
    sign: str
    alike: tuple[str, ...]


class Ground(msgspec.Struct, frozen=True):
    """A kind of ground: fill, line, the pattern's marks as a path in a 16 x 16 tile, and a terminal's sign for it."""

    fill: str
    line: str
    marks: str
    sign: str
    solid: bool  # whether the marks are filled


class Sign(msgspec.Struct, frozen=True):
    """A unit's sign: a path in a box from -1 to 1, y down, and a terminal's letter."""

    path: str
    letter: str
    model: str  # what stands on its base, see `models`


class _Looks(msgspec.Struct, frozen=True):
    table: Colour
    ink: Colour
    palette: dict[str, tuple[str, str, str]]  # every colour of the art: day, night, print
    seats: tuple[Seat, ...]
    ground: dict[str, _Ground]
    signs: dict[str, Sign]


_LOOKS = msgspec.json.decode(files(__package__ or "").joinpath("looks.json").read_bytes(), type=_Looks)
PAPER, INK = _LOOKS.table.day, _LOOKS.ink.day  # the table and what is written on it
SEATS, SIGNS = _LOOKS.seats, _LOOKS.signs
COLOURS = {name: tones[0] for name, tones in _LOOKS.palette.items()}
GROUND = {
    name: Ground(look.fill.day, look.line.day, look.marks, look.sign, look.solid)
    for name, look in _LOOKS.ground.items()
}
_ALIKE = {word: name for name, look in _LOOKS.ground.items() for word in look.alike}


def ground_of(area: Area) -> str:
    """The look of an area: its kind's, else that of the first trait that has one, else plain terrain."""
    for word in (area.kind, *area.traits):
        word = _ALIKE.get(word, word)
        if word in GROUND and word != "terrain":
            return word
    return "terrain"


def seats_of(scene: Scene) -> dict[str, Seat]:
    """Each seat's look: the one that its name says, else the next that is free, in order of appearance."""
    names: dict[str, Any] = dict.fromkeys(token.seat for token in scene.tokens)
    names.update(dict.fromkeys(mark.seat for mark in scene.marks if mark.seat))
    looks: dict[str, Seat] = {}
    for name in names:
        said = next((seat for seat in SEATS if name.lower() in seat.names), None)
        if said is not None and said not in looks.values():
            looks[name] = said
    for i, name in enumerate(names):
        if name not in looks:
            free = [seat for seat in SEATS if seat not in looks.values()]
            looks[name] = free[0] if free else SEATS[i % len(SEATS)]
    return {name: looks[name] for name in names}
