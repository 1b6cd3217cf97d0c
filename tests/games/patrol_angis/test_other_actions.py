"""Patrol Angis: Rapid Move, Precise Ranged Fire, Dash, Self-Protection, Command & Control."""

from hexless.games.patrol_angis.actions import activate, barred
from hexless.games.patrol_angis.armor import armor_save
from hexless.games.patrol_angis.band import Order
from hexless.games.patrol_angis.command import send_token
from hexless.games.patrol_angis.dash import dash
from hexless.games.patrol_angis.march import move
from hexless.games.patrol_angis.precise_fire import precise_fire
from hexless.games.patrol_angis.rapid_move import rapid_move
from hexless.games.patrol_angis.self_protection import protect
from hexless.games.patrol_angis.to_hit import to_hit
from hexless.games.patrol_angis.turn import clear

Y30 = 41.4


# ---- Rapid Move


def test_a_rapid_move_is_up_to_three_moves_and_no_shot(pa):
    """pa.rapid-move.three-moves: 10 + 10 + 10; staying ends it."""
    s = pa.battle(pa.element("blue", 50, 10, tokens=1), pa.element("red", 50, 60))
    done = pa.run(s, activate, 0, script=["rapid", pa.to((50, 20)), pa.to((60, 20)), pa.to((60, 30))])
    assert pa.at(done.state, 0) == (60, 30)
    assert pa.events(done, "shot") == []
    assert "pa.rapid-move.three-moves" in done.fired
    assert len(pa.events(pa.run(s, rapid_move, 0, script=[pa.to((50, 20)), pa.STAY]), "moved")) == 1
    assert pa.refused(s, rapid_move, 0, script=[pa.to((50, 20.1))]).rule == "pa.move-cost.per-cm"


def test_after_it_the_mover_is_harder_to_shoot_for_the_turn(pa):
    """pa.rapid-move.harder-to-shoot: 2 + 2 = 4, and 2 again next turn."""
    s = pa.battle(pa.element("blue", 50, 10), pa.element("red", 50, Y30, did=("rapid",)))
    assert to_hit(s, 0, 1, pa.RIFLE).value == 4
    assert pa.rows(to_hit(s, 0, 1, pa.RIFLE))["rapid-move.harder-to-shoot"] == 2
    assert to_hit(pa.run(s, clear).state, 0, 1, pa.RIFLE).value == 2


def test_after_it_saves_in_close_combat_are_harder(pa):
    """pa.rapid-move.easier-in-close-combat: 4 + 1, not against shots, and not by the other ruling."""
    s = pa.battle(pa.element("red", 50, Y30, did=("rapid",)))
    assert armor_save(s, 0, 0, melee=True).value == 5
    assert armor_save(s, 0, 0).value == 4
    assert armor_save(s.with_(rulings=s.rulings.__class__(rapid_move_melee="none")), 0, 0, melee=True).value == 4


def test_any_of_its_moves_may_be_on_jump_jets(pa):
    """pa.rapid-move.jump-jets: 20 + 20, then both uses are gone; only 10."""
    s = pa.battle(pa.element("blue", 50, 10, jets=2, armor=("jets",)), pa.element("red", 110, 110))
    done = pa.run(s, rapid_move, 0, script=[True, pa.to((50, 30)), True, pa.to((50, 50)), pa.to((50, 60))])
    assert pa.at(done.state, 0) == (50, 60)
    assert done.state[0].jets == 0
    assert "pa.rapid-move.jump-jets" in done.fired


# ---- Precise Ranged Fire


def test_precise_fire_does_not_move_and_aims_better(pa):
    """pa.precise-fire.no-move, pa.precise-fire.to-hit-bonus: 2 - 1 = 1; a support weapon may fire."""
    s = pa.battle(pa.element("blue", 50, 10, tokens=1, weapons=(pa.TUBE,)), pa.element("red", 50, Y30))
    done = pa.run(s, activate, 0, script=["precise", None])
    assert pa.asked(done) == ["action of blue infantry", "blue infantry shoots at"]
    assert "pa.precise-fire.no-move" in done.fired
    assert to_hit(s, 0, 1, pa.RIFLE, "precise").value == 1
    assert "pa.precise-fire.to-hit-bonus" in pa.run(s, precise_fire, 0, script=[1, (1, 1), (8,) * 6, False]).fired


def test_precise_fire_without_a_target_is_not_offered(pa):
    """pa.precise-fire.no-move, pa.to-hit.beyond-range: 60 cm reach, 61 do not."""
    for y, open_ in ((71.4, True), (72.4, False)):
        s = pa.battle(pa.element("blue", 50, 10, tokens=1), pa.element("red", 50, y))
        assert (barred(s, 0, "precise") is None) is open_
    assert pa.refused(s, activate, 0, script=["precise"]).rule == "pa.to-hit.beyond-range"


# ---- Dash


def test_a_dash_is_two_moves_and_one_shot_between_them(pa):
    """pa.dash.two-moves, pa.dash.one-shooting, pa.dash.to-hit-penalty: 2 + 2 = 4."""
    s = pa.battle(pa.element("blue", 50, 10), pa.element("red", 50, 60))
    done = pa.run(s, dash, 0, script=["between", pa.to((50, 20)), 1, (3,), False, pa.to((60, 20))])
    assert [e.kind for e in done.log if e.kind in ("moved", "shot")] == ["moved", "shot", "moved"]
    (shot,) = pa.events(done, "shot")
    assert (shot.data["need"].value, shot.data["hits"]) == (4, 0)
    assert {"pa.dash.two-moves", "pa.dash.one-shooting", "pa.dash.to-hit-penalty"} <= done.fired
    assert pa.at(done.state, 0) == (60, 20)
    never = pa.run(s, dash, 0, script=["never", pa.to((50, 20)), pa.STAY])
    assert pa.events(never, "shot") == []
    tube = pa.battle(pa.element("blue", 50, 10, weapons=(pa.TUBE,)), pa.element("red", 50, 60))
    assert pa.events(pa.run(tube, dash, 0, script=["before", pa.STAY, pa.STAY]), "no target")


def test_either_move_of_a_dash_may_be_on_jump_jets(pa):
    """pa.dash.jump-jets: 10 + 20."""
    s = pa.battle(pa.element("blue", 50, 10, jets=2, armor=("jets",)), pa.element("red", 110, 110))
    done = pa.run(s, dash, 0, script=["never", False, pa.to((50, 20)), True, pa.to((50, 40))])
    assert pa.at(done.state, 0) == (50, 40)
    assert done.state[0].jets == 1
    assert "pa.dash.jump-jets" in done.fired


# ---- Self-Protection


def test_self_protection_moves_half_and_armors_until_the_next_move(pa):
    """pa.self-protection.half-move, pa.self-protection.armor-bonus: 5 cm; save 5 - 1 - 2 + 2 = 4."""
    s = pa.battle(pa.element("blue", 50, 10), pa.element("red", 50, 90))
    done = pa.run(s, protect, 0, script=[pa.to((50, 15))])
    assert done.state[0].protected
    assert {"pa.self-protection.half-move", "pa.self-protection.armor-bonus"} <= done.fired
    assert armor_save(done.state, 0, 2).value == 4
    assert pa.refused(s, protect, 0, script=[pa.to((50, 15.1))]).rule == "pa.move-cost.per-cm"
    later = pa.run(done.state, clear).state
    assert later[0].protected
    assert pa.run(later, move, 0, Order(10000), script=[pa.STAY]).state[0].protected
    assert not pa.run(later, move, 0, Order(10000), script=[pa.to((50, 16))]).state[0].protected


def test_self_protection_does_not_add_up(pa):
    """pa.self-protection.not-cumulative: twice is still 2."""
    s = pa.battle(pa.element("blue", 50, 10, protected=True), pa.element("red", 50, 90))
    done = pa.run(s, protect, 0, script=[pa.STAY])
    assert armor_save(done.state, 0, 2).value == 4
    assert "pa.self-protection.not-cumulative" in done.fired


# ---- Command & Control


def test_a_commander_sends_his_token_to_another_of_his_platoon(pa):
    """pa.command-control.commander-only, pa.command-control.send-token: it can be used this turn."""
    boss, mate = pa.element("blue", 50, 10, tokens=1, commander=True), pa.element("blue", 90, 10, name="mate")
    s = pa.battle(boss, mate, pa.element("red", 50, 90))
    done = pa.run(s, activate, 0, script=["command", (7,)])
    assert [e.tokens for e in done.state.units[:2]] == [0, 1]
    assert "pa.command-control.send-token" in done.fired
    plain = pa.battle(pa.element("blue", 50, 10, tokens=1), mate, pa.element("red", 50, 90))
    assert pa.refused(plain, activate, 0, script=["command"]).rule == "pa.command-control.commander-only"
    assert barred(pa.battle(boss, pa.element("red", 50, 90)), 0, "command")  # nobody to send it to


def test_the_token_is_lost_on_an_eight(pa):
    """pa.command-control.lost-in-transit; and one sent to shaken troops cancels a Re-motivate token."""
    s = pa.battle(pa.element("blue", 50, 10, commander=True), pa.element("blue", 90, 10, fear=1))
    lost = pa.run(s, send_token, 0, [1], script=[(8,)])
    assert lost.state == s
    assert "pa.command-control.lost-in-transit" in lost.fired
    assert pa.run(s, send_token, 0, [1], script=[(1,)]).state[1].fear == 0
