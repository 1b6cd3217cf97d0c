"""Initiative & Activation: who won, how many tokens, and where they lie."""

from __future__ import annotations

from hexless.kernel import Game, Labels, OneOf, d6, d8

from ._sheet import rule
from .model import PatrolAngis, enemy_of, members

__all__ = ["give_fear", "give_token", "initiative", "place_tokens", "platoon_units", "set_platoon"]

G = Game[PatrolAngis]


def platoon_units(s: PatrolAngis, platoon: int) -> list[int]:
    """The Troop Elements of a platoon that are on the table."""
    return [i for i, e in enumerate(s.units) if e.platoon == platoon and e.here]


def set_platoon(g: G, platoon: int, **changes: int | bool) -> None:
    """Change some fields of a platoon."""
    all_of = g.state.platoons
    g.set(platoons=(*all_of[:platoon], all_of[platoon].with_(**changes), *all_of[platoon + 1 :]))


@rule("pa.initiative.platoon-roll")
def initiative(g: G) -> None:
    """Each platoon with anybody on the table rolls; the highest wins."""
    s = g.state
    rolls = {p: roll(g, p) for p in range(len(s.platoons)) if platoon_units(s, p)}
    high = max(rolls.values())
    best = [p for p, rolled in rolls.items() if rolled == high]
    deal(g, first_of(g, tied(g, best)), high, list(rolls))


def tied(g: G, best: list[int]) -> list[int]:
    """Of platoons with the same roll those of one side: the larger ones by the ruling, else the sides roll again."""
    s = g.state
    if s.rulings.initiative_tie == "more_figures":
        sizes = {p: sum(members(s.units[i]) for i in platoon_units(s, p)) for p in best}
        best = [p for p in best if sizes[p] == max(sizes.values())]
    sides = [own for side in s.sides if (own := [p for p in best if s.platoons[p].side == side])]
    while len(sides) > 1:
        again = [roll(g, champion(s, own)) for own in sides]
        sides = [own for own, rolled in zip(sides, again) if rolled == max(again)]
    return sides[0]


def champion(s: PatrolAngis, platoons: list[int]) -> int:
    """Who rolls for a side: a platoon with its Commander, if one has him."""
    return next((p for p in platoons if s.platoons[p].led), platoons[0])


def first_of(g: G, platoons: list[int]) -> int:
    """Of platoons of one side with the same roll the one that gets the token more."""
    s = g.state
    names = tuple(s.platoons[p].name for p in platoons)
    ask = OneOf(prompt="one token more for", rules=g.cites, options=tuple(platoons), labels=names, about="platoon")
    return int(g.ask(s.platoons[platoons[0]].side, ask))


def roll(g: G, platoon: int) -> int:
    """1d6, less 1 for a dead Commander."""
    rolled = g.sum(d6(), f"initiative of {g.state.platoons[platoon].name}")
    return rolled if g.state.platoons[platoon].led else leaderless(g, platoon, rolled)


@rule("pa.initiative.dead-commander")
def leaderless(g: G, platoon: int, rolled: int) -> int:
    """A dead Commander costs 1."""
    g.note("leaderless", platoon=g.state.platoons[platoon].name)
    return max(g.state.rulings.initiative_floor, rolled - 1)


@rule("pa.initiative.token-count", "pa.initiative.winner-bonus")
def deal(g: G, winner: int, high: int, rolling: list[int]) -> None:
    """Every platoon gets as many tokens as the highest roll, the winner one more; the loser places first."""
    for p in rolling:
        set_platoon(g, p, pool=high + (p == winner) + patrol(g.state, p))
    side = g.state.platoons[winner].side
    g.set(winner=side, next=enemy_of(g.state, side), phase="place")
    g.note("initiative", turn=g.state.turn, winner=side, platoon=g.state.platoons[winner].name, tokens=high)


def patrol(s: PatrolAngis, platoon: int) -> int:
    """The skill Patrol: one token more in the first two turns, if half of the Troop Elements have it."""
    units = platoon_units(s, platoon)
    skilled = sum(s.units[i].all_have("patrol") for i in units)
    return int(s.turn <= 2 and 2 * skilled >= len(units) and skilled > 0)


@rule("pa.initiative.alternate-placement", "pa.initiative.one-token-per-platoon")
def place_tokens(g: G) -> None:
    """One go of a side: a token for each of its platoons."""
    s = g.state
    if not any(p.pool for p in s.platoons):
        g.set(phase="activate", next=s.winner)
        return
    for p, platoon in enumerate(s.platoons):
        if platoon.side == s.next and platoon.pool:
            place(g, p)
    g.set(next=enemy_of(g.state, s.next))


def place(g: G, platoon: int) -> None:
    """One token onto a Troop Element of its platoon."""
    s = g.state
    options = sorted(platoon_units(s, platoon), key=lambda i: (s.units[i].tokens, i))
    ask = OneOf(
        prompt=f"place a token of {s.platoons[platoon].name}",
        rules=g.cites,
        options=tuple(options),
        labels=Labels(options, lambda i: f"{s[i].name} ({s[i].tokens})"),
        about="unit",
    )
    unit = g.ask(s.next, ask)
    set_platoon(g, platoon, pool=s.platoons[platoon].pool - 1)
    if s[unit].all_have("untried") and g.count(d8(), 8, "untried troops"):
        g.note("token lost", unit=unit)
        return
    give_token(g, unit)


def give_token(g: G, unit: int) -> None:
    """An Activation token for a Troop Element."""
    if g.state[unit].fear:
        calm_down(g, unit)
    else:
        g.change(unit, tokens=g.state[unit].tokens + 1)
        g.note("token", unit=unit, tokens=g.state[unit].tokens)


@rule("pa.initiative.activation-cancels-re-motivate")
def calm_down(g: G, unit: int) -> None:
    """An Activation token is cancelled by, and cancels, a Re-motivate token."""
    g.change(unit, fear=g.state[unit].fear - 1)
    g.note("re-motivated", unit=unit)


@rule("pa.play.re-motivate-token")
def give_fear(g: G, unit: int) -> None:
    """A Re-motivate token for a Troop Element; veterans discard one a turn."""
    e = g.state[unit]
    if e.all_have("veteran") and not e.calmed:
        g.change(unit, calmed=True)
        g.note("veterans", unit=unit)
    elif e.tokens:
        lose_heart(g, unit)
    else:
        g.change(unit, fear=e.fear + 1)
        g.note("shaken", unit=unit, tokens=e.fear + 1)


@rule("pa.initiative.re-motivate-cancels-activation")
def lose_heart(g: G, unit: int) -> None:
    """A Re-motivate token is cancelled by, and cancels, an unspent Activation token."""
    g.change(unit, tokens=g.state[unit].tokens - 1)
    g.note("lost heart", unit=unit, tokens=g.state[unit].tokens)


def with_tokens(s: PatrolAngis, side: str) -> list[int]:
    """The Troop Elements of a side that hold an Activation token."""
    return [i for i, e in enumerate(s.units) if e.tokens and e.side == side and e.here]
