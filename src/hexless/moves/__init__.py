"""The tabletop as questions: walks, marches, formations, placing and aiming."""

from .aim import Aim
from .asking import Path, Place
from .by_hand import Post, by_hand
from .drill import Drill
from .formation import March, arrange
from .ground import Ground, Journey, Leg, Shade, Sketch, Spot, Way
from .placing import Placing
from .room import contacts, places, room, touching
from .walk import Extra, Walk, into_contact

__all__ = [
    "Aim", "Drill", "Extra", "Ground", "Journey", "Leg", "March", "Path", "Place", "Placing", "Post",
    "Shade", "Sketch", "Spot", "Walk", "Way", "arrange", "by_hand", "contacts",
    "into_contact", "places", "room", "touching",
]  # fmt: skip
