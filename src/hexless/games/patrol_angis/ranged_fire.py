"""Move and Ranged Fire: who may shoot at whom, and the six steps of an attack."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from hexless.kernel import Game, OneOf, Pool, Refusal, act, chance, d8

from . import fields
from ._sheet import rule
from .armor import armor_save
from .losses import apply_kills
from .measuring import bounded, clear_line, line_of_sight
from .model import Figure, PatrolAngis, Weapon, foes, members
from .morale import Before, before, check_morale
from .skills import call_in, sharpshooting, shock, without
from .to_hit import cover_limit, intervening, to_hit, too_much_cover
from .weapons import guns, hits_each, limited, loader, shots_left, targets

__all__ = ["attack", "declare", "fire", "volley"]

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
    cite_limits(g, shooter, still)
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


def cite_limits(g: G, shooter: int, still: bool) -> None:
    """The limits of support and AoE weapons that are felt in this attack."""
    e = g.state[shooter]
    heavy = [f for f in e.figures if any(limited(e, weapon) for weapon in f.profile.weapons)]
    if heavy and not still:
        g.cite("pa.ranged-fire.support-move-or-shoot")
    if any(f.shots and not shots_left(e, f) for f in heavy):
        g.cite("pa.ranged-fire.support-one-shot-per-turn")


# ---- the six steps


@act
def fire(
    g: G, shooter: int, target: int, how: str = "", still: bool = False, kind: str = "", reply: bool = True
) -> bool:
    """Shooting: hit, save, cancel, apply, return fire, morale; whether the target returned fire."""
    then = before(g.state, target)
    hit, kills, traits = g.call(shoot, shooter, target, how, still, kind)  # 1 and 2
    if hit and g.state[target].watch:
        lose_watch(g, target)
    if kills:
        kills = cancel_kills(g, target, kills)  # 3
    fell = g.call(kills_on, target, kills) if kills else 0  # 4
    if "shocker" in traits:
        shock(g, target)
    replied = reply and how != "return" and g.state[shooter].here and g.call(return_fire, target, shooter)  # 5
    if how != "return" or g.state.rulings.morale_after_return_fire:
        morale_after(g, target, fell, then)  # 6
    return replied


@rule("pa.ranged-fire.step-hit", "pa.ranged-fire.step-save", "pa.to-hit.base", "pa.armor-save.base",
      "pa.play.weapon-profile", "pa.play.target-number-roll")  # fmt: skip
def shoot(g: G, shooter: int, target: int, how: str, still: bool, kind: str = "") -> tuple[bool, int, tuple[str, ...]]:
    """Steps 1 and 2: every weapon that can fires; whether any hit, the kills, and traits of what hit."""
    hits = kills = 0
    traits: tuple[str, ...] = ()
    free = shell(g, target)
    for weapon, users in guns(g.state, shooter, target, how, still):
        if kind and weapon.name != kind:
            continue
        hit, unsaved = salvo(g, shooter, target, weapon, users, how, max(0, free - hits))
        fields.sweep(g, shooter, target, weapon, weapon.dice * len(users))
        if "maser" in weapon.traits:
            g.change(shooter, charge=0)
        hits, kills = hits + hit, kills + unsaved
        if hit:
            traits += weapon.traits
        if hit and "fire" in weapon.traits:
            g.change(target, burning=weapon.strength)
    if hits and free:
        use_shell(g, target)
    return hits > 0, kills, traits


def salvo(
    g: G, shooter: int, target: int, weapon: Weapon, users: tuple[int, ...], how: str, free: int
) -> tuple[int, int]:
    """One kind of weapon: its hits, and how many of them are not saved."""
    s, dice = g.state, weapon.dice * len(users)
    need = to_hit(s, shooter, target, weapon, how)
    save = armor_save(s, target, weapon.strength + sharpshooting(s[shooter]) + fields.power(s[shooter], weapon))
    die = s.rulings.save_die
    on, held = bounded(s.rulings, need), bounded(s.rulings, save, die)
    if on != need.value or not 1 < on <= 8 or not 1 < held <= die:
        g.cite("pa.play.target-number-limits")
    spend_shots(g, shooter, weapon, users)
    hits, kills = g.call(volley, dice, on, held, weapon.aoe, free if held <= die else 0, die)
    if weapon.aoe:
        g.cite("pa.play.aoe-hits")
    g.note("shot", shooter=shooter, target=target, weapon=weapon.name, dice=dice, need=need, save=save, hits=hits,
           kills=kills)  # fmt: skip
    return hits, kills


@rule("pa.ranged-fire.step-hit", "pa.ranged-fire.step-save")
@chance()
def volley(g: G, dice: int, need: int, save: int, aoe: int = 0, free: int = 0, die: int = 8) -> tuple[int, int]:
    """Dice to hit, each worth its AoE hits, and a save for every hit; `free` saves succeed without a roll."""
    hits = g.count(d8(dice), need, "to hit") * hits_each(aoe)
    rolled = max(0, hits - free)
    return hits, rolled - g.count(Pool(rolled, die), save, "armor save")


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
    if counted:
        g.cite("pa.play.support-weapons", "pa.ranged-fire.support-one-shot-per-turn")
    g.change(shooter, figures=tuple(figures))


@rule("pa.ranged-fire.loader-second-shot")
def second_shot(g: G, figures: list[Figure], helper: int | None) -> None:
    """The loader serves the weapon, and does not fire this turn."""
    if helper is not None:
        figures[helper] = figures[helper].with_(loads=True)
        g.note("loaded", figure=figures[helper].profile.name)


def shell(g: G, target: int) -> int:
    """The saves that an unused Ablative Shell passes: one a figure."""
    e = g.state[target]
    return members(e) if e.shell else 0


@rule("pa.play.ablative-shell")
def use_shell(g: G, target: int) -> None:
    """It works only the first time."""
    g.change(target, shell=False)
    g.note("shell", unit=target)


@rule("pa.overwatch.cancelled-by-ranged-hit")
def lose_watch(g: G, target: int) -> None:
    """A hit cancels Overwatch, even if nobody is killed."""
    g.change(target, watch=False)
    g.note("watch lost", unit=target)


@rule("pa.ranged-fire.step-cancel-kills")
def cancel_kills(g: G, target: int, kills: int) -> int:
    """Step 3: an Infantry target may spend unused Activation tokens, each of which cancels two kills."""
    e = g.state[target]
    if e.kind != "infantry" or not e.tokens:
        return kills
    most = min(e.tokens, (kills + 1) // 2)
    ask = OneOf(
        prompt=f"tokens to cancel {kills} kills on {e.name}, two each",
        rules=g.cites,
        options=(*range(most, 0, -1), None),
        labels=(*(f"spend {n}: {max(0, kills - 2 * n)} kills left" for n in range(most, 0, -1)), "spend none"),
        about="tokens",
    )
    spent = g.ask(e.side, ask) or 0
    if spent:
        g.change(target, tokens=e.tokens - spent)
        g.note("cancelled", unit=target, kills=min(kills, 2 * spent), tokens=spent)
    return max(0, kills - 2 * int(spent))


@rule("pa.ranged-fire.step-apply-kills")
def kills_on(g: G, target: int, kills: int) -> int:
    """Step 4: the initiative winner chooses who takes them."""
    if g.state[target].kind == "portable":
        g.cite("pa.play.portable-weapon-crew")
    return apply_kills(g, target, kills)


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


def morale_after(g: G, target: int, fell: int, then: Before) -> None:
    """Step 6: morale, after losses or with a Re-motivate token from before."""
    if not g.state[target].here:
        return
    if fell:
        after_kills(g, target, then)
    elif then[2]:
        with_token(g, target, then)


@rule("pa.ranged-fire.morale-after-kills")
def after_kills(g: G, target: int, then: Before) -> None:
    """Figures were killed."""
    check_morale(g, target, then)


@rule("pa.ranged-fire.morale-with-re-motivate-token")
def with_token(g: G, target: int, then: Before) -> None:
    """Nobody was killed, but the target held a Re-motivate token."""
    check_morale(g, target, then)
