"""The round, deployment and armies."""

import msgspec
import pytest
from games.dropzone.dropzone_table import aboard, at, profile, run, table, to, unit

from hexless.games.dropzone import deployment, moving, ruleset, turn
from hexless.games.dropzone.force import cost, force_faults, share_faults, size_of, squad_faults
from hexless.games.dropzone.model import Group
from hexless.games.dropzone.scenario import scenario_faults
from hexless.kernel import IllegalAnswer
from hexless.ruleset import shipped, starting

FOOT, TANK = profile("infantry"), profile()
BOSS = profile(category="Command")
LIFTER = profile("aircraft", carries="vehicle", room=4, category="Auxiliary")


def groups(*categories, status="undecided"):
    return tuple(
        Group(name=f"{side} {k}", side=side, category=c, status=status) for k, (side, c) in enumerate(categories)
    )


def test_the_sequence_of_a_round():
    """dz.play.round-sequence: 6 rounds of Initiation, activations and Round Up."""
    s = table(unit(TANK, "blue", 10, 10, moved=3, fired=(0,)), unit(TANK, "red", 30, 30), phase="groups",
              flags={0: {"done": True, "disembarked": True}})  # fmt: skip
    acted = s.with_(groups=tuple(group.with_(acted=True) for group in s.groups))
    up = run(turn.choose_group, acted).state
    assert up.phase == "collateral"
    after = run(turn.next_piece, up).state
    assert after.phase == "end"
    fresh = run(turn.end_round, after).state
    assert (fresh.phase, fresh.round) == ("initiation", 2)
    assert (fresh[0].moved, fresh[0].fired, fresh.squads[0].done, fresh.squads[0].disembarked) == (
        None,
        (),
        False,
        False,
    )
    assert run(turn.end_round, after.with_(round=6)).state.over is not None


def test_initiative():
    """dz.play.initiative: die and Command Value; a lone 6 wins; ties again; the winner may pass the lead on."""
    s = table(unit(BOSS, "blue", 10, 10, cv=3), unit(BOSS, "red", 30, 30, cv=1), phase="initiation")
    assert run(turn.initiation, s, answers=((2,), (3,), "blue")).state.first == "blue"  # 5 against 4
    assert run(turn.initiation, s, answers=((4,), (6,), "red")).state.first == "red"  # 7 against 7, but a lone 6
    assert run(turn.initiation, s, answers=((6,), (6,), "red")).state.first == "red"  # 9 against 7; passed on
    assert (
        run(turn.initiation, s, answers=((2,), (4,), (1,), (5,), "red")).state.first == "red"
    )  # 5 all; then 4 against 6


def test_activation():
    """dz.play.activation: in turn, no passing, squad by squad, and somebody has to act."""
    s = table(
        unit(TANK, "blue", 10, 10), unit(TANK, "blue", 20, 10), unit(TANK, "red", 10, 18), phase="groups", group=None
    )
    g = run(turn.choose_group, s)
    assert (g.state.phase, g.state.group, g.state.groups[0].acted) == ("squads", 0, True)
    picked = run(turn.choose_squad, g.state, answers=(1,)).state
    assert picked.squad == 1
    idle = run(turn.next_action, picked, answers=(None,)).state
    assert idle.squads[1].done
    last = run(turn.choose_squad, idle).state
    assert last.squad == 0
    with pytest.raises(IllegalAnswer):
        run(turn.next_action, last, answers=(None,))  # nobody has acted yet
    acted = run(turn.next_action, last, answers=("move", to(10, 12))).state
    assert acted.active
    over = run(turn.after_activation, acted.with_(phase="after")).state
    assert (over.phase, over.next) == ("groups", "red")


def test_auxiliary_squads():
    """dz.play.auxiliary-squads: the empty ones are named; those with cargo act with their cargo's battlegroup."""
    s = table(unit(LIFTER, "blue", 10, 10), aboard(profile(needs="vehicle"), "blue", 0), unit(LIFTER, "blue", 20, 10),
              unit(TANK, "red", 30, 30), flags={0: {"group": -1}, 2: {"group": -1}}, phase="groups",
              group=None)  # fmt: skip
    assert turn.free_auxiliaries(s, "blue") == [2]
    g = run(turn.choose_group, s, answers=(2,))
    assert g.state.joined == (0, 2)
    assert run(turn.choose_group, s, answers=(None,)).state.joined == (0,)


def test_deployment():
    """dz.play.deployment: the winner of a roll-off picks a zone; groups begin on the table or In Readiness."""
    s = table(unit(TANK, "blue", -500, -500, placed=False), unit(TANK, "red", -500, -500, placed=False), phase="zones",
              groups=groups(("blue", "HQ"), ("red", "HQ")), round=0)  # fmt: skip
    g = run(deployment.roll_off, s, answers=((2,), (5,), 0))
    assert g.state.mission.zones[1].facing == (0, 1000)  # red took the first zone
    assert (g.state.first, g.state.phase) == ("red", "deploy")
    g = run(deployment.deploy, g.state, answers=("table",))
    assert g.state.queue == (1,)
    g = run(deployment.deploy, g.state, answers=(at(10, 5),))
    assert g.state[1].here
    assert g.state.groups[1].status == "table"
    g = run(deployment.deploy, g.state, answers=("ready",))
    assert not g.state[0].placed
    assert run(deployment.deploy, g.state).state.phase == "initiation"


def test_aerial_advantage():
    """dz.play.aerial-advantage: neither HQ nor wholly in aircraft waits In Reserve until round 2."""
    out = {"placed": False}
    s = table(unit(TANK, "blue", -500, -500, **out), unit(TANK, "red", -500, -500, **out), phase="deploy",
              groups=groups(("blue", "Armour"), ("red", "HQ")), deploy=("ready",))  # fmt: skip
    g = run(deployment.deploy, s)
    assert g.state.groups[0].status == "reserve"
    assert not turn.able(g.state, 0)
    g = run(deployment.deploy, g.state)
    assert g.state.groups[1].status == "ready"
    assert run(turn.end_round, g.state).state.groups[0].status == "ready"
    air = table(unit(LIFTER, "blue", -500, -500, **out), aboard(profile(needs="vehicle"), "blue", 0), phase="deploy",
                groups=groups(("blue", "Armour"), ("red", "HQ")), flags={0: {"group": -1}})  # fmt: skip
    assert deployment.by_air(air, 0)
    assert not deployment.by_air(s, 0)


def test_coming_on():
    """dz.play.deployment: from In Readiness by a Move from the own edge."""
    s = table(unit(TANK, "blue", -500, -500, placed=False))
    g = run(moving.move, s, 0, answers=(at(20, 5),))
    assert (g.state[0].here, g.state[0].moved) == (True, 4300)  # its rim begins at the edge
    with pytest.raises(IllegalAnswer):
        run(moving.move, s, 0, answers=(at(20, 6.8),))


def test_targets_of_opportunity():
    """dz.play.targets-of-opportunity: 48 inches square, all In Readiness, three Hidden Mobile objectives."""
    scenario = shipped.scenarios(ruleset)["targets-of-opportunity"]
    assert scenario.size == (48, 48)
    assert scenario.deploy == ("ready",)
    assert scenario.aerial_advantage
    assert [(goal.hidden, goal.mobile) for goal in scenario.objectives] == [(True, True)] * 3
    _, s = starting.set_up(ruleset, "targets-of-opportunity", seed=1)
    assert [o.y for o in s.objectives] == [24000] * 3


# ---- armies


def force(**changes):
    return msgspec.structs.replace(shipped.forces(ruleset)["meridian-compact"], **changes)


def places(found):
    return [(fault.place, fault.reason) for fault in found]


def test_forces_that_ship_are_legal():
    for army in shipped.forces(ruleset).values():
        assert force_faults(army) == []
        assert cost(army) <= army.points
    main = [army for army in shipped.forces(ruleset).values() if len(army.types) >= 14]
    assert len(main) == 2
    for army in main:
        assert {p.kind for p in army.types} == {"tank", "skimmer", "walker", "infantry", "aircraft", "behemoth"}


def test_the_roster():
    """dz.play.army-roster"""
    assert [size_of(n) for n in (500, 999, 1000, 1999, 2000)] == ["Skirmish", "Skirmish", "Clash", "Clash", "Battle"]
    army = force()
    short = msgspec.structs.replace(army, battlegroups=army.battlegroups[1:], auxiliary=())
    assert any("1 to 1 HQ battlegroups, not 0" in says for _, says in places(force_faults(short)))


def test_squads_of_a_battlegroup():
    """dz.play.battlegroup-squads"""
    army = force()
    hq = msgspec.structs.replace(army.battlegroups[0], squads=army.battlegroups[2].squads)
    found = list(squad_faults(msgspec.structs.replace(army, battlegroups=(hq,))))
    assert [fault.reason for fault in found] == [
        "HQ takes 1 to 2 Command squads, not 0",
        "HQ takes 0 to 0 Standard squads, not 1",
        "HQ takes 0 to 0 Support squads, not 1",
    ]


def test_points_of_a_battlegroup():
    """dz.play.battlegroup-points: a third, or half in a Skirmish; Behemoths are exempt."""
    army = force(points=700)
    assert list(share_faults(army)) == []  # 50% of 700; the Behemoth's 250 do not count
    tight = force(points=1000, battlegroups=(*force().battlegroups,))
    assert list(share_faults(tight)) == []  # 255 of 330
    heavy = msgspec.structs.replace(
        force().battlegroups[2],
        squads=(
            *force().battlegroups[2].squads,
            *(msgspec.structs.replace(force().battlegroups[2].squads[1], size=2),),
        ),
    )
    found = list(share_faults(force(points=1000, battlegroups=(heavy,))))
    assert [fault.reason for fault in found] == ["395 points are more than 33% of 1000"]


def test_transport_faults():
    """dz.play.transport-capacity"""
    army = force()
    front = army.battlegroups[1]
    stuffed = msgspec.structs.replace(
        front, squads=tuple(msgspec.structs.replace(p, inside="Sapper Mule") for p in front.squads)
    )
    found = places(
        force_faults(
            msgspec.structs.replace(army, battlegroups=(army.battlegroups[0], stuffed, *army.battlegroups[2:]))
        )
    )
    assert ("$.auxiliary[1]", "Sapper Mule has room for 3, not for 8") in found
    assert ("$.auxiliary[0]", "Mules has to start at least half full: 0 of 6") in found
    wrong = msgspec.structs.replace(
        front, squads=(msgspec.structs.replace(front.squads[0], inside="Pelican"), *front.squads[1:])
    )
    found = places(
        force_faults(msgspec.structs.replace(army, battlegroups=(army.battlegroups[0], wrong, *army.battlegroups[2:])))
    )
    assert ("$.battlegroups[1].squads[0].inside", "Pelican does not carry Wardens") in found


def test_every_other_fault_is_listed():
    army = force()
    hq = army.battlegroups[0]
    bad = msgspec.structs.replace(
        hq,
        squads=(
            msgspec.structs.replace(hq.squads[0], size=9),
            msgspec.structs.replace(hq.squads[1], commander=2),
            msgspec.structs.replace(hq.squads[1], type="Nobody", name="Herons"),
        ),
    )
    found = dict(
        places(force_faults(msgspec.structs.replace(army, battlegroups=(bad, *army.battlegroups[1:]), points=500)))
    )
    assert found["$.battlegroups[0].squads[0].size"] == "Lodestar comes in squads of 1 to 2, not 9"
    assert "commander rides in a Command" in found["$.battlegroups[0].squads[1].commander"]
    assert "no type 'Nobody'" in found["$.battlegroups[0].squads[2].type"]
    assert found["$.battlegroups[0].squads[2].name"] == "'Herons' is there 2 times"
    assert "points; it has 500" in found["$.points"]


def test_scenario_faults():
    scenario = shipped.scenarios(ruleset)["bunker-assault"]
    assert scenario_faults(scenario) == []
    odd = msgspec.structs.replace(
        scenario,
        terrain=(msgspec.structs.replace(scenario.terrain[0], kind="castle"), *scenario.terrain[1:]),
        links=(("Nowhere", "Barracks"),),
        objectives=(msgspec.structs.replace(scenario.objectives[0], inside="Nowhere"),),
    )
    found = dict(places(scenario_faults(odd)))
    assert "no kind 'castle'" in found["$.terrain[0].kind"]
    assert found["$.links[0]"] == "no garrison 'Nowhere'"
    assert found["$.objectives[0].inside"] == "no piece 'Nowhere'"
    assert "$.objectives" in dict(places(scenario_faults(msgspec.structs.replace(scenario, objectives=()))))
