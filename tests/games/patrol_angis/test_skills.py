"""Patrol Angis: the skills and weapon traits that profiles name."""

from hexless.games.patrol_angis.actions import activate
from hexless.games.patrol_angis.burning import burn
from hexless.games.patrol_angis.fields import charge, swept
from hexless.games.patrol_angis.morale import before, check_morale
from hexless.games.patrol_angis.ranged_fire import fire, guns
from hexless.games.patrol_angis.to_hit import to_hit
from hexless.games.patrol_angis.turn import clear

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
    assert guns(kept.state, 1, 0) == [(pa.RIFLE, (0, 1, 2))]  # he is no loader: he may shoot
    assert not any(f.treated for f in pa.run(kept.state, clear).state[1].figures)


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


# ---- weapons that strike more than their target


def test_a_fire_projector_burns_all_along_its_corridor(pa):
    """1 cm to either side of the line, bases included; friends too; not behind the shooter, nor beyond its range."""
    lance = pa.weapon("lance", 10, 20, 2, 2, traits=("fire",))
    s = pa.battle(
        pa.element("blue", 50, 10, weapons=(lance,)),
        pa.element("red", 50, 26),
        pa.element("blue", 51.7, 18),  # its rim is exactly 1 cm off the line
        pa.element("red", 48, 22),  # 1.3 cm off
        pa.element("red", 50, 29),  # behind the target, within 20 cm
        pa.element("red", 50, 31.5),  # 20.1 cm from the shooter
        pa.element("red", 50, 5),
    )
    assert swept(s, 0, 1, lance) == [2, 4]
    assert swept(s, 0, 1, pa.RIFLE) == []
    edge = s.change(5, figures=pa.element("red", 50, 31.4).figures)  # whom it could aim at, it strikes: 20 cm
    assert swept(edge, 0, 1, lance) == [2, 4, 5]
    # point blank does not hold at 14.6 cm: 2+; saves at 5 - 1 + 2 = 6; the friend falls, the red one burns
    done = pa.run(s, fire, 0, 1, script=[(1, 1), (2, 1), (1,), (8, 1), (6,), False]).state
    assert [bool(e.figures) for e in done.units] == [True, True, False, True, True, True, True]
    assert [e.burning for e in done.units if e.figures] == [0, 0, 0, 2, 0, 0]


def test_those_in_the_way_are_hit_like_any_others(pa):
    """pa.overwatch.cancelled-by-ranged-hit, pa.ranged-fire.step-cancel-kills, pa.ranged-fire.morale-after-kills:
    a saved hit cancels Overwatch; a token cancels two kills; whoever lost a figure, or held a Re-motivate token,
    checks; nobody but the target shoots back."""
    lance = pa.weapon("lance", 10, 20, 2, 2, traits=("fire",))
    aim = pa.element("blue", 50, 10, weapons=(lance,)), pa.element("red", 50, 26, weapons=())

    def burn(script, **fields):
        return pa.run(pa.battle(*aim, pa.element("red", 50, 29, **fields)), fire, 0, 1, script=[(1, 1), *script])

    assert burn([(2, 1), (6,)], watch=True).state[2].watch is False
    assert burn([(1, 1)], watch=True).state[2].watch is True
    spent = burn([(2, 2), (1, 1), 1], n=3, tokens=1).state[2]
    assert (len(spent.figures), spent.tokens) == (3, 0)
    shaken = burn([(2, 1), (1,), (1, 0), (4,)], n=3)  # 2 + 3, and -1 for the friend beside it
    assert [e.data["result"] for e in pa.events(shaken, "morale")] == ["holds"]
    assert len(pa.events(burn([(1, 1), (8,)], fear=1), "morale")) == 1
    hard = burn([(2, 1)], n=1, shell=True, armor=("ablative",))  # a shell passes the save
    assert (hard.state[2].shell, len(hard.state[2].figures)) == (False, 1)


def test_a_maser_emitter_needs_two_turns_and_is_stronger_after_a_third(pa):
    """Its field is as wide as its range is long; a move loses the charge, and so does the shot."""
    maser = pa.weapon("maser", 0, 24, 2, 1, traits=("maser",))
    s = pa.battle(pa.element("blue", 50, 10, weapons=(maser,)), pa.element("red", 50, 30), pa.element("red", 40, 20))
    assert guns(s, 0, 1) == []
    assert [charge(s[0].with_(charge=n)) for n in (0, 1, 2, 3)] == [1, 2, 3, 3]
    assert charge(s[0].with_(charge=2, moved=True)) == charge(s[1]) == 0
    ready = s.with_(units=(s[0].with_(charge=2), *s.units[1:]))
    assert [weapon.name for weapon, _ in guns(ready, 0, 1)] == ["maser"]
    assert swept(ready, 0, 1, maser) == [2]
    done = pa.run(ready, fire, 0, 1, script=[(2, 1), (5,), (1, 2), (4,), False])  # saves at 5 - 1 + 1 = 5
    assert [bool(e.figures) for e in done.state.units] == [True, True, False]
    assert done.state[0].charge == 0
    full = s.with_(units=(s[0].with_(charge=3), *s.units[1:]))
    again = pa.run(full, fire, 0, 1, script=[(2, 1), (5,), (1, 1)])  # at 6 the 5 is not enough
    assert not again.state[1].figures


def test_comms_gear_calls_fire_from_off_the_table_once(pa):
    """At an enemy that only a friend sees, without cover or distance; the Troop Element does not fire itself."""
    battery = pa.weapon("battery", 0, 200, 2, 5, aoe=3, traits=("off-table",))
    wall = pa.ground("wall", 40, 20, 60, 22, "solid", height=5)
    s = pa.battle(
        pa.element("blue", 50, 10, tokens=2, weapons=(pa.PISTOL, battery), skills=("comms",)),
        pa.element("red", 50, 40, n=2),
        pa.element("blue", 90, 40),
        pa.element("red", 50, 45, placed=False),
        pieces=[wall],
    )
    done = pa.run(s, activate, 0, script=["ranged-fire", "stand", True, 1, (1, 2), (8, 8, 8)])  # saves at 5 - 1 + 5 = 9
    shot = pa.events(done, "shot")[0].data
    assert (shot["weapon"], shot["need"].value, shot["kills"]) == ("battery", 2, 3)
    assert not done.state[1].figures
    again = pa.run(done.state, activate, 0, script=["ranged-fire", "stand"])  # used up: no question, and no target
    assert pa.events(again, "no target")
    blind = s.with_(units=s.units[:2])
    assert pa.events(pa.run(blind, activate, 0, script=["ranged-fire", "stand"]), "no target")
