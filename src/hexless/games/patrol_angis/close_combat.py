"""Move and Close Combat: into contact, the six steps, and the ground of the beaten."""

from __future__ import annotations

from hexless.kernel import Game, OneOf, Pool, act, chance
from hexless.moves import Way, arrange
from hexless.table import Base, fits

from ._sheet import rule
from .armor import armor_save
from .band import Order, drill, others_of
from .hits import shell, use_shell
from .losses import apply_kills
from .march import go
from .measuring import bounded, engaged, touching
from .model import PatrolAngis, fighters
from .movement import price
from .skills import attacks
from .trail import grounded

__all__ = ["blows", "choose_enemy", "clash", "fight", "may_fight"]

G = Game[PatrolAngis]


def may_fight(s: PatrolAngis, attacker: int, target: int) -> bool:
    """Enemy infantry cannot attack a Troop Element of mystics."""
    return not (s[attacker].kind == "infantry" and s[target].all_have("mystic"))


def choose_enemy(g: G, unit: int) -> int | None:
    """Whom to fight, of those in contact."""
    s = g.state
    options = [t for t in engaged(s, unit) if may_fight(s, unit, t)]
    if len(options) < 2:
        return options[0] if options else None
    ask = OneOf(prompt=f"{s[unit].name} fights", rules=g.cites, options=tuple(options),
                labels=tuple(s[t].name for t in options), about="unit", by=unit)  # fmt: skip
    target: int = g.ask(s[unit].side, ask)
    return target


@rule("pa.close-combat.no-morale", "pa.close-combat.counter-attack")
@act
def fight(g: G, attacker: int, target: int) -> None:
    """Hits, saves, kills; survivors strike back; no morale; the winner may take the ground."""
    ground = g.state[target].leader
    if g.state[target].watch:
        lose_watch(g, target)
    g.call(clash, attacker, target)  # 1 to 3
    if g.state[target].here:
        g.call(clash, target, attacker)  # 4: survivors strike back once
    elif g.state[attacker].here:
        occupy(g, attacker, ground)  # 6


@rule("pa.overwatch.cancelled-by-close-combat")
def lose_watch(g: G, target: int) -> None:
    """To be attacked cancels Overwatch, whatever the attack achieves."""
    g.change(target, watch=False)
    g.note("watch lost", unit=target)


def blows_of(s: PatrolAngis, attacker: int, target: int) -> list[tuple[int, int]]:
    """The attacks of a Troop Element as (how many, Strength), strongest first."""
    e = s[attacker]
    groups: dict[int, int] = {}
    for i in fighters(e):
        f = e.figures[i]
        if s.rulings.only_figures_in_contact and not touching((f.base,), s[target].bases):
            continue
        number, strength = attacks(f), f.profile.melee
        if s.rulings.melee_number == "hits":
            number, strength = number * max(1, strength), 0
        groups[strength] = groups.get(strength, 0) + number
    return [(groups[strength], strength) for strength in sorted(groups, reverse=True)]


@rule("pa.close-combat.automatic-hits", "pa.close-combat.save", "pa.close-combat.apply-kills")
def clash(g: G, attacker: int, target: int) -> None:
    """Steps 1 to 3: every attack hits, a save for each, the initiative winner applies the kills."""
    kills = done = 0
    free = shell(g.state, target)
    for number, strength in blows_of(g.state, attacker, target):
        save = armor_save(g.state, target, strength, melee=True)
        die = g.state.rulings.save_die
        held = bounded(g.state.rulings, save, die)
        passed = min(number, max(0, free - done)) if held <= die else 0
        unsaved = g.call(blows, number - passed, held, die)
        g.note("blows", attacker=attacker, target=target, hits=number, save=save, kills=unsaved)
        kills, done = kills + unsaved, done + number
    if done and free:
        use_shell(g, target)
    if kills:
        apply_kills(g, target, kills)


@rule("pa.close-combat.automatic-hits", "pa.close-combat.save")
@chance()
def blows(g: G, number: int, save: int, die: int = 8) -> int:
    """Automatic hits that are not saved."""
    return number - g.count(Pool(number, die), save, "armor save")


# ---- step 6


def occupy(g: G, unit: int, ground: Base) -> None:
    """The ground of a destroyed target, if the winner's leader fits there."""
    e = g.state[unit]
    spot = grounded(g.state.terrain, e.leader.at(ground.x, ground.y))
    enemies, mates = others_of(g.state, unit)
    free = g.state.terrain.fits_table(spot) and not fits(g.state.terrain, spot, price(g.state, e), (*enemies, *mates))
    if free:
        take_ground(g, unit, spot)


@rule("pa.close-combat.occupy-ground")
def take_ground(g: G, unit: int, spot: Base) -> None:
    """The winner may move into the space of the destroyed target, under the eyes of whoever is on Overwatch."""
    e = g.state[unit]
    if not g.may(e.side, f"{e.name} takes the ground"):
        return
    rest = arrange(drill(g.state, unit, Order(0, contact=True)), e.leader, spot, e.bases[1:], None, strays=True)
    bases = (spot, *(rest or e.bases[1:]))
    terrain = g.state.terrain
    g.change(unit, moved=True, protected=False)
    g.note("occupied", unit=unit)
    go(g, unit, Way((spot.centre,)), tuple([grounded(terrain, base) for base in bases]))
