"""Patrol Angis: each law is broken by a doctored state, and by that alone."""

import pytest

from hexless.games.patrol_angis import ruleset
from hexless.games.patrol_angis.model import Platoon
from hexless.kernel import Outcome

LAWS = {law.name: law for law in ruleset.laws}


@pytest.fixture
def sound(pa):
    lake = pa.ground("lake", 100, 100, 110, 110, "impassable")
    return pa.battle(pa.element("blue", 50, 10, n=3), pa.element("red", 50, 60, n=2), pieces=[lake])


def figure(s, **changes):
    """The first figure of the first Troop Element changed."""
    first, *rest = s[0].figures
    return s.change(0, figures=(first.with_(**changes), *rest))


def spot(s, x, y, which=0):
    figures = list(s[0].figures)
    figures[which] = figures[which].with_(base=figures[which].base.at(x, y))
    return s.change(0, figures=tuple(figures))


def faced_nowhere(s):
    import msgspec

    base = s[0].figures[0].base
    return figure(s, base=msgspec.structs.replace(base, fx=0, fy=0))


def of_kind(s, pa, kind, n, **fields):
    return s.with_(units=(pa.element("blue", 50, 10, n=n, kind=kind, **fields), s[1]))


DOCTORED = {
    "tokens are never negative": lambda s, pa: s.change(0, tokens=-1),
    "nobody holds Activation and Re-motivate tokens at once": lambda s, pa: s.change(0, tokens=1, fear=1),
    "the dead hold no tokens": lambda s, pa: s.change(0, figures=(), tokens=1),
    "only infantry is on Overwatch": lambda s, pa: of_kind(s, pa, "vehicle", 1, watch=True),
    "only infantry is under Self-Protection": lambda s, pa: of_kind(s, pa, "vehicle", 1, protected=True),
    "no action is taken that is not on the list": lambda s, pa: of_kind(s, pa, "vehicle", 1, did=("overwatch",)),
    "no action follows one that bars it": lambda s, pa: s.change(0, did=("rapid", "dash")),
    "no more members than when it was full": lambda s, pa: s.change(0, full=2),
    "no Troop Element is too large": lambda s, pa: of_kind(s, pa, "vehicle", 4, loose=True),
    "figures keep to their leader": lambda s, pa: spot(s, 20000, 10000, which=1),
    "all figures are of one troop type": lambda s, pa: figure(s, profile=pa.profile("vehicle")),
    "a portable weapon has crew": lambda s, pa: of_kind(s, pa, "portable", 1, platform=True),
    "jets are used at most twice": lambda s, pa: s.change(0, jets=3),
    "who has left is not on the table": lambda s, pa: s.change(0, left=True),
    "every figure can still take a hit": lambda s, pa: figure(s, hurt=1),
    "every figure is wholly on the table": lambda s, pa: spot(s.change(0, figures=s[0].figures[:1]), 100, 10000),
    "nobody stands on impassable ground": lambda s, pa: spot(s.change(0, figures=s[0].figures[:1]), 105000, 105000),
    "no weapon fires more than twice a turn": lambda s, pa: figure(s, shots=3).change(0, did=("reform",)),
    "a second shot needs a loader": lambda s, pa: figure(s, shots=2),
    "a facing points somewhere": lambda s, pa: faced_nowhere(s),
    "no two figures overlap": lambda s, pa: spot(s, 52000, 10000),
    "the turn stays within the mission": lambda s, pa: s.with_(turn=7),
    "whose go it is, is a side": lambda s, pa: s.with_(next="green"),
    "points are never negative": lambda s, pa: s.with_(slain=(-1, 0)),
    "no objectives, no points for them": lambda s, pa: s.with_(held=(1, 0)),
    "only in a breakthrough does anybody leave": lambda s, pa: s.with_(gone=(0, 9)),
    "tokens are only waiting while they are placed": lambda s, pa: s.with_(
        platoons=(Platoon("first", "blue", pool=1), s.platoons[1])
    ),
    "a platoon has its Commander, or has lost him": lambda s, pa: figure(s, commander=True).with_(
        platoons=(Platoon("first", "blue", led=False), s.platoons[1])
    ),
    "a Troop Element is on its platoon's side": lambda s, pa: s.change(0, platoon=1),
    "the winner is a side or nobody": lambda s, pa: s.with_(over=Outcome("green", "")),
}


def test_there_are_enough_and_each_is_doctored():
    assert len(LAWS) >= 20
    assert set(DOCTORED) == set(LAWS)


def test_a_sound_state_breaks_none(sound):
    assert [name for name, law in LAWS.items() if law.broken(sound)] == []


@pytest.mark.parametrize("name", list(DOCTORED))
def test_a_doctored_state_breaks_its_law_alone(pa, sound, name):
    bad = DOCTORED[name](sound, pa)
    assert [other for other, law in LAWS.items() if law.broken(bad)] == [name]


def test_in_the_middle_of_a_move_bases_may_overlap(pa, sound):
    """A halted mover may stand among friends."""
    assert LAWS["no two figures overlap"].broken(spot(sound, 52000, 10000).with_(moving=0)) is None
