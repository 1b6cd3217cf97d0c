"""Bots: they see a question and the game as their seat sees it, and know no ruleset by name."""

from __future__ import annotations

from .random import RandomBot

__all__ = ["RandomBot"]
