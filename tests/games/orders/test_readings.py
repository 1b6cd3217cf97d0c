"""Every reading of the sheet that can be chosen, with an example in which it changes the result."""

import msgspec
import pytest
from games.orders.orders_table import STAY, TURNS, feature, kinds, run, spun, stand, table, tank, to, turned

from hexless.games.orders import deployment, losses, orders, ruleset, turn
from hexless.games.orders.attack import attack_power, could_reach
from hexless.games.orders.command import cost, label
from hexless.games.orders.force import Force
from hexless.games.orders.rulings import Rulings
from hexless.games.orders.scenario import setup
from hexless.games.orders.sight import sees
from hexless.games.orders.terrain import price, walk
from hexless.kernel import Game, IllegalAnswer, Script, Stream
from hexless.moves import Way
from hexless.ruleset import shipped
from hexless.ruleset.maps import Objective, Zone
from hexless.table import Base, route

BOSS, CHIEF = stand("boss", "blue", 5, 5, cp=6), stand("chief", "red", 40, 30, cp=4)
EYE, MORTAR = stand("eye", "blue", 10, 10, command=0), stand("mortar", "blue", 20, 5, command=0, bombard=3)


def led(*units, **more):
    return table(BOSS, *units, **{"phase": "orders", "leader": 0, "cp": 6, **more})


def at(x, y):
    return {"x": round(x * 1000), "y": round(y * 1000)}


# ---- the end of a game


def test_the_last_leaders_decide_where_the_mission_is_about_leaders():
    """or.play.victory: sudden_death"""
    units = BOSS, CHIEF.with_(alive=False), stand("r", "red", 20, 20)
    goal = Objective("mill", 20000, 21000, 1)

    def over(**more):
        return run(turn.step, table(*units, phase="end", objectives=(goal,), **more)).state.over

    assert over() is None  # red holds the mill and goes on without a leader
    assert over(goal="leaders").winner == "blue"
    assert over(rulings={"sudden_death": "always"}).winner == "blue"
    assert over(goal="leaders", rulings={"sudden_death": "never"}) is None
    assert over(turn=6).winner == "red"


def test_decapitation_has_a_winner_by_the_leaders_left():
    """or.play.victory"""
    s = table(
        BOSS, stand("aide", "blue", 9, 9, cp=2), CHIEF, phase="end", turn=5, turns=5, goal="leaders",
        leader_kills=(1, 1),
    )  # fmt: skip
    assert run(turn.step, s).state.over.winner == "blue"
    assert run(turn.step, table(BOSS, CHIEF, phase="end", turn=6, goal="leaders")).state.over.winner is None
    worth = table(BOSS, CHIEF, stand("more", "red", 40, 40, points=5), phase="end", turn=6, goal="leaders")
    assert run(turn.step, worth).state.over.winner == "red"  # as many leaders, but more points left


def test_where_leaders_count_ground_counts_beside_them():
    """or.play.victory: an objective that is held is as good as its points in leaders"""
    near, far = Objective("mast", 5000, 8000, 1), Objective("well", 30000, 30000, 1)
    how = {"phase": "end", "turn": 6, "goal": "leaders"}
    over = run(turn.step, table(BOSS, CHIEF, objectives=(near,), leader_kills=(0, 0), **how)).state.over
    assert (over.winner, over.why) == ("blue", "leaders destroyed and objectives held: blue 1, red 0")
    assert run(turn.step, table(BOSS, CHIEF, objectives=(near,), leader_kills=(0, 2), **how)).state.over.winner == "red"
    nobody = run(turn.step, table(BOSS, CHIEF, objectives=(far,), **how)).state.over
    assert (nobody.winner, nobody.why) == (None, "leaders destroyed and objectives held: blue 0, red 0")


def test_who_alone_has_bases_left_wins_at_once():
    """or.play.victory: also without holding anything"""
    goal = Objective("mill", 30000, 30000, 1)
    s = table(stand("a", "blue", 10, 10), CHIEF.with_(alive=False), phase="end", objectives=(goal,), turn=2)
    assert (run(turn.step, s).state.over.winner, run(turn.step, s).state.over.why) == ("blue", "no enemy is left")
    both = table(BOSS.with_(alive=False), CHIEF.with_(alive=False), phase="end", objectives=(goal,), turn=2)
    assert run(turn.step, both).state.over.winner is None


# ---- bombardments


def test_the_spotters_own_attack_may_be_supported():
    """or.bombard.spotter-attacks: spotter_attack_support"""
    units = EYE, MORTAR, stand("pal", "blue", 12, 10, command=0), stand("t", "red", 10, 20)
    answers = (STAY, at(40, 10), STAY, (1,), True)
    plain = run(orders.carry_out, led(*units), 1, "bombard", answers=(*answers, (4,), (3,)))
    assert plain.state[4].sp == 1  # 4 + 3 - 3 - 3
    s = led(*units, rulings={"spotter_attack_support": True})
    helped = run(orders.carry_out, s, 1, "bombard", answers=(*answers, 3, STAY, None, (4,), (3,)))
    assert (helped.state[4].sp, helped.state.cp) == (2, 3)  # 3 more, for one more command point


def test_a_spotter_without_a_target_is_not_asked_to_attack():
    """or.bombard.spotter-attacks"""
    run(orders.carry_out, led(EYE, MORTAR, CHIEF), 1, "bombard", answers=(STAY, at(40, 10), STAY, (1,)))


# ---- the leaderless phase


def test_a_player_may_pass_in_the_leaderless_phase():
    """or.turn.singles-alternate: may_pass_single"""
    units = stand("a", "blue", 9, 9), stand("b", "blue", 12, 9), stand("t", "red", 30, 5), stand("u", "red", 33, 5)
    with pytest.raises(IllegalAnswer):
        run(turn.step, table(*units, phase="singles"), answers=(None,))
    s = table(*units, phase="singles", rulings={"may_pass_single": True})
    g = run(turn.step, s, answers=(None,))
    assert (g.state.next, g.state.passed) == ("red", ("blue",))
    g = run(turn.step, g.state, answers=(2, "move", STAY))
    g = run(turn.step, g.state, answers=(3, "move", STAY))
    g = run(turn.step, g.state)  # blue has passed: its bases act no more
    assert (g.state.phase, g.state[0].acted) == ("end", False)
    assert run(turn.step, g.state).state.passed == ()


def test_carried_bases_that_need_an_order_may_stay_aboard():
    """or.turn.singles-alternate: mounted_need_order"""
    units = tank("truck", "blue", 9, 5, transport=1, activation=True), stand("r", "blue", 1, 1, aboard=0), CHIEF
    s = table(*units, phase="singles", rulings={"mounted_need_order": True})
    assert kinds(s, 1) == ["move", "dismount"]
    assert label(s, 1, "move") == "Stay aboard"
    g = run(turn.step, s, answers=("move",))
    assert (g.state[1].aboard, g.state[1].activation) == (0, True)
    assert kinds(table(*units, phase="singles"), 1) == ["dismount"]
    pit = feature("pit", 0, 0, 48, 36, "impassable")  # with no room to get out, staying is all there is
    shut = table(*units[:2], phase="singles", rulings={"mounted_need_order": True}, features=(pit,))
    assert run(turn.step, shut).state[1].activation


# ---- transports


def test_mounting_may_mark_the_transport():
    """or.order.mount-counter: mount_counters"""
    truck = tank("truck", "blue", 8, 5, transport=1)
    assert run(orders.carry_out, led(truck), 0, "mount", answers=(to(7, 5),)).state.ordered == ((0, "activation"),)
    both = led(truck, rulings={"mount_counters": "both"})
    ordered = run(orders.carry_out, both, 0, "mount", answers=(to(7, 5),)).state.ordered
    assert ordered == ((0, "activation"), (1, "activation"))
    acted = run(orders.carry_out, both.change(1, vulnerable=True), 0, "mount", answers=(to(7, 5),)).state.ordered
    assert acted == ((0, "activation"),)  # it has a counter already


@pytest.mark.parametrize(("k", "mirrored"), TURNS)
def test_any_gap_round_a_transport_is_a_way_in_and_out(k, mirrored):
    """or.order.mount, or.play.transport-destroyed: the one free place is found in every direction."""
    truck, rider = (
        tank("truck", "blue", 24, 18, transport=1, radius=1200),
        stand("r", "blue", 1, 1, aboard=0, radius=750),
    )
    ring = [spun((24000 + 2400, 18000), 8 * n) for n in range(8)]  # bases of 0.9 shoulder to shoulder
    crowd = [tank(f"c{n}", "blue", x / 1000, y / 1000, radius=900) for n, (x, y) in enumerate(ring)]
    full = turned(table(truck, rider, *crowd, phase="singles"), k, mirrored)
    gap = turned(table(truck, rider, *crowd[:3], *crowd[4:], phase="singles"), k, mirrored)  # four degrees wide
    assert (kinds(full, 1), kinds(gap, 1)) == ([], ["dismount"])
    for s, out in ((full, False), (gap, True)):
        bailed = Game(s, First())
        losses.destroy(bailed, 0, "red")
        assert (bailed.state[1].alive, bailed.state[1].here) == (out, out)
        there = spun(spun((24000 + 4500, 18000), 24), k, mirrored)
        walker = s.change(1, aboard=None, base=Base(*there, radius=750, height=1000))
        assert ("mount" in kinds(walker, 1)) == out


class First(Script):
    """Answers everything with the first proposal."""

    def fresh(self, g, request):
        return request.judge(request.question.suggest(1)[0])


@pytest.mark.parametrize(("k", "mirrored"), TURNS)
def test_a_bent_way_leads_into_a_transport_in_every_direction(k, mirrored):
    """or.order.mount"""
    wall = feature("wall", 23, 17.4, 24, 18.6, "impassable")
    units = stand("a", "blue", 22, 18, cp=5), tank("truck", "blue", 25, 18, transport=1)
    s = turned(table(*units, phase="orders", leader=0, cp=5, features=(wall,)), k, mirrored)
    assert "mount" in kinds(s, 0)  # 1.7 and 2.3 inches round the wall's end
    near = s.change(0, move=3)
    assert "mount" not in kinds(near, 0)  # no way of 3 inches leads round it


def test_bases_may_start_mounted_and_in_any_order():
    """or.play.transport-capacity"""
    zones = tuple(Zone(((0, y), (48000, y), (48000, y + 8000), (0, y + 8000)), (0, 1000)) for y in (0, 28000))
    units = tank("truck", "blue", 0, 0, transport=1), stand("a", "blue", 0, 0), stand("b", "blue", 0, 0)
    waiting = tuple(e.with_(placed=False) for e in (*units, stand("t", "red", 0, 0)))
    s = table(*waiting, phase="deploy", turn=0)
    s = s.with_(mission=s.mission.with_(zones=zones))
    g = run(deployment.deploy, s, answers=(1, at(5, 5)))  # no transport is there yet: nothing else is asked
    g = run(deployment.deploy, g.state, answers=(at(5, 30),))
    g = run(deployment.deploy, g.state, answers=(0, at(9, 5)))
    assert (g.state[0].here, g.state.next) == (True, "red")
    g = run(deployment.deploy, g.state, answers=(0,))  # one is left, and it starts in the truck
    assert (g.state[2].aboard, g.state[2].here) == (0, False)
    assert run(deployment.deploy, g.state).state.phase == "initiative"
    with pytest.raises(IllegalAnswer):
        run(deployment.deploy, s, answers=(3,))  # not its own


# ---- moving


def test_a_road_wins_over_what_it_crosses():
    """or.terrain.road, or.terrain.difficult"""
    scenario = _encounter()
    mud = msgspec.structs.replace(scenario.terrain[0], name="mud", traits=("difficult",))
    road = scenario.terrain[0]
    tanks = table(tank("t", "blue", 24, 5))
    for order in ((mud, road), (road, mud)):
        s = tanks.with_(terrain=_terrain(scenario, order))
        found = route(s.terrain, s[0].base, ((24000, 15000),), price(s, s[0], False))
        assert found.cost == 5000


def _encounter():
    return shipped.scenario(ruleset, "encounter")


def _terrain(scenario, order):
    force = Force("f", 100, (), ())
    return setup(msgspec.structs.replace(scenario, terrain=order), (force, force), Rulings(), Stream(1, "x")).terrain


def test_jump_troopers_may_go_over_bases():
    """or.play.contact: jump_over_bases"""
    units = stand("j", "blue", 10, 10, mobility="jump", move=8, cp=3), stand("t", "red", 13, 10)
    over, onto = Way(((16000, 10000),)), Way(((13500, 10000),))
    plain, free = (walk(table(*units, rulings={"jump_over_bases": on}), 0) for on in (False, True))
    assert (plain.check(over) is None, free.check(over) is None) == (False, True)
    assert free.check(onto).says == "that ends on t"
    foot = table(units[0].with_(mobility="foot"), units[1], rulings={"jump_over_bases": True})
    assert walk(foot, 0).check(over) is not None


# ---- attacks


def test_elevation_is_compared_where_the_ruling_wants_a_lower_target():
    """or.attack.elevated: elevated_needs_lower_target"""
    low, high = feature("low", 8, 16, 12, 20, "elevated", height=2), feature("high", 8, 8, 12, 12, "elevated", height=4)
    units = stand("a", "blue", 10, 10, z=4000), stand("t", "red", 10, 18, z=2000)

    def power(*pair, **rulings):
        return attack_power(table(*pair, features=(low, high), rulings=rulings), 0, (), 1, "AP").value

    assert power(*units) == 4
    assert power(*units, elevated_needs_lower_target=True) == 4  # the target is lower, though elevated
    swapped = stand("a", "blue", 10, 18, z=2000), stand("t", "red", 10, 10, z=4000)
    assert (power(*swapped), power(*swapped, elevated_needs_lower_target=True)) == (4, 3)
    level = stand("a", "blue", 10, 10, z=4000), stand("t", "red", 11, 10, z=4000)
    assert power(*level, elevated_needs_lower_target=True) == 3


def test_an_attack_needs_somebody_within_move_and_range():
    """or.attack.range: with AP 12 and move 5, 17 inches between the edges"""
    s = led(stand("a", "blue", 10, 10, command=0), stand("t", "red", 28, 10))
    assert "attack" in kinds(s, 1)
    assert label(s, 1, "attack") == "Attack: 1 CP, has to move for a target"
    away = s.change(2, base=s[2].base.at(28001, 10000))
    assert "attack" not in kinds(away, 1)
    near = s.change(2, base=s[2].base.at(20000, 10000))
    assert label(near, 1, "attack") == "Attack: 1 CP, at t"
    tanks = s.change(2, vehicle=True)
    assert ("attack" in kinds(tanks, 1), could_reach(tanks.change(1, AM=0), 1)) == (True, False)  # AM reaches 24


def test_an_attack_out_of_a_transport_counts_the_way_out():
    """or.attack.range, or.order.attack-dismount: 0.5 for the truck, 1 for the base, 5 for its move, 12 for AP"""
    units = tank("truck", "blue", 10, 10, transport=1), stand("a", "blue", 1, 1, aboard=0)
    for x, can in ((29, True), (29.01, False)):  # 18.5 from the truck's rim is 18.5 - 1 - 5 = 12.5 - 0.5 from the base
        s = table(*units, stand("t", "red", x, 10), phase="singles")
        assert ("attack" in kinds(s, 1)) == can


def test_supporters_say_what_they_would_add():
    """or.attack.supporters"""
    s = led(
        stand("a", "blue", 10, 10, command=0), stand("near", "blue", 12, 10, command=0),
        stand("far", "blue", 40, 10, command=0), stand("t", "red", 10, 18),
    )  # fmt: skip
    labels = Asked()
    with pytest.raises(Stop):
        orders.choose_support(Game(s.with_(ordered=((0, "activation"),)), labels), 1)
    assert tuple(labels.question.labels) == (
        "nobody else", "a: 1 CP, AP +3", "near: 1 CP, AP +3", "far: 1 CP, adds nothing from where it stands",
    )  # fmt: skip


class Stop(BaseException):
    pass


class Asked(Script):
    def fresh(self, g, request):
        self.question = request.question
        raise Stop


# ---- the log


def test_suppression_cites_its_own_row_and_places_are_told():
    """or.attack.one-sp, or.attack.two-sp, or.bombard.vulnerable-and-sp"""
    s = led(stand("a", "blue", 10, 10, command=0), stand("t", "red", 10, 20))
    for dice, rule in ((((4,), (3,)), "or.attack.one-sp"), (((6,), (2,)), "or.attack.two-sp")):
        g = run(orders.carry_out, s.with_(cp=1), 1, "attack", answers=(to(13, 14), *dice))
        assert next(e.rules for e in g.log if e.kind == "suppressed") == (rule,)
    moved = next(e.data for e in g.log if e.kind == "moved")
    assert (moved["far"], moved["to"]) == ("5", "(13, 14)")
    heavy = led(EYE, MORTAR.with_(bombard=6), stand("t", "red", 10, 20, activation=True))
    g = run(orders.carry_out, heavy, 1, "bombard", answers=(STAY, at(10, 20), STAY, (6,), (1,), False))
    assert next(e.rules for e in g.log if e.kind == "suppressed") == ("or.bombard.vulnerable-and-sp",)
    assert {e.data["at"] for e in g.log if e.kind in ("template", "bombard")} == {"(10, 20)"}


# ---- numbers that can be chosen


def test_the_command_radius_is_what_it_is():
    """or.turn.outside-command: command, command_radius_in"""
    for inches, price_ in ((8, 1), (7, 2)):  # 8 inches between the edges
        s = led(stand("a", "blue", 14, 5), rulings={"command": "radius", "command_radius_in": inches})
        assert cost(s, 0, 1, "move").value == price_


def test_smoke_is_as_wide_as_the_ruling_says():
    """or.play.smoke-effect: smoke_diameter_in"""
    units = stand("a", "blue", 10, 10, radius=100), stand("t", "red", 10, 20, radius=100)
    for inches, seen in ((3, False), (2, True)):
        s = table(*units, smoke=((11200, 15000),), rulings={"smoke_diameter_in": inches})
        assert sees(s, 0, 1).clear == seen


def test_smoke_without_a_leader_is_a_ruling():
    """or.order.smoke-limit: solo_smoke"""
    for allowed in (False, True):
        s = table(stand("a", "blue", 10, 10), phase="singles", rulings={"solo_smoke": allowed})
        assert ("smoke" in kinds(s, 0)) == allowed


def test_turns_and_cards_come_from_the_rulings():
    """or.play.victory, or.attack.special: turns, cards"""
    force, scenario = Force("f", 100, (), ()), _encounter()
    plain, other = (
        setup(scenario, (force, force), rulings, Stream(1, "x"))
        for rulings in (Rulings(), Rulings(turns=2, cards="sample"))
    )
    assert (plain.mission.turns, other.mission.turns) == (6, 2)
    assert (plain.hands, [len(hand) for hand in other.hands]) == ((), [3, 3])
