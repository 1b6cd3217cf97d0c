"""Units as small models, seen from above: `models.json` holds their paths, the browser draws the same ones.

A paint is a list of paths, each with its ink: fill, line, width and opacity, such as "side rim 2 .8". The front is +x.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from math import atan2, cos, degrees, radians

import msgspec

from hexless.ruleset import Token

from .palette import COLOURS, SIGNS, Seat

__all__ = ["MODELS", "figure", "model_of"]


class Model(msgspec.Struct, frozen=True):
    """A model: the radius of the base that it is drawn for, its height in inches, its outline and its paint."""

    size: float
    height: float
    outline: str
    paint: tuple[tuple[str, ...], ...]


class _Squad(msgspec.Struct, frozen=True):
    scale: float
    size: float
    height: float
    spots: tuple[tuple[float, float, float], ...]


class _Book(msgspec.Struct, frozen=True):
    star: str
    squad: _Squad
    models: dict[str, Model]
    counters: dict[str, tuple[tuple[str, ...], ...]]


_BOOK = msgspec.json.decode(files(__package__ or "").joinpath("models.json").read_bytes(), type=_Book)
MODELS = _BOOK.models


def model_of(token: Token) -> str:
    """The model on a base: `squad`, one man or a machine; nothing where we have none."""
    model = SIGNS[token.symbol].model if token.symbol in SIGNS else ""
    return "man" if model == "squad" and token.figures <= 1 else model


def figure(token: Token, seat: Seat, radius: float) -> str:
    """The model of a unit on a base of so many pixels around the origin, looking the way it faces."""
    name = model_of(token)
    if not name:
        return ""
    fx, fy = token.facing or (1, 0)
    turn = degrees(atan2(-fy, fx))
    mirror = " scale(1 -1)" if cos(radians(turn)) < 0 else ""  # so that the painted light stays on the upper side
    size = _BOOK.squad.size if name == "squad" else MODELS[name].size
    inks = _inks(seat)
    if name == "squad":
        spots = _BOOK.squad.spots[: min(token.figures, len(_BOOK.squad.spots))]
        body = "".join(
            f'<g transform="translate({x:g} {y:g}) rotate({a:g}) scale({_BOOK.squad.scale})">'
            f"{_painted(MODELS['man'].paint, inks)}</g>"
            for x, y, a in spots
        )
    else:
        body = _painted(MODELS[name].paint, inks)
    return f'<g transform="rotate({turn:.1f}){mirror} scale({0.94 * radius / size:.3f})">{body}</g>'


def _painted(paint: Sequence[Sequence[str]], inks: dict[str, str]) -> str:
    return "".join(_stroke(inks, *each) for each in paint)


def _stroke(inks: dict[str, str], ink: str, path: str, place: str = "") -> str:
    fill, line, *more = ink.split()
    look = f'fill="{inks.get(fill, fill)}" stroke="{inks.get(line, line)}" stroke-linejoin="round"'
    wide = more[0] if more else "1"
    see = f' opacity="{more[1]}"' if len(more) > 1 else ""
    turned = f' transform="{place}"' if place else ""
    return f'<path d="{path}" {look} stroke-width="{wide}" stroke-linecap="round"{see}{turned}/>'


def _inks(seat: Seat) -> dict[str, str]:
    """The colours of a side, and of everything that belongs to none."""
    return {
        **COLOURS,
        "-": "none",
        "side": seat.colour,
        "lit": _mixed(seat.colour, 255),
        "dim": _mixed(seat.colour, 0),
    }


def _mixed(colour: str, with_: int, part: float = 0.52) -> str:
    tones = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{round(tone * part + with_ * (1 - part)):02x}" for tone in tones)
