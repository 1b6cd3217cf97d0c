"""What bots go by in Orders: the kernels, and what a state is worth to the players."""

import random

import pytest
from games.orders.orders_table import feature, stand, table, tank

from hexless.games.orders import _exchange, peril
from hexless.games.orders.peril import WIDE, _losses, packed, weighed
from hexless.games.orders.victory import holder
from hexless.games.orders.worth import score
from hexless.ruleset.maps import Objective
from hexless.table import _fast


def any_rows(rng, count):
    return [
        number
        for _ in range(count)
        for number in (
            rng.randrange(48000), rng.randrange(36000), 500, rng.randrange(3), rng.randrange(2), rng.randrange(6),
            rng.randrange(6), 24000, 12000, rng.randrange(1, 7), rng.randrange(1, 7), rng.randrange(3),
            rng.randrange(2), 5000, rng.randrange(-1, 3), -1, rng.randrange(100, 900), rng.randrange(2),
            rng.randrange(20), rng.randrange(900),
        )
    ]  # fmt: skip


@pytest.mark.skipif(not _fast.compiled(), reason="there is only one of the two")
def test_the_kernels_and_their_twins_agree():
    rng, fast, slow = random.Random(5), _fast.load(_exchange), _fast.plain(_exchange)
    for _ in range(40):
        rows = any_rows(rng, rng.randrange(2, 20))
        edges = [n for i in range(6) for n in (*(rng.randrange(36000) for _ in range(4)), i % 3)]
        smoke, spots = [rng.randrange(36000), rng.randrange(36000), 1500], [24000, 18000, 9000, 9000]
        quick, plain = _fast.ints([0] * 13), [0] * 13
        powers = [0] * (4 * (len(rows) // WIDE))
        given = [_fast.ints(each) for each in (rows, edges, smoke)]
        fast.peril(*given, _losses(), 30, 10, _fast.ints(powers), quick)
        slow.peril(rows, edges, smoke, [int(n) for n in _losses()], 30, 10, powers, plain)
        fast.ground(given[0], _fast.ints(spots), 3000, 3, quick)
        slow.ground(rows, spots, 3000, 3, plain)
        assert list(quick) == plain
        fast.standing(given[0], _fast.ints(spots), 2, quick)
        slow.standing(rows, spots, 2, plain)
        assert list(quick) == plain


def test_the_losses_of_an_attack_are_those_of_the_combat_results():
    """Even values: 1 SP for 1 to 3 more (12 of 36), 2 SP for 4 or 5 more (3 of 36); who has 2 SP is lost by 15."""
    even = 12 * 3
    assert _losses()[even] == (12 * 150 + 3 * 400) // 36
    assert _losses()[even + 2] == 15 * 600 // 36


def test_a_wall_and_smoke_end_the_peril():
    men = stand("A", "blue", 20, 10, points=50), stand("R", "red", 20, 20, points=50)
    wall = feature("wall", 10, 14, 30, 15, "blocking", height=4)
    safe = weighed(table(*men, features=(wall,))).worth
    assert max(weighed(table(*men)).worth) < min(safe)
    assert weighed(table(*men, smoke=((20000, 15000),))).worth == safe
    assert max(weighed(table(*men, smoke=((26000, 15000),))).worth) < min(safe)


def test_the_rows_of_a_state_are_the_same_whichever_came_before_it():
    rng = random.Random(4)
    s = table(
        *[stand(f"U{i}", ("blue", "red")[i % 2], 4 + 4 * i, 20, points=10) for i in range(6)], tank("T", "red", 40, 9)
    )
    for _ in range(200):
        i = rng.randrange(7)
        change = rng.choice([{"sp": rng.randrange(3)}, {"alive": rng.random() < 0.8}, {"activation": True}])
        s = s.change(i, base=s[i].base.at(rng.randrange(1000, 40000), 20000), **change)
        s = s.with_(ordered=tuple((k, "activation") for k in range(7) if rng.random() < 0.2))
        again = list(packed(s))
        peril._latest.clear()
        assert list(packed(s)) == again


def test_who_holds_is_who_holds_by_the_rules():
    rng = random.Random(3)
    for _ in range(200):
        units = [
            stand(f"U{i}", ("blue", "red")[i % 2], 20 + rng.random() * 8, 14 + rng.random() * 8, points=10)
            for i in range(6)
        ]
        o = Objective("o", 24000, 18000, 1)
        s = table(*units, objectives=(o,))
        found = weighed(s).ground[0][0]
        assert (None if found < 0 else s.sides[found]) == holder(s, o)


def test_who_stands_over_an_objective_holds_it_more_firmly_than_who_stands_beside_it():
    o = Objective("o", 24000, 18000, 1)
    firm = [
        weighed(table(stand("A", "blue", x, 18, sp=sp), objectives=(o,))).ground[0][1]
        for x, sp in ((24, 0), (24.5, 0), (26, 0), (24, 1), (24, 2))
    ]
    assert firm == [100, 100, 66, 75, 50]


def test_what_an_order_costs_later_counts_at_once():
    """A base that moved to attack gets its vulnerable counter when its leader is done, and is in peril already."""
    s = table(stand("A", "blue", 20, 10, points=50), stand("R", "red", 20, 20, points=50), phase="orders", leader=0)
    still, moved = (weighed(s.with_(ordered=((0, each),))).worth for each in ("activation", "vulnerable"))
    assert moved[0] < still[0] < weighed(s).worth[0]
    assert moved[1] == still[1]


def test_a_state_is_worth_to_one_player_what_it_costs_the_other():
    s = table(
        stand("A", "blue", 20, 10, points=50), tank("T", "red", 22, 20, points=80, sp=1), stand("R", "red", 28, 18),
        objectives=(Objective("o", 24000, 18000, 2),), turn=3,
    )  # fmt: skip
    assert abs(score(s, "blue") + score(s, "red")) <= 40 < abs(score(s, "blue"))


def test_four_who_stand_alike_are_threatened_alike():
    """Each has two enemies equally near; were the first of a list the target, blue and red would have them all."""
    seats, corners = ("blue", "red", "green", "gold"), ((19, 13), (29, 13), (29, 23), (19, 23))
    s = table(*(stand(seat, seat, *at, points=50) for seat, at in zip(seats, corners)), sides=seats)
    assert len(set(weighed(s).worth)) == 1
    assert len({score(s, seat) for seat in seats}) == 1
