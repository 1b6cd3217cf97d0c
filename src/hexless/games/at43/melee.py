"""Close combat: who strikes whom, unit by unit, and who falls."""

from __future__ import annotations

from hexless.kernel import Game, OneOf
from hexless.table import CONTACT, within

from ._sheet import rule
from .locations import damage_vehicle
from .losses import wound
from .model import AT43, FighterId, Weapon
from .movement import beside, foes
from .special import strikes
from .urt import close_combat_test, damage_test, needed
from .volley import Rolls, pierced

__all__ = ["can_fight", "fight"]

G = Game[AT43]


def touched(s: AT43, unit: int, fighter: FighterId) -> dict[int, list[FighterId]]:
    """The enemies in contact with a fighter, by unit."""
    base = s[unit].fighters[fighter].base
    far, found = base.span + CONTACT + 1, {}
    for enemy in foes(s, s[unit].side):
        e = s.units[enemy]
        x0, y0, x1, y1 = e.box
        if not (x0 - far <= base.x <= x1 + far and y0 - far <= base.y <= y1 + far):
            continue
        touching = [i for i in e.living if within(base, e.fighters[i].base, CONTACT)]
        if touching:
            found[enemy] = touching
    return found


@rule("at.melee.contact", "at.melee.weapon", "at.play.active-strikes")
def strikers(s: AT43, unit: int) -> dict[FighterId, dict[int, list[FighterId]]]:
    """The fighters in contact that have a close combat weapon and may use it, with whom they touch."""
    u = s[unit]
    if not any(beside(u, s.units[i], CONTACT) for i in foes(s, u.side)):
        return {}
    armed = [i for i in u.living if blades(s, unit, i) and strikes(u.fighters[i])]
    found = {i: touched(s, unit, i) for i in armed}
    return {i: enemies for i, enemies in found.items() if enemies}


def blades(s: AT43, unit: int, fighter: FighterId) -> list[Weapon]:
    """The close combat weapons of a fighter that still work."""
    u = s[unit]
    weapons = [u.card.weapons[w] for w in u.fighters[fighter].working]
    return [weapon for weapon in weapons if weapon.melee]


def can_fight(s: AT43, unit: int) -> bool:
    """Whether anybody of a unit can strike anybody."""
    if not any(w.melee for w in s[unit].card.weapons):
        return False
    return bool(strikers(s, unit))


@rule("at.melee.contact", "at.melee.weapon", "at.melee.ends-activation", "at.play.active-strikes")
def fight(g: G, unit: int) -> None:
    """Each fighter in contact attacks; the combats are resolved unit by unit."""
    ready = strikers(g.state, unit)
    chosen = {i: pick_unit(g, unit, i, list(enemies)) for i, enemies in ready.items()}
    units = list(dict.fromkeys(chosen.values()))
    if len(units) > 1:
        g.cite("at.melee.unit-by-unit")
    for enemy in units:
        combat(g, unit, enemy, [i for i in chosen if chosen[i] == enemy])


@rule("at.melee.choose-unit")
def pick_unit(g: G, unit: int, fighter: FighterId, enemies: list[int]) -> int:
    """A fighter touching several units attacks one of them."""
    labels = tuple(g.state[i].name for i in enemies)
    prompt = f"whom fighter {fighter + 1} of {g.state[unit].name} attacks"
    ask = OneOf(prompt=prompt, rules=g.cites, options=tuple(enemies), labels=labels, about="unit", by=unit)
    chosen: int = g.ask(g.state[unit].side, ask)
    return chosen


@rule("at.melee.unit-by-unit")
def combat(g: G, unit: int, enemy: int, fighters: list[FighterId]) -> None:
    """One combat: every striker in turn, while somebody that he touches is left."""
    g.note("fights", unit=unit, target=enemy, fighters=len(fighters))
    blows = [(fighter, weapon) for fighter in fighters for weapon in blades(g.state, unit, fighter)]
    g.each(strike, blows, unit, enemy)


@rule("at.melee.attack", "at.urt.close-combat")
def strike(g: G, blow: tuple[FighterId, Weapon], unit: int, enemy: int) -> None:
    """The weapon's dice, re-rolls and Damage tests, as in shooting; no cover and no zone of fire."""
    s, (fighter, weapon) = g.state, blow
    if enemy not in touched(s, unit, fighter):
        return
    card = s[enemy].card
    test, pierce = close_combat_test(weapon, card), damage_test(weapon, card)
    g.note("strikes", unit=unit, target=enemy, weapon=weapon.name, test=test, damage=pierce)
    rolls = Rolls(weapon.rate, needed(test), weapon.reroll)
    through = g.call(pierced, rolls, needed(pierce), s[enemy].toughness, s.rulings.urt_auto_consumes_dice)
    g.each(casualty, [fighter] * through, unit, enemy, weapon.damage)


@rule("at.melee.losses")
def casualty(g: G, fighter: FighterId, unit: int, enemy: int, damage: int) -> None:
    """The attacker picks among the figures touching the striker; kills beyond those are lost."""
    s = g.state
    in_reach = touched(s, unit, fighter).get(enemy, [])
    if not in_reach:
        return
    labels = tuple(f"{s[enemy].name} {i + 1}{' (leader)' if i == s[enemy].leader else ''}" for i in in_reach)
    ask = OneOf(prompt="who falls", rules=g.cites, options=tuple(in_reach), labels=labels, about="fighter",
                by=unit, to=enemy)  # fmt: skip
    fallen = g.ask(s[unit].side, ask)
    if s[enemy].card.vehicle:
        damage_vehicle(g, fallen, enemy, s[unit].side, damage)
    else:
        wound(g, enemy, fallen, damage)
