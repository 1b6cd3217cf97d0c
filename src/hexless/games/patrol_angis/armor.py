"""Armor Save Target Number Modifiers, and what becomes of saves that fail."""

from __future__ import annotations

from hexless.kernel import Row, Total, total

from ._sheet import rule
from .model import Element, PatrolAngis, fighters

__all__ = ["armor_rating", "armor_save", "targets_of"]


@rule("pa.armor-save.base", "pa.armor-save.weapon-strength")
def armor_save(s: PatrolAngis, target: int, strength: int, melee: bool = False) -> Total:
    """The target number of an armor save against a Strength."""
    e = s.units[target]
    return total(
        Row(5, "base", "pa.armor-save.base"),
        Row(-armor_rating(s, e), "Armor Rating", "pa.armor-save.armor-rating"),
        protection(e),
        Row(strength, "Strength", "pa.armor-save.weapon-strength"),
        crew(e),
        rapid(s, e) if melee else None,
    )


@rule("pa.play.portable-weapon-crew")
def targets_of(s: PatrolAngis, e: Element) -> list[int]:
    """The figures that can be hit: of a portable weapon only the crew, unless the ruling says otherwise."""
    return list(range(len(e.figures))) if s.rulings.pw_platform_targetable else fighters(e)


@rule("pa.armor-save.armor-rating")
def armor_rating(s: PatrolAngis, e: Element) -> int:
    """The Armor Rating of a Troop Element; where figures differ, that of most of them."""
    ratings = [e.figures[i].profile.AR for i in targets_of(s, e)]
    if s.rulings.mixed_armor == "majority":
        return min(ratings, key=lambda rating: (-ratings.count(rating), rating))
    return min(ratings) if s.rulings.mixed_armor == "lowest" else max(ratings)


@rule("pa.self-protection.armor-bonus")
def protection(e: Element) -> Row | None:
    """AR + 2 under Self-Protection."""
    return Row(-2, "Self-Protection", "pa.self-protection.armor-bonus") if e.protected else None


@rule("pa.armor-save.portable-weapon-crew")
def crew(e: Element) -> Row | None:
    """Portable weapon crew save 1 easier."""
    return Row(-1, "portable weapon crew", "pa.armor-save.portable-weapon-crew") if e.kind == "portable" else None


@rule("pa.rapid-move.easier-in-close-combat")
def rapid(s: PatrolAngis, e: Element) -> Row | None:
    """After a Rapid Move saves in close combat are 1 harder."""
    if "rapid" not in e.did or s.rulings.rapid_move_melee == "none":
        return None
    return Row(1, "after a rapid move", "pa.rapid-move.easier-in-close-combat")
