"""Command & Control: a Commander sends his token to others."""

from __future__ import annotations

from hexless.kernel import Game, OneOf, d8

from ._sheet import rule
from .initiative import give_token
from .model import PatrolAngis

__all__ = ["send_token"]

G = Game[PatrolAngis]


@rule("pa.command-control.commander-only", "pa.command-control.send-token")
def send_token(g: G, unit: int, options: list[int]) -> None:
    """The token that was spent goes to another Troop Element of the platoon, at any distance."""
    s = g.state
    ask = OneOf(prompt=f"{s[unit].name} sends its token to", rules=g.cites, options=tuple(options),
                labels=tuple(s[i].name for i in options), about="unit", by=unit)  # fmt: skip
    to = g.ask(s[unit].side, ask)
    if arrives(g, to):
        give_token(g, to)
        g.note("sent", unit=unit, to=to)


@rule("pa.command-control.lost-in-transit")
def arrives(g: G, to: int) -> bool:
    """On an 8 it is lost on the way."""
    lost = g.count(d8(), 8, "command & control") == 1
    if lost:
        g.note("token lost", unit=to)
    return not lost
