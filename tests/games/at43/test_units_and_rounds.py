"""Units, the game round, Leadership and what its points are spent on, line by line."""

import pytest
from games.at43.at43_table import CM, SONIC, active, cited, events, run, sergeant, table, unit, value, walker

from hexless.games.at43 import activation, arrival, cards, leadership, rounds, units
from hexless.games.at43.model import HIDDEN
from hexless.games.at43.secrets import view
from hexless.kernel import BadAnswer, IllegalAnswer


def test_cohesion_is_ten_centimetres_to_the_leader_and_two_and_a_half_to_another():
    """at.unit.cohesion, at.unit.cohesion-leader, at.unit.cohesion-neighbour: bases are 2.5 cm across."""
    fine = unit("a", "blue", (10, 10), (15, 10), (20, 10))  # gaps of exactly 2.5 cm; the last 7.5 cm off the leader
    assert units.strays(fine, False) == []
    assert units.strays(unit("a", "blue", (10, 10), (15.001, 10)), False) == [0, 1]  # nobody within 2.5 cm
    edge = unit("a", "blue", (10, 10), (14, 10), (18, 10), (22.5, 10))  # the last is exactly 10 cm off
    assert units.strays(edge, False) == []
    assert units.strays(unit("a", "blue", (10, 10), (14, 10), (18, 10), (22.501, 10)), False) == [3]
    assert units.strays(unit("a", "blue", (10, 10)), False) == []  # a single figure is exempt


def test_separate_pairs_will_do_unless_the_ruling_wants_a_chain():
    """at.unit.cohesion-neighbour"""
    pairs = unit("a", "blue", (10, 10), (13, 10), (19, 10), (22, 10))
    assert units.strays(pairs, connected=False) == []
    assert units.strays(pairs, connected=True) == [2, 3]


def test_a_unit_that_lost_cohesion_has_to_move_before_it_may_end():
    """at.unit.cohesion"""
    s = table(unit("a", "blue", (10, 10), (20, 10)), unit("b", "red", (60, 70)))
    options = activation.options_of(s, active(s, 0).active)
    assert "done" not in options
    assert "done" in activation.options_of(s, active(s, 0, moved="combat").active)


def test_the_nearest_fighter_takes_command():
    """at.unit.new-leader: equally near, the owner chooses."""
    s = table(unit("a", "blue", (10, 10), (16, 10), (13, 10)))
    assert run(units.new_leader, s, 0).state[0].leader == 2
    s = table(unit("a", "blue", (10, 10), (13, 10), (7, 10)))
    assert run(units.new_leader, s, 0, answers=(2,)).state[0].leader == 2
    with pytest.raises(IllegalAnswer):
        run(units.new_leader, s, 0, answers=(0,))


def test_a_special_weapon_never_succeeds_unless_it_is_the_last():
    """at.special.no-succession, at.special.last-fighter"""
    s = table(unit("a", "blue", (10, 10), (20, 10), (13, 10), special=SONIC))
    assert run(units.new_leader, s, 0).state[0].leader == 1  # further away than the gunner
    s = table(unit("a", "blue", (10, 10), (13, 10), special=SONIC))
    g = run(units.new_leader, s, 0)
    assert (g.state[0].leader, g.state[0].chief.special, g.state[0].chief.weapons) == (1, True, (2,))
    assert "at.special.last-fighter" in cited(g)


# ---- the game round


def armies(**more):
    blue = [unit(n, "blue", (10 + 10 * i, 10)) for i, n in enumerate("ab")]
    red = [unit(n, "red", (10 + 10 * i, 70)) for i, n in enumerate("xy")]
    return table(*blue, *red, **more)


def test_cards_lie_face_down_in_an_order_of_ones_own():
    """at.round.sequence: one card a unit, reserves included; nobody sees the other's."""
    s = armies(phase="order").change(1, placed=False, arrives=1)
    g = run(rounds.lay_cards, s, answers=([(1, 0), (2, 3)],))
    assert g.state.cards == ((1, 0), (2, 3))
    assert view(g.state, "blue").cards == ((1, 0), (HIDDEN, HIDDEN))
    assert view(g.state, None).cards == ((HIDDEN, HIDDEN), (HIDDEN, HIDDEN))
    assert events(g, "cards") == [{"numbers": (2, 2)}]
    with pytest.raises(IllegalAnswer):
        run(rounds.lay_cards, s, answers=([(1, 1), (2, 3)],))
    with pytest.raises(BadAnswer):
        run(rounds.lay_cards, s, answers=([(1, 0)],))


def test_the_higher_authority_decides_who_starts():
    """at.round.authority"""
    g = run(rounds.authority, armies(phase="authority", bids=(0, 0)), answers=((3,), (5,)))
    assert (g.state.phase, g.state.next) == ("first", "red")
    assert run(rounds.who_starts, g.state, answers=("blue",)).state.next == "blue"
    assert run(rounds.who_starts, g.state, answers=("red",)).state.next == "red"


def test_a_tie_is_rolled_again_with_everything_added_again():
    """at.round.authority-tie"""
    s = armies(phase="authority", bids=(2, 0))
    g = run(rounds.authority, s, answers=((2,), (4,), (3,), (4,)))  # 4 against 4; 3 + 2 against 4
    assert g.state.next == "blue"
    assert "at.round.authority-tie" in cited(g)


def test_players_turn_up_a_card_each_in_turn_and_are_skipped_without():
    """at.round.alternate"""
    s = armies(cards=((0, 1), (2,)), lp=(0, 0))
    s = s.change(0, carded=True).change(1, carded=True).change(2, carded=True)
    g = run(rounds.next_turn, s)
    assert (g.state.active.unit, g.state.cards, g.state[0].carded) == (0, ((1,), (2,)), False)
    assert run(activation.finish, g.state, g.state.active).state.next == "red"
    alone = s.with_(cards=((0, 1), ()), next="red").change(2, carded=False)
    assert run(rounds.next_turn, alone).state.active.unit == 0


def test_the_card_of_a_dead_unit_is_relocated_or_the_turn_passes():
    """at.round.dead-card"""
    s = armies(cards=((0, 1), (2, 3))).change(0, gone=True)
    for n in range(4):
        s = s.change(n, carded=True)
    g = run(rounds.next_turn, s, answers=("pass",))
    assert (g.state.cards[0], g.state.next, g.state.lp) == ((1,), "red", (5, 5))
    g = run(rounds.next_turn, s, answers=("relocate",))
    assert (g.state.cards[0], g.state.next, g.state.lp) == ((1, 0), "blue", (4, 5))
    with pytest.raises(IllegalAnswer):
        run(rounds.next_turn, s, answers=("play",))


def test_a_new_round_begins_when_every_unit_has_been_activated():
    """at.round.end"""
    g = run(rounds.next_turn, armies(cards=((), ())))
    assert g.state.phase == "end"
    g = run(rounds.end_round, g.state)
    assert (g.state.round, g.state.phase) == (2, "order")


# ---- leadership


def led(**more):
    """Blue has a sergeant (Authority 1, 3 LP) in its first unit."""
    mine = [unit("a", "blue", (10, 10), person=sergeant()), unit("b", "blue", (20, 10))]
    return table(*mine, unit("x", "red", (10, 70)), **more)


def test_the_commander_adds_his_authority_while_he_lives():
    """at.lead.authority: 3 + 1 against 3."""
    g = run(rounds.authority, led(phase="authority", bids=(0, 0)), answers=((3,), (3,)))
    assert g.state.next == "blue"
    dead = led(phase="authority", bids=(0, 0)).change(0, gone=True)
    g = run(rounds.authority, dead, answers=((3,), (3,), (1,), (2,)))
    assert g.state.next == "red"


def test_the_pool_is_the_officers_value_and_one_a_unit():
    """at.lead.pool: 3 + 2; units that cannot come yet do not count."""
    s = led()
    assert leadership.pool(s, "blue").value == 5
    assert leadership.pool(s, "red").value == 1
    assert leadership.pool(s.change(1, placed=False, arrives=1), "blue").value == 5
    assert leadership.pool(s.change(1, placed=False, arrives=2), "blue").value == 4
    assert leadership.pool(s.change(0, gone=True), "blue").value == 1
    shaken = s.change(1, status="disorganised")
    assert leadership.pool(shaken, "blue").value == 5
    assert leadership.pool(led(rulings={"lp_counts": "valiant"}).change(1, status="disorganised"), "blue").value == 4
    gone = led(rulings={"lp_without_commander": "none"}).change(0, gone=True)
    assert leadership.pool(gone, "blue").value == 0


def test_points_last_one_round():
    """at.lead.pool-lifetime: what is left is lost."""
    assert run(leadership.receive, led(lp=(9, 9))).state.lp == (5, 1)


def test_sealed_points_add_one_each():
    """at.lp.authority-bonus: 2 + 1 + 2 against 4, paid when they are shown."""
    s = run(leadership.put_in_points, led(phase="bid"), answers=([2],)).state
    assert (s.bids, s.lp) == ((2, 0), (5, 5))
    assert view(s, "red").bids == (HIDDEN, 0)
    g = run(rounds.authority, s, answers=((2,), (4,)))
    assert (g.state.next, g.state.lp, g.state.bids) == ("blue", (3, 5), ())
    first = events(g, "authority")[0]["first"]
    assert [row.value for row in first.rows] == [2, 1, 2]
    open_ = led(phase="bid", rulings={"authority_bid": "in_turn"})
    assert events(run(leadership.put_in_points, open_, answers=(True, False)), "bids") == [
        {"seat": "blue", "points": 1}
    ]


def test_a_sergeant_may_put_in_two_points():
    """at.lp.authority-cap: rank + 1; never more than there are; without a commander none."""
    assert leadership.bid_cap(led(), "blue") == 2
    assert leadership.bid_cap(led(lp=(1, 5)), "blue") == 1
    assert leadership.bid_cap(led(), "red") == 0
    captain = table(unit("a", "blue", (10, 10), person=sergeant(rank=3)), unit("x", "red", (10, 70)))
    assert leadership.bid_cap(captain, "blue") == 4
    with pytest.raises(IllegalAnswer, match=r"at\.lp\.authority"):
        run(leadership.put_in_points, led(phase="bid"), answers=([3],))


def test_a_unit_without_an_officer_costs_a_point():
    """at.lp.activate, at.lp.unpaid"""
    g = run(activation.begin, led(), active(led(), 1, stage="begin").active, answers=(True,))
    assert (g.state.lp, g.state.active.stage) == ((4, 5), "act")
    g = run(activation.begin, led(), active(led(), 1, stage="begin").active, answers=(False,))
    assert (g.state.lp, g.state.active, g.state.next) == ((5, 5), None, "red")
    poor = led(lp=(0, 5))
    assert run(activation.begin, poor, active(poor, 1, stage="begin").active).state.active is None


def test_an_officer_leads_for_nothing():
    """at.lp.officer-free"""
    g = run(activation.begin, led(), active(led(), 0, stage="begin").active)
    assert (g.state.lp, g.state.active.stage) == ((5, 5), "act")


def test_a_reserve_that_is_not_paid_for_stays_off():
    """at.lp.reserve"""
    s = led().change(1, placed=False, arrives=1)
    g = run(activation.begin, s, active(s, 1, stage="begin").active, answers=(False,))
    assert not g.state[1].placed
    assert "at.lp.reserve" in cited(g)


def test_an_officers_unit_may_decline_to_arrive():
    """at.lp.officer-reserve"""
    s = active(led().change(0, placed=False, arrives=1), 0)
    g = run(arrival.arrive, s, s.active, answers=("wait",))
    assert (g.state[0].placed, g.state.active.stage) == (False, "orders")
    assert "at.lp.officer-reserve" in cited(g)


def rowed(**more):
    s = armies(cards=((0, 1), (2, 3)), **more)
    for n in range(4):
        s = s.change(n, carded=True)
    return s


def test_delay_or_relocate_never_both():
    """at.lp.one-per-turn"""
    assert value(leadership.turn_options, rowed(), "blue", False) == ("play", "delay", "relocate")
    s = run(rounds.next_turn, rowed(), answers=("relocate",)).state
    g = run(rounds.next_turn, s)  # no question: the card that comes first is played
    assert g.state.active.unit == 1
    extra = rowed(rulings={"extra_activation": True}).with_(cards=((1,), (2, 3)))
    done = active(extra.change(0, carded=False), 0)
    g = run(activation.finish, done, done.active, answers=(True,))
    assert (g.state.next, g.state.lp) == ("blue", (3, 5))


def test_delaying_costs_two_and_keeps_the_card():
    """at.lp.delay"""
    g = run(rounds.next_turn, rowed(), answers=("delay",))
    assert (g.state.lp, g.state.cards, g.state.next) == ((3, 5), ((0, 1), (2, 3)), "red")


def test_nobody_delays_twice_in_a_row():
    """at.lp.delay-not-twice: the ban ends with an activation."""
    s = run(rounds.next_turn, rowed(), answers=("delay",)).state.with_(next="blue")
    assert value(leadership.turn_options, s, "blue", False) == ("play", "relocate")
    s = run(rounds.next_turn, s, answers=("play",)).state
    assert s.delayed == (False, False)


def test_relocating_moves_the_first_card_and_plays_the_next():
    """at.lp.relocate, at.lp.relocate-play-next"""
    s = rowed().with_(cards=((0, 1), (2, 3)))
    g = run(rounds.next_turn, s, answers=("relocate",))
    assert (g.state.cards[0], g.state.lp, g.state.must, g.state.next) == ((1, 0), (4, 5), True, "blue")
    assert all("place" not in event.data for event in g.log)
    g = run(rounds.next_turn, g.state)
    assert (g.state.active.unit, g.state.must) == (1, False)
    assert "at.lp.relocate-play-next" in cited(g)
    assert run(cards.discard, s, "blue").state.cards[0] == (1,)


def test_a_walker_led_by_an_officer_is_free_too():
    """at.lp.officer-free"""
    s = table(walker("w", "blue", (10, 10), person=sergeant()), unit("x", "red", (10, 70)))
    assert s[0].officer
    assert run(activation.begin, s, active(s, 0, stage="begin").active).state.lp == (5, 5)
    assert s[0].fighters[0].base.radius == 3 * CM
