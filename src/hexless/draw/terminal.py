"""The table as a picture in a terminal: half blocks for the ground, brackets of its seat's own form round each unit."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text

from hexless.ruleset import Area, Scene, Token

from .palette import GROUND, INK, PAPER, SIGNS, Seat, ground_of, seats_of

__all__ = ["label", "legend", "picture", "roster", "text"]

_ARROWS = "→↗↑↖←↙↓↘"


def text(scene: Scene, width: int = 80) -> RenderableType:
    """The table, its legend and the roster, one below the other."""
    return Group(Text(_plain(scene.title), style="bold"), picture(scene, width), legend(scene), roster(scene))


def picture(scene: Scene, width: int = 80, height: int | None = None) -> Text:
    """The table alone, at most so many columns and rows; its near edge (y = 0) is at the bottom."""
    rows = max(1, round(width * scene.depth / max(1, scene.width) / 2))
    if height is not None and rows > height:
        rows, width = max(1, height), max(1, round(height * 2 * scene.width / max(1, scene.depth)))
    grid = _Grid(scene, width, rows)
    canvas = [[grid.ground(column, row) for column in range(width)] for row in range(rows)]
    _put_marks(grid, canvas)
    _put_units(grid, canvas)
    _put_names(grid, canvas)
    out = Text(no_wrap=True)
    for row in canvas:
        for style, cells in groupby(row, key=lambda cell: cell.style):
            out.append("".join(cell.sign for cell in cells), style)
        out.append("\n")
    out.right_crop(1)
    return out


class _Cell(NamedTuple):
    sign: str
    style: Style
    taken: bool = False


class _Grid:
    """Columns and rows over a table; a cell is two square pixels, one above the other."""

    def __init__(self, scene: Scene, columns: int, rows: int) -> None:
        self.scene, self.columns, self.rows = scene, columns, rows
        self.seats = seats_of(scene)
        self.kinds = _kinds(scene.areas, scene.width, scene.depth, columns, rows)
        self.bases = {
            pixel: self.seats[token.seat].colour
            for token in scene.tokens
            if not token.gone
            for pixel in _covered(self, token)
        }

    def spot(self, x: float, y: float) -> tuple[int, int]:
        """The cell of a point on the table."""
        column = int(x * self.columns / max(1, self.scene.width))
        row = int((self.scene.depth - y) * self.rows / max(1, self.scene.depth))
        return min(max(column, 0), self.columns - 1), min(max(row, 0), self.rows - 1)

    def point(self, column: float, row: float) -> tuple[float, float]:
        return column * self.scene.width / self.columns, self.scene.depth * (1 - row / self.rows)

    def ground(self, column: int, row: int) -> _Cell:
        upper, lower = self.kinds[2 * row][column], self.kinds[2 * row + 1][column]
        above, below = (self.bases.get((column, 2 * row + i), _fill(kind)) for i, kind in enumerate((upper, lower)))
        if above != below:
            return _Cell("▀", Style(color=above, bgcolor=below))
        dense = (column + row) % 2 == 0 if upper == "zone" else above == _fill(upper)
        sign = GROUND[upper].sign if upper and dense and (column + 2 * row) % 3 == 0 else " "
        return _Cell(sign, Style(color=GROUND[upper].line if upper else INK, bgcolor=above))


def _fill(kind: str) -> str:
    return PAPER if kind in ("", "zone") else GROUND[kind].fill


class _Patch:
    """An area made ready for many points."""

    def __init__(self, area: Area) -> None:
        self.name, self.kind, self.outline = area.name, ground_of(area), area.outline
        xs, ys = [p[0] for p in area.outline], [p[1] for p in area.outline]
        self.box = min(xs), min(ys), max(xs), max(ys)

    def holds(self, x: float, y: float) -> bool:
        left, bottom, right, top = self.box
        if not (left <= x <= right and bottom <= y <= top):
            return False
        inside = False
        for (ax, ay), (bx, by) in zip(self.outline, (*self.outline[1:], self.outline[0])):
            if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
                inside = not inside
        return inside


def _patches(areas: tuple[Area, ...]) -> list[_Patch]:
    """Every area with a surface, those on top last."""
    return sorted((_Patch(area) for area in areas if len(area.outline) > 2), key=lambda patch: patch.kind != "zone")


@lru_cache(maxsize=8)
def _kinds(areas: tuple[Area, ...], width: int, depth: int, columns: int, rows: int) -> list[list[str]]:
    """The topmost ground of every pixel, two rows of them to a row of cells; nothing where the table is open."""
    patches = _patches(areas)[::-1]
    return [
        [
            _kind(patches, (column + 0.5) * width / columns, depth * (1 - (line + 0.5) / (2 * rows)))
            for column in range(columns)
        ]
        for line in range(2 * rows)
    ]


def _kind(patches: list[_Patch], x: float, y: float) -> str:
    return next((patch.kind for patch in patches if patch.holds(x, y)), "")


def _put_names(grid: _Grid, canvas: list[list[_Cell]]) -> None:
    """The name of each piece of ground near its middle, if it is wide enough and nobody stands there."""
    for patch in _patches(grid.scene.areas):
        left, bottom, right, top = patch.box
        words = f" {_plain(patch.name)} "
        column, row = grid.spot((left + right) / 2, (bottom + top) / 2)
        room = (right - left) * grid.columns / max(1, grid.scene.width)
        if cell_len(words) == len(words) <= min(room, grid.columns):
            start = min(max(column - len(words) // 2, 0), grid.columns - len(words))
            style = Style(color=GROUND[patch.kind].line, bgcolor=_fill(patch.kind), italic=True)
            for line in (row, row - 1, row + 1, row - 2, row + 2):
                if 0 <= line < grid.rows and not any(cell.taken for cell in canvas[line][start : start + len(words)]):
                    canvas[line][start : start + len(words)] = [_Cell(sign, style, True) for sign in words]
                    break


def _put_marks(grid: _Grid, canvas: list[list[_Cell]]) -> None:
    for mark in grid.scene.marks:
        column, row = grid.spot(mark.x, mark.y)
        seat = grid.seats.get(mark.seat or "")
        under = canvas[row][column].style.bgcolor
        style = _on(seat) if seat else Style(color=INK, bgcolor=under.name if under else PAPER, bold=True)
        words = f"★{_plain(mark.name)[:1]}" + (seat.brackets if seat else "")
        for i, sign in enumerate(words[: grid.columns - column]):
            canvas[row][column + i] = _Cell(sign, style, True)


def _put_units(grid: _Grid, canvas: list[list[_Cell]]) -> None:
    """Each label where there is room, nearest to its base first."""
    for token in grid.scene.tokens:
        seat = grid.seats[token.seat]
        words = label(token, seat)
        wide = cell_len(words)
        column, row = grid.spot(token.x, token.y)
        for left, line in _near(column - wide // 2, row, grid, wide):
            if not any(cell.taken for cell in canvas[line][left : left + wide]):
                style = Style(color="#5a5f63", bgcolor=PAPER) if token.gone else _on(seat)
                canvas[line][left : left + wide] = [_Cell(sign, style, True) for sign in words]
                break


def label(token: Token, seat: Seat) -> str:
    """A unit in a few signs: its symbol's letter, its number in the seat's brackets, its facing; × for a wreck."""
    if token.gone:
        return f"×{token.unit}"
    sign = SIGNS[token.symbol].letter if token.symbol in SIGNS else ""
    return f"{seat.brackets[0]}{sign}{token.unit}{_arrow(token)}{seat.brackets[1]}"


def _arrow(token: Token) -> str:
    """The nearest of eight directions to the facing."""
    if not token.facing or token.facing == (0, 0):
        return ""
    x, y = token.facing
    steps = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
    lean = [(x * dx + y * dy) / (1.0 if dx == 0 or dy == 0 else 2**0.5) for dx, dy in steps]
    return _ARROWS[lean.index(max(lean))]


def _covered(grid: _Grid, token: Token) -> Iterator[tuple[int, int]]:
    """The pixels, two to a cell, whose middle lies on the base (a rectangle counts as the disc inside it)."""
    r = token.radius or min(token.length, token.width) // 2
    left, top = grid.spot(token.x - r, token.y + r)
    right, bottom = grid.spot(token.x + r, token.y - r)
    for line in range(2 * top, 2 * bottom + 2):
        for column in range(left, right + 1):
            x, y = grid.point(column + 0.5, (line + 0.5) / 2)
            if (x - token.x) ** 2 + (y - token.y) ** 2 <= r * r:
                yield column, line


def _near(column: int, row: int, grid: _Grid, wide: int) -> Iterator[tuple[int, int]]:
    """Places for a label of this width: the spot itself, then further and further away."""
    for away in range(max(grid.columns, grid.rows)):
        for line in range(row - away // 2, row + away // 2 + 1):
            for left in (column - away, column + away) if away else (column,):
                left = min(max(left, 0), grid.columns - wide)
                if 0 <= line < grid.rows and left >= 0:
                    yield left, line


def _on(seat: Seat) -> Style:
    return Style(color=seat.on, bgcolor=seat.colour, bold=True)


def legend(scene: Scene) -> Text:
    """What the ground is, and which brackets are whose."""
    out = Text()
    for name, seat in seats_of(scene).items():
        out.append(f"{seat.brackets[0]} {_plain(name)} {seat.brackets[1]}", _on(seat))
        out.append("  ")
    for kind in sorted({ground_of(area) for area in scene.areas}, key=list(GROUND).index):
        look = GROUND[kind]
        out.append(f" {look.sign} ", Style(color=look.line, bgcolor=_fill(kind), bold=True))
        out.append(f" {kind}  ")
    if scene.marks:
        out.append("★ ", "bold")
        out.append(", ".join(_plain(mark.name) for mark in scene.marks))
    return out


def roster(scene: Scene) -> Table:
    """Every unit with its numbers and counters."""
    table = Table(box=None, padding=(0, 1, 0, 0), show_header=False)
    for _ in range(4):
        table.add_column(no_wrap=True, overflow="ellipsis")
    seats = seats_of(scene)
    for token in sorted(scene.tokens, key=lambda token: list(seats).index(token.seat)):
        seat = seats[token.seat]
        numbers = " ".join(f"{_plain(name)}{_plain(value)}" for name, value in token.stats)
        words = "destroyed" if token.gone else ", ".join(_plain(word) for word in token.status)
        dim = "dim strike" if token.gone else ""
        mark = Text(label(token, seat), _on(seat) if not token.gone else Style(dim=True))
        table.add_row(
            mark, Text(_plain(token.name), dim), Text(numbers, "dim" if token.gone else ""), Text(words, "italic")
        )
    return table


def _plain(words: object) -> str:
    """Somebody's words without control signs, on one line and short."""
    return "".join(c if c.isprintable() else " " for c in str(words)[:60])
