"""Morale Target Number Modifiers, the check, and Re-motivate tokens."""

from __future__ import annotations

from hexless.kernel import Game, Pool, Row, Total, chance, total

from ._sheet import rule
from .initiative import give_fear
from .measuring import apart, bounded
from .model import Element, PatrolAngis, fighters, members

__all__ = ["Before", "before", "check_morale", "morale", "nerve"]

G = Game[PatrolAngis]
Before = tuple[int, bool, bool]  # members, whether the platoon had losses this turn, whether it held Re-motivate


def before(s: PatrolAngis, unit: int) -> Before:
    """What a check remembers from before the attack."""
    e = s.units[unit]
    return members(e), s.platoons[e.platoon].killed > 0, e.fear > 0


def morale(s: PatrolAngis, unit: int, then: Before) -> Total:
    """The target number of a morale check, with every row that makes it."""
    e = s.units[unit]
    return total(
        Row(2, "base", "pa.morale.base"),
        losses(e),
        nearest(s, unit),
        Row(2, "the platoon has had losses this turn", "pa.morale.platoon-losses") if then[1] else None,
        ratings(s, e),
        Row(-1, "8 or more members", "pa.morale.eight-members") if then[0] >= 8 else None,
    )


@rule("pa.morale.percentage-of-full", "pa.morale.under-quarter-killed", "pa.morale.quarter-killed",
      "pa.morale.half-killed")  # fmt: skip
def losses(e: Element) -> Row | None:
    """+1 below a quarter of the full Troop Element killed, +3 from a quarter, +5 from a half."""
    killed = e.full - members(e)
    if killed <= 0:
        return None
    why = f"{killed} of {e.full} killed"
    if 4 * killed < e.full:
        return Row(1, why, "pa.morale.under-quarter-killed")
    if 2 * killed < e.full:
        return Row(3, why, "pa.morale.quarter-killed")
    return Row(5, why, "pa.morale.half-killed")


@rule("pa.morale.nearest-friendly", "pa.morale.nearest-enemy")
def nearest(s: PatrolAngis, unit: int) -> Row | None:
    """-1 if the nearest other Troop Element is friendly, +2 if it is an enemy."""
    side = s.units[unit].side
    others = [i for i, e in enumerate(s.units) if e.here and i != unit]
    if not others:
        return None
    least = min(apart(s, unit, i) for i in others)
    sides = [s.units[i].side == side for i in others if apart(s, unit, i) == least]
    friendly = any(sides) if s.rulings.nearest_tie == "friend" else all(sides)
    if friendly:
        return Row(-1, "the nearest is a friend", "pa.morale.nearest-friendly")
    return Row(2, "the nearest is an enemy", "pa.morale.nearest-enemy")


@rule("pa.morale.dmr-two", "pa.morale.dmr-three-plus")
def ratings(s: PatrolAngis, e: Element) -> Row | None:
    """-1 at DMR 2, -2 at DMR 3 or more."""
    found = [e.figures[i].profile.DMR for i in fighters(e)]
    rating = min(found) if s.rulings.mixed_dmr == "lowest" else max(found)
    if rating >= 3:
        return Row(-2, f"DMR {rating}", "pa.morale.dmr-three-plus")
    return Row(-1, "DMR 2", "pa.morale.dmr-two") if rating == 2 else None


@rule("pa.morale.base", "pa.morale.platoon-losses", "pa.morale.eight-members", "pa.play.target-number-roll")
def check_morale(g: G, unit: int, then: Before) -> None:
    """Roll against the target number; a Troop Element that fails gains a Re-motivate token."""
    need = morale(g.state, unit, then)
    if g.state[unit].full > members(g.state[unit]):
        g.cite("pa.morale.percentage-of-full")
    die = g.state.rulings.morale_die
    held = g.call(nerve, bounded(g.state.rulings, need, die), die)
    if not held and g.state[unit].banner and g.may(g.state[unit].side, "use the banner's re-roll"):
        g.change(unit, banner=False)
        g.note("rerolled", unit=unit)
        held = g.call(nerve, bounded(g.state.rulings, need, die), die)
    calm = not held and g.state[unit].all_have("calmer")
    g.note("morale", unit=unit, need=need, result="holds" if held else "is calm" if calm else "fails")
    if not held and not calm:
        give_fear(g, unit)


@rule("pa.morale.base")
@chance()
def nerve(g: G, need: int, die: int = 8) -> bool:
    """One die at the target number or more."""
    return g.count(Pool(1, die), need, "morale") == 1
