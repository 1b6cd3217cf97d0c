"""Rules hw.shoot.cancel, hw.shoot.groups and hw.shoot.hits: the dice as played, and their exact odds."""

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement, product

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexless.games.horizon_wars import hit_table, hits
from hexless.games.horizon_wars.hit_table import MOST_FIRE, MOST_INCOMING, SIDES, most_hits
from hexless.games.horizon_wars.hits import cancel_matches, computed_weights, hit_weights, most_groups

FACES = range(1, SIDES + 1)
dice = st.integers(1, SIDES)


@cache
def partition_groups(faces, need):
    """The most groups by trying every subset that holds the first die, or wasting that die."""
    if not faces:
        return 0
    first, rest = faces[0], faces[1:]
    best = partition_groups(rest, need)
    for picks in product((False, True), repeat=len(rest)):
        group = first + sum(face for face, pick in zip(rest, picks) if pick)
        if group >= need:
            left = tuple(face for face, pick in zip(rest, picks) if not pick)
            best = max(best, 1 + partition_groups(left, need))
    return best


def assignment_groups(faces, need):
    """The most groups by adding dice one at a time to every reachable set of group sums (capped at the need)."""
    reachable = {()}
    for face in faces:
        grown = set()
        for sums in reachable:
            grown.add(tuple(sorted((*sums, min(face, need)))))
            for at, old in enumerate(sums):
                grown.add(tuple(sorted((*sums[:at], *sums[at + 1 :], min(need, old + face)))))
        reachable = grown
    return max(sums.count(need) for sums in reachable)


def enumerated_weights(fire, incoming, need):
    """Weights by rolling every pair of rolls."""
    count = Counter(
        partition_groups(tuple(sorted((Counter(shot) - Counter(saved)).elements())), need)
        for shot in product(FACES, repeat=fire)
        for saved in product(FACES, repeat=incoming)
    )
    return tuple(count[n] for n in range(max(count) + 1))


def icepool_weights(fire, incoming, need):
    """Weights from another library's dice pools, with the partition search as judge of what is left."""
    left = icepool.d12.pool(fire) - icepool.d12.pool(incoming)
    die = left.expand().map(lambda faces: partition_groups(tuple(faces), need))
    scale = SIDES ** (fire + incoming) // die.denominator()
    return tuple(die.quantity(n) * scale for n in range(max(die.outcomes()) + 1))


# --- hw.shoot.cancel ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fire", "incoming", "left"),
    [
        ((1, 7, 8, 11), (2, 6, 8, 12), (1, 7, 11)),
        ((9, 8, 7), (2, 7), (9, 8)),
        ((5, 5, 3), (5,), (5, 3)),  # two equal Fire dice need two equal Incoming dice
        ((5, 5, 3), (5, 5, 5), (3,)),
        ((12, 4, 9), (), (12, 4, 9)),
        ((), (3,), ()),
    ],
)
def test_hw_shoot_cancel_worked_examples(fire, incoming, left):
    assert cancel_matches(fire, incoming) == left


@given(st.lists(dice, max_size=10), st.lists(dice, max_size=6))
def test_hw_shoot_cancel_is_multiset_difference_in_the_order_rolled(fire, incoming):
    left = cancel_matches(fire, incoming)
    assert Counter(left) == Counter(fire) - Counter(incoming)
    order = iter(fire)
    assert all(face in order for face in left)


# --- hw.shoot.groups ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("faces", "need", "groups"),
    [
        ((9, 8, 7), 12, 1),
        ((9, 8), 12, 1),
        ((7, 7, 1, 1), 8, 2),  # filling up from the top would make 7 + 7 one group and waste the rest
        ((12, 1), 12, 1),
        ((6, 6, 6, 6, 6, 6), 18, 2),
        ((11, 11, 10, 5, 5, 4, 4, 4, 3, 3), 15, 4),
        ((1, 2, 3), 7, 0),
        ((1, 2, 3), 1, 3),
        ((1, 2, 3), 0, 3),
        ((1, 2, 3), -4, 3),
        ((), 0, 0),
        ((), 5, 0),
    ],
)
def test_hw_shoot_groups_worked_examples(faces, need, groups):
    assert most_groups(faces, need) == groups


@pytest.mark.parametrize("need", [2, 5, 8, 11, 12, 13, 15, 18, 22, 31])
def test_hw_shoot_groups_of_every_multiset_up_to_five_dice(need):
    for size in range(6):
        for faces in combinations_with_replacement(FACES, size):
            assert most_groups(faces, need) == partition_groups(faces, need), faces


@pytest.mark.parametrize("need", [9, 14, 17])
def test_hw_shoot_groups_of_every_multiset_of_six_dice(need):
    for faces in combinations_with_replacement(FACES, 6):
        assert most_groups(faces, need) == assignment_groups(faces, need), faces


@settings(max_examples=400, deadline=None)
@given(st.lists(dice, min_size=6, max_size=10), st.integers(2, 45))
def test_hw_shoot_groups_of_larger_pools(faces, need):
    assert most_groups(faces, need) == assignment_groups(faces, need)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.integers(1, 8), min_size=8, max_size=12), st.integers(9, 22))
def test_hw_shoot_groups_of_larger_pools_with_no_die_enough_alone(faces, need):
    assert most_groups(faces, need) == assignment_groups(faces, need)


@given(st.lists(dice, max_size=12), dice, st.integers(0, 60))
def test_hw_shoot_groups_grow_with_dice_and_shrink_with_need(faces, extra, need):
    groups = most_groups(faces, need)
    assert most_groups(faces[::-1], need) == groups
    assert groups <= most_groups([*faces, extra], need) <= groups + 1
    assert most_groups(faces, need + 1) <= groups


# --- hw.shoot.hits --------------------------------------------------------------------------------------------------


def test_hw_shoot_hits_by_hand():
    assert hit_weights(0, 3, 5) == (12**3,)
    assert hit_weights(1, 0, 12) == (11, 1)
    assert hit_weights(1, 1, 12) == (12 * 12 - 11, 11)  # a 12, and the answer is no 12
    assert hit_weights(2, 0, 24) == (143, 1)
    assert hit_weights(2, 0, 1) == (0, 0, 144)
    assert hit_weights(2, 1, -7) == hit_weights(2, 1, 0) == hit_weights(2, 1, 1)
    assert hit_weights(3, 2, 37) == hit_weights(3, 2, 10**30) == (12**5,)


@pytest.mark.parametrize(("fire", "incoming"), [(-1, 2), (2, -1)])
def test_hw_shoot_hits_refuse_fewer_than_no_dice(fire, incoming):
    with pytest.raises(ValueError, match="0 or more, got fire="):
        hit_weights(fire, incoming, 3)


@pytest.mark.parametrize(
    ("fire", "incoming", "needs"),
    [(1, 2, range(1, 14)), (2, 1, range(1, 26)), (3, 0, range(1, 38)), (2, 2, (1, 6, 12, 15, 24)), (3, 1, (1, 9, 13))],
)
def test_hw_shoot_hits_against_every_pair_of_rolls(fire, incoming, needs):
    for need in needs:
        expected = enumerated_weights(fire, incoming, need)
        assert computed_weights(fire, incoming, need) == expected
        assert hit_weights(fire, incoming, need) == expected


@pytest.mark.parametrize(("fire", "incoming", "need"), [(4, 2, 8), (4, 2, 12), (4, 3, 17), (5, 3, 12), (5, 2, 14)])
def test_hw_shoot_hits_against_icepool(fire, incoming, need):
    expected = icepool_weights(fire, incoming, need)
    assert computed_weights(fire, incoming, need) == expected
    assert hit_weights(fire, incoming, need) == expected


@pytest.mark.parametrize("faces", [(3, 3, 9), (1, 2, 5, 5, 5), (4, 4, 4, 4)])
def test_hw_shoot_hits_weigh_what_is_left_by_its_pattern(faces):
    """One Fire die more than what is left, and two Incoming dice: one of them cancelled, the other did nothing."""
    fire, incoming = len(faces) + 1, 2
    count = sum(
        orders(shot)
        for shot in combinations_with_replacement(FACES, fire)
        for saved in product(FACES, repeat=incoming)
        if cancel_matches(shot, saved) == faces
    )
    pattern = tuple(sorted(Counter(faces).values()))
    assert hits._rolls_leaving(pattern, SIDES, fire, incoming) == count


def orders(faces):
    """In how many orders these dice can fall."""
    ways, seen = 1, Counter()
    for placed, face in enumerate(faces, 1):
        seen[face] += 1
        ways = ways * placed // seen[face]
    return ways


def test_hw_shoot_hits_need_139_patterns_for_ten_dice():
    assert len({tuple(sorted(c)) for size in range(11) for c in hits._compositions(size)}) == 139


# --- the table ------------------------------------------------------------------------------------------------------


def every_row():
    for fire in range(1, MOST_FIRE + 1):
        for incoming in range(MOST_INCOMING + 1):
            for need in range(1, SIDES * fire + 1):
                yield fire, incoming, need


def tail(weights, least):
    return sum(weights[least:])


def test_hw_shoot_hits_table_rows_are_whole_and_shrink_with_need():
    before = ()
    for fire, incoming, need in every_row():
        row = hit_table.row(fire, incoming, need)
        assert row is not None
        assert len(row) == most_hits(fire, need) + 1
        assert sum(row) == SIDES ** (fire + incoming)
        assert row[-1] > 0
        if need > 1:
            assert all(tail(row, n) <= tail(before, n) for n in range(1, len(row)))
        before = row


@pytest.mark.parametrize("need", [1, 2, 7, 11, 12, 13, 16, 20, 27, 36, 60, 72])
def test_hw_shoot_hits_table_equals_computed_up_to_six_fire(need):
    for fire, incoming in product(range(-(-need // SIDES), 7), range(MOST_INCOMING + 1)):
        assert hit_table.row(fire, incoming, need) == computed_weights(fire, incoming, need)


@pytest.mark.parametrize(("fire", "incoming", "need"), [(7, 3, 13), (8, 6, 12), (9, 0, 55), (10, 1, 61), (10, 6, 120)])
def test_hw_shoot_hits_table_equals_computed_beyond(fire, incoming, need):
    assert (
        hit_table.row(fire, incoming, need)
        == computed_weights(fire, incoming, need)
        == hit_weights(fire, incoming, need)
    )


@pytest.mark.parametrize("key", [(0, 1, 1), (11, 0, 5), (3, 7, 5), (3, -1, 5), (3, 2, 0), (3, 2, 37)])
def test_hw_shoot_hits_table_holds_nothing_else(key):
    assert hit_table.row(*key) is None


def test_hw_shoot_hits_table_file_is_what_its_rows_pack_to():
    assert hit_table.pack(hit_table.row) == hit_table.PATH.read_bytes()
    assert len(hit_table.PATH.read_bytes()) < 300_000


@pytest.mark.parametrize("damage", [None, lambda file: b"", lambda file: file[:-1], lambda file: b"x" + file[1:]])
def test_hw_shoot_hits_without_a_sound_table_are_computed(tmp_path, monkeypatch, damage):
    expected = hit_weights(4, 2, 12)
    path = tmp_path / "hits.bin"
    if damage:
        path.write_bytes(damage(hit_table.PATH.read_bytes()))
    monkeypatch.setattr(hit_table, "PATH", path)
    hit_table._body.cache_clear()
    hits._weights.cache_clear()
    try:
        assert hit_table.row(4, 2, 12) is None
        assert hit_weights(4, 2, 12) == expected
    finally:
        hit_table._body.cache_clear()
        hits._weights.cache_clear()
