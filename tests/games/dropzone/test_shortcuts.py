"""What is left out early would have come to nothing, on the tables of random games."""

import pytest
from msgspec.structs import replace

from hexless.bots import RandomBot
from hexless.games.dropzone import aiming, choices, flight
from hexless.games.dropzone.field import READS, Field
from hexless.games.dropzone.model import INCH, Dropzone, foes_of
from hexless.games.dropzone.places import Nearby, standing_room
from hexless.kernel import Dice, Stream, play_out
from hexless.moves.packed import packed
from hexless.ruleset import find, starting


@pytest.fixture(scope="module")
def tables() -> list[Dropzone]:
    """Some states of a random battle."""
    rules = find("dropzone")
    header, start = starting.set_up(rules, "battle-royale", seed="shortcuts")
    agents = {seat: RandomBot(Stream("shortcuts", seat)) for seat in header.seats}
    played = play_out(rules, start, Dice("shortcuts"), agents, keep_states=True)
    return [s for s in played.states if s.round][::29]


def test_targets_are_all_that_can_be_hit(tables):
    some = 0
    for s in tables:
        for i in s.field.present:
            foes = foes_of(s, s[i].side)
            for gun in s[i].profile.guns:
                if not gun.reduced:
                    hit = [t for t in foes if aiming.can_hit(s, i, gun, t)]
                    assert aiming.targets_of(s, i, gun) == hit
                    some += len(hit)
    assert some


def test_whoever_may_shoot_has_something_to_shoot_at(tables):
    said = set()
    for s in tables:
        for i in s.field.present:
            for gun in s[i].profile.guns:
                standing = aiming._standing(s, s[i], gun)
                pieces = aiming.pieces_for(s, i, gun)
                assert pieces == [p for p in standing if aiming._piece_fits(s.terrain, s[i], gun, p)]
                found = bool(aiming.targets_of(s, i, gun) or pieces)
                assert aiming._has_target(s, i, gun) == found
                said.add(found)
    assert said == {True, False}


def test_aircraft_out_of_range_are_hit_by_nobody(tables, monkeypatch):
    ways = []
    for s in tables:
        for i in s.field.present:
            if s[i].flying:
                x, y = s[i].base.centre
                ways.append((s, i, (x, y), ((s.terrain.width - x, s.terrain.depth - y), (x, y + INCH))))
    quick = [flight.moments(*way) for way in ways]
    flight._moments.cache_clear()
    monkeypatch.setattr(flight, "_too_far", lambda *_: False)
    assert ways
    assert quick == [flight.moments(*way) for way in ways]
    flight._moments.cache_clear()


def test_room_beside_something_is_the_same_among_all(tables):
    said = set()
    for s in tables:
        for i in s.field.ground[::3]:
            near = standing_room(s, i, [], anchor=s[s.field.ground[0]].base.centre, reach=2 * INCH)
            others = [s[k] for k in s.field.ground if k != i]
            known = {name: getattr(near, name) for name in near.__struct_fields__}
            known |= {"others": packed(tuple(v.base for v in others)), "names": tuple(v.name for v in others)}
            assert list(near.suggest(9)) == list(Nearby(**known).suggest(9))
            said.add(len(near.suggest(9)))
    assert len(said) > 1


def changes(u):
    """What may change of a unit, field by field and together."""
    base = u.base.at(u.base.x + 1, u.base.y)
    return [
        {"fired": (0,)}, {"base": base, "moved": 1}, {"dp": 0, "scan": False}, {"dp": u.dp + 1},
        {"placed": not u.placed}, {"flying": not u.flying, "base": base}, {"held": not u.held},
        {"aboard": None, "placed": True, "held": False},
        {"piece": 0, "edge": -1, "placed": True}, {"piece": None}, {"squad": 0}, {"exchanged": True, "passed": (1, 0)},
    ]  # fmt: skip


def test_a_field_that_is_taken_over_is_the_field_of_its_units(tables):
    for s in tables:
        assert s.loaded is not None
        for name in (*READS, "armies"):
            assert getattr(s.field, name) is not None
        riders = [i for i, u in enumerate(s.units) if u.riding]
        some = (s.field.present[0], s.field.ground[-1], *riders[:2])
        for t in (s.with_(next="red"), *[s.change(i, **one) for i in some for one in changes(s[i])]):
            fresh = replace(t)
            assert not fresh.__dict__
            for name in (*READS, "armies"):
                assert getattr(t.field, name) == getattr(Field(t.units), name)
            assert t.loaded == fresh.loaded
            for q in range(len(s.squads)):
                assert choices.can_act(t, q) == (choices.status_of(t, q) != "reserve" and any(choices.offered(t, q)))
