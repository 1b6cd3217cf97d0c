"""Patrol Angis, heading Move and Ranged Fire: the limits of heavy weapons and the six steps, numbers by hand."""

import pytest

from hexless.games.patrol_angis.actions import activate, move_and_fire
from hexless.games.patrol_angis.ranged_fire import attack, fire
from hexless.games.patrol_angis.weapons import guns, shots_left, targets

Y30 = 41.4  # 30 cm between the bases of leaders at y 10 and here


def kinds(s, **how):
    return [weapon.name for weapon, _ in guns(s, 0, 1, **how)]


def test_heavy_infantry_weapons_move_or_shoot(pa):
    """pa.ranged-fire.support-move-or-shoot: after a move the tube is silent, the rifle is not; vehicles are exempt."""
    team = [pa.profile(weapons=(pa.TUBE,)), pa.profile()]
    s = pa.battle(pa.element("blue", 50, 10, profiles=team), pa.element("red", 50, Y30))
    assert kinds(s, still=True) == ["tube", "rifle"]
    assert kinds(s, still=False) == ["rifle"]
    tubes = pa.battle(
        pa.element("blue", 50, 10, profiles=[pa.profile(weapons=(pa.TUBE,)), pa.profile(weapons=(pa.PISTOL,))]),
        pa.element("red", 50, Y30), pa.element("red", 50, 25, name="near"),
    )  # fmt: skip
    assert pa.refused(tubes, attack, 0, script=[1]).rule == "pa.ranged-fire.support-move-or-shoot"
    alone = pa.battle(pa.element("blue", 50, 10, weapons=(pa.TUBE,)), pa.element("red", 50, Y30))
    assert targets(alone, 0) == ()
    suit = pa.battle(pa.element("blue", 50, 10, kind="vehicle", weapons=(pa.TUBE,)), pa.element("red", 50, Y30))
    assert targets(suit, 0) == (1,)


def test_once_a_turn_and_twice_with_a_loader(pa):
    """pa.ranged-fire.support-one-shot-per-turn, pa.ranged-fire.loader-second-shot"""
    tube, mate = pa.profile(weapons=(pa.TUBE,)), pa.profile(weapons=(), skills=("loader",))
    s = pa.battle(pa.element("blue", 50, 10, profiles=[tube]), pa.element("red", 50, Y30))
    once = pa.run(s, fire, 0, 1, "", True, script=[(1, 1), False])
    assert once.state[0].figures[0].shots == 1
    assert not shots_left(once.state[0], once.state[0].figures[0])
    assert targets(once.state, 0, still=True) == ()
    pair = pa.battle(pa.element("blue", 50, 10, profiles=[tube, mate]), pa.element("red", 50, Y30))
    first = pa.run(pair, fire, 0, 1, "", True, script=[(1, 1), False]).state
    second = pa.run(first, fire, 0, 1, "", True, script=[(1, 1), False])
    assert [f.shots for f in second.state[0].figures] == [2, 0]
    assert second.state[0].figures[1].loads
    assert "pa.ranged-fire.loader-second-shot" in second.fired
    assert targets(second.state, 0, still=True) == ()
    tired = first.change(0, figures=(first[0].figures[0], first[0].figures[1].with_(fired=True)))
    assert targets(tired, 0, still=True) == ()  # who has fired cannot load


def test_a_loader_serves_one_weapon_a_turn_and_does_not_fire(pa):
    """pa.ranged-fire.loader-second-shot: two tubes that have fired, one loader with a rifle: one tube, no rifle."""
    tube, mate = pa.profile(weapons=(pa.TUBE,)), pa.profile(skills=("loader",))
    s = pa.battle(pa.element("blue", 50, 10, profiles=[mate, tube, tube]), pa.element("red", 50, Y30))
    spent = tuple(f.with_(shots=1, fired=True) if f.profile == tube else f for f in s[0].figures)
    s = s.change(0, figures=spent)
    assert guns(s, 0, 1, still=True) == [(pa.TUBE, (1,))]
    done = pa.run(s, fire, 0, 1, "", True, script=[(1, 1), False])
    assert [(f.shots, f.loads) for f in done.state[0].figures] == [(0, True), (2, False), (1, False)]
    assert targets(done.state, 0, still=True) == ()
    two = pa.battle(pa.element("blue", 50, 10, profiles=[mate, tube, tube, mate]), pa.element("red", 50, Y30))
    two = two.change(0, figures=(*spent, two[0].figures[3]))
    assert guns(two, 0, 1, still=True) == [(pa.TUBE, (1, 2))]
    assert guns(two, 0, 1) == [(pa.RIFLE, (0, 3))]  # after a move they are riflemen


def test_shoot_before_or_after_the_move(pa):
    """pa.ranged-fire.shoot-before-or-after: 60 cm range; from 70 cm only after a move of 10."""
    s = pa.battle(pa.element("blue", 50, 10, tokens=1), pa.element("red", 50, 81.4))
    after = pa.run(s, activate, 0, script=["ranged-fire", "move first", pa.to((50, 20)), 1, (1,), False])
    assert len(pa.events(after, "shot")) == 1
    before = pa.run(s, activate, 0, script=["ranged-fire", "shoot first", pa.to((50, 20))])
    assert pa.events(before, "shot") == []
    assert [e.kind for e in before.log if e.kind in ("no target", "moved")] == ["no target", "moved"]
    assert "pa.ranged-fire.shoot-before-or-after" in before.fired


def test_a_move_into_contact_is_close_combat(pa):
    """pa.ranged-fire.contact-becomes-close-combat: bases of 0.7 cm touch at 1.4; portable weapons may not."""
    s = pa.battle(pa.element("blue", 50, 10), pa.element("red", 50, 18))
    done = pa.run(s, move_and_fire, 0, script=["move first", pa.to((50, 16.6)), (4,), (4,)])
    assert len(pa.events(done, "blows")) == 2
    assert pa.events(done, "shot") == []
    assert "pa.ranged-fire.contact-becomes-close-combat" in done.fired
    gun = [pa.profile("portable", platform=True, name="gun"), pa.profile("portable")]
    crew = pa.battle(pa.element("blue", 50, 10, kind="portable", profiles=gun), pa.element("red", 50, 18))
    assert "too close" in pa.refused(crew, move_and_fire, 0, script=["move first", pa.to((50, 16.6))]).says


def test_the_move_may_be_made_on_jump_jets(pa):
    """pa.ranged-fire.jump-jets: 20 cm instead of 10."""
    s = pa.battle(pa.element("blue", 50, 10, jets=2, armor=("jets",)), pa.element("red", 50, 110))
    done = pa.run(s, move_and_fire, 0, script=["move first", True, pa.to((50, 30))])
    assert pa.at(done.state, 0) == (50, 30)
    assert done.state[0].jets == 1
    assert "pa.ranged-fire.jump-jets" in done.fired


def test_the_six_steps(pa):
    """pa.ranged-fire.step-hit, pa.ranged-fire.step-save, pa.ranged-fire.step-apply-kills, pa.ranged-fire.return-fire,
    pa.ranged-fire.morale-after-kills: 3 dice at 2+; saves at 5 - 1 + 2 = 6; 1 of 4 killed: 2 + 3 + 2 = 7.
    """
    s = pa.battle(pa.element("blue", 50, 10, n=3), pa.element("red", 50, Y30, n=4))
    script = [(1, 2, 8), (5, 6), (1, 0), True, (1, 1, 1), (7,)]
    done = pa.run(s, fire, 0, 1, script=script)
    (shot, back) = pa.events(done, "shot")
    assert (shot.data["dice"], shot.data["need"].value, shot.data["hits"]) == (3, 2, 2)
    assert (shot.data["save"].value, shot.data["kills"]) == (6, 1)
    assert back.data["dice"] == 3  # the survivors
    assert len(done.state[1].figures) == 3
    (check,) = pa.events(done, "morale")
    assert (check.data["need"].value, check.data["result"]) == (7, "holds")
    ids = ("step-hit", "step-save", "step-apply-kills", "return-fire", "morale-after-kills")
    assert {f"pa.ranged-fire.{one}" for one in ids} <= done.fired


def test_unused_tokens_cancel_two_kills_each(pa):
    """pa.ranged-fire.step-cancel-kills: of 3 kills one token leaves 1, two leave none; vehicles cannot."""
    s = pa.battle(pa.element("blue", 50, 10, n=3), pa.element("red", 50, Y30, n=4, tokens=3))
    one = pa.run(s, fire, 0, 1, script=[(2, 2, 2), (1, 1, 1), 1, (1, 0), False, (8,)])
    assert (len(one.state[1].figures), one.state[1].tokens) == (3, 2)
    assert "pa.ranged-fire.step-cancel-kills" in one.fired
    two = pa.run(s, fire, 0, 1, script=[(2, 2, 2), (1, 1, 1), 2, False])
    assert (len(two.state[1].figures), two.state[1].tokens) == (4, 1)
    assert pa.refused(s, fire, 0, 1, script=[(2, 2, 2), (1, 1, 1), 3]).rule == "pa.ranged-fire.step-cancel-kills"
    bikes = pa.battle(pa.element("blue", 50, 10), pa.element("red", 50, Y30, kind="vehicle", tokens=3))
    assert len(pa.run(bikes, fire, 0, 1, script=[(2,), (1,)]).state[1].figures) == 0


def test_the_initiative_winner_applies_the_kills_also_on_his_own(pa):
    """pa.ranged-fire.step-apply-kills: red shoots, blue won and chooses who of blue falls."""
    s = pa.battle(pa.element("blue", 50, 10, n=2), pa.element("red", 50, Y30))
    done = pa.run(s, fire, 1, 0, script=[(2,), (1,), (0, 1), False, (8,)])
    assert pa.at(done.state, 0) == (52, 10)  # the leader fell
    split = next(
        request for request, _ in done.made if getattr(request, "seat", "") and request.question.kind == "Split"
    )
    assert split.seat == "blue"
    assert split.question.slots == ("trooper", "trooper leader")


def test_finish_wounded_first_is_a_ruling(pa):
    """pa.ranged-fire.step-apply-kills: free choice by default; finish_wounded_first leaves none."""
    target = pa.element("red", 50, Y30, n=2, DMR=2)
    target = target.with_(figures=(target.figures[0], target.figures[1].with_(hurt=1)))
    free = pa.battle(pa.element("blue", 50, 10), target)
    done = pa.run(free, fire, 0, 1, script=[(2,), (1,), (0, 1), False])
    assert [f.hurt for f in done.state[1].figures] == [1, 1]
    ruled = pa.battle(pa.element("blue", 50, 10), target, rulings={"finish_wounded_first": True})
    assert len(pa.run(ruled, fire, 0, 1, script=[(2,), (1,), False, (8,)]).state[1].figures) == 1


def test_kills_may_be_spread_over_figures_of_several_hits(pa):
    """pa.ranged-fire.step-apply-kills: three hits on three figures of DMR 2 wound all three, or kill one and wound one;
    of those that fall to one hit figures that are alike are counted."""
    s = pa.battle(pa.element("blue", 50, 10, n=3), pa.element("red", 50, Y30, n=3, DMR=2, weapons=()))
    spread = pa.run(s, fire, 0, 1, script=[(2, 2, 2), (1, 1, 1), (1, 1, 1)])
    assert [f.hurt for f in spread.state[1].figures] == [1, 1, 1]
    heaped = pa.run(s, fire, 0, 1, script=[(2, 2, 2), (1, 1, 1), (2, 1, 0), (8,)])
    assert sorted(f.hurt for f in heaped.state[1].figures) == [0, 1]
    again = pa.run(spread.state, fire, 0, 1, script=[(2, 2, 2), (1, 8, 8), (1, 0), (8,)])  # two alike and the leader
    assert len(again.state[1].figures) == 2


def test_return_fire_has_no_heavy_weapons_and_no_reply(pa):
    """pa.ranged-fire.return-fire, pa.ranged-fire.return-fire-steps: a tube is silent; losses cause no check."""
    team = [pa.profile(weapons=(pa.TUBE,)), pa.profile()]
    s = pa.battle(pa.element("blue", 50, 10, n=2), pa.element("red", 50, Y30, profiles=team))
    done = pa.run(s, fire, 0, 1, script=[(1, 1), True, (2,), (1,), (1, 0)])
    assert len(done.state[0].figures) == 1
    assert pa.events(done, "shot")[1].data["weapon"] == "rifle"
    assert pa.events(done, "morale") == []
    assert "pa.ranged-fire.return-fire-steps" in done.fired
    ruled = s.with_(rulings=s.rulings.__class__(morale_after_return_fire=True))
    checked = pa.run(ruled, fire, 0, 1, script=[(1, 1), True, (2,), (1,), (1, 0), (8,)])
    assert len(pa.events(checked, "morale")) == 1
    bike = pa.battle(pa.element("blue", 50, 10), pa.element("red", 50, Y30, kind="vehicle", DMR=2))
    assert pa.asked(pa.run(bike, fire, 0, 1, script=[(1,), (6,)])) == []  # vehicles do not shoot back


def test_a_re_motivate_token_calls_for_a_check_without_losses(pa):
    """pa.ranged-fire.morale-with-re-motivate-token: a miss, and 2 + 2 (enemy nearest) = 4."""
    s = pa.battle(pa.element("blue", 50, 10), pa.element("red", 50, Y30, fear=1))
    done = pa.run(s, fire, 0, 1, script=[(1,), False, (3,)])
    assert done.state[1].fear == 2
    assert "pa.ranged-fire.morale-with-re-motivate-token" in done.fired
    calm = s.change(1, fear=0)
    assert pa.events(pa.run(calm, fire, 0, 1, script=[(1,), False]), "morale") == []


def test_split_fire_is_a_ruling(pa):
    """pa.ranged-fire.step-hit: one target by default; with split_fire a target for each kind of weapon."""
    team = [pa.profile(weapons=(pa.weapon("carbine", 10, 60),)), pa.profile()]
    units = pa.element("blue", 50, 10, profiles=team), pa.element("red", 50, Y30), pa.element("red", 60, Y30, name="b")
    one = pa.run(pa.battle(*units), attack, 0, script=[1, (1,), (1,), False])
    assert {e.data["target"] for e in pa.events(one, "shot")} == {1}
    both = pa.run(pa.battle(*units, rulings={"split_fire": True}), attack, 0, script=[1, (1,), False, 2, (1,), False])
    assert [e.data["target"] for e in pa.events(both, "shot")] == [1, 2]
    script = [1, (1,), True, (1,), 1, (1,)]  # at the same target: it returns fire once
    same = pa.run(pa.battle(*units, rulings={"split_fire": True}), attack, 0, script=script)
    assert [e.data["shooter"] for e in pa.events(same, "shot")] == [0, 1, 0]
    later = [1, (1,), False, 1, (1,), True, (1,)]  # and may do so after the second
    assert len(pa.events(pa.run(pa.battle(*units, rulings={"split_fire": True}), attack, 0, script=later), "shot")) == 3


@pytest.mark.parametrize(("skill", "strength"), [((), 6), (("sniper",), 7)])
def test_snipers_hit_harder(pa, skill, strength):
    """pa.armor-save.weapon-strength: Strength 2, or 3 of snipers, against AR 1."""
    s = pa.battle(pa.element("blue", 50, 10, skills=skill), pa.element("red", 50, Y30))
    (shot,) = pa.events(pa.run(s, fire, 0, 1, script=[(1,), False]), "shot")
    assert shot.data["save"].value == strength
