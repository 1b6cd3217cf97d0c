"""Pictures of a table: to scale as SVG, and in a terminal."""

from .svg import svg
from .terminal import legend, picture, roster, text

__all__ = ["legend", "picture", "roster", "svg", "text"]
