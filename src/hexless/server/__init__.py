"""The web service: matches, seats, storage. It serves every ruleset and knows no word of any rule."""

from .run import PORT, PortTaken, database, run

__all__ = ["PORT", "PortTaken", "database", "run"]
