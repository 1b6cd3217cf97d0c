"""How often a process that plays games looks for garbage."""

from __future__ import annotations

import gc

__all__ = ["collect_seldom"]


def collect_seldom() -> None:
    """For a process that does nothing but play: what games drop is gone by itself, for values are no rings.

    Looking through all that is loaded and remembered takes up to a third of the time; so what is there now is never
    looked through, and what comes seldom.
    """
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
