"""Access: gates and Holding."""

import msgspec
from games.dropzone.dropzone_table import aboard, at, goal, profile, run, table, unit

from hexless.games.dropzone import boarding, choices, deployment, losses, moving, turn
from hexless.games.dropzone.boarding import can_leave, rides
from hexless.games.dropzone.force import force_faults
from hexless.games.dropzone.laws import LAWS
from hexless.ruleset import find, shipped

FOOT = profile("infantry")
GATE = profile("skimmer", carries="foot", room=2, access=True)


def held(side="blue"):
    return aboard(FOOT, side, 0).with_(aboard=None, held=True)


def lawful(s):
    return [law.name for law in LAWS if law.broken(s)] == []


def test_into_one_gate_and_out_of_another():
    """dz.play.unit-access: who embarks is in Holding, and comes out of any gate in a later round."""
    s = table(unit(GATE, "blue", 10, 10), unit(GATE, "blue", 30, 30), unit(FOOT, "blue", 10, 12))
    g = run(moving.move, s, 2, answers=({"points": []}, 0))
    assert g.state[2].held
    assert (g.state[2].aboard, g.state[2].placed, g.state[0].passed) == (None, False, (1, 0))
    assert lawful(g.state)
    later = g.state.with_(squads=tuple(q.with_(embarked=False, actions=()) for q in g.state.squads))
    assert boarding.exits(later, 2) == [0, 1]
    g = run(moving.move, later, 2, answers=(1, at(30, 32), {"points": []}))
    assert g.state[2].here
    assert not g.state[2].held
    assert g.state[1].passed == (0, 1)
    assert g.state.squads[2].disembarked


def test_a_gate_takes_its_capacity_each_way():
    """dz.play.unit-access: no more than its Capacity in, and no more out, in one round."""
    s = table(unit(GATE, "blue", 10, 10, passed=(1, 1)), [unit(FOOT, "blue", 10, 12), unit(FOOT, "blue", 11, 12)],
              [held(), held()], held())  # fmt: skip
    assert rides(s, 1) == []  # two, and there is room for one
    assert not can_leave(s, 2)
    assert can_leave(s, 3)
    fresh = run(turn.end_round, s).state
    assert fresh[0].passed == (0, 0)
    assert rides(fresh, 1) == [0]


def test_the_last_gate():
    """dz.play.unit-access: with it those in Holding are destroyed, and what they carry is lost."""
    s = table(unit(GATE, "blue", 10, 10), unit(GATE, "blue", 30, 30), held(), flags={2: {"carries": 0}},
              objectives=(goal("prize", 5, 5, mobile=True, owner="blue", carrier=2),))  # fmt: skip
    g = run(losses.destroy, s, 0)
    assert g.state[2].alive
    g = run(losses.destroy, g.state, 1)
    assert not g.state[2].alive
    assert g.state.objectives[0].gone
    assert lawful(g.state)


def test_who_begins_in_holding():
    """dz.play.unit-access: declared in the list; it is not deployed, and does not count for the Aerial Advantage."""
    army = shipped.forces(find("dropzone"))["tessel-covenant"]
    assert force_faults(army) == []
    s = table(unit(GATE, "blue", 10, 10), held(), unit(profile("aircraft"), "blue", 20, 20), flags={0: {"group": -1}})
    assert deployment.by_air(s, 0)
    assert run(deployment.put_down, s.with_(phase="deploy"), 1).state == s.with_(phase="deploy")
    assert choices.status_of(s, 1) == "table"
    tight = tuple(msgspec.structs.replace(p, room=2) if p.access else p for p in army.types)
    found = [fault.reason for fault in force_faults(msgspec.structs.replace(army, types=tight))]
    assert found == ["Second Votaries does not fit through Threshold, which takes 2"]
    closed = tuple(msgspec.structs.replace(p, room=0, carries="") if p.access else p for p in army.types)
    assert "a gate is a transport with room" in [
        f.reason for f in force_faults(msgspec.structs.replace(army, types=closed))
    ]
