"""Exact odds against brute force, against sampling, and every short cut against the long way."""

from collections import Counter
from fractions import Fraction
from itertools import product

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare
from toy import rules
from toy.model import Figure, Skirmish

from hexless.kernel import (
    Dice,
    Dist,
    Game,
    OneOf,
    Sample,
    State,
    TooMany,
    Value,
    chance,
    d3,
    d6,
    d12,
    exact,
    walk,
)  # fmt: skip


class Unit(Value, frozen=True):
    hp: int = 3


class Field(State, frozen=True):
    units: tuple[Unit, ...] = (Unit(), Unit())


def volley(g, dice, hit, save):
    hits = g.count(d6(dice), hit)
    return hits - g.count(d6(hits), save)


@pytest.mark.parametrize(("dice", "hit", "save"), [(1, 4, 5), (2, 3, 4), (3, 5, 2)])
def test_exact_is_brute_force(dice, hit, save):
    counts = Counter()
    for faces in product(range(1, 7), repeat=dice):
        hits = sum(face >= hit for face in faces)
        for saves in product(range(1, 7), repeat=hits):
            counts[hits - sum(face >= save for face in saves)] += 6 ** (dice - hits)
    assert exact(volley, dice, hit, save) == Dist(counts)
    assert sum(counts.values()) == 36**dice


def test_exact_agrees_with_icepool():
    theirs = 4 @ (icepool.d6 >= 3).map(lambda hit: (icepool.d6 < 5) if hit else 0)
    ours = exact(volley, 4, 3, 5)
    assert {int(v): Fraction(w, theirs.denominator()) for v, w in theirs.items()} == {v: ours.p(v) for v, _ in ours}


def test_weights_are_whole_over_one_denominator():
    dist = exact(volley, 2, 4, 5)
    assert all(type(weight) is int for _, weight in dist)
    assert sum(weight for _, weight in dist) == dist.total
    assert dist.mean() == Fraction(2, 3)


def wound(g, unit, dice):
    """A procedure with state in it, that stops when the unit falls."""
    g.change(unit, hp=max(0, g.state[unit].hp - g.count(d6(dice), 4)))
    return g.state[unit].hp == 0


def battle(g, merged):
    for _ in range(2):
        for unit in (0, 1):
            if merged:
                g.call(wound, unit, 2)
            else:
                wound(g, unit, 2)
    return g.state[0].hp - g.state[1].hp


def test_merging_at_calls_changes_nothing():
    assert walk(battle, (True,), Field()) == walk(battle, (False,), Field())


def row(g, merged):
    if merged:
        return g.each(wound, [0, 1, 0, 1], 2)
    return any(wound(g, unit, 2) for unit in [0, 1, 0, 1])


def test_merging_at_each_changes_nothing():
    assert walk(row, (True,), Field()) == walk(row, (False,), Field())
    assert walk(row, (True,), Field()).map(lambda end: end[0]).p(True) == exact(row, False, state=Field()).p(True)


def uneven(g, _):
    """Branches with different dice: their denominators have to be brought together."""
    first = g.sum(d6(1))
    return first + (g.sum(d12(1)) if first > 3 else g.sum(d3(2)) if first > 1 else 0)


def test_branches_of_different_dice_come_to_one_denominator():
    dist = exact(uneven, 0)
    assert sum(weight for _, weight in dist) == dist.total
    assert dist.p(1) == Fraction(1, 6)
    assert dist.p(8) == sum((Fraction(1, 6 * 12) for _ in (4, 5, 6)), Fraction(0)) + Fraction(1, 6 * 9) + Fraction(
        2, 54
    )
    assert exact(lambda g: g.call(uneven, 0) + g.call(uneven, 0)) == exact(lambda g: uneven(g, 0) + uneven(g, 0))


def test_empty_each():
    assert walk(lambda g: g.each(wound, [], 2), (), Field()) == Dist({(False, Field()): 1})


def test_what_nobody_looks_at_after_a_call_is_not_run_again():
    runs = []

    def hit(g):
        g.change(0, hp=g.state[0].hp - g.count(d6(3), 4))
        return g.state[0].hp % 2

    def passes_on(g):
        runs.append("passes on")
        return 7 if g.call(hit) else None

    def looks(g):
        runs.append("looks")
        g.call(hit)
        return g.state[0].hp

    plain = walk(hit, (), Field())
    assert walk(passes_on, (), Field()) == plain.map(lambda end: (7 if end[0] else None, end[1]))
    assert len(runs) == 3  # of four: two returned the same
    runs.clear()
    assert walk(looks, (), Field()) == plain.map(lambda end: (end[1][0].hp, end[1]))
    assert len(runs) == 4


def test_a_decision_is_made_once_for_all_runs_that_come_by():
    asked = []

    def policy(g, ask):
        asked.append(ask.question.prompt)
        return True

    def fight(g):
        first, hits = g.may("red", "now"), g.sum(d6(2))
        return first, hits, g.may("red", "again")

    assert len(exact(fight, policy=policy)) == 11
    assert asked == ["now", *["again"] * 11]


def test_a_chance_procedure_is_walked_once_for_all_states():
    runs = []

    @chance()
    def shots(g, dice):
        runs.append(dice)
        return g.count(d6(dice), 4)

    def fight(g):
        for unit in (0, 1, 0, 1):
            g.change(unit, hp=max(0, g.state[unit].hp - g.call(shots, 2)))

    walk(fight, (), Field())
    assert len(runs) == 3  # one for each outcome of two dice, whatever the table looks like


def test_given_weights_equal_the_walk():
    def body(g, dice):
        return g.count(d6(dice), 5)

    quick = chance(weights=lambda dice: ({0: 16, 1: 16, 2: 4}, 36))(lambda g, dice: 1 / 0)
    assert exact(quick, 2) == exact(body, 2)
    assert exact(lambda g: g.call(quick, 2) + g.call(quick, 2)) == exact(lambda g: body(g, 2) + body(g, 2))


def test_too_many():
    with pytest.raises(TooMany):
        exact(lambda g: g.roll(d6(6)), most=20)
    assert exact(lambda g: g.sum(d6(1)), most=6).total == 6


def choose(g):
    return g.ask("red", OneOf(prompt="p", options=(1, 2, 3))) * g.sum(d6(1))


def test_decisions_follow_the_policy():
    assert exact(choose).mean() == Fraction(7, 2)
    assert exact(choose, policy=lambda g, ask: ask.question.options[-1]).mean() == Fraction(21, 2)
    both = lambda g: sum(g.ask_all({s: OneOf(prompt="p", options=(4, 5)) for s in ("a", "b")}).values())  # noqa: E731
    assert exact(both) == Dist({8: 1})


def sampled(procedure, state, seed):
    return procedure(Game(state, Sample(None, Dice(seed), {})))


@pytest.mark.parametrize("seed", [1, 2])
def test_sampling_agrees_with_the_odds(seed):
    """The same procedure, thrown 3,000 times with the dice of fixed seeds."""
    dist = exact(volley, 4, 3, 5)
    seen = Counter(sampled(lambda g: volley(g, 4, 3, 5), None, f"{seed}/{n}") for n in range(3000))
    assert set(seen) <= set(dist.weights)
    assert chisquare([seen[v] for v, _ in dist], [3000 * float(dist.p(v)) for v, _ in dist]).pvalue > 0.001


def test_a_whole_exchange_of_the_toy_sampled_and_walked():
    table = Skirmish(units=(Figure("a", "red", 0, 0, True), Figure("b", "blue", 2500, 0, True)), seats=("red", "blue"))
    duel = lambda g: (rules.exchange(g, (1, 3), 0), g.state[0].hearts, g.state[1].hearts)[1:]  # noqa: E731
    dist = exact(duel, state=table)  # the policy snaps back
    assert dist.p((2, 0)) == Fraction(20, 27)  # two or three of three dice at 3+
    assert dist.p((1, 2)) == Fraction(1, 27) * Fraction(2, 3)
    yes = type("Yes", (), {"answer": lambda self, look: True})()
    counts = Counter()
    for n in range(2000):
        counts[duel(Game(table, Sample(None, Dice(n), {"blue": yes})))] += 1
    assert set(counts) <= set(dist.weights)
    assert chisquare([counts[v] for v, _ in dist], [2000 * float(dist.p(v)) for v, _ in dist]).pvalue > 0.001


@given(st.dictionaries(st.integers(0, 9), st.integers(1, 50), min_size=1))
def test_a_distribution_is_one(weights):
    dist = Dist(weights)
    assert sum(dist.p(value) for value in weights) == 1
    assert dist.reduced() == dist == Dist({v: 3 * w for v, w in weights.items()})
    assert dist.map(lambda v: v % 2).total == dist.total
    assert dist.mean(lambda v: 2 * v) == 2 * dist.mean()
    assert dist != Dist({99: 1})
    assert len(dist) == len(weights)
    assert dist.p("nothing") == 0
