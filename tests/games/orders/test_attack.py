"""Attack orders, line by line."""

import pytest
from games.orders.orders_table import STAY, feature, run, stand, table, tank, to, value

from hexless.games.orders import attack, orders
from hexless.games.orders.attack import attack_power, choose_gun, defence, find_target, prey, resolve, result, targets
from hexless.games.orders.command import why_no_kind
from hexless.kernel import IllegalAnswer, exact

LEAD = stand("boss", "blue", 5, 5, cp=6)


def test_the_attacker_may_move_before_it_attacks():
    """or.attack.attacker, or.order.attack-moved, or.order.attack-stationary"""
    s = table(stand("a", "blue", 10, 10), stand("t", "red", 10, 26))
    g = run(orders.attack, s, 0, answers=(to(10, 15), (4,), (3,)))  # 10 inches apart after the move; 4+3 v 3+3
    assert g.state[1].sp == 1
    assert g.state.ordered == ((0, "vulnerable"),)
    g = run(orders.attack, table(stand("a", "blue", 10, 16), s[1]), 0, answers=(STAY, (1,), (6,)))
    assert g.state.ordered == ((0, "activation"),)


def test_supporters_move_pay_and_add_their_value():
    """or.attack.supporters, or.attack.support-value, or.order.support-moved, or.order.support-stationary"""
    s = table(
        LEAD,
        stand("a", "blue", 10, 10, command=0),
        stand("b", "blue", 14, 8, command=0),
        stand("c", "blue", 30, 10, command=0),
        stand("t", "red", 10, 16),
        phase="orders",
        leader=0,
        cp=4,
    )
    # a attacks, b comes up, c (too far away to help) supports in vain; 3 + 3 + 1 v 3 + 4 = 0
    g = run(orders.carry_out, s, 1, "attack", answers=(STAY, 2, to(14, 10), 3, STAY, None, (1,), (4,)))
    note = next(e for e in g.log if e.kind == "attack")
    assert [row.value for row in note.data["power"].rows] == [3, 3, 0]
    assert g.state.cp == 1
    assert g.state.ordered == ((1, "activation"), (2, "vulnerable"), (3, "activation"))
    assert "or.order.support-moved" in g.fired
    assert g.state[4].sp == 0


def test_am_or_ap_is_chosen_once():
    """or.attack.am-or-ap"""
    s = table(stand("a", "blue", 10, 10), stand("i", "red", 10, 18), tank("v", "red", 18, 10))
    assert value(choose_gun, s, 0, answers=("AM",)) == "AM"
    assert value(choose_gun, table(s[0], s[1]), 0) == "AP"  # nothing to choose: only infantry is there


@pytest.mark.parametrize(("values", "guns"), [((2, 3), ["AM", "AP"]), ((0, 3), ["AP"]), ((2, 0), ["AM"]), ((0, 0), [])])
def test_a_value_of_0_cannot_attack(values, guns):
    """or.attack.am-or-ap: it is offered for no target, and with neither value there is no attack and no support."""
    armed = stand("a", "blue", 10, 10, AM=values[0], AP=values[1])
    s = table(
        armed, stand("i", "red", 10, 18), tank("v", "red", 18, 10), stand("boss", "blue", 2, 2, cp=3), leader=3, cp=3
    )
    assert [gun for gun, _ in prey(s, 0)] == guns
    assert [why_no_kind(s, 0, kind) is None for kind in ("attack", "support")] == [bool(guns)] * 2
    if not guns:
        assert why_no_kind(s, 0, "attack").rule == "or.attack.am-or-ap"


def test_range_is_measured_after_the_move_and_exactly_at_range_counts():
    """or.attack.range, or.play.weapon-range"""
    s = table(stand("a", "blue", 10, 10), stand("t", "red", 23, 10))  # 12 inches between the edges
    assert targets(s, 0, "AP") == [1]
    further = s.change(1, base=s[1].base.at(23001, 10000))
    assert targets(further, 0, "AP") == []


def test_a_target_has_to_be_seen():
    """or.attack.line-of-sight, or.play.line-of-sight"""
    wall = feature("wall", 14, 5, 15, 15, "blocking", height=4)
    s = table(stand("a", "blue", 10, 10), stand("t", "red", 17, 10), features=(wall,))
    assert targets(s, 0, "AP") == []
    for viewer, target, seen in ((4001, 0, [1]), (4000, 0, []), (0, 4001, [1])):  # ticks above the table
        hills = s.change(0, base=s[0].base.at(10000, 10000, viewer)).change(1, base=s[1].base.at(17000, 10000, target))
        assert targets(hills, 0, "AP") == seen  # one sees over what is lower than one's position, and up to it
    low = table(*s.units, features=(feature("hedge", 14, 5, 15, 15, "blocking"),))
    assert targets(low, 0, "AP") == []  # blocking is a property of the feature, not of its height


def test_the_nearest_appropriate_enemy_is_the_target():
    """or.attack.nearest-target"""
    s = table(
        stand("a", "blue", 10, 10), tank("v", "red", 14, 10), stand("i", "red", 18, 10), stand("j", "red", 10, 19)
    )
    assert targets(s, 0, "AP") == [2]  # the tank is nearer, but not for AP
    assert targets(s, 0, "AM") == [1]
    tied = s.change(3, base=s[3].base.at(10000, 18000))
    assert value(find_target, tied, 0, "AP", answers=(3,)) == 3
    with pytest.raises(IllegalAnswer):
        value(find_target, tied, 0, "AP", answers=(1,))
    assert targets(table(*s.units, rulings={"appropriate": "any"}), 0, "AP") == [1]
    g = run(resolve, table(s[0]), 0, ())  # nobody to attack: no weapon is asked for
    assert [e.kind for e in g.log] == ["no target"]


def test_the_attack_total_adds_vulnerable_elevated_and_special_rules():
    """or.attack.total, or.attack.vulnerable, or.attack.elevated, or.attack.special, or.play.in-terrain"""
    hill = feature("hill", 8, 8, 12, 12, "elevated", height=2)
    s = table(stand("a", "blue", 10, 10, attack_bonus=1), stand("t", "red", 10, 18, vulnerable=True), features=(hill,))
    power = attack_power(s, 0, (), 1, "AP")
    assert [(row.value, row.rule) for row in power.rows] == [
        (3, "or.attack.total"),
        (2, "or.attack.vulnerable"),
        (1, "or.attack.elevated"),
        (1, "or.attack.special"),
    ]
    both = table(*s.units, features=(feature("hill", 8, 8, 12, 20, "elevated"),))
    assert attack_power(both, 0, (), 1, "AP").value == 7
    picky = table(
        *s.units, features=(feature("hill", 8, 8, 12, 20, "elevated"),), rulings={"elevated_needs_lower_target": True}
    )
    assert attack_power(picky, 0, (), 1, "AP").value == 6
    beside = s.change(0, base=s[0].base.at(12400, 10000))  # a part of it is on the hill, its centre is not
    assert attack_power(beside, 0, (), 1, "AP").value == 6


def test_the_defence_total_is_sr_and_defender_in_defensible_terrain():
    """or.attack.defence, or.attack.defender"""
    town = feature("town", 8, 16, 12, 20, "defensible")
    s = table(stand("a", "blue", 10, 10), stand("t", "red", 10, 18, defender=True, sp=2), features=(town,))
    assert [(row.value, row.rule) for row in defence(s, 1).rows] == [
        (3, "or.attack.defence"),
        (1, "or.attack.defender"),
    ]
    assert defence(s.change(1, defender=False), 1).value == 3
    edge = s.change(1, base=s[1].base.at(10000, 15900))  # its centre is outside, its rim inside
    assert defence(edge, 1).value == 3
    assert defence(table(*edge.units, features=(town,), rulings={"in_terrain": "any"}), 1).value == 4


@pytest.mark.parametrize(
    ("difference", "what", "rule"),
    [
        (-4, "none", "or.attack.no-effect"),
        (0, "none", "or.attack.no-effect"),
        (1, "1sp", "or.attack.one-sp"),
        (3, "1sp", "or.attack.one-sp"),
        (4, "2sp", "or.attack.two-sp"),
        (5, "2sp", "or.attack.two-sp"),
        (6, "destroyed", "or.attack.destroyed"),
        (11, "destroyed", "or.attack.destroyed"),
    ],
)
def test_the_combat_results(difference, what, rule):
    assert result(difference) == (what, rule)


def test_the_difference_is_looked_up():
    """or.attack.difference"""
    s = table(stand("a", "blue", 10, 10), stand("t", "red", 10, 18))
    for attack_die, defence_die, sp in ((3, 3, 0), (4, 3, 1), (6, 3, 1), (6, 2, 2)):
        g = run(resolve, s, 0, (), answers=((attack_die,), (defence_die,)))
        assert (g.state[1].sp, g.state[1].alive) == (sp, True)
    strong = s.change(0, AP=5)
    g = run(resolve, strong, 0, (), answers=((5,), (1,)))  # 10 - 4 = 6
    assert not g.state[1].alive


def test_suppression_beyond_two_destroys():
    """or.attack.suppressed-to-death"""
    s = table(stand("a", "blue", 10, 10), stand("t", "red", 10, 18, sp=1))
    g = run(resolve, s, 0, (), answers=((4,), (3,)))
    assert g.state[1].sp == 2
    g = run(resolve, s.change(1, sp=2), 0, (), answers=((4,), (3,)))
    assert not g.state[1].alive
    (told,) = [e for e in g.log if e.kind == "overwhelmed"]
    assert (told.rules, told.data) == (("or.attack.suppressed-to-death",), {"unit": 1, "points": 1, "sp": 2})
    g = run(resolve, s, 0, (), answers=((6,), (2,)))  # 1 + 2
    assert not g.state[1].alive


def test_infantry_is_removed_and_vehicles_leave_wreckage():
    """or.attack.remove-infantry, or.attack.wreckage, or.play.wreck-effect"""
    s = table(stand("a", "blue", 10, 10, AM=9, AP=9), stand("i", "red", 10, 18), tank("v", "red", 18, 10))
    g = run(resolve, s, 0, (), answers=("AP", (6,), (1,)))
    assert not g.state[1].here
    g = run(resolve, s, 0, (), answers=("AM", (6,), (1,)))
    wrecked = g.state
    assert any(e.kind == "wrecked" for e in g.log)
    from hexless.games.orders.terrain import others_for

    on_foot, _ = others_for(wrecked, 0)
    assert wrecked[2].base not in on_foot.bases
    rolling = wrecked.with_(units=(*wrecked.units, tank("w", "blue", 30, 10)))
    assert wrecked[2].base in others_for(rolling, 3)[0].bases


def test_odds_of_an_attack_are_fractions_of_36():
    dist = exact(attack.assault, 6, 3)
    assert dist.total == 36
    # difference = d6 - d6 + 3: below 1 for d6 - d6 <= -3 (6 ways); 1-3 for -2..0 (15); 4-5 for 1, 2 (9); 6+ for 3+ (6)
    assert {value: int(dist.p(value) * 36) for value, _ in dist} == {"none": 6, "1sp": 15, "2sp": 9, "destroyed": 6}
