"""A property that is worked out once: `functools.cached_property` without its lock, which costs more than most of ours.

Two threads that ask at the same time may both work it out; all that is kept this way is a function of frozen values, so
it does not matter whose result stays.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar, overload

__all__ = ["once"]

T = TypeVar("T")


class once(Generic[T]):  # noqa: N801
    """Work a property out when it is first read, and keep it beside the fields of its object."""

    def __init__(self, make: Callable[[Any], T]) -> None:
        self.make, self.name, self.__doc__ = make, make.__name__, make.__doc__

    @overload
    def __get__(self, of: None, owner: type | None = None) -> Self: ...

    @overload
    def __get__(self, of: object, owner: type | None = None) -> T: ...

    def __get__(self, of: object | None, owner: type | None = None) -> Self | T:
        if of is None:
            return self
        value = of.__dict__[self.name] = self.make(of)
        return value
