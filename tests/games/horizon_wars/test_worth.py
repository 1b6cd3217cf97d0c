"""What bots go by in Horizon Wars: the kernels, and what a state is worth to both sides."""

import random

import pytest
from games.horizon_wars.conftest import battle, element, ticks

from hexless.games.horizon_wars import _exchange, peril
from hexless.games.horizon_wars.hits import hit_weights
from hexless.games.horizon_wars.peril import NEEDS, _hits, material, packed, weighed
from hexless.games.horizon_wars.worth import score
from hexless.ruleset.maps import Objective
from hexless.table import _fast


def any_rows(rng, count):
    return [
        number
        for _ in range(count)
        for number in (
            rng.randrange(36000), rng.randrange(36000), 1000, rng.randrange(3), rng.randrange(1, 6), rng.randrange(7),
            rng.randrange(1, 6), rng.randrange(1, 6), rng.randrange(5), rng.randrange(3), rng.randrange(50, 400),
            rng.randrange(60), rng.randrange(2), rng.randrange(2), 1, rng.randrange(2), rng.randrange(400),
        )
    ]  # fmt: skip


@pytest.mark.skipif(not _fast.compiled(), reason="there is only one of the two")
def test_the_kernels_and_their_twins_agree():
    rng, fast, slow = random.Random(5), _fast.load(_exchange), _fast.plain(_exchange)
    table = [int(n) for n in _hits()]
    for _ in range(60):
        count = rng.randrange(2, 14)
        rows, seen = any_rows(rng, count), [rng.randrange(2) for _ in range(count * count)]
        ours = [i for i in range(count) if not rows[17 * i + 13]]
        theirs = [i for i in range(count) if rows[17 * i + 13]]
        spots = [rng.randrange(36000) for _ in range(4)]
        told = _exchange.TOLD + 3 * len(spots) // 2
        quick, plain, sides = _fast.zeros(told), [0] * told, [_fast.ints(ours), _fast.ints(theirs)]
        matrix = _fast.filled(count * count, 0, "int8")
        matrix[:] = seen
        once = rng.randrange(2)
        fast.weigh(_fast.ints(rows), 0, *sides, matrix, _hits(), NEEDS, _fast.ints(spots), 3000, 2, 8, once, quick)
        slow.weigh(rows, 0, ours, theirs, seen, table, NEEDS, spots, 3000, 2, 8, once, plain)
        assert list(quick) == plain


def test_the_rows_of_a_state_are_the_same_whichever_came_before_it():
    rng, s = random.Random(4), battle(*[element(("blue", "red")[i % 2], 3 + 4 * i, 20) for i in range(7)])
    for _ in range(200):
        i = rng.randrange(7)
        change = rng.choice([{"A": rng.randrange(3)}, {"activated": True}, {"placed": False}, {"reactions": 1}])
        s = s.change(i, base=s[i].base.at(rng.randrange(1000, 30000), 20000), **change)
        again = list(packed(s))
        peril._latest.clear()
        assert list(packed(s)) == again


def relay(*units, **fields):
    mission = {"objectives": (Objective("relay", ticks(20), ticks(20), 2),)}
    return battle(*units, mission=mission, turn=6, **fields)


def test_at_the_reckoning_who_has_acted_does_not_come_any_more():
    """Red is two moves away from the relay that blue stands on."""
    blue = element("blue", 20, 21, activated=True)
    came, comes = (relay(blue, element("red", 20, 36, activated=done), next="red") for done in (True, False))
    assert weighed(came, "blue").ground[0][0] == 95 > weighed(comes, "blue").ground[0][0] > 0


def test_at_the_reckoning_who_has_yet_to_act_may_come():
    blue = element("blue", 20, 30)
    s = relay(blue, element("red", 20, 21, activated=True))
    assert weighed(s, "blue").ground[0][0] > weighed(s.change(0, activated=True), "blue").ground[0][0] == -95


def test_expected_hits_are_those_of_the_volley():
    """Four dice at an effective range of 9 against two: the mean of the exact distribution."""
    weights = hit_weights(4, 2, 9)
    mean = 1000 * sum(hits * n for hits, n in enumerate(weights)) // sum(weights)
    assert _hits()[(4 * 7 + 2) * NEEDS + 9] == mean


def test_a_state_is_worth_to_one_side_what_it_costs_the_other():
    s = battle(
        element("blue", 10, 10), element("blue", 14, 12, "infantry", F=1), element("red", 20, 14, "vehicle", A=2),
        mission={"objectives": (Objective("relay", ticks(12), ticks(12), 2),), "every_turn": True}, points=(1, 3),
    )  # fmt: skip
    assert abs(score(s, "blue") + score(s, "red")) <= 40 < abs(score(s, "blue"))  # but for rounding


def test_the_last_gun_is_worth_more_than_a_leg():
    assert material(2, 1, 3, 2, 2) > material(2, 0, 4, 2, 2)
    assert material(2, 1, 3, 2, 2) > material(2, 2, 3, 1, 2) - 60
