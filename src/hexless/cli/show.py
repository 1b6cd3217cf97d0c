"""What commands print with: columns, bars and JSON. Plain text, so that quick commands need no more."""

from __future__ import annotations

import re
from collections.abc import Sequence
from shutil import get_terminal_size
from textwrap import wrap
from typing import Any

import msgspec
import typer

__all__ = ["bar", "columns", "dim", "paragraph", "printable", "say", "say_json", "strong"]

_EIGHTHS = " ▏▎▍▌▋▊▉"
_CODES = re.compile("\x1b\\[[0-9;]*m")


def say(text: str = "") -> None:
    """A line on stdout; its colours only on a terminal."""
    typer.echo(text)


def say_json(value: object) -> None:
    """A value as JSON on stdout."""
    typer.echo(msgspec.json.format(msgspec.json.encode(value), indent=2))


def strong(text: str) -> str:
    """Bold."""
    return typer.style(text, bold=True)


def dim(text: str) -> str:
    """Faint."""
    return typer.style(text, dim=True)


def width() -> int:
    """How many characters a line may have."""
    return max(40, min(get_terminal_size((100, 40)).columns, 120))


def paragraph(text: str, indent: str = "") -> str:
    """Text broken into lines."""
    return "\n".join(wrap(text, width(), initial_indent=indent, subsequent_indent=indent))


def columns(rows: Sequence[Sequence[str]], right: Sequence[int] = ()) -> str:
    """Rows as aligned columns; those numbered in `right` are flush right, the last is free."""
    widths = [max(_length(row[i]) for row in rows) for i in range(len(rows[0]))] if rows else []
    lines = []
    for row in rows:
        cells = [
            " " * (wide - _length(cell)) + cell if i in right else cell + " " * (wide - _length(cell))
            for i, (cell, wide) in enumerate(zip(row, widths))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def _length(text: str) -> int:
    return len(_CODES.sub("", text))


def bar(share: float, wide: int) -> str:
    """A bar that fills this share of the width."""
    whole, rest = divmod(round(share * wide * 8), 8)
    return "█" * whole + _EIGHTHS[rest].strip()


def printable(text: Any) -> str:
    """Text from somebody's file: a terminal obeys none of it."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in str(text))
