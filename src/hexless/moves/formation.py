"""Groups that move together: a way for the leader, and places for the rest that keep them in cohesion.

`arrange` proposes a place for everybody; `March` is the leader's move as a question, which refuses ways that the
others cannot follow. Both judge a place as `Drill.fault` does for fighters put down by hand, so every proposal is
legal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, islice
from typing import NamedTuple

import msgspec

from hexless.kernel import Refusal, Stream
from hexless.once import once
from hexless.table import Base, Point, distance, within

from .drill import NONE, UNSAID, Drill, Prefer, at_last, between, choose, overlaps
from .ground import Journey, Shade, Sketch, Way
from .ranks import fill
from .walk import Walk, after, on_line

__all__ = ["Drill", "March", "arrange", "chain", "looking", "overlaps"]


def arrange(
    drill: Drill,
    before: Base,
    leader: Base,
    fighters: Sequence[Base],
    reach: Sequence[int] | None,
    *,
    via: Sequence[Point] = (),
    goals: Sequence[Base] = (),
    prefer: Prefer | None = None,
    face: tuple[int, int] | None = None,
    strays: bool = False,
    placed: Sequence[Base] = (),
    ordered: bool = False,
) -> tuple[Base, ...] | None:
    """Places for the fighters (all but the leader) after the leader went from `before` to `leader`; None: there are
    none that keep cohesion.

    reach: how far each may walk; None when all are put down. via: the leader's way.
    goals: bases to come into contact with. prefer: the higher the better, among the first few legal places.
    face: a point that everybody looks at. strays: who cannot keep up comes as near as he can, instead of None.
    placed: fighters that stand already. ordered: the others come in the order given, else along the chain.
    """
    legs = None if reach is None else tuple(reach)
    case = _Case(before, leader, tuple(fighters), legs, tuple(via), tuple(placed), ordered)
    bare = not goals and prefer is None
    found = _plain(drill, case, strays) if bare else _arranged(drill, case, goals, prefer, strays)
    return found if found is None or face is None else tuple([looking(spot, face) for spot in found])


class _Case(NamedTuple):
    """What is asked of `arrange`, without a preference."""

    before: Base
    leader: Base
    fighters: tuple[Base, ...]
    reach: tuple[int, ...] | None
    via: tuple[Point, ...]
    placed: tuple[Base, ...]
    ordered: bool


def _plain(drill: Drill, case: _Case, strays: bool) -> tuple[Base, ...] | None:
    """Places without a preference: whether there are any is asked before a way is taken, and again when it is."""
    known: dict[_Case, tuple[Base, ...] | None] = drill.__dict__.setdefault("_plain", {})
    if case not in known:
        known[case] = _arranged(drill, case)
    found = known[case]
    return _arranged(drill, case, strays=True) if found is None and strays else found


def _arranged(
    drill: Drill, case: _Case, goals: Sequence[Base] = (), prefer: Prefer | None = None, strays: bool = False
) -> tuple[Base, ...] | None:
    """Places for one fighter after another."""
    before, leader, fighters, reach, via, placed, ordered = case
    order = range(len(fighters)) if ordered else chain(before, fighters, drill.link)
    men, legs = [fighters[i] for i in order], None if reach is None else [reach[i] for i in order]
    taken = [leader, *placed]
    first, bare = len(taken), not goals and prefer is None
    while (n := len(taken) - first) < len(men):
        found, why = fill(drill, men[n:], legs and legs[n:], via, before, taken) if bare else ([], UNSAID)
        taken += found
        n += len(found)
        if why:
            leg, chosen = None if legs is None else legs[n], None
            if why == UNSAID:
                chosen = choose(drill, men[n], leg, via, before, leader, taken, taken, goals, prefer)
            elif why == NONE:
                chosen = at_last(drill, men[n], leg, via, leader, taken, taken)
            if chosen is None and not strays:
                return None
            taken.append(chosen or _closest(drill, men[n], leg, via, leader, taken))
    spots = dict(zip(order, taken[first:]))
    return tuple([spots[i] for i in range(len(fighters))])


def looking(base: Base, at: tuple[int, int] | None) -> Base:
    """The base turned towards a point."""
    if at is None or (at[0] == base.x and at[1] == base.y):
        return base
    return base.facing(at[0] - base.x, at[1] - base.y)


def chain(leader: Base, fighters: Sequence[Base], link: int) -> Sequence[int]:
    """Along the chain from the leader outwards, so that each finds his neighbour in place; strays come last."""
    return _chained(leader, tuple(fighters), link)


@lru_cache(maxsize=512)
def _chained(leader: Base, fighters: tuple[Base, ...], link: int) -> tuple[int, ...]:
    order: list[int] = []
    linked, left = [leader], list(range(len(fighters)))
    for base in linked:
        joined = [i for i in left if within(base, fighters[i], link)]
        order += joined
        linked += [fighters[i] for i in joined]
        left = [i for i in left if i not in joined]
    left.sort(key=lambda i: (distance((leader.x, leader.y), (fighters[i].x, fighters[i].y)), i))
    return (*order, *left)


def _closest(
    drill: Drill, start: Base, reach: int | None, via: Sequence[Point], leader: Base, taken: Sequence[Base]
) -> Base:
    """As near to the leader as he can come; where he stands, at worst."""
    whole = reach if reach is not None else distance((start.x, start.y), (leader.x, leader.y))
    for eighths in range(8, 0, -1):
        spot = start.at(*on_line((start.x, start.y), (leader.x, leader.y), whole * eighths // 8))
        if not any(overlaps(spot, other) for other in taken) and not drill.blocked(start, spot, reach, via):
            return spot
    return start


class March(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A leader's move: the ways of a `Walk` that the others can follow. Staying where he is, is always one."""

    walk: Walk
    follow: Callable[[Base, Way], bool]  # whether the others can keep up, with the leader there after that way
    says: str
    rule: str
    contact: Sequence[Base] = ()  # worth walking into contact with
    friends: str = ""  # the rule of friends that are passed, but not stood on

    def check(self, answer: Way) -> Refusal | None:
        if refused := self.walk.check(answer):
            friend = bool(self.friends) and refused.rule == self.friends
            return (
                Refusal("somebody of the same side stands there", refused.rule, refused.witness) if friend else refused
            )
        if not answer.points or self.follow(after(self.walk.base, answer), answer):
            return None
        return Refusal(self.says, self.rule, {"point": answer.points[-1]})

    def legal(self, way: Way) -> bool:
        """Whether `check` refuses nothing, without its reasons."""
        return self.walk.legal(way) and (not way.points or self.follow(after(self.walk.base, way), way))

    def sample(self, stream: Stream) -> Way:
        mood = stream.below(3)  # into contact, towards something, or anywhere
        tries = list(islice(self._into_contact(), 3)) if mood == 1 else []
        tries += stream.shuffled(self._contacts)[:3] if mood == 2 else []
        tries += stream.shuffled(self.walk.suggest(4)) if mood == 1 else []
        tries += [self.walk.sample(stream) for _ in range(2)]
        return next((way for way in tries if self.legal(way)), Way())

    def suggest(self, most: int) -> Sequence[Way]:
        known: dict[int, Sequence[Way]] = self.__dict__.setdefault("_suggested", {})
        if most not in known:
            known[most] = self._legal(most)
        return known[most]

    def _legal(self, most: int) -> Sequence[Way]:
        legal: list[Way] = []
        known: list[Way] = []
        for way in self._into_contact():
            if len(legal) == most:
                return legal
            known.append(way)
            if self.legal(way):
                legal.append(way)
        more = (way for way in self.walk.suggest(most) if way not in known and self.legal(way))
        legal += islice(more, max(0, most - len(legal)))
        return legal or [Way()]

    @once
    def _contacts(self) -> list[Way]:
        """Ways into contact with what is worth it."""
        return list(self._into_contact())

    def _into_contact(self) -> Iterator[Way]:
        """The same, found as they are wanted: between two of them, then with each."""
        if (known := self.__dict__.get("_contacts")) is not None:
            yield from known
            return
        base, reach = self.walk.base, self.walk.allowance
        goals = [goal for goal in self.contact if within(base, goal, reach)]
        spots = [spot for a, b in combinations(goals, 2) for spot in between(base, a, b)][:4]
        yield from [Way((spot,)) for spot in spots if distance(spot, (base.x, base.y)) <= reach]
        for goal in goals[:4]:
            yield from self.walk.into_contact(goal).suggest(3)

    def snapped(self, answer: Way) -> Way:
        """The way into contact with what is worth it, if it ends almost there."""
        return self.walk.snap_to(answer, (*self.walk._goals, *self.contact), self.check)

    def journey(self, answer: Way) -> Journey:
        """What the leader's way costs."""
        return self.walk.journey(answer)

    def shade(self) -> Shade:
        """What it costs the leader to get anywhere."""
        return self.walk.shade()

    def wire(self) -> Sketch:
        return self.walk.wire()

    @property
    def key(self) -> str:
        return self.walk.key
