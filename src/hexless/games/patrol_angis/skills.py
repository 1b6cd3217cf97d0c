"""Skills that a figure's profile names, where they do something of their own; the others are rows and limits elsewhere.

A skill of the whole Troop Element needs every member to have it.
"""

from __future__ import annotations

from hexless.kernel import Game, d8
from hexless.table import within

from .measuring import apart, clear_line
from .model import CM, Element, Figure, PatrolAngis, friends

__all__ = ["SKILLS", "attacks", "call_in", "caller", "raise_banner", "reported", "rescued", "sharpshooting",
           "shock", "spotted", "without"]  # fmt: skip

G = Game[PatrolAngis]

SKILLS = {
    "assaulter": "three close combat attacks",
    "baron": "returns once, unharmed",
    "brawler": "one close combat attack more",
    "calmer": "whole Troop Element: a morale check never fails",
    "comms": "once a game, in an action without a move: off-table fire at an enemy that a friend sees",
    "errant": "whole Troop Element: 1 harder to hit, and 5 cm more after its action",
    "loader": "serves a support or AoE weapon for its second shot",
    "medic": "once a turn: a fallen infantry figure within 5 cm survives on 5+",
    "mystic": "enemy infantry cannot attack the Troop Element in close combat",
    "patrol": "one token more in turns 1 and 2, if half of the platoon's Troop Elements have it",
    "protector": "takes kills before others",
    "signaller": "sees for indirect fire, 10 cm or more nearer to the target",
    "sniper": "whole Troop Element: Strength 1 higher",
    "untried": "whole Troop Element: a token placed on it is lost on an 8",
    "valour": "banner: an 8 on 1d8 when activated stores one re-roll of a failed morale check",
    "veteran": "whole Troop Element: discards one Re-motivate token a turn",
}


def attacks(f: Figure) -> int:
    """Close combat attacks of a figure: 1, or 3 of an assaulter, and 1 more of a brawler."""
    if f.profile.platform:
        return 0
    return (3 if "assaulter" in f.profile.skills else 1) + ("brawler" in f.profile.skills)


def rescued(g: G, unit: int, fallen: int, down: list[int]) -> Figure | None:
    """The figure as it lives on, if a skill saves it."""
    f = g.state[unit].figures[fallen]
    if "baron" in f.profile.skills:
        g.note("returns", unit=unit, figure=f.profile.name)
        return without(f, "baron").with_(hurt=0)
    if f.profile.kind == "infantry" and (medic := _medic(g.state, unit, fallen, down)):
        return _treated(g, unit, f, *medic)
    return None


def _medic(s: PatrolAngis, unit: int, fallen: int, down: list[int]) -> tuple[int, int] | None:
    """A medic within 5 cm who has not tried this turn."""
    e = s.units[unit]
    for i in friends(s, e.side):
        for j, m in enumerate(s.units[i].figures):
            ready = "medic" in m.profile.skills and not m.treated and not (i == unit and j in down)
            if ready and within(m.base, e.figures[fallen].base, 5 * CM):
                return i, j
    return None


def _treated(g: G, unit: int, f: Figure, helper: int, medic: int) -> Figure | None:
    """On 5+ the figure stays, with one hit left in it."""
    figures = g.state[helper].figures
    busy = figures[medic].with_(treated=True)
    g.change(helper, figures=(*figures[:medic], busy, *figures[medic + 1 :]))
    saved = g.count(d8(), 5, "medic") == 1
    g.note("medic", unit=unit, figure=f.profile.name, result="lives" if saved else "dies")
    return f.with_(hurt=f.profile.DMR - 1) if saved else None


def sharpshooting(e: Element) -> int:
    """Snipers: Strength 1 higher."""
    return int(e.all_have("sniper"))


def spotted(s: PatrolAngis, shooter: int, target: int) -> bool:
    """Indirect fire: a signaller at least 10 cm nearer to the target sees it."""
    far = apart(s, shooter, target)
    for i in friends(s, s.units[shooter].side):
        near = i != shooter and s.units[i].has("signaller") and apart(s, i, target) + 10 * CM <= far
        if near and clear_line(s, i, target):
            return True
    return False


def caller(e: Element) -> int | None:
    """The figure with Comms Gear that was not used yet."""
    return next((i for i, f in enumerate(e.figures) if "comms" in f.profile.skills), None)


def reported(s: PatrolAngis, shooter: int, target: int) -> bool:
    """Whether any friend sees the target of off-table fire."""
    return any(clear_line(s, i, target) for i in friends(s, s.units[shooter].side))


def call_in(g: G, unit: int) -> bool:
    """Comms Gear: fire from off the table instead of the Troop Element's own, once a game."""
    e = g.state[unit]
    who = caller(e)
    if who is None or not g.may(e.side, f"{e.name} calls for off-table fire"):
        return False
    g.note("called", unit=unit)
    return True


def without(f: Figure, skill: str) -> Figure:
    """A figure that has used up a skill."""
    return f.with_(profile=f.profile.with_(skills=tuple(s for s in f.profile.skills if s != skill)))


def raise_banner(g: G, unit: int) -> None:
    """Valour: an 8 stores one re-roll."""
    e = g.state[unit]
    if e.has("valour") and not e.banner and g.count(d8(), 8, "valour"):
        g.change(unit, banner=True)
        g.note("banner", unit=unit)


def shock(g: G, unit: int) -> None:
    """A shocker: a surviving vehicle or Troop Element in powered armor loses a token on an 8."""
    e = g.state[unit]
    powered = e.kind == "vehicle" or all("powered" in f.profile.armor for f in e.figures)
    if e.here and e.tokens and powered and g.count(d8(), 8, "shock"):
        g.change(unit, tokens=e.tokens - 1)
        g.note("shocked", unit=unit)
