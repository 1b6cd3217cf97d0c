"""Where the kernel meets the table: moves and places as questions, and the files that people bring."""

from .aim import Aim
from .formation import Drill, March, arrange
from .posts import Post, by_hand
from .walk import Walk
from .yard import Yard

__all__ = ["Aim", "Drill", "March", "Post", "Walk", "Yard", "arrange", "by_hand"]
