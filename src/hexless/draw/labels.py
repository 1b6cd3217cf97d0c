"""Names on a page: each label goes where it hides least of the bases and of the labels before it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from hexless.ruleset import Area, Mark, Token

from .bases import LEAST, badge, carrier, half
from .page import Page, said, text
from .palette import GROUND, ground_of

__all__ = ["labels"]


class _Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def over(self, other: _Box) -> float:
        """The surface that two boxes share."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return wide * high if wide > 0 and high > 0 else 0.0


def labels(page: Page) -> list[str]:
    """The names of marks and ground, and badge, name and counters of every unit (at the first of its bases)."""
    shown = [token for token in page.scene.tokens if not token.gone and carrier(page, token) is None]
    taken = [_around(page, token) for token in shown]
    out: list[str] = []
    for mark in page.scene.marks:
        out += _mark_name(page, mark, taken)
    for area in page.scene.areas:
        if len(area.outline) > 2:
            out += _ground_name(page, area, taken)
    for token in {token.unit: token for token in reversed(shown)}.values():
        rows = _rows(page, token)
        spots = _spots(page, token, rows)
        box = min(spots, key=lambda box: _cost(page, box, taken) + 25 * spots.index(box))
        taken.append(box)
        out += _label(page, token, rows, box)
    return out


def _mark_name(page: Page, mark: Mark, taken: list[_Box]) -> list[str]:
    """The name of an objective under its star, or above it; adds the boxes of both."""
    (x, y), name = page.at(mark.x, mark.y), said(mark.name)
    wide = 6.2 * max(len(name), 3)
    boxes = [_Box(x - wide / 2, y + dy - 7, x + wide / 2, y + dy + 7) for dy in (18, -18, 34, -34, 50, -50)]
    box = min(boxes, key=lambda box: _cost(page, box, taken))
    taken += [box, _Box(x - 10, y - 10, x + 10, y + 10)]
    return [text(x, box.top + 10.5, name, 10, font_weight="bold")]


def _ground_name(page: Page, area: Area, taken: list[_Box]) -> list[str]:
    """Name and height in the middle of a piece, or a little off it where a base stands there; adds its box."""
    name, look = said(area.name), GROUND[ground_of(area)]
    high = f"{page.words(area.height)} high" if area.height else ""
    x, y = page.at(*_middle(area.outline))
    wide = 6.6 * max(len(name), 5)
    if ground_of(area) == "zone":
        y = page.at(0, max(p[1] for p in area.outline))[1] + 10
    boxes = [
        _Box(x + dx - wide / 2, y + dy - 8, x + dx + wide / 2, y + dy + 18)
        for dy, dx in product((0, 24, -24, 48, -48), (0, 45, -45))
    ]
    box = min(boxes, key=lambda box: _cost(page, box, taken))
    taken.append(box)
    x, y = (box.left + box.right) / 2, box.top + 11
    return [
        text(x, y, name, 11, font_style="italic", font_weight="bold", fill=look.line),
        *([text(x, y + 12, high, 9, fill=look.line)] if high else []),
    ]


def _middle(outline: Sequence[tuple[int, int]]) -> tuple[float, float]:
    """The centre of gravity of an outline; the mean of its corners when it has no surface."""
    twice = x = y = 0.0
    for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0])):
        part = ax * by - bx * ay
        twice, x, y = twice + part, x + (ax + bx) * part, y + (ay + by) * part
    if not twice:
        return sum(p[0] for p in outline) / len(outline), sum(p[1] for p in outline) / len(outline)
    return x / (3 * twice), y / (3 * twice)


def _rows(page: Page, token: Token) -> list[str]:
    """What stands under the name: who is inside, and the counters."""
    inside = [said(other.name, 22) for other in page.scene.tokens if carrier(page, other) is token]
    counters = [said(word, 16) for word in token.status]
    return [f"carries {', '.join(inside)}"] * bool(inside) + [" · ".join(counters)] * bool(counters)


def _around(page: Page, token: Token) -> _Box:
    (x, y), r = page.at(token.x, token.y), max(LEAST, half(page, token)) + 3
    return _Box(x - r, y - r, x + r, y + r)


def _spots(page: Page, token: Token, rows: list[str]) -> list[_Box]:
    """Places for a label: below, above, right, left, then the corners."""
    (x, y), r = page.at(token.x, token.y), max(LEAST, half(page, token)) + 9
    wide = 18 + max(5.6 * len(said(token.name, 22)), 5.0 * max(map(len, rows), default=0))
    high = 17 + 11 * len(rows)
    middles = [(0, 1), (0, -1), (1, 0), (-1, 0), *product((1, -1), (1, -1))]
    boxes = []
    for dx, dy in middles:
        cx, cy = x + dx * (r + wide / 2), y + dy * (r + high / 2) * (1 if dx == 0 else 0.8)
        boxes.append(_Box(cx - wide / 2, cy - high / 2, cx + wide / 2, cy + high / 2))
    return boxes


def _cost(page: Page, box: _Box, taken: list[_Box]) -> float:
    (left, bottom), (right, top) = page.at(0, 0), page.at(page.scene.width, page.scene.depth)
    inside = box.over(_Box(left, top, right, bottom))
    surface = (box.right - box.left) * (box.bottom - box.top)
    return 3 * (surface - inside) + sum(box.over(other) for other in taken)


def _label(page: Page, token: Token, rows: list[str], box: _Box) -> list[str]:
    """The badge stands on the side of the base."""
    left = box.right < page.at(token.x, token.y)[0]
    edge, anchor = (box.right - 18, "end") if left else (box.left + 18, "start")
    return [
        badge(page.seats[token.seat], box.right - 8 if left else box.left + 8, box.top + 8, str(token.unit)),
        text(edge, box.top + 11.5, said(token.name, 22), 10, anchor, font_weight="bold"),
        *(text(edge, box.top + 22.5 + 11 * i, row, 9, anchor, fill="#3c4347") for i, row in enumerate(rows)),
    ]
