"""The tabletop as questions: walks, marches, formations, placing and aiming."""

from .aim import Aim
from .by_hand import Post, by_hand
from .drill import Drill
from .formation import March, arrange
from .placing import Placing
from .room import contacts, places, room, touching
from .walk import Extra, Walk, into_contact

__all__ = [
    "Aim", "Drill", "Extra", "March", "Placing", "Post", "Walk", "arrange", "by_hand", "contacts",
    "into_contact", "places", "room", "touching",
]  # fmt: skip
