"""Fighters put down by hand: the place of each as a question, where none is legal that leaves the rest without one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

import msgspec

from hexless.kernel import Refusal, Stream
from hexless.table import Base, Point, show, within

from .drill import NONE, SLACK, UNSAID, Drill, choose, overlaps
from .formation import arrange, chain
from .ground import Journey, Shade, Sketch, Spot, sketch
from .ranks import settler
from .walk import DIRECTIONS

__all__ = ["Post", "by_hand"]

T = TypeVar("T")


def _once(make: Callable[[], T]) -> Callable[[], T]:
    """What is made when it is first asked for, and kept; without the cost of a `functools.cache` of its own."""
    made: list[T] = []

    def ask() -> T:
        if not made:
            made.append(make())
        return made[0]

    return ask


def _unsaid(spot: Base) -> int:
    """Nothing is quick to say of a place."""
    return UNSAID


class Post(msgspec.Struct, frozen=True, kw_only=True):
    """The place of one fighter, put down by hand after those in `taken`.

    near: he has to be within the link of one of these; or, with `pairs`, the next fighter has to be able to join him.
    rest: whether the fighters after him still find places when he, or he and the next one, stand so.
    last: a place that is legal by its making, looked for when it is wanted.
    settles: 0 where it is quick to say that he and the rest may stand so, `NONE` where he may not, else `UNSAID`.
    """

    drill: Drill
    base: Base
    reach: int | None
    before: Base  # the leader where he came from
    leader: Base
    taken: tuple[Base, ...]
    near: tuple[Base, ...]
    last: Callable[[], Base]
    rest: Callable[[tuple[Base, ...]], bool]
    via: tuple[Point, ...] = ()
    settles: Callable[[Base], int] = _unsaid
    follow: tuple[Base, int | None] | None = None  # the next fighter and his reach, where pairs may stand apart
    rules: dict[str, str] = {}

    def placed(self, spot: Spot) -> Base:
        """The fighter on this spot."""
        base = self.base.at(spot.x, spot.y)
        return base.facing(*spot.facing) if spot.facing else base

    def linked(self, spot: Base) -> bool:
        """Whether he is near enough to one of those he has to be near."""
        return any(within(spot, other, self.drill.link) for other in self.near)

    def check(self, answer: Spot) -> Refusal | None:
        spot = self.placed(answer)
        fault = self._fault(spot)
        return self._refuse(fault, spot) if fault else None

    def _fault(self, spot: Base) -> str:
        """Why he may not stand there ("" if he may)."""
        fault = "base" if any(overlaps(spot, other) for other in self.taken) else self._bound(spot)
        return "" if fault and spot.centre == self.last().centre else fault

    def _open(self, spot: Base) -> bool:
        """Whether he may stand there, without a reason."""
        said = self.settles(spot)
        return not said or (said == UNSAID and not self._fault(spot))

    def _bound(self, spot: Base) -> str:
        """Why a place where nobody of his group stands is none."""
        fault = self.drill.fault(self.base, spot, self.reach, self.via, self.leader, self.near, bent=True)
        if fault == "link" and self.follow is not None and self._joined(spot, *self.follow):
            return ""
        return fault or ("" if self.rest((spot,)) else "rest")

    def _joined(self, spot: Base, base: Base, reach: int | None) -> bool:
        """Whether the next fighter can join one who stands apart, and the rest still find places."""
        if self.drill.blocked(self.base, spot, self.reach, self.via, bent=True):
            return False
        taken = (*self.taken, spot)
        partner = choose(self.drill, base, reach, self.via, self.before, self.leader, taken, (spot,))
        return partner is not None and self.rest((spot, partner))

    def _refuse(self, fault: str, spot: Base) -> Refusal:
        says = {
            "leash": f"that is more than {show(self.drill.leash)} from the leader",
            "link": f"that is more than {show(self.drill.link)} from any other fighter",
            "tie": f"that is more than {show(self.drill.link)} from what he has to stay with",
            "rest": "that leaves no place for the others",
            "off_table": "that leaves the table",
            "zone": "that is not wholly inside the zone",
            "terrain": "terrain is in the way",
            "base": "somebody stands there",
            "too_far": "he cannot get there with his move",
        }[fault]
        line = {"line": ((self.leader.x, self.leader.y), (spot.x, spot.y))} if fault == "leash" else None
        return Refusal(says, self.rules.get(fault, self.rules.get("", "")), line)

    def sample(self, stream: Stream) -> Spot:
        for _ in range(4):
            spot = self._beside(stream.choice(self.near), stream.choice(DIRECTIONS), stream.below(self.drill.link))
            if self._open(self.placed(spot)):
                return spot
        return Spot(*self.last().centre)

    def _beside(self, other: Base, way: tuple[int, int], space: int) -> Spot:
        far = self.base.span + other.span + SLACK + space
        return Spot(other.x + way[0] * far // 1000, other.y + way[1] * far // 1000)

    def suggest(self, most: int) -> Sequence[Spot]:
        legal = [Spot(*self.last().centre)]
        for spot in (self._beside(other, way, self.drill.link // 2) for other in self.near for way in DIRECTIONS):
            if len(legal) >= most:
                break
            if spot not in legal and self._open(self.placed(spot)):
                legal.append(spot)
        return legal

    def journey(self, answer: Spot) -> Journey | None:
        """What his way there costs him; None where he is put down, or has no way."""
        if self.reach is None:
            return None
        way = self.drill.way(self.base, self.placed(answer), self.reach, self.via)
        return None if way is None else self.drill.walk(self.base, self.reach).journey(way)

    def shade(self) -> Shade | None:
        """What it costs him to get anywhere."""
        return None if self.reach is None else self.drill.walk(self.base, self.reach).shade()

    def wire(self) -> Sketch:
        far = self.drill.leash + self.leader.span + self.base.span
        return msgspec.structs.replace(
            sketch(self.base), centre=self.leader.centre, reach=far, outline=self.drill.zone, allowance=self.reach
        )

    @property
    def key(self) -> str:
        return f"{self.base.x},{self.base.y} near {self.leader.x},{self.leader.y}"


Spots = tuple[Base, ...] | None
Group = tuple[Sequence[Base], Sequence[int] | None, Sequence[Point], Base, tuple[Base, ...]]


def _settled(drill: Drill, group: Group, alone: Base, pairs: bool) -> Callable[[Base], int]:
    """`Post.settles` for the first of a group; alone: where he is left if nobody has any place. Two who stand apart may
    be a pair.
    """
    ready = _once(partial(settler, drill, *group))

    def settled(spot: Base) -> int:
        if (spot.x, spot.y) == (alone.x, alone.y):
            return UNSAID
        said = ready()(spot.x, spot.y)
        if said == NONE and pairs and not any(within(spot, other, drill.link) for other in group[-1]):
            return UNSAID
        return said

    return settled


def _crowded(taken: Sequence[Base], alone: Base, spot: Base) -> int:
    """`Post.settles` for one who has to join another: nobody stands where somebody stands."""
    if (spot.x, spot.y) == (alone.x, alone.y) or not spot.round:
        return UNSAID
    return NONE if any(overlaps(spot, other) for other in taken) else UNSAID


def _kept(
    found_for: Callable[..., Spots], men: Sequence[Base], legs: Sequence[int] | None
) -> Callable[[tuple[Base, ...]], Spots]:
    """Where all the others can go after those who stand; if one after another does so, the rest still can."""
    known: dict[tuple[Base, ...], Spots] = {}

    def places(standing: tuple[Base, ...]) -> Spots:
        n = len(standing)
        if n == len(men):
            return ()
        if standing not in known:
            found = known[standing] = found_for(men[n:], legs and legs[n:], placed=standing)
            known.update({(*standing, *found[:k]): found[k:] for k in range(1, len(found))} if found else {})
        return known[standing]

    return places


def by_hand(
    ask: Callable[[int, Post], Spot],
    drill: Drill,
    before: Base,
    leader: Base,
    fighters: Sequence[Base],
    reach: Sequence[int] | None,
    *,
    via: Sequence[Point] = (),
    pairs: bool = False,
    rules: dict[str, str] | None = None,
) -> tuple[Base, ...]:
    """The fighters put down one by one, along the chain; `ask(index, post)` puts the question.

    `arrange` has to have found places for them. pairs: two may stand apart from the rest, if they are together.
    """
    order = chain(before, fighters, drill.link)
    far: dict[int, int | None] = {i: None if reach is None else reach[i] for i in order}
    taken: tuple[Base, ...] = (leader,)
    near = taken
    spots: dict[int, Base] = {}
    men, legs = [fighters[i] for i in order], None if reach is None else [reach[i] for i in order]
    places = _kept(partial(arrange, drill, before, leader, via=via, ordered=True), men, legs)

    for n, i in enumerate(order):
        left = order[n + 1 :]

        def rest(new: tuple[Base, ...], taken: tuple[Base, ...] = taken) -> bool:
            return places((*taken[1:], *new)) is not None

        def last(
            n: int = n, i: int = i, rest: Callable[[tuple[Base, ...]], bool] = rest,
            taken: tuple[Base, ...] = taken, near: tuple[Base, ...] = near,
        ) -> Base:  # fmt: skip
            if near != taken:
                found = choose(drill, fighters[i], far[i], via, before, leader, taken, near)
                if found is not None and rest((found,)):
                    return found
            whole = places(taken[1:])
            return whole[0] if whole else fighters[0 if n else i]

        group, alone = (men[n:], legs and legs[n:], via, before, taken), fighters[0 if n else i]
        apart = near != taken
        quick = partial(_crowded, taken, alone) if apart else _settled(drill, group, alone, pairs)
        post = Post(
            drill=drill, base=fighters[i], reach=far[i], before=before, leader=leader, taken=taken, near=near,
            last=_once(last), rest=rest, settles=quick, via=tuple(via), rules=rules or {},
            follow=(fighters[left[0]], far[left[0]]) if pairs and left and not apart else None,
        )  # fmt: skip
        spots[i] = spot = post.placed(ask(i, post))
        taken = (*taken, spot)
        near = taken if post.linked(spot) else (spot,)
    return tuple(spots[i] for i in range(len(fighters)))
