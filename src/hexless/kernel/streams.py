"""Random streams that are the same in every process, on every machine, in every language that has SHA-256."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

__all__ = ["Stream"]

T = TypeVar("T")


class Stream:
    """Fair numbers from SHA-256 in counter mode, keyed by a seed and a label.

    Each bot and the set-up draw from streams of different labels, so that one more draw in one never moves another.
    """

    __slots__ = ("_block", "_count", "_key", "_spot")

    def __init__(self, seed: int | str, label: str) -> None:
        self._key = sha256(f"{seed}/{label}".encode()).digest()
        self._block, self._spot, self._count = b"", 0, 0

    @property
    def key(self) -> str:
        """What `keyed` begins the stream again from; it tells nothing of the seed."""
        return self._key.hex()

    @classmethod
    def keyed(cls, key: str) -> Stream:
        """The stream with this key, from its beginning."""
        stream = cls("", "")
        stream._key = bytes.fromhex(key)
        return stream

    def _byte(self) -> int:
        if self._spot == len(self._block):
            self._block = sha256(self._key + self._count.to_bytes(8, "big")).digest()
            self._count += 1
            self._spot = 0
        self._spot += 1
        return self._block[self._spot - 1]

    def below(self, n: int) -> int:
        """A fair whole number from 0 to n - 1."""
        size = ((n - 1).bit_length() + 7) // 8 or 1
        fair = (1 << 8 * size) // n * n
        while True:
            spot = self._spot + size
            if spot <= len(self._block):
                number, self._spot = int.from_bytes(self._block[self._spot : spot], "big"), spot
            else:
                number = int.from_bytes([self._byte() for _ in range(size)], "big")
            if number < fair:
                return number % n

    def between(self, low: int, high: int) -> int:
        """A fair whole number from low to high, both included."""
        return low + self.below(high - low + 1)

    def choice(self, options: Sequence[T]) -> T:
        """One of the options, all alike."""
        return options[self.below(len(options))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in a fair new order."""
        left, out = list(items), []
        while left:
            out.append(left.pop(self.below(len(left))))
        return out
