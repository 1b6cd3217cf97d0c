"""Damage and recovery: the track, the stats that pay for it, and getting them back."""

from __future__ import annotations

from hexless.kernel import Game, Split, d12

from ._sheet import rule
from .model import Element, HorizonWars, UnitId

__all__ = ["damage", "destroy", "missing", "recover"]

G = Game[HorizonWars]

STATS = ("F", "M", "A")


def damage(g: G, unit: UnitId, hits: int) -> None:
    """Apply some hits, of which there may be none."""
    e = g.state[unit]
    if hits := min(hits, e.F + e.M + e.A):  # the rest has nothing left to hurt
        take(g, unit, hits)


@rule("hw.damage.track", "hw.damage.stat-loss", "hw.play.current-stats")
def take(g: G, unit: UnitId, hits: int) -> None:
    """Every hit is a point on the track and a point off F, M or A, as the owner likes."""
    e = g.state[unit]
    lost = _shared_out(g, unit, "lose", hits, (e.F, e.M, e.A))
    g.change(unit, F=e.F - lost[0], M=e.M - lost[1], A=e.A - lost[2], track=e.track + hits)
    g.note("damaged", unit=unit, hits=hits, F=-lost[0], M=-lost[1], A=-lost[2])
    if not g.state[unit].alive:
        destroy(g, unit)


@rule("hw.damage.destroyed")
def destroy(g: G, unit: UnitId) -> None:
    """At A 0 an element is destroyed and leaves the table."""
    g.change(unit, A=0, reactions=0)
    g.note("destroyed", unit=unit)


def _shared_out(g: G, unit: UnitId, what: str, points: int, caps: tuple[int, int, int]) -> tuple[int, ...]:
    """The owner's choice of stats."""
    ask = Split(prompt=what, rules=g.cites, total=points, slots=STATS, caps=caps, by=unit)
    shares: tuple[int, ...] = g.ask(g.state[unit].side, ask)
    return shares


def missing(e: Element) -> tuple[int, int, int]:
    """How far F, M and A are below their start."""
    f, m, a = e.start
    return f - e.F, m - e.M, a - e.A


@rule("hw.damage.recover-roll")
def recover(g: G, unit: UnitId) -> None:
    """Roll D dice; those above the damage track succeed."""
    e = g.state[unit]
    good = g.count(d12(e.D), e.track + 1, "recover")
    g.note("recovered", unit=unit, points=min(good, sum(missing(e))))
    if good:
        regain(g, unit, good)


@rule("hw.damage.recover-gain", "hw.damage.recover-limit")
def regain(g: G, unit: UnitId, good: int) -> None:
    """Each success gives a point of F, M or A back, never above the starting value; the rest is lost."""
    e = g.state[unit]
    gained = min(good, sum(missing(e)))
    f, m, a = _shared_out(g, unit, "regain", gained, missing(e))
    track = e.track - gained if g.state.rulings.recover_reduces_track else e.track
    g.change(unit, F=e.F + f, M=e.M + m, A=e.A + a, track=track)
    g.note("regained", unit=unit, F=f, M=m, A=a)
