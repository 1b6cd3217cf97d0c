"""Cohesion: whether bases hold together in an unbroken chain, and near enough to a leader."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from hexless.table.measure import Gap, gap, within
from hexless.table.shapes import Base

__all__ = ["Cohesion", "Link", "cohesion"]


class Link(msgspec.Struct, frozen=True):
    """Two bases of a chain by index, and the gap between them."""

    first: int
    second: int
    gap: Gap


class Cohesion(msgspec.Struct, frozen=True):
    """Whether all hold together; the links of the chain; who is out of it or too far from the leader.

    For each stray there is a link to show: to the nearest base in the chain, or to the leader.
    """

    ok: bool
    links: tuple[Link, ...]
    strays: tuple[int, ...]
    breaks: tuple[Link, ...]


def cohesion(bases: Sequence[Base], link: int, leader: int | None = None, leash: int | None = None) -> Cohesion:
    """Whether each base is joined to the rest by gaps of at most `link`, and within `leash` of the leader.

    The chain is grown from the leader, or from a base of the largest group when there is none.
    """
    groups = _groups(bases, link)
    group = next((g for g in groups if leader in g[0]), None) or max(groups, key=lambda g: len(g[0]), default=([], []))
    chain, links = group
    inside = set(chain)
    loose = [i for i in range(len(bases)) if i not in inside]
    breaks = [_nearest(bases, i, chain) for i in loose]
    if leader is not None and leash is not None:
        far = [i for i in chain if i != leader and not within(bases[i], bases[leader], leash)]
        breaks += [Link(leader, i, gap(bases[leader], bases[i])) for i in far]
        loose += far
    return Cohesion(not loose, tuple(links), tuple(sorted(loose)), tuple(breaks))


def _groups(bases: Sequence[Base], link: int) -> list[tuple[list[int], list[Link]]]:
    """The connected groups in order of their first base, each with the links that join it."""
    free, groups = list(range(len(bases))), []
    while free:
        chain, links = [free.pop(0)], list[Link]()
        for i in chain:
            joined = [j for j in free if within(bases[i], bases[j], link)]
            links += [Link(i, j, gap(bases[i], bases[j])) for j in joined]
            free = [j for j in free if j not in joined]
            chain += joined
        groups.append((chain, links))
    return groups


def _nearest(bases: Sequence[Base], i: int, chain: Sequence[int]) -> Link:
    gaps = ((gap(bases[j], bases[i]), j) for j in chain)
    space, j = min(gaps, key=lambda pair: (pair[0].distance, pair[1]))
    return Link(j, i, space)
