"""Where two rules meet: worked examples at the edges of the sheet."""

import pytest
from games.orders.orders_table import STAY, feature, kinds, run, stand, table, tank, to

from hexless.games.orders import losses, orders, sight, turn
from hexless.games.orders.bombard import strike
from hexless.games.orders.command import cost
from hexless.kernel import IllegalAnswer

BOSS, CHIEF = stand("boss", "blue", 5, 5, cp=5), stand("chief", "red", 40, 30, cp=4)
MORTAR = stand("mortar", "blue", 20, 5, command=0, bombard=3)


def led(*units, cp=5, **more):
    """A table on which the first base issues orders."""
    return table(*units, phase="orders", leader=0, cp=cp, **more)


def at(x, y):
    return {"x": round(x * 1000), "y": round(y * 1000)}


# ---- a leader's set of orders


def test_a_leader_hit_by_its_own_bombardment_is_done():
    """or.play.one-order: who has a counter issues no more orders."""
    s = led(BOSS, MORTAR, CHIEF)
    answers = (1, "bombard", STAY, at(5, 5), False, (4,), (2,))  # 4 + 3 - 2 - 3 = 2: an activation counter
    g = run(turn.step, s, answers=answers)
    assert (g.state[0].activation, g.state.cp, g.state.phase) == (True, 4, "orders")
    g = run(turn.step, g.state)  # nothing is asked
    assert (g.state.phase, g.state.leader, g.state[1].activation) == ("leaders", None, True)
    dived = run(turn.step, s, answers=(1, "bombard", STAY, at(5, 5), True, (1,), (6,)))
    assert run(turn.step, dived.state).state.phase == "leaders"  # diving gives up the rest, too


def test_a_leader_killed_in_its_own_set_ends_it_and_nobody_counts_it():
    """or.turn.place-counters, or.play.leader-lost, or.turn.leader-kills"""
    s = led(BOSS.with_(sp=2), MORTAR.with_(bombard=6), stand("aide", "blue", 30, 5, cp=3), CHIEF)
    g = run(turn.step, s, answers=(1, "bombard", STAY, at(5, 5), False, (6,), (1,)))  # 12 - 4 = 8
    assert (g.state[0].alive, g.state.leader_kills) == (False, (0, 0))
    g = run(turn.step, g.state)
    assert (g.state.phase, g.state[1].activation, g.state[0].acted) == ("leaders", True, False)
    assert cost(g.state, 2, 1, "move").value == 2  # the mortar is outside every command now


def test_a_leader_goes_on_giving_orders_from_inside_a_transport():
    """or.turn.select-leader, or.order.mount-counter"""
    truck = tank("truck", "blue", 8, 5, transport=1, mobility="wheeled")
    s = led(BOSS, truck, stand("a", "blue", 20, 20, command=0), CHIEF)
    g = run(turn.step, s, answers=(0, "mount", to(7, 5)))
    g = run(turn.step, g.state, answers=(2, "move", STAY))
    assert g.state.cp == 3
    carried = table(BOSS.with_(aboard=1), truck, CHIEF)
    assert run(turn.step, carried).state.leader == 0
    near = led(
        BOSS.with_(aboard=1), truck.with_(base=truck.base.at(30000, 5000)), stand("a", "blue", 36, 5),
        rulings={"command": "radius", "command_radius_in": 6},
    )  # fmt: skip
    assert cost(near, 0, 2, "move").value == 1  # measured from the transport, 5 inches away


def test_support_and_bombarding_pay_each_their_own_price():
    """or.turn.order-cost, or.turn.outside-command, or.turn.suppressed-cost"""
    s = led(
        BOSS, stand("a", "blue", 10, 5, command=0, sp=1), stand("b", "blue", 12, 5, sp=1), stand("t", "red", 11, 12),
        cp=6,
    )  # fmt: skip
    # a: 1 + 1 for its point; b: 1 + 1 outside + 1 for its point; then 1 is left and the boss could still support
    g = run(orders.carry_out, s, 1, "attack", answers=(STAY, 2, STAY, None, (1,), (6,)))
    assert g.state.cp == 1
    assert [e.data["cost"].value for e in g.log if e.kind == "ordered"] == [2, 3]


# ---- bombardments


def test_without_a_gun_there_is_no_bombardment():
    """or.bombard.bases"""
    spotter = stand("eye", "blue", 10, 10, command=0)
    assert "bombard" not in kinds(led(BOSS, spotter), 1)
    assert "bombard" in kinds(led(BOSS, spotter, MORTAR, cp=2), 1)
    assert "bombard" not in kinds(led(BOSS, spotter, MORTAR, cp=1), 1)  # the spotter takes the last point
    assert "bombard" not in kinds(led(BOSS, spotter, MORTAR.with_(activation=True)), 1)
    alone = led(BOSS, spotter, MORTAR).with_(leader=None, cp=0, phase="singles")
    assert ["bombard" in kinds(alone, unit) for unit in (1, 2)] == [False, True]
    two = led(BOSS, spotter, MORTAR, MORTAR.with_(base=MORTAR.base.at(25000, 5000)))
    with pytest.raises(IllegalAnswer):  # somebody has to fire
        run(orders.carry_out, two, 1, "bombard", answers=(STAY, at(30, 30), None))


def test_a_base_alone_spots_for_itself_and_makes_no_second_attack():
    """or.turn.single-order, or.bombard.spotter-bombards"""
    s = table(MORTAR, stand("t", "red", 20, 12), phase="singles")
    g = run(orders.carry_out, s, 0, "bombard", answers=(STAY, at(20, 12), False, (5,), (1,)))
    assert g.state[1].vulnerable  # 5 + 3 - 1 - 3 = 4


def test_who_has_had_its_order_does_not_dive():
    """or.bombard.dive-for-cover: there is no action left to give up"""
    s = led(BOSS, MORTAR, stand("a", "blue", 10, 10), ordered=((2, "activation"),))
    run(strike, s, "blue", (1,), 10000, 10000, answers=((1,), (6,)))


def test_the_spotters_own_attack_may_have_a_price():
    """or.bombard.spotter-attacks"""
    s = led(
        BOSS, stand("eye", "blue", 10, 10, command=0), MORTAR, stand("t", "red", 10, 18), cp=3,
        rulings={"spotter_attack_extra_cp": 1},
    )  # fmt: skip
    answers = (STAY, at(30, 30), STAY, (1,), True, (6,), (1,))  # 6 + 3 - 1 - 3 = 5
    g = run(orders.carry_out, s, 1, "bombard", answers=answers)
    assert (g.state.cp, g.state[3].sp) == (0, 2)


# ---- moving and carrying


def test_a_way_round_leads_into_a_transport_too():
    """or.order.mount"""
    wall = feature("wall", 6, 4.4, 7, 5.6, "impassable")
    truck = tank("truck", "blue", 8, 5, transport=1)
    assert "mount" in kinds(led(BOSS, truck, features=(wall,)), 0)
    way = {"points": [[5800, 6500], [8000, 6000]]}  # 1.7 and 2.3 inches; no straight way is free
    assert run(orders.carry_out, led(BOSS, truck, features=(wall,)), 0, "mount", answers=(way,)).state[0].aboard == 1
    ring = feature("ring", 6, 0, 7, 36, "impassable")
    assert "mount" not in kinds(led(BOSS, truck, features=(ring,)), 0)


def test_a_way_that_ends_where_it_began_is_no_move():
    """or.order.attack-stationary"""
    s = table(stand("a", "blue", 10, 10), stand("t", "red", 10, 18))
    g = run(orders.carry_out, s, 0, "attack", answers=(to(10, 10), (1,), (6,)))
    assert g.state.ordered == ((0, "activation"),)


def test_every_passenger_gets_out_or_is_lost():
    """or.play.transport-destroyed"""
    truck = tank("truck", "blue", 9, 5, transport=2)
    riders = stand("r", "blue", 1, 1, aboard=0), stand("q", "blue", 1, 1, aboard=0, cp=3)
    s = table(truck, *riders, stand("t", "red", 30, 5))
    g = run(losses.destroy, s, 0, "red", answers=(at(9, 6.001), at(10.001, 5)))
    assert [(g.state[i].here, g.state[i].vulnerable, g.state[i].sp) for i in (1, 2)] == [(True, True, 1)] * 2
    with pytest.raises(IllegalAnswer, match="in the way"):  # the second does not fit on the first
        run(losses.destroy, s, 0, "red", answers=(at(9, 6.001), at(9, 6.001)))
    pit = feature("pit", 0, 0, 48, 36, "impassable")
    g = run(losses.destroy, table(*s.units, features=(pit,)), 0, "red")  # no room anywhere
    assert [g.state[i].alive for i in range(3)] == [False, False, False]
    assert g.state.leader_kills == (0, 1)


def test_suppressed_passengers_alone_cannot_rest_in_their_transport():
    """or.turn.single-order"""
    s = table(
        tank("truck", "blue", 9, 5, transport=1, activation=True), stand("r", "blue", 1, 1, aboard=0, sp=1), CHIEF,
        phase="singles", rulings={"solo_suppressed": "rr_only"},
    )  # fmt: skip
    assert kinds(s, 1) == []
    assert kinds(s.change(2, sp=1), 2) == ["rest"]


def test_with_only_passengers_left_a_player_may_pass_while_others_act():
    """or.turn.singles-alternate"""
    truck = tank("truck", "blue", 9, 5, transport=1, activation=True)
    s = table(truck, stand("r", "blue", 1, 1, aboard=0), stand("t", "red", 30, 5), phase="singles")
    g = run(turn.step, s, answers=(None,))
    assert (g.state.next, g.state[1].acted) == ("red", False)
    g = run(turn.step, g.state, answers=("move", STAY))  # there is one base left to choose
    assert run(turn.step, g.state).state.phase == "end"


# ---- sight


def test_from_inside_smoke_a_spotter_sees_only_where_it_stands():
    """or.play.smoke-effect, or.bombard.template"""
    s = table(MORTAR, stand("t", "red", 20, 12), phase="singles", smoke=((20000, 5000),))
    with pytest.raises(IllegalAnswer, match="smoke is in the way"):
        run(orders.carry_out, s, 0, "bombard", answers=(STAY, at(20, 5.5)))
    run(orders.carry_out, s, 0, "bombard", answers=(STAY, at(20, 5), (1,), (6,)))  # on itself


def test_depth_in_a_wood_is_measured_to_the_near_edge_along_the_line():
    """or.terrain.concealment"""
    corner = [(10, 0), (20, 0), (20, 20)]  # a wood with a slanting edge: y = 2x - 20
    from hexless.table import piece

    wood = piece("wood", [(x * 1000, y * 1000) for x, y in corner], traits=("concealment",))

    def look(x, size):
        return sight.sees(
            table(stand("a", "blue", 2, 10), stand("t", "red", x, 10, size=size, radius=1000), features=(wood,)), 0, 1
        )

    # the line to the centre enters at x = 15; to the lower rim (18, 9) at about x = 14.5, with no base before it
    assert look(18, 2).clear  # centre: 3 deep, less its radius 1
    hidden = look(18.1, 2)
    assert (hidden.clear, hidden.rule) == (False, "or.terrain.concealment")
    assert hidden.witness["line"][1] == (17100, 10000)


def test_wreckage_that_blocks_sight_is_called_wreckage():
    """or.play.wreck-effect"""
    s = table(
        stand("a", "blue", 5, 5), tank("w", "red", 5, 9, alive=False), stand("t", "red", 5, 13),
        rulings={"wreck_blocks_los": True},
    )  # fmt: skip
    look = sight.sees(s, 0, 2)
    assert (look.clear, look.says, look.rule) == (False, "wreckage is in the way", "or.play.wreck-effect")
    assert sight.sees(table(*s.units), 0, 2).clear


# ---- cards, and players who are out


def test_each_player_plays_one_card_in_an_order():
    """or.attack.special, or.bombard.special"""
    foes = stand("t", "red", 10, 20), stand("u", "red", 11, 20)
    s = led(BOSS, MORTAR, *foes, hands=(("Good Ground Data", "Good Ground Data"), ("Scatter!", "Scatter!")))
    answers = (STAY, at(10, 20), False, False, "Good Ground Data", (1,), "Scatter!", (6,), (6,))
    g = run(orders.carry_out, s, 1, "bombard", answers=answers)
    assert g.state.hands == (("Good Ground Data",), ("Scatter!",))
    assert g.state.carded == ("blue", "red")
    tired = led(BOSS.with_(sp=2), hands=(("Second Wind",), ()), cp=3)
    g = run(orders.carry_out, tired, 0, "move", answers=("Second Wind", STAY))
    assert (g.state[0].sp, g.state.cp) == (1, 0)


def test_who_has_no_base_left_rolls_for_nothing():
    """or.turn.initiative"""
    s = table(BOSS, CHIEF, stand("x", "green", 9, 9, alive=False), sides=("blue", "red", "green"), phase="initiative")
    g = run(turn.initiative, s, answers=((2,), (5,), "blue"))
    assert g.state.first == "blue"
    with pytest.raises(IllegalAnswer):
        run(turn.initiative, s, answers=((2,), (5,), "green"))


def test_play_passes_in_seating_order():
    """or.turn.first-player, or.turn.leaders-alternate"""
    s = table(BOSS, CHIEF, stand("x", "green", 9, 9, cp=3), sides=("blue", "red", "green"), next="red", first="red")
    order = []
    for _ in range(3):
        g = run(turn.step, s)  # each has one leader to choose
        order.append(g.state.next)
        s = run(turn.step, g.state, answers=(None,)).state
    assert order == ["red", "green", "blue"]
    assert run(turn.step, s).state.next == "red"  # single orders go back to the first player
