"""Horizon Wars, heading Charge: scores, damage, who gives way, and the special resolutions; worked by hand."""

import pytest

from hexless.games.horizon_wars.activation import carry_out
from hexless.games.horizon_wars.clash import Fighter, _clash_weights, _weights, clash
from hexless.games.horizon_wars.fight import fight

INCH = 1000


def clashed(hw, charger, target, *rolls, compare="damage"):
    """A clash on forced dice; fighters as (P, kind, inches moved)."""
    a, b = (Fighter(P, kind, round(moved * INCH)) for P, kind, moved in (charger, target))
    return hw.run(None, clash, a, b, compare, script=rolls)


def scores(done):
    """Both scores of each roll of the clash."""
    return [(e.data["charger"].value, e.data["target"].value) for e in done.log if e.kind == "clash"]


def duel(hw, blue, red, gap=0.0, **fields):
    """Blue at y 10 and red ahead of it, both with nothing but A to lose."""
    stats = {"P": 1, "F": 0, "M": 0, "A": 9}
    return hw.battle(
        hw.element("blue", 10, 10, kind=blue, **stats), hw.element("red", 10, 12 + gap, kind=red, **stats), **fields
    )


def test_each_side_keeps_its_highest_of_p_dice(hw):
    """hw.charge.roll: 3, 9, 5 keep 9; 8, 2 keep 8."""
    done = clashed(hw, (3, "mech", 0), (2, "mech", 0), [3, 9, 5], [8, 2])
    assert scores(done) == [(9, 8)]
    assert "hw.charge.matching-dice" not in done.fired


def test_p_is_not_lowered_by_damage(hw):
    """hw.charge.roll: a wreck of an element with P 3 still rolls three dice, and D gives no answer."""
    s = duel(hw, "mech", "mech").change(0, P=3, A=1, track=8)
    done = hw.run(s, fight, 0, 1, 0, script=[[1, 2, 2], [1]])
    assert [len(e.data["faces"]) for e in hw.events(done, "roll")] == [3, 1]


def test_every_other_die_equal_to_the_highest_adds_1(hw):
    """hw.charge.matching-dice: 9, 9, 4 score 10; 7, 7, 7 score 9; the kept die is not counted."""
    done = clashed(hw, (3, "mech", 0), (3, "vehicle", 0), [9, 9, 4], [7, 7, 7])
    assert scores(done) == [(10, 9)]
    assert "hw.charge.matching-dice" in done.fired


def test_moving_adds_1(hw):
    """hw.charge.moved: a charger that moved 2 inches scores 6 for a 5; a target that stood scores its die."""
    done = clashed(hw, (1, "mech", 2), (1, "mech", 0), [5], [5])
    assert scores(done) == [(6, 5)]
    met = clashed(hw, (1, "mech", 2), (1, "mech", 1), [5], [5])
    assert scores(met) == [(6, 6)]  # a counter-charger has moved


@pytest.mark.parametrize(("moved", "score"), [(0, 5), (0.5, 6), (4, 6), (4.003, 6), (4.004, 7), (9, 7)])
def test_moving_more_than_4_inches_adds_another_1(hw, moved, score):
    """hw.charge.moved-over-four: exactly 4, to the three ticks of contact, does not qualify; both bonuses add up."""
    done = clashed(hw, (1, "vehicle", moved), (1, "mech", 0), [5], [1])
    assert scores(done) == [(score, 1)]
    assert ("hw.charge.moved-over-four" in done.fired) == (moved > 4.003)


def test_the_last_inch_counts_as_moved(hw):
    """hw.charge.moved-over-four: 3.5 inches to the halt and 1 into contact are 4.5."""
    s = hw.battle(hw.element("blue", 10, 5, P=1, F=0, M=3), hw.element("red", 10, 11.5, P=1, F=0, M=0, A=9), rulings={})
    done = hw.run(s, carry_out, 0, "charge", script=[[5], [1]])
    assert scores(done) == [(7, 1)]


def test_each_takes_half_of_the_other_score_rounded_down(hw):
    """hw.charge.damage: 9 against 5 does 4 and 2, at the same time."""
    s = duel(hw, "mech", "vehicle")
    done = hw.run(s, fight, 0, 1, 0, script=[[9], [5]])
    assert (done.state[0].A, done.state[1].A) == (7, 5)
    assert (done.state[0].track, done.state[1].track) == (2, 4)


def test_both_can_fall_at_once(hw):
    """hw.charge.damage: with A 2 each, 5 against 4 destroys both."""
    s = duel(hw, "mech", "vehicle").change(0, A=2).change(1, A=2)
    done = hw.run(s, fight, 0, 1, 0, script=[[5], [4]])
    assert [e.here for e in done.state.units] == [False, False]
    assert "hw.charge.push-back" not in done.fired  # nobody is there to move


def test_loser_moves_an_inch_straight_away(hw):
    """hw.charge.push-back: red took more and goes from y 12 to 13; blue stays."""
    done = hw.run(duel(hw, "mech", "vehicle"), fight, 0, 1, 0, script=[[9], [5]])
    assert (hw.at(done.state, 0), hw.at(done.state, 1)) == ((10000, 10000), (10000, 13000))
    lost = hw.run(duel(hw, "mech", "vehicle"), fight, 0, 1, 0, script=[[5], [9]])
    assert (hw.at(lost.state, 0), hw.at(lost.state, 1)) == ((10000, 9000), (10000, 12000))


def test_push_back_that_is_blocked_takes_the_shortest_way_to_an_inch(hw):
    """hw.charge.push-back: with a wall behind it red slides aside until it is an inch clear of blue."""
    wall = hw.ground("wall", 5, 13.2, 15, 13.4, "impassable")
    s = duel(hw, "mech", "vehicle", pieces=[wall])
    done = hw.run(s, fight, 0, 1, 0, script=[[9], [5]])
    x, y = hw.at(done.state, 1)
    far = ((x - 10000) ** 2 + (y - 10000) ** 2) ** 0.5
    assert far >= 3000 - 5  # two radii and the inch
    assert y <= 12200  # not through the wall
    assert abs(x - 10000) <= 2500  # and no further than it must


def test_push_back_without_any_room_stays(hw):
    """hw.charge.push-back: boxed in on all sides red stays where it is."""
    walls = [
        hw.ground("back", 8, 13.1, 12, 13.5, "impassable"), hw.ground("left", 8, 10.8, 8.9, 13.5, "impassable"),
        hw.ground("right", 11.1, 10.8, 12, 13.5, "impassable"),
    ]  # fmt: skip
    done = hw.run(duel(hw, "mech", "vehicle", pieces=walls), fight, 0, 1, 0, script=[[9], [5]])
    assert hw.at(done.state, 1) == (10000, 12000)


@pytest.mark.parametrize(("rolls", "dead"), [(([9], [5]), 1), (([5], [9]), 0)])
def test_infantry_that_loses_to_infantry_is_destroyed(hw, rolls, dead):
    """hw.charge.infantry-infantry: whatever its A; the winner still takes its damage (5 // 2 = 2)."""
    done = hw.run(duel(hw, "infantry", "infantry"), fight, 0, 1, 0, script=rolls)
    assert not done.state[dead].alive
    assert done.state[1 - dead].A == 7
    assert "hw.charge.infantry-infantry" in hw.events(done, "fought")[0].rules


def test_infantry_draw_is_like_any_draw(hw):
    """hw.charge.infantry-infantry, hw.play.charge-draw: 9 against 8 is 4 to 4; the charger backs off."""
    done = hw.run(duel(hw, "infantry", "infantry"), fight, 0, 1, 0, script=[[9], [8]])
    assert (done.state[0].A, done.state[1].A) == (5, 5)
    assert hw.at(done.state, 0) == (10000, 9000)
    assert "hw.charge.infantry-infantry" not in done.fired


@pytest.mark.parametrize("armour", ["mech", "vehicle"])
def test_armour_that_loses_to_charging_infantry_is_destroyed(hw, armour):
    """hw.charge.infantry-beats-vehicle: 8 against 5 destroys it; the infantry takes 5 // 2 = 2, halved to 1."""
    done = hw.run(duel(hw, "infantry", armour), fight, 0, 1, 0, script=[[8], [5]])
    assert not done.state[1].alive
    assert done.state[0].A == 8
    assert "hw.charge.infantry-beats-vehicle" in done.fired


def test_infantry_charging_armour_halves_its_damage_rounded_up(hw):
    """hw.charge.infantry-halves-damage: a score of 9 gives 4 and then 2; of 7, 3 and then 2; also when it loses."""
    nine = clashed(hw, (1, "infantry", 0), (1, "mech", 0), [3], [9]).value
    assert (nine.to_charger, nine.to_target, nine.winner, nine.destroyed) == (2, 1, "target", "")
    seven = clashed(hw, (1, "infantry", 0), (1, "vehicle", 0), [3], [7]).value
    assert seven.to_charger == 2
    done = hw.run(duel(hw, "infantry", "mech"), fight, 0, 1, 0, script=[[3], [9]])
    assert (done.state[0].A, done.state[1].A) == (7, 8)
    assert hw.at(done.state, 0) == (10000, 9000)  # it lost, and gives way
    assert "hw.charge.infantry-beats-vehicle" not in done.fired


def test_infantry_halving_does_not_decide_who_won(hw):
    """hw.charge.infantry-halves-damage: 6 against 8 is 3 to 4 before the halving, so the infantry lost."""
    result = clashed(hw, (1, "infantry", 0), (1, "mech", 0), [6], [8]).value
    assert (result.winner, result.to_charger, result.to_target) == ("target", 2, 3)


@pytest.mark.parametrize("armour", ["mech", "vehicle"])
def test_infantry_that_loses_to_charging_armour_is_destroyed(hw, armour):
    """hw.charge.vehicle-beats-infantry: 9 against 4; the winner takes 2."""
    done = hw.run(duel(hw, armour, "infantry"), fight, 0, 1, 0, script=[[9], [4]])
    assert not done.state[1].alive
    assert done.state[0].A == 7
    assert "hw.charge.vehicle-beats-infantry" in hw.events(done, "fought")[0].rules


def test_armour_that_beats_infantry_moves_on(hw):
    """hw.charge.vehicle-moves-on: an inch in the direction of its charge, from y 10 to 11."""
    done = hw.run(duel(hw, "mech", "infantry"), fight, 0, 1, 0, script=[[9], [4]])
    assert hw.at(done.state, 0) == (10000, 11000)
    assert "hw.charge.vehicle-moves-on" in done.fired
    assert "hw.charge.push-back" not in done.fired


def test_infantry_that_beats_charging_armour_fights_again_as_charger(hw):
    """hw.charge.infantry-turns-tables: no damage from the first roll; in the second nobody counts as moved.

    First: armour 3 + 2 (moved 5) = 5, infantry 9: turned. Second: infantry 8 against armour 6: armour is destroyed and
    the infantry takes 3, halved to 2.
    """
    done = hw.run(duel(hw, "vehicle", "infantry"), fight, 0, 1, 5000, script=[[3], [9], [8], [6]])
    assert scores(done) == [(5, 9), (8, 6)]
    assert not done.state[0].alive
    assert done.state[1].A == 7
    assert "hw.charge.infantry-turns-tables" in hw.events(done, "fought")[0].rules


def test_tables_turned_and_lost_again(hw):
    """hw.charge.infantry-turns-tables: the infantry loses the second roll 4 to 9.

    It takes 4, halved to 2, and backs off; as a charger that lost it is not destroyed, and the armour takes 2.
    """
    done = hw.run(duel(hw, "mech", "infantry"), fight, 0, 1, 0, script=[[3], [9], [4], [9]])
    assert (done.state[0].A, done.state[1].A) == (7, 7)
    assert hw.at(done.state, 1) == (10000, 13000)
    assert "hw.charge.vehicle-moves-on" not in done.fired


def test_tables_turned_and_drawn_moves_the_active_armour(hw):
    """hw.charge.infantry-turns-tables, hw.play.charge-draw: 4 to 4; the armour is active and backs off."""
    done = hw.run(duel(hw, "mech", "infantry"), fight, 0, 1, 0, script=[[3], [9], [8], [9]])
    assert (done.state[0].A, done.state[1].A) == (5, 7)
    assert hw.at(done.state, 0) == (10000, 9000)


def test_armour_that_draws_with_infantry_moves_on(hw):
    """hw.charge.vehicle-draw: 9 to 8 is 4 to 4; both take 4, and the mech goes through, to an inch beyond."""
    done = hw.run(duel(hw, "mech", "infantry"), fight, 0, 1, 0, script=[[9], [8]])
    assert (done.state[0].A, done.state[1].A) == (5, 5)
    assert hw.at(done.state, 0) == (10000, 15000)  # red at y 12, two radii and the inch
    assert "hw.charge.vehicle-draw" in done.fired
    assert "hw.play.charge-draw" not in done.fired


def test_armour_that_kills_by_a_draw_moves_straight_on(hw):
    """hw.charge.vehicle-draw: with the infantry gone the way ahead is free."""
    s = duel(hw, "mech", "infantry").change(1, A=4)
    done = hw.run(s, fight, 0, 1, 0, script=[[9], [8]])
    assert hw.at(done.state, 0) == (10000, 11000)


def test_infantry_adds_at_most_1(hw):
    """hw.charge.infantry-bonus-cap: 9, 9, 9 after 5 inches would be +4; infantry adds 1."""
    done = clashed(hw, (3, "infantry", 5), (3, "mech", 5), [9, 9, 9], [9, 9, 9])
    assert scores(done) == [(10, 13)]
    assert "hw.charge.infantry-bonus-cap" in done.fired
    small = clashed(hw, (1, "infantry", 2), (1, "mech", 0), [9], [9])
    assert scores(small) == [(10, 9)]
    assert "hw.charge.infantry-bonus-cap" not in small.fired


@pytest.mark.parametrize(("kind", "may"), [("infantry", True), ("mech", True), ("vehicle", False)])
def test_vehicles_cannot_counter_charge(hw, kind, may):
    """hw.charge.vehicle-no-counter: mechs and infantry may."""
    red = hw.element("red", 10, 11, kind=kind, P=1, F=1, M=0, A=9, activated=True, reactions=1)
    s = hw.battle(hw.element("blue", 10, 5, P=1, F=0, M=3), red)
    if may:
        done = hw.run(s, carry_out, 0, "charge", script=[1, "counter-charge", [1], [1], (0, 0, 1), (0, 0, 1)])
        assert hw.events(done, "countered")
    else:
        refusal = hw.refused(s.change(1, M=3), carry_out, 0, "charge", script=[1, "counter-charge"])
        assert refusal.rule == "hw.charge.vehicle-no-counter"


def test_reactions_are_not_charged_against_the_charge_when_out_of_sight(hw):
    """hw.play.react: a target charged from behind sees nothing and cannot counter-charge."""
    red = hw.element("red", 10, 11, P=1, F=1, M=0, A=9, activated=True, reactions=1, facing=(0, 1000))
    s = hw.battle(hw.element("blue", 10, 5, P=1, F=0, M=3), red)
    done = hw.run(s, carry_out, 0, "charge", script=[[12], [1], (1, 0, 5)])
    assert not hw.events(done, "reacts")


@pytest.mark.parametrize("moved", [0, 1, 3999, 4003, 4004, 9000])
def test_the_odds_of_a_clash_are_kept_by_the_bonuses_of_its_way(moved):
    """hw.charge.moved, hw.charge.moved-over-four: what is kept for one way is what another as good would give."""
    charger, target = Fighter(2, "mech", moved, "Walker"), Fighter(2, "infantry", name="Rifles")
    assert _clash_weights(charger, target) == _weights.__wrapped__(charger, target, "damage")
