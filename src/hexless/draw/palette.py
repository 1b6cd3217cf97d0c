"""What things look like, on paper and in a terminal: never told by colour alone."""

from __future__ import annotations

from typing import NamedTuple

from hexless.ruleset import Area, Scene

__all__ = ["GROUND", "INK", "PAPER", "SEATS", "Ground", "Seat", "ground_of", "seats_of"]

PAPER, INK = "#eef0dc", "#1c2326"  # the table and what is written on it


class Seat(NamedTuple):
    """A side: its colour, the hatch of its bases and the shape of its badges; brackets in a terminal."""

    colour: str
    on: str  # the colour of writing on it
    hatch: str
    badge: str
    brackets: str


SEATS = (
    Seat("#0072B2", "#ffffff", "solid", "circle", "()"),
    Seat("#D55E00", "#ffffff", "stripes", "square", "[]"),
    Seat("#F0E442", "#1c2326", "dots", "diamond", "<>"),
    Seat("#CC79A7", "#1c2326", "cross", "triangle", "{}"),
)


class Ground(NamedTuple):
    """A kind of ground: fill, line, the pattern's marks as a path in a 16 x 16 tile, and a terminal's sign for it."""

    fill: str
    line: str
    marks: str
    sign: str
    solid: bool = False  # whether the marks are filled


GROUND = {
    "wood": Ground("#bcd3a0", "#3f6b2a", "M4 9 l3 -6 3 6 z M11 16 l2.5 -5 2.5 5 z", "♣", True),
    "building": Ground("#c9c4bb", "#4b4640", "M0 0 L16 16 M16 0 L0 16", "#"),
    "hill": Ground("#ddcfa2", "#7d6630", "M2 11 q4 -6 8 0 M9 16 q3 -4 6 0", "^"),
    "water": Ground("#bcdcea", "#2b6c8c", "M0 5 q4 -4 8 0 t8 0 M0 13 q4 -4 8 0 t8 0", "~"),
    "rough": Ground("#d9d3bd", "#6a624c", "M3 4 h3 M11 3 h2 M7 9 h3 M2 13 h2 M12 12 h3", ":"),
    "smoke": Ground("#d5d8dc", "#6b7178", "M8 8 m-4 0 a4 4 0 1 1 8 0 a4 4 0 1 1 -8 0", "o"),
    "road": Ground("#e4dccb", "#8d8470", "M0 8 h6 M10 8 h6", "="),
    "wall": Ground("#b9aea2", "#4b4640", "M0 4 h16 M0 12 h16 M4 4 v8 M12 12 v8 M12 -4 v8", "%"),
    "terrain": Ground("#d3dac0", "#59634a", "M0 16 L16 0", "/"),
    "zone": Ground("none", "#5b5f63", "", "."),
}
_ALIKE = {"forest": "wood", "woods": "wood", "trees": "wood", "ruin": "building", "house": "building", "lake": "water"}
_ALIKE |= {"river": "water", "marsh": "water", "crag": "hill", "ridge": "hill", "rubble": "rough", "field": "rough"}


def ground_of(area: Area) -> str:
    """The look of an area: its kind's, else that of the first trait that has one, else plain terrain."""
    for word in (area.kind, *area.traits):
        word = _ALIKE.get(word, word)
        if word in GROUND and word != "terrain":
            return word
    return "terrain"


def seats_of(scene: Scene) -> dict[str, Seat]:
    """Each seat's look, by its place among the names in order of appearance."""
    names = dict.fromkeys(token.seat for token in scene.tokens)
    names.update(dict.fromkeys(mark.seat for mark in scene.marks if mark.seat))
    return {name: SEATS[i % len(SEATS)] for i, name in enumerate(names)}
