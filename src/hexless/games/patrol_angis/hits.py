"""Hits: dice and saves of all weapons that fire, and what becomes of those who are hit."""

from __future__ import annotations

from typing import NamedTuple

from hexless.kernel import Game, OneOf, Pool, Total, chance, d8

from ._sheet import rule
from .losses import apply_kills
from .measuring import bounded
from .model import PatrolAngis, Weapon, members
from .morale import Before, check_morale
from .rulings import Rulings
from .skills import shock

__all__ = ["Result", "Salvo", "barrage", "bounds", "hits_each", "morale_after", "salvo", "shell", "struck",
           "use_shell", "volley"]  # fmt: skip

G = Game[PatrolAngis]
Result = tuple[bool, int, tuple[Weapon, ...]]  # whether anything hit, the kills, and the weapons with traits that hit


class Salvo(NamedTuple):
    """The fire of one kind of weapon: its dice, the numbers with their rows, and what the dice have to show."""

    shooter: int
    target: int
    weapon: Weapon
    dice: int
    need: Total
    save: Total
    on: int
    held: int
    die: int


def bounds(rulings: Rulings, need: Total, save: Total) -> tuple[int, int, int]:
    """What the dice have to show to hit and to save, and the die of the save."""
    return bounded(rulings, need), bounded(rulings, save, rulings.save_die), rulings.save_die


# ---- steps 1 and 2


@rule("pa.ranged-fire.step-hit", "pa.ranged-fire.step-save")
@chance()
def volley(g: G, dice: int, need: int, save: int, aoe: int = 0, free: int = 0, die: int = 8) -> tuple[int, int]:
    """Dice to hit, each worth its AoE hits, and a save for every hit; `free` saves succeed without a roll."""
    hits = g.count(d8(dice), need, "to hit") * hits_each(aoe)
    rolled = max(0, hits - free)
    return hits, rolled - g.count(Pool(rolled, die), save, "armor save")


@rule("pa.play.aoe-hits")
def hits_each(aoe: int) -> int:
    """Each success of an AoE weapon is worth its AoE number, of any other weapon one hit."""
    return max(1, aoe)


@rule("pa.ranged-fire.step-hit", "pa.ranged-fire.step-save", "pa.to-hit.base", "pa.armor-save.base",
      "pa.play.weapon-profile", "pa.play.target-number-roll")  # fmt: skip
@chance()
def salvo(g: G, one: Salvo, free: int) -> tuple[bool, int, int]:
    """One kind of weapon: whether it hits, how many are not saved, and how many of the free saves are left."""
    free = free if one.held <= one.die else 0
    hits, kills = volley(g, one.dice, one.on, one.held, one.weapon.aoe, free, one.die)
    if one.weapon.aoe:
        g.cite("pa.play.aoe-hits")
    g.note("shot", shooter=one.shooter, target=one.target, weapon=one.weapon.name, dice=one.dice, need=one.need,
           save=one.save, hits=hits, kills=kills)  # fmt: skip
    return hits > 0, kills, max(0, free - hits)


@chance()
def barrage(g: G, salvos: tuple[Salvo, ...], free: int) -> Result:
    """One kind of weapon after the other; `free` saves are passed without a roll."""
    if not salvos:
        return False, 0, ()
    first, *rest = salvos
    hit, kills, left = g.call(salvo, first, free)
    more, others, marks = g.call(barrage, tuple(rest), left if first.held <= first.die else free)
    mark = (first.weapon,) if hit and first.weapon.traits else ()
    return hit or more, kills + others, (*mark, *marks)


# ---- steps 3 and 4


def struck(g: G, unit: int, hit: bool, kills: int, marks: tuple[Weapon, ...]) -> int:
    """What hits do to whoever takes them; how many figures fell."""
    if hit and g.state[unit].watch:
        lose_watch(g, unit)
    if hit and g.state[unit].shell:
        use_shell(g, unit)
    for weapon in marks:
        if "fire" in weapon.traits:
            g.change(unit, burning=weapon.strength)
    if kills:
        kills = cancel_kills(g, unit, kills)  # 3
    fell = g.call(kills_on, unit, kills) if kills else 0  # 4
    if any("shocker" in weapon.traits for weapon in marks):
        shock(g, unit)
    return fell


def shell(s: PatrolAngis, target: int) -> int:
    """The saves that an unused Ablative Shell passes: one a figure."""
    return members(s[target]) if s[target].shell else 0


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
        by=target,
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


# ---- step 6


@rule("pa.ranged-fire.morale-after-kills", "pa.ranged-fire.morale-with-re-motivate-token")
def morale_after(g: G, target: int, fell: int, then: Before) -> None:
    """Step 6: morale, if figures were killed, or the target held a Re-motivate token before."""
    if g.state[target].here and (fell or then[2]):
        check_morale(g, target, then)
