"""Move and Ranged Fire: who may shoot at whom, and the six steps of an attack."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from hexless.kernel import Game, OneOf, Refusal, act

from . import fields
from ._sheet import rule
from .armor import armor_save
from .cover import cover_limit, intervening, too_much_cover
from .hits import Result, Salvo, barrage, bounds, morale_after, shell, struck
from .measuring import clear_line, line_of_sight
from .model import Figure, PatrolAngis, Weapon, foes
from .morale import before
from .skills import call_in, sharpshooting, without
from .to_hit import to_hit
from .weapons import Guns, guns, limited, loader, targets

__all__ = ["attack", "declare", "fire"]

G = Game[PatrolAngis]


@rule("pa.play.line-of-sight", "pa.play.measuring", "pa.to-hit.beyond-range")
def declare(g: G, shooter: int, options: Sequence[int], how: str, still: bool) -> int | None:
    """Name a target, or hold fire."""
    s = g.state
    ask = OneOf(
        prompt=f"{s[shooter].name} shoots at",
        rules=g.cites,
        options=(*options, None),
        labels=(*(s[t].name for t in options), "nobody"),
        about="unit",
        by=shooter,
        why=lambda t: why_not(s, shooter, t, how, still),
    )
    target: int | None = g.ask(s[shooter].side, ask)
    return target


def why_not(s: PatrolAngis, shooter: int, target: Any, how: str, still: bool) -> Refusal | None:
    """The refusal of a target, with its witness."""
    if type(target) is not int or target not in foes(s, s[shooter].side):
        return None
    name = s[target].name
    if how == "support":
        return Refusal(f"nobody sees {name}", "pa.play.line-of-sight")
    if not clear_line(s, shooter, target):
        seen = line_of_sight(s, shooter, target)
        return Refusal(f"no line of sight to {name}", "pa.play.line-of-sight", msgspec.to_builtins(seen))
    limit, rule_id = cover_limit(s[shooter])
    found = intervening(s, shooter, target)
    if found.total > limit:
        says = f"there is {found.total // 1000} cm of cover before {name}"
        return Refusal(says, rule_id, msgspec.to_builtins(found))
    if not guns(s, shooter, target, how, True):
        return Refusal(f"{name} is beyond range", "pa.to-hit.beyond-range")
    return Refusal("after a move support and AoE weapons do not shoot", "pa.ranged-fire.support-move-or-shoot")


@rule("pa.ranged-fire.step-hit")
def attack(g: G, shooter: int, how: str = "", still: bool = False) -> None:
    """One shooting attack at one target; or, by the ruling, each kind of weapon at a target of its own."""
    if still and targets(g.state, shooter, "support") and call_in(g, shooter):
        how = "support"
    options = targets(g.state, shooter, how, still)
    if not options:
        g.note("no target", unit=shooter)
        return
    if not g.state.rulings.split_fire:
        target = declare(g, shooter, options, how, still)
        if target is not None:
            g.call(fire, shooter, target, how, still)
        return
    split_up(g, shooter, options, how, still)


def split_up(g: G, shooter: int, options: Sequence[int], how: str, still: bool) -> None:
    """A target for each kind of weapon; whoever has returned fire does so no more."""
    kinds = dict.fromkeys(w.name for t in options for w, _ in guns(g.state, shooter, t, how, still))
    replied: list[int] = []
    for kind in kinds:
        able = [t for t in targets(g.state, shooter, how, still) if kind in _kinds(g.state, shooter, t, how, still)]
        target = declare(g, shooter, able, how, still) if able else None
        if target is not None and g.call(fire, shooter, target, how, still, kind, target not in replied):
            replied.append(target)
        if not g.state[shooter].here:
            return


def _kinds(s: PatrolAngis, shooter: int, target: int, how: str, still: bool) -> list[str]:
    return [weapon.name for weapon, _ in guns(s, shooter, target, how, still)]


# ---- the six steps


@act
def fire(
    g: G, shooter: int, target: int, how: str = "", still: bool = False, kind: str = "", reply: bool = True
) -> bool:
    """Shooting: hit, save, cancel, apply, return fire, morale; whether the target returned fire."""
    s = g.state
    then, aside = before(s, target), fields.caught(s, shooter, target, armed(s, shooter, target, how, still, kind))
    hit, kills, marks = g.call(shoot, shooter, target, how, still, kind)  # 1 and 2
    fell = struck(g, target, hit, kills, marks)  # 3 and 4
    g.each(fields.strike, aside)
    replied = reply and how != "return" and g.state[shooter].here and g.call(return_fire, target, shooter)  # 5
    if how != "return" or g.state.rulings.morale_after_return_fire:
        morale_after(g, target, fell, then)  # 6
    return replied


def armed(s: PatrolAngis, shooter: int, target: int, how: str, still: bool, kind: str) -> Guns:
    """The weapons that fire, with their figures; perhaps only one kind."""
    return [gun for gun in guns(s, shooter, target, how, still) if kind in ("", gun[0].name)]


def shoot(g: G, shooter: int, target: int, how: str, still: bool, kind: str = "") -> Result:
    """Steps 1 and 2: every weapon that can fires."""
    s, firing = g.state, armed(g.state, shooter, target, how, still, kind)
    salvos = tuple(aimed(s, shooter, target, weapon, users, how) for weapon, users in firing)
    for weapon, users in firing:
        spend_shots(g, shooter, weapon, users)
        if "maser" in weapon.traits:
            g.change(shooter, charge=0)
    return g.call(barrage, salvos, shell(s, target))


@rule("pa.play.weapon-profile")
def aimed(s: PatrolAngis, shooter: int, target: int, weapon: Weapon, users: tuple[int, ...], how: str) -> Salvo:
    """What one kind of weapon rolls, and against which numbers."""
    strength = weapon.strength + sharpshooting(s[shooter]) + fields.power(s[shooter], weapon)
    need, save = to_hit(s, shooter, target, weapon, how), armor_save(s, target, strength)
    return Salvo(shooter, target, weapon, weapon.dice * len(users), need, save, *bounds(s.rulings, need, save))


def spend_shots(g: G, shooter: int, weapon: Weapon, users: tuple[int, ...]) -> None:
    """Count the shots of this turn."""
    e = g.state[shooter]
    figures = list(e.figures)
    counted = limited(e, weapon)
    for i in users:
        f = figures[i]
        if counted and f.shots:
            second_shot(g, figures, loader(e.with_(figures=tuple(figures)), f))
        figures[i] = f.with_(fired=True, shots=f.shots + counted)
        if "off-table" in weapon.traits:
            figures[i] = without(figures[i], "comms")
    g.change(shooter, figures=tuple(figures))


@rule("pa.ranged-fire.loader-second-shot")
def second_shot(g: G, figures: list[Figure], helper: int | None) -> None:
    """The loader serves the weapon, and does not fire this turn."""
    if helper is not None:
        figures[helper] = figures[helper].with_(loads=True)
        g.note("loaded", figure=figures[helper].profile.name)


def return_fire(g: G, unit: int, at: int) -> bool:
    """Step 5: surviving Infantry may shoot back."""
    s, e = g.state, g.state[unit]
    able = e.kind == "infantry" and e.figures and not too_much_cover(s, unit, at) and guns(s, unit, at, "return")
    return bool(able) and shoot_back(g, unit, at)


@rule("pa.ranged-fire.return-fire", "pa.ranged-fire.return-fire-steps")
def shoot_back(g: G, unit: int, at: int) -> bool:
    """Only with infantry weapons that are neither support nor AoE, by steps 1 to 4."""
    e = g.state[unit]
    if not g.may(e.side, f"{e.name} returns fire at {g.state[at].name}"):
        return False
    g.note("return fire", unit=unit, target=at)
    fire(g, unit, at, "return")
    return True
