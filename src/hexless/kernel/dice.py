"""Pools of dice: what is rolled, what is read off the faces, and how likely each reading is."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache, partial
from hashlib import sha256
from itertools import combinations_with_replacement, pairwise
from math import comb, factorial
from typing import Any, NamedTuple

from .errors import BadAnswer

__all__ = ["Dice", "Faces", "Pool", "d3", "d6", "d8", "d10", "d12", "d20", "outcomes"]

Faces = tuple[int, ...]


class Pool(NamedTuple):
    """`n` dice with `sides` faces, and what is read off them.

    how: "faces" (sorted), "count" (dice at `target` or more), "under" (dice at `target` or less), "total", "high"
    (the highest, 0 without dice) or "bands" (how many dice lie below the first edge, from each edge to the next, and at
    the last or more).
    Played games keep the faces on the tape; only the exact walk uses the reading's own, far fewer, outcomes.
    """

    n: int
    sides: int
    how: str = "faces"
    target: int = 0
    edges: tuple[int, ...] = ()

    def read(self, faces: Sequence[int]) -> Any:
        """What the rule sees of these faces."""
        match self.how:
            case "count":
                return sum(face >= self.target for face in faces)
            case "under":
                return sum(face <= self.target for face in faces)
            case "total":
                return sum(faces)
            case "high":
                return max(faces, default=0)
            case "bands":
                bands = [0] * (len(self.edges) + 1)
                for face in faces:
                    bands[bisect_right(self.edges, face)] += 1
                return tuple(bands)
        return tuple(sorted(faces))

    def accept(self, raw: object) -> Faces:
        """The faces in a tape entry, or `BadAnswer`."""
        if isinstance(raw, list | tuple) and len(raw) == self.n:
            faces = tuple(raw)
            if all(type(face) is int and 1 <= face <= self.sides for face in faces):
                return faces
        raise BadAnswer(raw, f"{self.n} faces from 1 to {self.sides}")

    def __str__(self) -> str:
        reading = f" {self.how}" if self.how != "faces" else ""
        edges = "".join(f" {edge}+" for edge in self.edges)
        need = {"count": f" {self.target}+", "under": f" {self.target}-", "bands": edges}.get(self.how, "")
        return f"{self.n}d{self.sides}{reading}{need}"


def _pool(sides: int, n: int = 1) -> Pool:
    return Pool(n, sides)


d3 = partial(_pool, 3)
d6 = partial(_pool, 6)
d8 = partial(_pool, 8)
d10 = partial(_pool, 10)
d12 = partial(_pool, 12)
d20 = partial(_pool, 20)


@lru_cache(maxsize=4096)
def outcomes(pool: Pool) -> tuple[tuple[tuple[Any, int], ...], int]:
    """Each reading of the pool with its whole weight, and the sum of the weights (sides ** n)."""
    n, sides = pool.n, pool.sides
    weights: dict[Any, int]
    if pool.how in {"count", "under"}:
        good = min(sides, max(0, sides - pool.target + 1 if pool.how == "count" else pool.target))
        weights = {k: comb(n, k) * good**k * (sides - good) ** (n - k) for k in range(n + 1)}
    elif pool.how == "bands":
        low = (1, *(min(max(edge, 1), sides + 1) for edge in pool.edges), sides + 1)
        weights = _bands(n, [above - below for below, above in pairwise(low)])
    elif pool.how == "total":
        weights = _totals(n, sides)
    elif pool.how == "high":
        weights = {h: h**n - (h - 1) ** n for h in range(1, sides + 1)} if n else {0: 1}
    else:
        weights = {faces: _orders(faces) for faces in combinations_with_replacement(range(1, sides + 1), n)}
    return tuple((value, weight) for value, weight in sorted(weights.items()) if weight), sides**n


def _totals(n: int, sides: int) -> dict[int, int]:
    sums = {0: 1}
    for _ in range(n):
        step: dict[int, int] = {}
        for total, weight in sums.items():
            for face in range(1, sides + 1):
                step[total + face] = step.get(total + face, 0) + weight
        sums = step
    return sums


def _bands(n: int, sizes: Sequence[int]) -> dict[tuple[int, ...], int]:
    """In how many ways n dice fall into bands of so many faces each."""
    if len(sizes) == 1:
        return {(n,): sizes[0] ** n}
    return {
        (k, *rest): comb(n, k) * sizes[0] ** k * ways
        for k in range(n + 1)
        for rest, ways in _bands(n - k, sizes[1:]).items()
        if (sizes[0] or not k) and ways
    }


def _orders(faces: Faces) -> int:
    """In how many orders these sorted faces can fall."""
    ways, run = factorial(len(faces)), 1
    for before, face in pairwise(faces):
        run = run + 1 if face == before else 1
        ways //= run
    return ways


class Dice:
    """The dice of one game: roll number k is a function of the seed and k alone.

    With nonces, given by the seats after the seed's hash was published, nobody can have chosen the rolls, and anybody
    can check them when the seed is opened.
    """

    __slots__ = ("_key",)

    def __init__(self, seed: int | str, nonces: Sequence[str] = ()) -> None:
        self._key = sha256("/".join(("dice", str(seed), *nonces)).encode()).digest()

    def roll(self, index: int, pool: Pool) -> Faces:
        """The faces of answer number `index`."""
        faces: list[int] = []
        sides, n, block = pool.sides, pool.n, 0
        if not 1 <= sides <= 256:
            raise ValueError(f"dice have from 1 to 256 sides, not {sides}")
        fair = 256 - 256 % sides
        head = self._key + index.to_bytes(8, "big")
        while len(faces) < n:
            drawn = sha256(head + block.to_bytes(4, "big")).digest()
            faces += [byte % sides + 1 for byte in drawn if byte < fair]
            block += 1
        return tuple(faces[:n])
