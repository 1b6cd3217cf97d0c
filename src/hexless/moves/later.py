"""What nobody may ever look at, worked out when somebody does."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

__all__ = ["Found", "Later"]

T = TypeVar("T")


class Later(Sequence[T]):
    """Some values, worked out once and only when they are read: names for a refusal, goals for proposals."""

    __slots__ = ("_made", "_make")

    def __init__(self, make: Callable[[], Sequence[T]]) -> None:
        self._make, self._made = make, list[Sequence[T]]()

    @property
    def _all(self) -> Sequence[T]:
        if not self._made:
            self._made.append(self._make())
        return self._made[0]

    def __len__(self) -> int:
        return len(self._all)

    def __getitem__(self, at: Any) -> Any:
        return self._all[at]


class Found(Sequence[T]):
    """Values that take long to find, found one after another as far as somebody reads, and kept."""

    __slots__ = ("_left", "_there")

    def __init__(self, values: Iterator[T]) -> None:
        self._left = values
        self._there: list[T] = []

    def __iter__(self) -> Iterator[T]:
        at = 0
        while at < len(self._there) or self._more():
            yield self._there[at]
            at += 1

    def _more(self) -> bool:
        """Find one more, if there is any."""
        for value in self._left:
            self._there.append(value)
            return True
        return False

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __getitem__(self, at: Any) -> Any:
        return list(self)[at]
