"""Where the kernel meets the table: moves and places as questions, and the files that people bring."""

from .aim import Aim
from .walk import Walk
from .yard import Yard

__all__ = ["Aim", "Walk", "Yard"]
