"""Patrol Angis: the skills and weapon traits that profiles name."""

from hexless.games.patrol_angis.actions import activate
from hexless.games.patrol_angis.burning import burn
from hexless.games.patrol_angis.morale import before, check_morale
from hexless.games.patrol_angis.ranged_fire import fire, guns
from hexless.games.patrol_angis.to_hit import to_hit

Y30 = 41.4


def test_a_medic_saves_on_five_once_a_turn(pa):
    team = [pa.profile(), pa.profile(), pa.profile(name="medic", skills=("medic",))]
    s = pa.battle(pa.element("blue", 50, 10), pa.element("red", 50, Y30, profiles=team))
    kept = pa.run(s, fire, 0, 1, script=[(2,), (1,), (0, 1, 0), (5,), False])
    assert len(kept.state[1].figures) == 3
    second = pa.run(kept.state, fire, 0, 1, script=[(2,), (1,), (0, 1, 0), False, (8,)])  # he has tried this turn
    assert len(second.state[1].figures) == 2
    died = pa.run(s, fire, 0, 1, script=[(2,), (1,), (0, 1, 0), (4,), False, (8,)])
    assert len(died.state[1].figures) == 2
    himself = pa.run(s, fire, 0, 1, script=[(2,), (1,), (1, 0, 0), False, (8,)])
    assert [f.profile.name for f in himself.state[1].figures] == ["trooper", "trooper"]


def test_a_baron_returns_once(pa):
    s = pa.battle(pa.element("blue", 50, 10), pa.element("red", 50, Y30, skills=("baron",)))
    once = pa.run(s, fire, 0, 1, script=[(2,), (1,), False])
    assert once.state[1].figures[0].hurt == 0
    assert pa.run(once.state, fire, 0, 1, script=[(2,), (1,)]).state[1].figures == ()


def test_protectors_take_kills_first(pa):
    team = [pa.profile(), pa.profile(name="guard", skills=("protector",))]
    s = pa.battle(pa.element("blue", 50, 10), pa.element("red", 50, Y30, profiles=team))
    done = pa.run(s, fire, 0, 1, script=[(2,), (1,), False, (8,)])
    assert [f.profile.name for f in done.state[1].figures] == ["trooper"]


def test_calm_troops_never_fail(pa):
    s = pa.battle(pa.element("blue", 50, 10, skills=("calmer",)), pa.element("red", 50, Y30))
    done = pa.run(s, check_morale, 0, before(s, 0), script=[(1,)])
    assert done.state[0].fear == 0
    assert pa.events(done, "morale")[0].data["result"] == "is calm"


def test_a_banner_stores_a_re_roll_on_an_eight(pa):
    s = pa.battle(pa.element("blue", 50, 10, tokens=1, skills=("valour",)), pa.element("red", 50, Y30))
    done = pa.run(s, activate, 0, script=[(8,), "pass"]).state
    assert done[0].banner
    again = pa.run(done, check_morale, 0, before(done, 0), script=[(1,), True, (8,)])
    assert (again.state[0].banner, again.state[0].fear) == (False, 0)
    assert not pa.run(s, activate, 0, script=[(7,), "pass"]).state[0].banner


def test_errants_are_harder_to_hit_and_move_on(pa):
    s = pa.battle(pa.element("blue", 50, 10, tokens=1, skills=("errant",)), pa.element("red", 50, Y30))
    assert to_hit(s, 1, 0, pa.RIFLE).value == 3
    done = pa.run(s, activate, 0, script=["pass", pa.to((50, 15))])
    assert pa.at(done.state, 0) == (50, 15)
    assert "too much" in pa.refused(s, activate, 0, script=["pass", pa.to((50, 15.1))]).says


def test_a_signaller_sees_for_indirect_fire(pa):
    """The howitzer is behind a house; the signaller is 10 cm nearer, or not near enough."""
    house = pa.ground("house", 40, 14, 60, 18, "solid", height=9)
    gun = pa.weapon("howitzer", 30, 100, traits=("indirect",))
    for y, able in ((20, True), (19, False)):
        s = pa.battle(
            pa.element("blue", 50, 10, weapons=(gun,)), pa.element("red", 50, 50),
            pa.element("blue", 50, y, skills=("signaller",)), pieces=[house],
        )  # fmt: skip
        assert bool(guns(s, 0, 1)) is able


def test_flames_burn_on(pa):
    """Hit by a fire projector of Strength 2: out on 4+, else two dice at 2+ and saves at 6."""
    lance = pa.weapon("lance", 10, 40, traits=("fire",))
    s = pa.battle(pa.element("blue", 50, 10, weapons=(lance,)), pa.element("red", 50, Y30, n=2, tokens=1))
    lit = pa.run(s, fire, 0, 1, script=[(2,), (8,), False]).state
    assert lit[1].burning == 2
    out = pa.run(lit, activate, 1, script=[(4,), "pass"]).state
    assert out[1].burning == 0
    done = pa.run(lit, burn, 1, script=[(3,), (1, 2), (5,), (1, 0)])
    assert len(done.state[1].figures) == 1


def test_a_shock_may_cost_a_token(pa):
    gun = pa.weapon("storm", traits=("shocker",))
    s = pa.battle(pa.element("blue", 50, 10, weapons=(gun,)), pa.element("red", 50, Y30, tokens=2, armor=("powered",)))
    assert pa.run(s, fire, 0, 1, script=[(2,), (8,), (8,), False]).state[1].tokens == 1
    assert pa.run(s, fire, 0, 1, script=[(2,), (8,), (7,), False]).state[1].tokens == 2
    plain = s.change(1, figures=pa.element("red", 50, Y30).figures)
    assert pa.run(plain, fire, 0, 1, script=[(2,), (8,), False]).state[1].tokens == 2
