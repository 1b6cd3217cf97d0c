"""Horizon Wars: every law is broken by some doctored state, and by no state of a played game."""

import msgspec
import pytest

from hexless.bots.random import RandomBot
from hexless.games.horizon_wars import ruleset
from hexless.games.horizon_wars.rulings import Rulings
from hexless.kernel import Dice, Outcome, Stream, play_out
from hexless.ruleset import shipped


def sound(hw):
    """A state that breaks no law."""
    lake = hw.ground("lake", 30, 30, 35, 35, "impassable")
    return hw.battle(hw.element("blue", 10, 10, chq=True), hw.element("red", 10, 20, chq=True), pieces=[lake])


def moved(s, x, y):
    return s.change(0, base=s[0].base.at(x, y))


BREAKS = {
    "F, M and A never fall below 0": lambda s: s.change(0, F=-1),
    "no stat rises above its start": lambda s: s.change(0, A=5),
    "the track covers every stat lost": lambda s: s.change(0, F=2, track=1),
    "the track is never negative": lambda s: s.change(0, track=-1),
    "the dead store no reaction": lambda s: s.change(0, A=0, reactions=1, activated=True),
    "no more reactions are stored than the ruling allows": lambda s: s.change(0, reactions=2, activated=True),
    "only activated elements store a reaction": lambda s: s.change(0, reactions=1),
    "whoever is on the table is wholly on it": lambda s: moved(s, 500, 10000),
    "nobody stands where its kind may not": lambda s: moved(s, 32000, 32000),
    "nobody acts before it is placed": lambda s: s.change(0, placed=False, activated=True),
    "a facing points somewhere": lambda s: s.change(0, base=msgspec.structs.replace(s[0].base, fx=0, fy=0)),
    "no activation has more than two actions": lambda s: s.change(0, done=("patrol",) * 3),
    "no two elements overlap": lambda s: moved(s, 10000, 18500),
    "the turn stays within the mission": lambda s: s.with_(turn=7),
    "whose turn it is, is a side": lambda s: s.with_(next="green"),
    "charges and reactions belong to an activation": lambda s: s.with_(phase="end", reacted=(0,)),
    "points are never negative": lambda s: s.with_(points=(0, -1)),
    "a mission without objectives gives no points": lambda s: s.with_(points=(1, 0)),
    "each side has one command element": lambda s: s.change(0, chq=False),
    "the winner is a side or nobody": lambda s: s.with_(over=Outcome("green", "")),
}


def broken(state):
    return [law.name for law in ruleset.laws if law.broken(state)]


def test_sound_state_breaks_no_law(hw):
    assert broken(sound(hw)) == []


def test_every_law_has_a_doctored_state():
    assert [law.name for law in ruleset.laws] == list(BREAKS)
    assert len(ruleset.laws) >= 15


@pytest.mark.parametrize("name", BREAKS)
def test_law_is_broken_by_its_doctored_state(hw, name):
    """It, and it alone or with those that say the same; and it tells whom."""
    state = BREAKS[name](sound(hw))
    assert name in broken(state)
    assert len(broken(state)) <= 2
    law = next(law for law in ruleset.laws if law.name == name)
    assert law.broken(state)


VARIANTS = (
    {},
    {"react_before_activation": True, "reserved_reactions_max": 2, "chain_reactions": True, "charge_line": "swerve"},
    {"reaction_window": "before_action", "reaction_expiry": "next_activation", "rapid_requires_ability": True,
     "stored_action_counts": False,
     "recover_reduces_track": True, "units_block_lof": True, "reaction_target": "any"},
)  # fmt: skip


@pytest.mark.parametrize("scenario", ["street-fight", "crossroads", "meeting", "deliberate-attack"])
@pytest.mark.parametrize("variant", range(len(VARIANTS)))
def test_random_games_break_no_law(scenario, variant):
    """Sixty games, five a scenario and a set of rulings; every law after every answer."""
    chosen, forces = shipped.scenarios(ruleset)[scenario], shipped.forces(ruleset)
    sides = [forces[force] for force in chosen.forces]
    for seed in range(5):
        start = ruleset.files.setup(chosen, sides, Rulings(**VARIANTS[variant]), Stream(seed, "setup"))
        agents = {seat: RandomBot(Stream(seed, seat)) for seat in ruleset.seats(start)}
        played = play_out(ruleset, start, Dice(seed), agents, keep_states=True, most=5000)
        assert played.outcome is not None
        assert len(played.states) == len(played.tape)
        for n, state in enumerate(played.states, start=1):
            assert broken(state) == [], f"{scenario}, seed {seed}, after answer {n}"
