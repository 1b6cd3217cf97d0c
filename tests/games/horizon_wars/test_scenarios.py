"""Horizon Wars: scenario files, set-up, deployment and reserves."""

from importlib.resources import files
from itertools import pairwise

import pytest

from hexless.games.horizon_wars import ruleset
from hexless.games.horizon_wars.rulings import Rulings
from hexless.games.horizon_wars.scenario import Scenario, scenario_faults, setup
from hexless.games.horizon_wars.turn import end_turn, step
from hexless.kernel import DataError, Game, Playing, Stream
from hexless.moves import Spot
from hexless.ruleset import shipped
from hexless.ruleset.briefs import Situation
from hexless.ruleset.files import read

SCENARIOS = shipped.scenarios(ruleset)


def started(name, seed=1, **rulings):
    forces = shipped.forces(ruleset)
    chosen = [forces[force] for force in SCENARIOS[name].forces]
    return setup(SCENARIOS[name], chosen, Rulings(**rulings), Stream(seed, "setup"))


def test_there_are_scenarios_of_both_kinds():
    assert {scenario.goal for scenario in SCENARIOS.values()} == {"attack", "objectives"}
    assert len(SCENARIOS) >= 3


@pytest.mark.parametrize("name", SCENARIOS)
def test_set_up_places_nobody_and_draws_the_first_side(name):
    s = started(name)
    assert (s.phase, s.turn) == ("deploy", 0)
    assert not any(e.placed for e in s.units)
    assert {started(name, seed).next for seed in range(20)} == {"blue", "red"}
    assert ruleset.outcome(s) is None


class First(Playing):
    """Answers with the first suggestion, and remembers who was asked."""

    def fresh(self, g, request):
        return request.question.suggest(1)[0]


@pytest.mark.parametrize("name", SCENARIOS)
def test_deployment_alternates_until_the_advance_forces_stand(name):
    source = First()
    g = Game(started(name), source)
    while g.state.phase == "deploy":
        step(g)
    order = [request.seat for request, _ in source.made if request.question.prompt == "place"]
    both = 2 * min(order.count("blue"), order.count("red"))
    assert all(a != b for a, b in pairwise(order[:both]))
    assert all(e.placed == e.advance for e in g.state.units)
    assert (g.state.phase, g.state.turn) == ("initiative", 1)


def test_player_chooses_whom_to_deploy(hw):
    """hw.play.spacing: any element that waits may go down next, the last of the list first."""
    s = started("meeting").with_(next="blue")
    blues = [i for i, e in enumerate(s.units) if e.side == "blue"]
    done = hw.run(s, step, script=[blues[-1], Spot(18000, 4000)])
    assert [e.placed for e in done.state.units if e.side == "blue"] == [False] * (len(blues) - 1) + [True]
    assert hw.options(done, "deploy") == [tuple(blues)]


def test_zone_is_kept(hw):
    """A spot outside the zone, or over its edge, is refused."""
    s = started("deliberate-attack").with_(next="blue")
    refusal = hw.refused(s, step, script=[0, Spot(18000, 20000)])
    assert "not wholly inside the zone" in refusal.says
    assert hw.refused(s, step, script=[0, Spot(18000, 7500)]).says == refusal.says
    done = hw.run(s, step, script=[0, Spot(18000, 4000)])
    assert done.state[0].placed
    assert (done.state[0].base.fx, done.state[0].base.fy) == (0, 1000)
    assert done.state.next == "red"
    onto = done.state.with_(next="blue")
    assert "is in the way" in hw.refused(onto, step, script=[1, Spot(18500, 4000)]).says


def test_deliberate_attack_keeps_reserves_only_for_the_defender():
    """hw.play.victory: the advance force's P is the starting one, and twice that can be reached at all."""
    s = started("deliberate-attack")
    assert all(e.advance for e in s.units if e.side == "blue")
    reds = [e for e in s.units if e.side == "red"]
    assert s.mission.advance_presence == sum(e.P for e in reds if e.advance) == 8
    assert sum(e.P for e in reds) >= 2 * s.mission.advance_presence
    assert all(e.advance for e in started("meeting").units)


def test_reserves_come_on_so_many_a_turn(hw):
    """hw.play.victory: at the start of each turn after the first, in the defender's zone or not at all."""
    s = started("deliberate-attack")
    waiting = [i for i, e in enumerate(s.units) if not e.advance]
    s = s.with_(phase="reserves", turn=2)
    spots = [Spot(12000 + 6000 * i, 33000) for i in range(3)]
    done = hw.run(s, step, script=[answer for pair in zip(waiting, spots) for answer in pair])
    assert [done.state[each].placed for each in waiting[:4]] == [True, True, True, False]
    assert done.state.phase == "initiative"
    none = hw.run(s, step, script=[None])
    assert not any(e.placed for e in none.state.units)
    ended = hw.run(s.with_(phase="end", turn=1), end_turn)
    assert ended.state.phase == "reserves"


def test_reserves_keep_an_inch_from_enemies(hw):
    """hw.play.spacing: nobody arrives within an inch of an enemy; friends may be touched."""
    s = started("deliberate-attack").with_(phase="reserves", turn=2)
    blue, red = s[0], s.units.index(next(e for e in s.units if not e.advance and e.kind == "infantry"))
    s = s.change(0, placed=True, base=blue.base.at(18000, 33000))
    near = 18000 + blue.base.radius + s[red].base.radius
    refusal = hw.refused(s, step, script=[red, Spot(near + 900, 33000)])
    assert refusal.rule == "hw.play.spacing"
    assert hw.run(s, step, script=[red, Spot(near + 1001, 33000), None]).state[red].placed


TEXT = (files(ruleset.files.package) / "scenarios" / "meeting.toml").read_text()


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (("at = [4, 18]", "at = [4, 58]"), "$.objectives[0].at"),
        (("facing = [0, 1000]", "facing = [0, 0]"), "$.zones[0].facing"),
        (("[[0, 29], [36, 29]", "[[0, 29], [37, 29]"), "$.zones[1].outline"),
        (("turns = 5", "turns = 0"), "$.turns"),
        (('goal = "objectives"', 'goal = "attack"'), "$.reserves_per_turn"),
        (
            ('traits = ["hill"]\nheight = 2\n\n[[terrain]]\nname = "L', 'traits = ["lava"]\n\n[[terrain]]\nname = "L'),
            "$.terrain[4].traits",
        ),
    ],
)
def test_faults_have_their_place(change, place):
    with pytest.raises(DataError) as caught:
        read(TEXT.replace(*change).encode(), Scenario, "x", scenario_faults, True, {"brief": Situation})
    assert [fault.place for fault in caught.value.faults] == [place]


def test_all_faults_at_once():
    text = TEXT.replace("at = [4, 18]", "at = [4, 58]").replace("facing = [0, 1000]", "facing = [0, 0]")
    with pytest.raises(DataError) as caught:
        read(text.encode(), Scenario, "x", scenario_faults, True, {"brief": Situation})
    assert len(caught.value.faults) == 2
