"""Hits of a volley: matching dice cancel, the rest are grouped to reach the effective range, each group is a hit.

Two ways to the same rule. A played volley calls `cancel_matches` and `most_groups` on the dice that fell. A predicted
volley calls `hit_weights`, which counts every pair of rolls exactly without rolling any:

- how many rolls leave given dice standing depends only on their *pattern*, the sorted numbers of equal faces (9, 9, 4
  has the pattern (1, 2)), so `_rolls_leaving` is asked once per pattern: 139 of them cover up to ten dice;
- how many hits those dice score depends on the faces, so `_tally` looks once at each multiset of faces.

Finished answers are read from `hit_table` where it holds them; what it does not hold is computed here.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations, repeat
from math import comb
from operator import itemgetter

from hexless.games.horizon_wars import hit_table
from hexless.games.horizon_wars._sheet import rule
from hexless.games.horizon_wars.hit_table import SIDES, most_hits

__all__ = ["cancel_matches", "computed_weights", "hit_weights", "most_groups"]

Dice = tuple[int, ...]
FACES = range(1, SIDES + 1)


# --- the volley as played ------------------------------------------------------------------------------------------


@rule("hw.shoot.cancel")
def cancel_matches(fire: Sequence[int], incoming: Sequence[int]) -> Dice:
    """The Fire dice left, in the order rolled, after each Incoming die has taken away one of exactly its face."""
    spare, left = list(incoming), []
    for face in fire:
        if face in spare:
            spare.remove(face)
        else:
            left.append(face)
    return tuple(left)


@rule("hw.shoot.groups")
def most_groups(faces: Sequence[int], need: int) -> int:
    """The largest number of disjoint groups of these dice whose sums each reach `need`; spare dice are wasted.

    One die may be a group alone, and at a need of 1 or less every die is one. Faces are positive, in any order.
    """
    return len(faces) if need <= 1 else _groups(sorted(faces), need)


def _groups(dice: Sequence[int], need: int) -> int:
    """`most_groups` of sorted dice at a need of 1 or more."""
    below = bisect_left(dice, need)  # a die that reaches the need alone is never better used in company
    alone = len(dice) - below
    small = dice[:below]
    total = sum(small)
    if total < 2 * need:
        return alone + (total >= need)
    pairs = _pairs(small, need)
    least, most = max(1, pairs), min(total // need, pairs + (below - 2 * pairs) // 3)
    while most > least and not _splits(tuple(small), most, need):
        most -= 1
    return alone + max(least, most)


def _pairs(dice: Sequence[int], need: int) -> int:
    """The largest number of disjoint pairs of sorted dice that reach `need`: each top die takes the least it can."""
    low, high = 0, len(dice) - 1
    pairs = 0
    while low < high:
        if dice[low] + dice[high] >= need:
            pairs += 1
            high -= 1
        low += 1
    return pairs


@lru_cache(maxsize=1 << 14)
def _splits(dice: Dice, groups: int, need: int) -> bool:
    """Whether sorted dice, each below `need`, can make that many groups (one or more)."""
    slack = sum(dice) - groups * need  # the pips that may be spent beyond the need, or not at all
    if slack < 0 or len(dice) < 2 * groups:
        return False
    if groups == 1:
        return True
    if groups == 2:
        return _halves(dice, need, slack)
    return any(_splits(left, groups - 1, need) for left in _without_a_group(dice[:-1], need - dice[-1], slack))


def _halves(dice: Dice, need: int, slack: int) -> bool:
    """Whether some of the dice sum to between `need` and `need + slack`; the others then reach the need too."""
    sums = 1  # bit n is set when some of the dice sum to n
    for face in dice:
        sums |= sums << face
    return (sums >> need) & ((2 << slack) - 1) != 0


def _without_a_group(dice: Dice, lack: int, slack: int) -> Iterator[Dice]:
    """What is left of sorted dice after each way to take `lack` pips, at most `slack` beyond, and no die too many."""
    for at in range(len(dice) - 1, -1, -1):
        face, above = dice[at], dice[at + 1 :]
        if above and above[0] == face:
            continue  # the same group again
        if face < lack:
            for left in _without_a_group(dice[:at], lack - face, slack):
                yield left + above
        elif face <= lack + slack:
            yield dice[:at] + above


# --- the volley as predicted ---------------------------------------------------------------------------------------


def hit_weights(fire: int, incoming: int, need: int, twelves: bool = False) -> tuple[int, ...]:
    """How many of the 12 ** (fire + incoming) pairs of rolls score 0, 1, 2 ... hits, up to the most that can be.

    Args:
        fire: number of Fire dice, 0 or more; beyond ten the count takes seconds and more.
        incoming: number of Incoming dice, 0 or more.
        need: the effective range.
        twelves: whether each Fire die of 12 that is left scores a hit more.
    """
    if fire < 0 or incoming < 0:
        raise ValueError(f"numbers of dice are 0 or more, got fire={fire}, incoming={incoming}")
    return _weights(fire, incoming, min(max(need, 1), SIDES * fire + 1), twelves)


@lru_cache(maxsize=1 << 10)
def _weights(fire: int, incoming: int, need: int, twelves: bool) -> tuple[int, ...]:
    """The finished answer if there is one, else the computed one."""
    finished = None if twelves else hit_table.row(fire, incoming, need)
    return finished or computed_weights(fire, incoming, need, twelves)


def computed_weights(fire: int, incoming: int, need: int, twelves: bool = False) -> tuple[int, ...]:
    """`hit_weights` worked out without the table, at a need of 1 or more."""
    if need > SIDES * fire and not twelves:
        return (SIDES ** (fire + incoming),)
    weights = [0] * (most_hits(fire, need) + 1 + twelves * fire)
    for left in range(max(0, fire - incoming), fire + 1):
        for pattern, scores in _tally(left, need, twelves).items():
            rolls = _rolls_leaving(pattern, SIDES, fire, incoming)
            for hits, multisets in scores.items():
                weights[hits] += multisets * rolls
    return tuple(weights)


@lru_cache(maxsize=1 << 8)
def _tally(size: int, need: int, twelves: bool = False) -> dict[Dice, Counter[int]]:
    """For each pattern of so many dice, how many multisets of faces with that pattern score each number of hits."""
    tally: dict[Dice, Counter[int]] = {}
    for counts in _compositions(size):
        scores = tally.setdefault(tuple(sorted(counts)), Counter())
        if twelves:
            scores.update(_groups(dice, need) + dice.count(SIDES) for dice in _multisets(counts))
        elif most_hits(size, need) <= 1:
            scores.update(map(need.__le__, map(sum, _multisets(counts))))
        else:
            scores.update(map(_groups, _multisets(counts), repeat(need)))
    return tally


def _compositions(size: int) -> Iterator[Dice]:
    """Every ordered way to write `size` as a sum of positive numbers."""
    if size == 0:
        yield ()
    for first in range(1, size + 1):
        for rest in _compositions(size - first):
            yield (first, *rest)


def _multisets(counts: Dice) -> Iterator[Dice]:
    """Every sorted roll that shows so many of its lowest face, so many of the next, and so on."""
    chosen = combinations(FACES, len(counts))
    if sum(counts) == len(counts):
        return chosen
    return map(itemgetter(*chain.from_iterable(map(repeat, range(len(counts)), counts))), chosen)


@lru_cache(maxsize=1 << 14)
def _rolls_leaving(pattern: Dice, faces: int, fire: int, incoming: int) -> int:
    """In how many pairs of rolls on so many faces the Fire dice left are one given multiset with this pattern.

    Face by face: where `alive` dice stay, each Incoming die of that face has cancelled one more; on a face where none
    stays there are at least as many Incoming as Fire dice.
    """
    if faces == 0:
        return int(fire == incoming == 0)
    total = 0
    for down in range(incoming + 1):
        places = comb(incoming, down)
        shown = [pattern[0] + down] if pattern else range(down + 1)
        for up in shown:
            if up <= fire:
                rest = _rolls_leaving(pattern[1:], faces - 1, fire - up, incoming - down)
                total += comb(fire, up) * places * rest
    return total
