"""Bombard orders, line by line."""

import pytest
from games.orders.orders_table import STAY, feature, run, stand, table, tank, to

from hexless.games.orders import bombard, orders
from hexless.games.orders.bombard import against, bombard_power, result, shelter, strike, touched
from hexless.kernel import IllegalAnswer, exact

BOSS = stand("boss", "blue", 5, 5, cp=6)
SPOTTER = stand("eye", "blue", 10, 10, command=0)
MORTAR = stand("mortar", "blue", 20, 5, command=0, bombard=3)
FOE = stand("t", "red", 10, 20)


def barrage(*units, cp=6, **more):
    return table(BOSS, *units, phase="orders", leader=0, cp=cp, **more)


def at(x, y):
    return {"x": x * 1000, "y": y * 1000}


def test_spotter_template_guns_and_the_strike():
    """or.bombard.spotter, or.bombard.template, or.bombard.bases, or.bombard.total, or.order.bombard-moved,
    or.order.bombard-stationary, or.bombard.defence, or.bombard.difference"""
    s = barrage(SPOTTER, MORTAR, FOE)
    # the spotter moves, the template falls on the foe, the mortar (nobody else can) fires where it stands, nobody dives
    answers = (to(10, 12), at(10, 20), STAY, False, (5,), (2,), False)
    g = run(orders.carry_out, s, 1, "bombard", answers=answers)
    assert g.state.ordered == ((1, "vulnerable"), (2, "activation"))
    assert g.state.cp == 4
    assert g.state[3].activation  # 5 + 3 - 2 - 3 = 3
    assert g.state[3].sp == 0


def test_the_spotter_may_bombard_itself_and_pays_once():
    """or.bombard.spotter-bombards"""
    s = barrage(SPOTTER.with_(bombard=2), FOE)
    g = run(orders.carry_out, s, 1, "bombard", answers=(STAY, at(10, 20), False, (6,), (1,)))
    assert g.state.cp == 5  # nobody else can bombard, so nobody is asked
    assert g.state[2].vulnerable  # 6 + 2 - 1 - 3 = 4
    two = barrage(SPOTTER.with_(bombard=2), FOE, MORTAR)
    g = run(orders.carry_out, two, 1, "bombard", answers=(STAY, at(10, 20), True, 3, STAY, False, (2,), (2,)))
    assert g.state[2].activation  # 2 + 2 + 3 - 2 - 3 = 2


def test_a_spotter_that_did_not_bombard_may_attack_afterwards():
    """or.bombard.spotter-attacks"""
    s = barrage(SPOTTER, MORTAR, FOE)
    answers = (STAY, at(10, 20), STAY, False, (1,), (6,), True, (6,), (1,))
    g = run(orders.carry_out, s, 1, "bombard", answers=answers)
    assert g.state[3].sp == 2  # 6 + 3 - 1 - 3 = 5
    assert g.state.cp == 4
    dear = barrage(SPOTTER, MORTAR, FOE, rulings={"spotter_attack_extra_cp": 1})
    assert run(orders.carry_out, dear, 1, "bombard", answers=answers).state.cp == 3


def test_the_template_needs_the_spotters_sight():
    """or.bombard.template"""
    wall = feature("wall", 5, 14, 15, 15, "blocking", height=4)
    s = barrage(SPOTTER, MORTAR, FOE, features=(wall,))
    with pytest.raises(IllegalAnswer, match="wall is in the way"):
        run(orders.carry_out, s, 1, "bombard", answers=(STAY, at(10, 20)))


def test_every_base_touched_is_hit_friend_or_foe():
    """or.play.template-size, or.bombard.defence"""
    s = barrage(SPOTTER, stand("friend", "blue", 10, 17.6), FOE, tank("far", "red", 10, 22.6, radius=500))
    assert touched(s, 10000, 20000) == [2, 3]  # a circle 4 inches across: 2 + 0.5 reaches the friend, not the tank
    wide = barrage(*s.units[1:], rulings={"template_diameter_in": 5})
    assert touched(wide, 10000, 20000) == [2, 3, 4]
    aboard = s.change(2, aboard=0)
    assert touched(aboard, 10000, 20000) == [3]


def test_one_bombard_roll_against_everybody_and_plus_one_if_vulnerable():
    """or.bombard.total, or.bombard.vulnerable"""
    s = barrage(SPOTTER, MORTAR, FOE.with_(activation=True), stand("u", "red", 11, 20, vulnerable=True))
    g = run(strike, s, "blue", (2,), 10000, 20000, answers=((4,), (3,), (3,)))
    assert not g.state[3].vulnerable  # 4 + 3 - 3 - 3 = 1: nothing
    assert [e.data["difference"] for e in g.log if e.kind == "difference"] == [1, 2]
    assert against(s, 4, bombard_power(s, (2,))).value == 4


def test_special_rules_add_to_the_bombard_total():
    """or.bombard.special"""
    s = barrage(SPOTTER, MORTAR.with_(bombard_bonus=1), FOE)
    assert [(row.value, row.rule) for row in bombard_power(s, (2,)).rows] == [
        (3, "or.bombard.total"),
        (1, "or.bombard.special"),
    ]


def test_shelter_diving_and_camouflage_stack():
    """or.bombard.shelter, or.bombard.dive-for-cover, or.bombard.camouflage"""
    wood = feature("wood", 8, 18, 12, 22, "concealment", "shelter")
    s = barrage(SPOTTER, FOE.with_(camouflage=True, defender=True), features=(wood,))
    assert [(row.value, row.rule) for row in shelter(s, 2, dived=True).rows] == [
        (3, "or.bombard.defence"),
        (1, "or.bombard.shelter"),
        (1, "or.bombard.dive-for-cover"),
        (1, "or.bombard.camouflage"),
    ]
    assert shelter(barrage(SPOTTER, FOE), 2, dived=False).value == 3


def test_diving_costs_an_activation_and_is_for_bases_without_a_counter():
    """or.bombard.dive-for-cover"""
    s = barrage(SPOTTER, MORTAR, FOE)
    g = run(strike, s, "blue", (2,), 10000, 20000, answers=(True, (1,), (6,)))
    assert g.state[3].activation
    acted = barrage(SPOTTER, MORTAR, FOE.with_(activation=True))
    run(strike, acted, "blue", (2,), 10000, 20000, answers=((1,), (6,)))
    car = barrage(SPOTTER, MORTAR, tank("v", "red", 10, 20))  # the sheet does not bar vehicles
    assert run(strike, car, "blue", (2,), 10000, 20000, answers=(True, (1,), (6,))).state[3].activation
    foot = barrage(*car.units[1:], rulings={"divers": "infantry"})
    assert not run(strike, foot, "blue", (2,), 10000, 20000, answers=((1,), (6,))).state[3].activation
    free = barrage(SPOTTER, MORTAR, FOE, rulings={"dive": "free"})
    assert not run(strike, free, "blue", (2,), 10000, 20000, answers=(True, (1,), (6,))).state[3].activation
    off = barrage(SPOTTER, MORTAR, FOE, rulings={"dive": "off"})
    run(strike, off, "blue", (2,), 10000, 20000, answers=((1,), (6,)))


@pytest.mark.parametrize(
    ("difference", "what", "rule"),
    [
        (1, "none", "or.bombard.no-effect"),
        (2, "activation", "or.bombard.activation"),
        (3, "activation", "or.bombard.activation"),
        (4, "vulnerable", "or.bombard.vulnerable-counter"),
        (5, "vulnerable", "or.bombard.vulnerable-counter"),
        (6, "vulnerable+1sp", "or.bombard.vulnerable-and-sp"),
    ],
)
def test_the_bombard_results(difference, what, rule):
    assert result(difference) == (what, rule)


def test_counters_by_bombardment():
    """or.bombard.activation, or.bombard.vulnerable-counter, or.bombard.vulnerable-and-sp"""
    heavy = MORTAR.with_(bombard=6)
    s = barrage(SPOTTER, heavy, FOE.with_(activation=True, sp=1))
    g = run(strike, s, "blue", (2,), 10000, 20000, answers=((1,), (2,)))  # 7 - 5 = 2: it has a counter already
    assert (g.state[3].activation, g.state[3].vulnerable) == (True, False)
    g = run(strike, s, "blue", (2,), 10000, 20000, answers=((4,), (2,)))  # 10 - 5 = 5
    assert (g.state[3].activation, g.state[3].vulnerable, g.state[3].sp) == (True, True, 1)
    g = run(strike, s, "blue", (2,), 10000, 20000, answers=((6,), (1,)))  # 12 - 4 = 8
    assert (g.state[3].vulnerable, g.state[3].sp) == (True, 2)
    g = run(strike, s.change(3, sp=2), "blue", (2,), 10000, 20000, answers=((6,), (1,)))
    assert not g.state[3].alive


def test_odds_of_a_bombardment_are_fractions_of_36():
    dist = exact(bombard.shelling, 6, 3)
    # difference = d6 - d6 + 3: 1 or less for -2 and below (10 ways); 2-3 for -1, 0 (11); 4-5 for 1, 2 (9); 6+ (6)
    assert {value: int(dist.p(value) * 36) for value, _ in dist} == {
        "none": 10,
        "activation": 11,
        "vulnerable": 9,
        "vulnerable+1sp": 6,
    }
