"""Patrol Angis: what the sheet leaves out and no game can do without."""

from math import cos, pi, sin

import pytest

from hexless.games.patrol_angis import ruleset
from hexless.games.patrol_angis.band import Order, can_fly
from hexless.games.patrol_angis.close_combat import clash
from hexless.games.patrol_angis.deploy import ground
from hexless.games.patrol_angis.march import move
from hexless.games.patrol_angis.measuring import apart, clear_line
from hexless.games.patrol_angis.model import Platoon
from hexless.games.patrol_angis.ranged_fire import attack, fire
from hexless.games.patrol_angis.reform import valid
from hexless.games.patrol_angis.to_hit import to_hit
from hexless.games.patrol_angis.turn import end_turn, holder, leave_table, step, verdict, victory_points
from hexless.games.patrol_angis.weapons import guns, limited
from hexless.kernel import Stream
from hexless.moves import Spot
from hexless.ruleset import shipped
from hexless.table import piece

Y30 = 41.4


def test_a_turn_from_initiative_to_its_end(pa):
    """pa.play.turn-sequence: initiative, placing, activations, end; then limits and shots are cleared."""
    s = pa.battle(pa.element("blue", 50, 10), pa.element("red", 50, 90), phase="initiative")
    placing, go = [[]] * 7, [["pass"]] * 5  # each has one Troop Element to put them on
    phases = []
    for answers in [[(2,), (1,)], *placing, *go, [], []]:  # 2 tokens for red, 3 for blue
        phases.append(s.phase)
        done = pa.run(s, step, script=answers)
        assert "pa.play.turn-sequence" in done.fired
        s = done.state
    assert phases == ["initiative"] + ["place"] * 7 + ["activate"] * 6 + ["end"]
    assert (s.turn, s.phase, [e.did for e in s.units]) == (2, "initiative", [(), ()])
    spent = s.units[0].figures[0].with_(shots=1, fired=True, loads=True)
    worn = s.change(0, figures=(spent,), moved=True).with_(phase="end")
    fresh = pa.run(worn, end_turn).state
    assert (fresh[0].figures[0].shots, fresh[0].figures[0].fired, fresh[0].moved) == (0, False, False)


def test_distances_run_from_leader_to_leader(pa):
    """pa.play.measuring: 30 cm between leaders; 26 between the nearest figures, by the ruling."""
    units = pa.element("blue", 30, 50, n=2), pa.element("red", 61.4, 50, n=3)  # figures at 32 and at 59.4
    assert apart(pa.battle(*units), 0, 1) == 30000
    assert apart(pa.battle(*units, rulings={"measure_from": "nearest_figure"}), 0, 1) == 26000


def test_solid_terrain_higher_than_the_figures_blocks_sight(pa):
    """pa.play.line-of-sight: a house does, a low wall and other Troop Elements do not; all round, also for vehicles."""
    high, low = (pa.ground("wall", 40, 20, 60, 22, "solid", height=h) for h in (4, 1))
    units = pa.element("blue", 50, 10), pa.element("red", 50, Y30), pa.element("red", 50, 30)
    assert not clear_line(pa.battle(*units, pieces=[high]), 0, 1)
    assert clear_line(pa.battle(*units, pieces=[low]), 0, 1)
    assert clear_line(pa.battle(*units), 0, 1)
    seen = pa.battle(*units, pa.element("red", 90, 10), pieces=[high])
    refusal = pa.refused(seen, attack, 0, script=[1])
    assert (refusal.rule, bool(refusal.witness["blocks"])) == ("pa.play.line-of-sight", True)
    bike = pa.element("blue", 50, 10, kind="vehicle", facing=(0, -1000))
    assert clear_line(pa.battle(bike, units[1]), 0, 1)
    assert not clear_line(pa.battle(bike, units[1], rulings={"isv_front_arc": 180}), 0, 1)


def test_a_figure_falls_at_its_damage_rating(pa):
    """pa.play.damage-rating: DMR 2 takes one hit and stands, a second one kills."""
    s = pa.battle(pa.element("blue", 50, 10), pa.element("red", 50, Y30, DMR=2))
    once = pa.run(s, fire, 0, 1, script=[(2,), (1,), False])
    assert once.state[1].figures[0].hurt == 1
    twice = pa.run(once.state, fire, 0, 1, script=[(2,), (1,)])
    assert twice.state[1].figures == ()
    assert "pa.play.damage-rating" in twice.fired


def test_weapons_have_their_own_profile(pa):
    """pa.play.weapon-profile: of rifle (60 cm) and pistol (20 cm) only the rifle reaches 30 cm; 3 dice each is 6."""
    team = [pa.profile(weapons=(pa.weapon("gun", dice=3),))] * 2 + [pa.profile(weapons=(pa.PISTOL,))]
    s = pa.battle(pa.element("blue", 50, 10, profiles=team), pa.element("red", 50, Y30))
    assert [(weapon.name, users) for weapon, users in guns(s, 0, 1)] == [("gun", (0, 1))]
    done = pa.run(s, fire, 0, 1, script=[(1,) * 6, False])
    assert pa.events(done, "shot")[0].data["dice"] == 6
    assert "pa.play.weapon-profile" in done.fired


def test_each_success_of_an_aoe_weapon_is_several_hits(pa):
    """pa.play.aoe-hits: 2 dice, one success, AoE 3: 3 saves at 5 - 1 + 3 = 7."""
    s = pa.battle(pa.element("blue", 50, 10, weapons=(pa.TUBE,)), pa.element("red", 50, Y30, n=4))
    done = pa.run(s, fire, 0, 1, "", True, script=[(1, 2), (6, 7, 8), (1, 0), False, (8,)])
    (shot,) = pa.events(done, "shot")
    assert (shot.data["hits"], shot.data["save"].value, shot.data["kills"]) == (3, 7, 1)
    assert "pa.play.aoe-hits" in done.fired


def test_support_and_aoe_weapons_of_infantry_are_limited(pa):
    """pa.play.support-weapons: by the mark, or by an AoE number above 0."""
    foot, suit = pa.element("blue", 50, 10), pa.element("blue", 50, 10, kind="vehicle")
    marked, plasma = pa.weapon(support=True), pa.weapon(aoe=2)
    assert [limited(foot, w) for w in (pa.RIFLE, marked, plasma)] == [False, True, True]
    assert not limited(suit, plasma)


def test_jump_jets_fly_twice_the_rate_two_times_a_game(pa):
    """pa.play.jump-jets: over friends, enemies and walls, at no other cost; every member needs them."""
    wall = pa.ground("wall", 40, 14, 60, 15, "climb", "solid", height=9)
    s = pa.battle(
        pa.element("blue", 50, 10, jets=2, armor=("jets",)), pa.element("blue", 50, 17), pa.element("red", 50, 20),
        pieces=[wall],
    )  # fmt: skip
    done = pa.run(s, move, 0, Order(20000, jets=True), script=[pa.to((50, 30))])
    assert (done.value, done.state[0].jets) == (20000, 1)
    assert "pa.play.jump-jets" in done.fired
    roof = pa.run(s, move, 0, Order(20000, jets=True), script=[pa.to((45, 14.5))])
    assert roof.state[0].leader.z == 9000
    assert not can_fly(pa.element("blue", 50, 10, jets=0, armor=("jets",)))
    half = [pa.profile(armor=("jets",)), pa.profile()]
    assert not can_fly(pa.element("blue", 50, 10, profiles=half, jets=2))


def test_a_chameleon_circuit_that_has_not_moved(pa):
    """pa.play.chameleon-circuit: 2 + 1, and 2 after a move."""
    s = pa.battle(pa.element("blue", 50, 10), pa.element("red", 50, Y30, armor=("chameleon",)))
    assert pa.rows(to_hit(s, 0, 1, pa.RIFLE))["play.chameleon-circuit"] == 1
    assert to_hit(s.change(1, moved=True), 0, 1, pa.RIFLE).value == 2


def test_an_ablative_shell_passes_the_first_saves(pa):
    """pa.play.ablative-shell: 2 figures pass 2 of 3 saves once; none where no save was possible."""
    shot, armored = {"n": 3}, {"n": 2, "shell": True, "armor": ("ablative",)}
    s = pa.battle(pa.element("blue", 50, 10, **shot), pa.element("red", 50, Y30, **armored))
    done = pa.run(s, fire, 0, 1, script=[(2, 2, 2), (6,), False])
    assert not done.state[1].shell
    assert "pa.play.ablative-shell" in done.fired
    again = pa.run(done.state, fire, 0, 1, script=[(2, 2, 2), (6, 6, 6), False])
    assert "pa.play.ablative-shell" not in again.fired
    rail = pa.weapon("rail", strength=10)
    hard = pa.battle(pa.element("blue", 50, 10, weapons=(rail,)), pa.element("red", 50, Y30, **armored))
    hit = pa.run(hard, fire, 0, 1, script=[(2,), (8,), (1, 0), False, (8,)])  # 5 - 1 + 10 = 14: no save at all
    assert len(hit.state[1].figures) == 1
    struck = pa.battle(pa.element("blue", 50, 10, n=2), pa.element("red", 50, 11.4, **armored))
    assert not pa.run(struck, clash, 0, 1).state[1].shell


def test_starting_sizes_and_a_valid_force(pa):
    """pa.play.element-sizes: what is allowed later is wider than what may start."""
    s = pa.battle()
    assert valid(s, "infantry", pa.element("blue", 50, 10, n=5).figures)
    done = pa.run(fresh(), step)
    assert {"pa.play.element-sizes", "pa.play.platoon-limits"} <= done.fired
    assert [e.data["name"] for e in pa.events(done, "platoon")] == [
        "First Levy", "Second Levy", "White Lance", "Black Lance",
    ]  # fmt: skip


def fresh(name="meeting"):
    """A game as it comes from the shipped."""
    scenario, forces = shipped.scenarios(ruleset)[name], shipped.forces(ruleset)
    return ruleset.files.setup(
        scenario, [forces[f] for f in scenario.forces], ruleset.files.rulings(), Stream(0, "setup")
    )


def test_only_the_crew_of_a_portable_weapon_is_hit(pa):
    """pa.play.portable-weapon-crew: the platform goes with the last of them; by the ruling it can be hit."""
    gun = [pa.profile("portable", platform=True, points=100), pa.profile("portable"), pa.profile("portable")]
    s = pa.battle(pa.element("blue", 50, 10, n=2), pa.element("red", 50, Y30, kind="portable", profiles=gun))
    one = pa.run(s, fire, 0, 1, script=[(1, 2), (1,), (8,)])  # no choice: the crew are alike
    assert [f.profile.platform for f in one.state[1].figures] == [True, False]
    assert "pa.play.portable-weapon-crew" in one.fired
    both = pa.run(s, fire, 0, 1, script=[(2, 2), (1, 1)])
    assert both.state[1].figures == ()
    assert both.state.slain == (148, 0)
    ruled = s.with_(rulings=s.rulings.__class__(pw_platform_targetable=True))
    silent = pa.run(ruled, fire, 0, 1, script=[(1, 2), (1,), (0, 1), (8,)])
    assert [f.profile.platform for f in silent.state[1].figures] == [False, False]


def test_a_meeting_engagement_deploys_within_20_cm(pa):
    """pa.play.meeting-engagement: 120 x 120 cm, 6 turns; 21 cm from the edge is refused."""
    s = pa.run(fresh(), step).state.with_(next="blue")
    assert (s.terrain.width, s.terrain.depth, s.mission.turns) == (120000, 120000, 6)
    refusal = pa.refused(s, step, script=[0, {"x": 50000, "y": 21000}])
    assert refusal.rule == "pa.play.meeting-engagement"
    done = pa.run(s, step, script=[0, {"x": 50000, "y": 10000}])
    assert done.state[0].placed
    assert "pa.play.meeting-engagement" in done.fired


@pytest.mark.parametrize(("slain", "points"), [(0, 0), (49, 0), (50, 1), (149, 2)])
def test_points_for_kills_and_commanders(pa, slain, points):
    """pa.play.victory: 1 for each whole 50 points, 3 for the Commander."""
    s = pa.battle(pa.element("blue", 50, 10), pa.element("red", 50, 90), slain=(slain, 0), heads=(0, 1))
    assert [victory_points(s, side) for side in s.sides] == [points, 3]


def test_the_higher_score_wins_after_the_last_turn(pa):
    """pa.play.victory: equal scores are a draw; a side that is gone ends the game at once."""
    units = pa.element("blue", 50, 10, n=2), pa.element("red", 50, 90)
    last = pa.battle(*units, turn=6, slain=(100, 50))
    assert pa.run(last, verdict).value.winner == "blue"
    assert pa.run(last.with_(slain=(50, 60)), verdict).value.winner is None
    ruled = pa.battle(*units, turn=6, rulings={"victory_tie": "more_points_left"})
    assert pa.run(ruled, verdict).value.winner == "blue"
    assert pa.run(last.with_(turn=5), verdict).value is None
    assert pa.run(last.with_(turn=5).change(1, figures=()), verdict).value.winner == "blue"


def test_killing_a_commander_is_counted_and_felt(pa):
    """pa.play.victory, pa.initiative.dead-commander: the platoon is leaderless from then on."""
    s = pa.battle(pa.element("blue", 50, 10), pa.element("red", 50, Y30, commander=True))
    done = pa.run(s, fire, 0, 1, script=[(2,), (1,)])
    assert done.state.heads == (1, 0)
    assert done.state.platoons == (Platoon("first", "blue"), Platoon("second", "red", killed=1, led=False))


def test_objectives_are_held_by_the_only_unengaged_infantry_near(pa):
    """pa.play.victory, the scenario Hold the Domes: within 5 cm, not by vehicles, not while engaged."""
    mark = [("dome", 50, 50, 2)]
    blue = pa.element("blue", 50, 44.4)  # 4.9 cm from the marker
    s = pa.battle(blue, pa.element("red", 90, 90), objectives=mark, mission={"goal": "hold"})
    assert holder(s, s.mission.objectives[0]) == "blue"
    assert pa.run(s.with_(phase="end"), end_turn).state.held == (2, 0)
    for other in (pa.element("red", 50, 54), pa.element("red", 50, 43)):  # contested, engaged
        assert holder(pa.battle(blue, other, objectives=mark), s.mission.objectives[0]) is None
    bike = pa.element("blue", 50, 46, kind="vehicle")
    assert holder(pa.battle(bike, objectives=mark), s.mission.objectives[0]) is None


def test_breaking_through_scores_the_points_that_leave(pa):
    """pa.play.victory, the scenario Patrol Breakthrough: 48 points at 25 each are 1."""
    edge = tuple((pa.ticks(x), pa.ticks(y)) for x, y in ((110, 0), (120, 0), (120, 120), (110, 120)))
    from hexless.table import Point

    plan = {"goal": "breakthrough", "exit": tuple(Point(*p) for p in edge)}
    s = pa.battle(pa.element("blue", 115, 50, n=2), pa.element("red", 50, 90), mission=plan)
    done = pa.run(s, leave_table, 0, script=[True])
    assert (done.state[0].here, done.state[0].left, done.state.gone) == (False, True, (48, 0))
    assert victory_points(done.state, "blue") == 1
    assert pa.run(s, leave_table, 1).made == []


def test_the_log_says_who_was_wounded_and_that_a_commander_fell(pa):
    """pa.play.damage-rating, pa.initiative.dead-commander"""
    s = pa.battle(pa.element("blue", 50, 10, n=3), pa.element("red", 50, Y30, n=2, DMR=2, commander=True))
    done = pa.run(s, fire, 0, 1, script=[(2, 2, 2), (1, 1, 1), (1, 2), False, (8,)])
    assert [e.data["figure"] for e in pa.events(done, "wounded")] == ["trooper"]
    (fell,) = pa.events(done, "commander fell")
    assert (fell.data["unit"], fell.data["platoon"]) == (1, "second")
    assert not done.state.platoons[1].led


def test_the_sides_choose_whom_they_put_down_next(pa):
    """pa.play.cohesion, pa.play.meeting-engagement: red's second Troop Element comes first."""
    units = [pa.element(side, 5, 5, n=2, placed=False, name=f"{side} {n}") for side in ("blue", "red") for n in (1, 2)]
    s = pa.battle(*units, phase="deploy", next="red", turn=0)
    done = pa.run(s, step, script=[3, Spot(pa.ticks(60), pa.ticks(110))])
    assert [e.placed for e in done.state.units] == [False, False, False, True]
    assert pa.options(done, "unit") == [(2, 3)]
    assert pa.refused(s, step, script=[0]).rule == "pa.play.cohesion"


@pytest.mark.parametrize("turn", range(64))
def test_the_last_room_of_a_zone_is_found(pa, turn):
    """pa.play.cohesion: a slot of 1.5 cm between walls, anywhere and at any angle, takes a figure; one of 1.3 cm does
    not."""
    angle = turn * pi / 64
    across, x = (cos(angle), sin(angle)), 30 + turn / 7

    def camp(wide):
        walls = []
        for sign in (-1, 1):
            near, far = sign * wide / 2, sign * 300
            ends = [(d, along) for d in (near, far) for along in (-300, 300)]
            corners = [(x + d * across[0] - a * across[1], 10 + d * across[1] + a * across[0]) for d, a in ends]
            spots = [(pa.ticks(p), pa.ticks(q)) for p, q in (corners[0], corners[1], corners[3], corners[2])]
            walls.append(piece("wall", spots, traits=("impassable",)))
        return ground(pa.battle(pa.element("blue", 5, 5, placed=False), pieces=walls, size=(120, 120)), 0)

    assert camp(1.5).room
    assert camp(1.5).check(camp(1.5).suggest(1)[0]) is None
    assert not camp(1.3).room
