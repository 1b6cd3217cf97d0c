"""A sheet of paper for a table: ticks to pixels, and words that are safe in XML."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

from hexless.ruleset import Scene

from .palette import INK, Seat, seats_of

__all__ = ["PAD", "SIDE", "TICKS", "TOP", "Page", "said", "text"]

TICKS = 1000  # to the game's unit
PAD, TOP, SIDE = 26, 58, 190  # pixels: around the table, above it, and the legend's width
_LONG = 28  # characters of a label
_HALO = ' paint-order="stroke" stroke="#ffffff" stroke-width="3" stroke-linejoin="round"'


class Page(NamedTuple):
    """The sheet of paper: ticks to pixels."""

    scene: Scene
    size: int

    @property
    def k(self) -> float:
        return self.size / max(self.scene.width, self.scene.depth, 1)

    @property
    def table(self) -> tuple[float, float]:
        return self.scene.width * self.k, self.scene.depth * self.k

    @property
    def width(self) -> int:
        return round(self.table[0] + 2 * PAD + SIDE)

    @property
    def height(self) -> int:
        return round(max(self.table[1], 420) + TOP + PAD + 44)

    @property
    def seats(self) -> dict[str, Seat]:
        return seats_of(self.scene)

    def at(self, x: float, y: float) -> tuple[float, float]:
        return PAD + x * self.k, TOP + (self.scene.depth - y) * self.k

    def points(self, outline: Iterable[Sequence[float]]) -> str:
        return " ".join(f"{x:.1f},{y:.1f}" for x, y in (self.at(p[0], p[1]) for p in outline))

    def words(self, ticks: float) -> str:
        """A length in the game's unit."""
        return f"{ticks / TICKS:.1f}".removesuffix(".0") + f" {said(self.scene.unit, 8)}"


def said(text: object, most: int = _LONG) -> str:
    """Somebody's words as XML text: short, without what XML cannot hold."""
    plain = "".join(c if c.isprintable() else " " for c in str(text)[: most + 1])
    plain = plain.encode("utf-8", "replace").decode()
    return escape(plain if len(plain) <= most else plain[: most - 1] + "…")


def text(x: float, y: float, words: str, size: float = 11, anchor: str = "middle", **style: str) -> str:
    """Words (already escaped) with a halo, so that they read on any ground."""
    style.setdefault("fill", INK)
    more = "".join(f' {key.replace("_", "-")}="{value}"' for key, value in style.items())
    halo = "" if style["fill"] == "#ffffff" else _HALO
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" text-anchor="{anchor}"{halo}{more}>{words}</text>'
