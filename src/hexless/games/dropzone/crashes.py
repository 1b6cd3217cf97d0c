"""Crashes: how hard an aircraft comes down, and all that is near where something falls."""

from __future__ import annotations

from ._sheet import rule
from .lines import caught, near_piece, off
from .model import INCH, Dropzone, Unit

__all__ = ["crash_hits", "near_pieces", "near_units"]


@rule("dz.aircraft.crash-hits", "dz.aircraft.crash-no-effect")
def crash_hits(face: int) -> int:
    """The hits of a crash, and how many inches it reaches, by a D3: on 1 or 2 as many; on 3 none."""
    return face % 3


def near_units(s: Dropzone, u: Unit, inches: int, unit: int) -> list[int]:
    """All units that near, those in garrisons from where they are in them; aircraft where the ruling says so."""
    return [
        i
        for i, v in enumerate(s.units)
        if i != unit and caught(s, v) and off(s.terrain, v, u.base.centre) <= inches * INCH
    ]


def near_pieces(s: Dropzone, u: Unit, inches: int) -> list[int]:
    """All pieces that near."""
    return [p for p in range(len(s.scenery)) if near_piece(s.terrain, u.base, p) <= inches * INCH]
