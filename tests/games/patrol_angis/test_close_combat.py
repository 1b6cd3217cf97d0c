"""Patrol Angis, heading Move and Close Combat; bases of 0.7 cm touch at 1.4 cm."""

from math import cos, pi, sin

import pytest

from hexless.games.patrol_angis.actions import activate, move_and_fight
from hexless.games.patrol_angis.band import Order, can_leave, closing, fall_in
from hexless.games.patrol_angis.close_combat import blows_of, clash, fight
from hexless.games.patrol_angis.march import move
from hexless.games.patrol_angis.measuring import clear_line, touching
from hexless.kernel import exact
from hexless.table import piece


def pair(pa, blue=None, red=None, gap=0.0, **fields):
    """Two Troop Elements in contact, or `gap` apart."""
    blue, red = {"n": 1} | (blue or {}), {"n": 1} | (red or {})
    return pa.battle(pa.element("blue", 50, 30, **blue), pa.element("red", 50, 31.4 + gap, **red), **fields)


def test_fight_after_the_move(pa):
    """pa.close-combat.timing: 6 cm to go, then blows; the rest of the move is asked when the enemy is gone."""
    s = pair(pa, {"tokens": 1}, gap=6)
    done = pa.run(s, activate, 0, script=["close-combat", pa.to((50, 36)), (3,), False, pa.to((54, 36))])
    assert done.state[1].figures == ()
    assert pa.at(done.state, 0) == (54, 36)  # during: 6 + 4 = 10 cm
    assert "pa.close-combat.timing" in done.fired
    too_far = [
        "close-combat", pa.to((50, 36)), (3,), False, pa.to((54.1, 36)),
    ]  # fmt: skip
    assert "too much" in pa.refused(s, activate, 0, script=too_far).says


def test_fight_before_the_move_when_engaged(pa):
    """pa.close-combat.timing, pa.close-combat.engaged-fights-first: blows, then 10 cm away; by the ruling that is the
    whole action."""
    s = pair(pa, {"tokens": 1}, rulings={"engaged_action": "close_combat"})
    done = pa.run(s, activate, 0, script=["fight", (4,), (4,), pa.to((50, 20))])
    assert [e.kind for e in done.log if e.kind in ("blows", "moved")] == ["blows", "blows", "moved"]
    assert "pa.close-combat.engaged-fights-first" in done.fired
    assert done.state[0].did == ("close-combat",)


def test_moving_away_is_free(pa):
    """pa.close-combat.engaged-fights-first: who means to leave does not fight, and is not struck."""
    s = pair(pa, {"tokens": 1})
    done = pa.run(s, activate, 0, script=["away", "ranged-fire", pa.to((50, 20)), None])
    assert pa.events(done, "blows") == []
    assert pa.options(done, "action") == [("ranged-fire", "rapid", "overwatch", "dash", "self-protection")]
    assert pa.refused(s, activate, 0, script=["away", "precise"]).rule == "pa.close-combat.engaged-fights-first"


def test_who_moves_away_ends_away(pa):
    """pa.close-combat.engaged-fights-first: staying, or staying in contact, is refused, and no shot comes first."""
    s = pair(pa, {"tokens": 1})
    for action in (["ranged-fire"], ["rapid"], ["overwatch"], ["dash", "after"], ["self-protection"]):
        for stay in (pa.STAY, pa.to((50.02, 30))):  # or in contact
            refusal = pa.refused(s, activate, 0, script=["away", *action, stay])
            assert "cannot stay" in refusal.says or "too close" in refusal.says
    done = pa.run(s, activate, 0, script=["away", "dash", "between", pa.to((50, 25)), 1, (2,), False, pa.STAY])
    assert [e.kind for e in done.log if e.kind in ("moved", "shot")] == ["moved", "shot"]
    assert pa.options(done, "order") == [("between", "after", "never")]


def test_who_cannot_get_away_is_not_asked(pa):
    """pa.close-combat.engaged-fights-first: in a corner of rivers nobody leaves; on jets he does."""
    walls = [pa.ground("a", 48, 28, 49.3, 32, "impassable"), pa.ground("b", 50.7, 28, 52, 32, "impassable"),
             pa.ground("c", 48, 28, 52, 29.3, "impassable")]  # fmt: skip
    stuck = pair(pa, {"tokens": 1}, pieces=walls)
    done = pa.run(stuck, activate, 0, script=[(4,), (4,), "pass"])  # it fights without being asked
    assert pa.options(done, "intent") == []
    flying = pair(pa, {"tokens": 1, "jets": 1, "armor": ("jets",)}, pieces=walls)
    done = pa.run(flying, activate, 0, script=["away", "ranged-fire", True, pa.to((50, 15)), None])
    assert pa.at(done.state, 0) == (50, 15)


@pytest.mark.parametrize("turn", range(64))
def test_one_narrow_way_out_is_found(pa, turn):
    """pa.close-combat.engaged-fights-first: a passage 1 mm wider than the base leads away, be it only by 2 mm; in
    one as wide as the base, and shut behind it, nobody gets away."""

    def passage(half, end):
        sides = [((60 + k * half, 60.5), (60 + k * 9, 60.5), (60 + k * 9, end), (60 + k * half, end)) for k in (-1, 1)]
        back = ((51, end), (69, end), (69, end - 2), (51, end - 2))
        walls = [[spun(turn, *corner) for corner in outline] for outline in (*sides, back)]
        pieces = [
            piece("wall", [(pa.ticks(x), pa.ticks(y)) for x, y in wall], traits=("impassable",)) for wall in walls
        ]
        return pa.battle(pa.element("blue", *spun(turn, 60, 60)), pa.element("red", *spun(turn, 60, 61.402)),
                         pieces=pieces)  # fmt: skip

    assert can_leave(passage(0.75, 50), 0, 10000)
    assert can_leave(passage(0.75, 59.1), 0, 10000)  # 2 mm are enough
    assert not can_leave(passage(0.701, 59.299), 0, 10000)
    for way in fall_in(passage(0.75, 59.1), 0, Order(10000, away=True)).march.suggest(4):
        assert way.points


def test_the_fight_comes_first_and_then_any_action_but_no_second_fight(pa):
    """pa.close-combat.engaged-fights-first: move and fire after it, also in contact; not into another fight."""
    s = pair(pa, {"tokens": 1})
    done = pa.run(s, activate, 0, script=["fight", (4,), (4,), "pass"])
    assert done.state[0].did == ("pass",)
    assert "close-combat" not in pa.options(done, "action")[0]
    fallen = pa.run(s, activate, 0, script=["fight", (4,), (3,)])  # the counter-attack is the end of it
    assert not fallen.state[0].figures
    near = pair(pa, {"tokens": 1})
    near = near.with_(units=(*near.units, pa.element("red", 50, 22, name="other")))
    into = ["fight", (4,), (4,), "ranged-fire", "move first", pa.to((50, 23.4))]
    assert "too close" in pa.refused(near, activate, 0, script=into).says
    stays = pa.run(near, activate, 0, script=["fight", (4,), (4,), "ranged-fire", "move first", pa.STAY, 1, (8,), (8,),
                                              False])  # fmt: skip
    assert len(pa.events(stays, "blows")) == 2
    assert len(pa.events(stays, "shot")) == 1


def test_what_is_left_of_a_charge_is_used_also_against_a_living_enemy(pa):
    """pa.close-combat.timing: 6 cm there, both live, 4 cm away again."""
    s = pair(pa, {"tokens": 1}, gap=6)
    done = pa.run(s, activate, 0, script=["close-combat", pa.to((50, 36)), (4,), (4,), pa.to((50, 32))])
    assert pa.at(done.state, 0) == (50, 32)
    assert len(done.state[1].figures) == 1


def test_a_target_out_of_reach_makes_it_ranged_fire(pa):
    """pa.close-combat.unreachable-target: 30 cm is too far for a move of 10."""
    s = pair(pa, {"tokens": 1}, gap=30)
    done = pa.run(s, activate, 0, script=["close-combat", "stand", 1, (1,), False])
    assert len(pa.events(done, "shot")) == 1
    assert "pa.close-combat.unreachable-target" in done.fired
    assert pa.refused(pair(pa, gap=6), move_and_fight, 0, script=[pa.to((50, 33))]).rule == (
        "pa.close-combat.unreachable-target"
    )


def test_the_move_may_be_made_on_jump_jets(pa):
    """pa.close-combat.jump-jets: 15 cm to the enemy with a move of 10, over a river."""
    river = pa.ground("river", 0, 36, 120, 40, "impassable")
    s = pair(pa, {"jets": 1, "armor": ("jets",)}, gap=15, pieces=[river])
    done = pa.run(s, move_and_fight, 0, script=[True, pa.to((50, 45)), (4,), (4,)])
    assert len(pa.events(done, "blows")) == 2
    assert {"pa.close-combat.jump-jets", "pa.move-cost.impassable"} <= done.fired
    assert done.state[0].jets == 0


def test_hits_are_automatic_one_a_figure_at_the_weapons_strength(pa):
    """pa.close-combat.automatic-hits: 3 figures with swords (2) and 1 without; assaulters strike thrice."""
    sword, bare = pa.profile(melee=2), pa.profile()
    s = pair(pa, {"profiles": [sword, sword, sword, bare]}, {"n": 2})
    assert blows_of(s, 0, 1) == [(3, 2), (1, 0)]
    done = pa.run(s, clash, 0, 1, script=[(6, 6, 6), (4,)])  # saves at 5 - 1 + 2 = 6, and at 4
    assert len(done.state[1].figures) == 2
    assert "pa.close-combat.automatic-hits" in done.fired
    wild = pair(pa, {"profiles": [pa.profile(skills=("assaulter",)), pa.profile(skills=("brawler",))]})
    assert blows_of(wild, 0, 1) == [(5, 0)]
    touch = pair(pa, {"profiles": [sword, bare]}, rulings={"only_figures_in_contact": True})
    assert blows_of(touch, 0, 1) == [(1, 2)]
    many = pair(pa, {"profiles": [sword, bare]}, rulings={"melee_number": "hits"})
    assert blows_of(many, 0, 1) == [(3, 0)]


def test_a_save_for_every_hit(pa):
    """pa.close-combat.save: 5 - 1 + 3 = 7."""
    s = pair(pa, {"melee": 3, "n": 2}, {"n": 3})
    done = pa.run(s, clash, 0, 1, script=[(6, 7), (1, 0)])
    (blow,) = pa.events(done, "blows")
    assert (blow.data["hits"], blow.data["save"].value, blow.data["kills"]) == (2, 7, 1)
    assert "pa.close-combat.save" in done.fired


def test_the_initiative_winner_applies_kills_and_tokens_do_not_cancel_them(pa):
    """pa.close-combat.apply-kills: red holds 3 tokens and is not asked; red won and chooses."""
    s = pair(pa, {"n": 1}, {"n": 2, "tokens": 3}, winner="red")
    done = pa.run(s, clash, 0, 1, script=[(1,), (0, 1)])
    assert done.state[1].tokens == 3
    assert [request.seat for request, _ in done.made if hasattr(request, "seat")] == ["red"]
    assert "pa.close-combat.apply-kills" in done.fired


def test_survivors_strike_back_once(pa):
    """pa.close-combat.counter-attack: one of two falls, the other strikes; the attacker's save at 4 fails with 3."""
    s = pair(pa, {"n": 2}, {"n": 2})
    done = pa.run(s, fight, 0, 1, script=[(3, 4), (1, 0), (3,), (1, 0)])
    assert [len(e.figures) for e in done.state.units] == [1, 1]
    assert len(pa.events(done, "blows")) == 2
    assert "pa.close-combat.counter-attack" in done.fired


def test_no_morale_whatever_the_losses(pa):
    """pa.close-combat.no-morale"""
    s = pair(pa, {"n": 4}, {"n": 8, "fear": 1})
    done = pa.run(s, fight, 0, 1, script=[(1, 1, 1, 1), (4, 0), (8, 8, 8, 8)])
    assert len(done.state[1].figures) == 4
    assert pa.events(done, "morale") == []
    assert done.state[1].fear == 1
    assert "pa.close-combat.no-morale" in done.fired


def test_the_winner_may_take_the_ground_of_a_destroyed_target(pa):
    """pa.close-combat.occupy-ground"""
    s = pair(pa)
    done = pa.run(s, fight, 0, 1, script=[(1,), True])
    assert pa.at(done.state, 0) == (50, 31.4)
    assert "pa.close-combat.occupy-ground" in done.fired
    assert pa.at(pa.run(s, fight, 0, 1, script=[(1,), False]).state, 0) == (50, 30)


def test_who_takes_the_ground_comes_into_sight_on_the_way(pa):
    """pa.close-combat.occupy-ground, pa.overwatch.trigger: out from behind a wall, and a watcher beyond it may fire."""
    wall = pa.ground("wall", 51, 0, 52, 30.9, "solid", height=5)
    s = pa.battle(pa.element("blue", 50, 28), pa.element("red", 50, 29.4), pa.element("red", 80, 32, watch=True),
                  pieces=[wall])  # fmt: skip
    far = s.change(1, figures=(s[1].figures[0].with_(base=s[1].leader.at(50000, 31000)),))
    assert not clear_line(far, 0, 2)
    done = pa.run(far, fight, 0, 1, script=[(1,), True, "overwatch", (2,), (1,)])  # 30 cm: 2+; a save at 6+
    assert not done.state[0].figures
    assert pa.asked(done)[-1].startswith("red infantry on Overwatch")
    held = pa.run(far, fight, 0, 1, script=[(1,), True, None, None])
    assert pa.at(held.state, 0) == (50, 31)


def test_mystics_are_not_attacked_by_infantry(pa):
    """Mystic: not offered, and contact with them is no fight."""
    s = pair(pa, {"tokens": 1}, {"skills": ("mystic",)})
    done = pa.run(s, activate, 0, script=["ranged-fire", "move first", pa.to((50, 20)), None])
    assert pa.events(done, "blows") == []


def test_blows_are_the_odds(pa):
    """pa.close-combat.save: 2 hits at 5+ on a d8: each kills with 4/8."""
    from hexless.games.patrol_angis.close_combat import blows

    assert exact(blows, 2, 5).weights == {0: 16, 1: 32, 2: 16}


# ---- ways into contact


def spun(turn, x, y):
    """A point turned about (60, 60), every second time mirrored."""
    angle, flip = turn * pi / 32 + 0.03, -1 if turn % 2 else 1
    u, v = (x - 60) * flip, y - 60
    return 60 + u * cos(angle) - v * sin(angle), 60 + u * sin(angle) + v * cos(angle)


def charge_of(pa, turn, wall, far, others=()):
    """Blue at the middle, red `far` cm beyond it, a wall across, and others of red."""
    corners = [spun(turn, *corner) for corner in wall]
    pieces = [piece("wall", [(pa.ticks(x), pa.ticks(y)) for x, y in corners], traits=("impassable",))] if wall else []
    units = [pa.element("blue", *spun(turn, 60, 60)), pa.element("red", *spun(turn, 60, 60 + far))]
    units += [pa.element("red", *spun(turn, *spot), name="other") for spot in others]
    return pa.battle(*units, pieces=pieces)


CHARGE = Order(10000, "charge", contact=True, target=1)


@pytest.mark.parametrize("turn", range(64))
def test_a_charge_goes_round_a_wall(pa, turn):
    """pa.close-combat.unreachable-target: 5.4 cm straight, a wall of 3 cm to either side, so 8.1 cm round it; with 5 cm
    to either side it is too far."""
    narrow = ((57.7, 62.5), (62.3, 62.5), (62.3, 63), (57.7, 63))
    wide = ((52, 62.5), (68, 62.5), (68, 63), (52, 63))
    s = charge_of(pa, turn, narrow, 6.8)
    assert closing(s, 0, CHARGE)
    way = fall_in(s, 0, CHARGE).walk.suggest(1)[0]
    assert len(way.points) > 1
    done = pa.run(s, move, 0, CHARGE, script=[way])
    assert touching(done.state[0].bases, done.state[1].bases)
    assert not closing(charge_of(pa, turn, wide, 6.8), 0, CHARGE)


@pytest.mark.parametrize("turn", range(64))
def test_the_reach_of_a_charge_is_the_same_all_round(pa, turn):
    """pa.close-combat.unreachable-target: 10 cm between the bases are reached, 10.05 are not."""
    assert closing(charge_of(pa, turn, (), 11.399), 0, CHARGE)
    assert not closing(charge_of(pa, turn, (), 11.45), 0, CHARGE)


@pytest.mark.parametrize("turn", range(64))
def test_one_free_place_beside_the_target_is_found(pa, turn):
    """pa.close-combat.unreachable-target: others stand all round the target but for one gap, wide enough or not."""
    ring = [(60 + 2.8 * sin(k * pi / 5), 66 - 2.8 * cos(k * pi / 5)) for k in range(1, 10)]
    assert closing(charge_of(pa, turn, (), 6, ring), 0, CHARGE)
    shut = [*ring, (60, 66 - 2.8)]
    assert not closing(charge_of(pa, turn, (), 6, shut), 0, CHARGE)
