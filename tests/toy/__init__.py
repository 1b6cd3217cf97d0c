"""Skirmish: a whole ruleset on one page, for the tests and for whoever wants to write one."""

from .ruleset import ruleset

__all__ = ["ruleset"]
