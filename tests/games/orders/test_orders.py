"""The orders themselves, transports, terrain and smoke."""

import pytest
from games.orders.orders_table import STAY, feature, kinds, run, stand, table, tank, to

from hexless.games.orders import losses, orders, sight
from hexless.games.orders.command import cost, free
from hexless.games.orders.moves import can_dismount, doorstep
from hexless.kernel import IllegalAnswer, Stream


def led(*units, cp=6, **more):
    """A table on which the first base issues orders."""
    return table(*units, phase="orders", leader=0, cp=cp, **more)


BOSS = stand("boss", "blue", 5, 5, cp=5)


def test_move_goes_up_to_the_move_rate():
    """or.order.move, or.order.move-counter"""
    g = run(orders.carry_out, led(BOSS), 0, "move", answers=(to(10, 5),))
    assert (g.state[0].base.x, g.state.ordered) == (10000, ((0, "activation"),))
    with pytest.raises(IllegalAnswer, match=r"or\.order.move"):
        run(orders.carry_out, led(BOSS), 0, "move", answers=(to(10.001, 5),))


def test_at_the_double_goes_twice_as_far_and_makes_vulnerable():
    """or.order.double, or.order.double-counter"""
    g = run(orders.carry_out, led(BOSS), 0, "double", answers=(to(15, 5),))
    assert g.state.ordered == ((0, "vulnerable"),)


def test_jump_troopers_do_not_double():
    """or.order.double-not-jump"""
    assert "double" in kinds(led(BOSS), 0)
    assert "double" not in kinds(led(BOSS.with_(mobility="jump")), 0)


def test_mount_moves_into_contact_and_leaves_the_table():
    """or.order.mount, or.order.mount-off-table, or.order.mount-occupancy, or.order.mount-counter"""
    s = led(BOSS, tank("truck", "blue", 9, 5, transport=1, mobility="wheeled"))
    with pytest.raises(IllegalAnswer, match="short of contact"):
        run(orders.carry_out, s, 0, "mount", answers=(to(7, 5),))
    g = run(orders.carry_out, s, 0, "mount", answers=(to(8, 5),))
    assert (g.state[0].aboard, g.state[0].here) == (1, False)
    assert g.state.ordered == ((0, "activation"),)
    assert free(g.state, 1)  # the transport may still be ordered


def test_a_transport_carries_what_its_profile_says():
    """or.play.transport-capacity"""
    s = led(BOSS, tank("truck", "blue", 9, 5, transport=1), stand("rider", "blue", 30, 30, aboard=1))
    assert "mount" not in kinds(s, 0)
    assert "mount" in kinds(s.change(1, transport=2), 0)
    assert "mount" not in kinds(led(tank("t", "blue", 5, 5), tank("truck", "blue", 9, 5, transport=2)), 0)


def test_dismount_is_flush_with_the_transport_then_away():
    """or.order.dismount, or.order.dismount-move, or.order.dismount-counter"""
    s = led(BOSS.with_(aboard=1), tank("truck", "blue", 9, 5, transport=1))
    with pytest.raises(IllegalAnswer, match=r"or\.order.dismount"):
        run(orders.carry_out, s, 0, "dismount", answers=({"x": 9000, "y": 7000},))
    g = run(orders.carry_out, s, 0, "dismount", answers=({"x": 9000, "y": 6001}, to(9, 11)))
    assert (g.state[0].here, g.state[0].base.y) == (True, 11000)
    assert g.state.ordered == ((0, "activation"),)


def test_only_who_is_next_to_a_transport_is_in_the_way_of_who_gets_out():
    """or.order.dismount: in 60 crowds there is room just if all the bases on the table leave some."""
    stream, found = Stream("doors", "crowd"), {True: 0, False: 0}
    truck, wall = tank("truck", "blue", 9, 5, transport=1), feature("wall", 6, 5.2, 12, 12, "impassable")
    for _ in range(60):
        crowd = [stand("", "red", stream.between(60, 120) / 10, stream.between(20, 60) / 10) for _ in range(12)]
        s = led(BOSS.with_(aboard=1), truck, *crowd, features=(wall,))
        free = can_dismount(s, 0)
        assert free is doorstep(s, 0, 1).room
        found[free] += 1
    assert min(found.values()) > 5


def test_a_carried_base_dismounts_before_it_attacks_or_supports():
    """or.order.attack-dismount, or.order.support-dismount"""
    foe = stand("t", "red", 9, 14)
    s = led(
        BOSS,
        stand("a", "blue", 1, 1, aboard=3, command=0),
        stand("b", "blue", 1, 1, aboard=3, command=0),
        tank("truck", "blue", 9, 5, transport=2),
        foe,
    )
    assert set(kinds(s, 1)) == {"attack", "dismount"}
    answers = ({"x": 9000, "y": 6001}, STAY, 2, {"x": 10001, "y": 5000}, STAY, None, (3,), (3,))
    g = run(orders.carry_out, s, 1, "attack", answers=answers)
    assert g.state.ordered == ((1, "vulnerable"), (2, "vulnerable"))
    assert {"or.order.attack-dismount", "or.order.support-dismount"} <= g.fired
    assert g.state[4].sp == 1  # 3 + 3 + 3 - 3 - 3 = 3


def test_rest_moves_takes_a_point_off_and_costs_one():
    """or.order.rest, or.order.rest-counter, or.order.rest-cost"""
    s = led(BOSS, stand("far", "blue", 30, 30, sp=2), cp=1)
    assert kinds(s, 1) == ["rest"]  # anything else costs 4
    g = run(orders.carry_out, s, 1, "rest", answers=(STAY,))
    assert (g.state[1].sp, g.state.cp, g.state.ordered) == (1, 0, ((1, "activation"),))
    fresh = led(BOSS, stand("near", "blue", 8, 5, command=0))
    assert "rest" not in kinds(fresh, 1)  # there is no point to remove
    assert "rest" in kinds(fresh.change(1, sp=1), 1)


def test_smoke_goes_within_eight_inches_once_per_leader():
    """or.order.smoke, or.order.smoke-limit, or.play.smoke-effect"""
    s = led(BOSS, stand("t", "red", 5, 15))
    with pytest.raises(IllegalAnswer, match=r"or\.order.smoke"):
        run(orders.carry_out, s, 0, "smoke", answers=(STAY, {"x": 5000, "y": 13501}))
    run(orders.carry_out, s, 0, "smoke", answers=(STAY, {"x": 5000, "y": 13500}))  # 8 inches from its edge
    g = run(orders.carry_out, s, 0, "smoke", answers=(STAY, {"x": 5000, "y": 10000}))
    assert g.state.smoke == ((5000, 10000),)
    assert "smoke" not in kinds(g.state.with_(ordered=()), 0)
    assert sight.sees(s, 0, 1).clear
    hidden = sight.sees(g.state, 0, 1)
    assert (hidden.clear, hidden.rule) == (False, "or.play.smoke-effect")
    for spot in ((5000, 5200), (5000, 5000), (5000, 15000)):  # over the viewer, right on it, right on the target
        assert not sight.sees(s.with_(smoke=(spot,)), 0, 1).clear
    assert sight.sees(s.with_(smoke=((6500, 10000),)), 0, 1).clear  # it touches the line and does not cross it
    assert "smoke" not in kinds(s.with_(leader=None), 0)


def test_orders_cost_command_points():
    """or.turn.order-cost, or.turn.leader-self, or.turn.outside-command, or.turn.suppressed-cost"""
    s = led(BOSS, stand("mine", "blue", 8, 5, command=0), stand("other", "blue", 30, 5, sp=2))
    assert cost(s, 0, 0, "move").value == 1
    assert cost(s, 0, 0, "move").rows[0].rule == "or.turn.leader-self"
    assert cost(s, 0, 1, "move").value == 1
    assert [row.rule for row in cost(s, 0, 2, "attack").rows] == [
        "or.turn.order-cost",
        "or.turn.outside-command",
        "or.turn.suppressed-cost",
    ]
    assert cost(s, 0, 2, "attack").value == 4
    near = led(*s.units, rulings={"command": "radius", "command_radius_in": 8})
    assert (cost(near, 0, 1, "move").value, cost(near, 0, 2, "move").value) == (1, 4)


def test_nobody_acts_twice():
    """or.play.one-order"""
    s = led(BOSS, stand("a", "blue", 8, 5, activation=True), stand("b", "blue", 8, 8), ordered=((2, "activation"),))
    assert [free(s, i) for i in range(3)] == [True, False, False]


# ---- terrain


def test_road_and_difficult_going_are_for_wheels_and_tracks():
    """or.terrain.road, or.terrain.difficult"""
    road = feature("road", 0, 4, 48, 6, "road")
    mud = feature("mud", 0, 14, 48, 26, "difficult")
    s = led(
        tank("t", "blue", 5, 5, cp=5), tank("u", "blue", 5, 20), stand("foot", "blue", 20, 20), features=(road, mud)
    )
    g = run(orders.carry_out, s, 0, "move", answers=(to(17, 5),))  # 12 inches on a move of 6
    assert "or.terrain.road" in g.fired
    run(orders.carry_out, s, 0, "double", answers=(to(29, 5),))  # 24 at the double
    stiff = led(*s.units, features=(road, mud), rulings={"road_double_stack": False})
    with pytest.raises(IllegalAnswer):
        run(orders.carry_out, stiff, 0, "double", answers=(to(17.1, 5),))
    g = run(orders.carry_out, s, 1, "move", answers=(to(8, 20),))
    assert "or.terrain.difficult" in g.fired
    with pytest.raises(IllegalAnswer):
        run(orders.carry_out, s, 1, "move", answers=(to(8.1, 20),))
    run(orders.carry_out, s, 2, "move", answers=(to(25, 20),))


def test_impassable_hover_and_jump():
    """or.terrain.impassable, or.terrain.impassable-hover, or.terrain.impassable-jump"""
    lake = feature("lake", 7, 0, 9, 10, "impassable-flat")
    cliff = feature("cliff", 7, 12, 9, 22, "impassable")
    units = (
        stand("foot", "blue", 6, 5, cp=5),
        tank("hover", "blue", 5, 8, mobility="hover"),
        stand("jump", "blue", 6, 16, mobility="jump"),
        tank("skim", "blue", 5, 19, mobility="hover"),
    )
    s = led(*units, features=(lake, cliff))
    with pytest.raises(IllegalAnswer, match="lake is in the way"):
        run(orders.carry_out, s, 0, "move", answers=(to(10.5, 5),))
    g = run(orders.carry_out, s, 1, "move", answers=(to(8, 8),))  # it may even stop there
    assert "or.terrain.impassable-hover" in g.fired
    with pytest.raises(IllegalAnswer, match="cliff is in the way"):
        run(orders.carry_out, s, 3, "move", answers=(to(10, 19),))
    g = run(orders.carry_out, s, 2, "move", answers=(to(10.5, 16),))
    assert "or.terrain.impassable-jump" in g.fired
    with pytest.raises(IllegalAnswer, match="may end in cliff"):
        run(orders.carry_out, s, 2, "move", answers=(to(8, 16),))


def test_concealment_hides_by_size_and_blocks_what_is_beyond():
    """or.terrain.concealment"""
    wood = feature("wood", 10, 0, 20, 20, "concealment")

    def look(x, size, x0=2.0, **rulings):
        s = led(
            stand("a", "blue", x0, 10, size=2), stand("t", "red", x, 10, size=size), features=(wood,), rulings=rulings
        )
        return sight.sees(s, 0, 1).clear

    assert look(12.5, 2)  # its near edge is exactly 2 inches in
    assert not look(12.51, 2)
    assert look(12.51, 3)
    assert not look(22, 5)  # right through
    assert not look(2, 2, x0=14)  # too deep to look out
    assert look(2, 2, x0=14, sight_mutual=False)
    assert look(2, 2, x0=11.5)


def test_bases_may_touch_but_not_overlap():
    """or.play.contact"""
    s = led(BOSS, stand("t", "red", 9, 5))
    run(orders.carry_out, s, 0, "move", answers=(to(8, 5),))
    with pytest.raises(IllegalAnswer, match=r"or\.play.contact"):
        run(orders.carry_out, s, 0, "move", answers=(to(8.1, 5),))
    spaced = led(*s.units, rulings={"enemy_gap_in": 1})
    with pytest.raises(IllegalAnswer, match="too close"):
        run(orders.carry_out, spaced, 0, "move", answers=(to(7.5, 5),))


# ---- losses


def test_passengers_of_a_destroyed_transport_bail_out():
    """or.play.transport-destroyed"""
    s = table(
        tank("truck", "blue", 9, 5, transport=1), stand("rider", "blue", 1, 1, aboard=0), stand("t", "red", 30, 5)
    )
    g = run(losses.destroy, s, 0, "red", answers=({"x": 9000, "y": 6001},))
    rider = g.state[1]
    assert (rider.here, rider.vulnerable, rider.sp) == (True, True, 1)
    g = run(losses.destroy, s.change(1, sp=2), 0, "red", answers=({"x": 9000, "y": 6001},))
    assert not g.state[1].alive
    g = run(losses.destroy, table(*s.units, rulings={"passengers": "die"}), 0, "red")
    assert not g.state[1].alive


def test_a_lost_leader_is_counted_and_its_bases_go_on():
    """or.play.leader-lost, or.turn.leader-kills"""
    s = table(BOSS, stand("a", "blue", 8, 5, command=0), stand("c", "blue", 12, 5, cp=3), stand("t", "red", 30, 5))
    g = run(losses.destroy, s, 0, "red")
    assert g.state.leader_kills == (0, 1)
    assert run(losses.destroy, s, 0, "blue").state.leader_kills == (0, 0)  # one's own bombardment earns nothing
    orphan = g.state.with_(leader=2, cp=3)
    assert cost(orphan, 2, 1, "move").value == 2
