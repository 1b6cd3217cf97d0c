"""What nobody may ever look at, worked out when somebody does."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

__all__ = ["Later"]

T = TypeVar("T")


class Later(Sequence[T]):
    """Some values, worked out once and only when they are read: names for a refusal, goals for proposals."""

    __slots__ = ("_made", "_make")

    def __init__(self, make: Callable[[], Sequence[T]]) -> None:
        self._make = make
        self._made: list[Sequence[T]] = []

    @property
    def _all(self) -> Sequence[T]:
        if not self._made:
            self._made.append(self._make())
        return self._made[0]

    def __len__(self) -> int:
        return len(self._all)

    def __iter__(self) -> Iterator[T]:
        return iter(self._all)

    def __getitem__(self, at: Any) -> Any:
        return self._all[at]
