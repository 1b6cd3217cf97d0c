"""Kernels whose compiled code is not stored yet: their plain twins stand in until somebody else has compiled them.

The twins read lists, kernels arrays; so a stand-in hands its arrays over as lists, and takes over what was written. As
soon as the code is stored the kernel itself takes its place.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType, SimpleNamespace
from typing import Any

__all__ = ["Name", "StandIn", "elsewhere", "stored", "wanted"]

Name = tuple[str, str, str]  # module, function, types of its arguments as numba reads them
elsewhere: list[Callable[[Name], None]] = []  # who has kernels compiled; nobody: they are compiled here, at once
stored: set[Name] = set()  # what they have done
wanted: set[Name] = set()  # what they were asked for


class StandIn:
    """A kernel in a namespace until its code is there: stored by an earlier process, or by the one that compiles."""

    def __init__(self, kernel: Any, twin: FunctionType, kernels: SimpleNamespace, tell: Callable[[], None]) -> None:
        self._kernel, self._twin, self._kernels, self._tell = kernel, twin, kernels, tell

    def __call__(self, *args: Any) -> Any:
        there = self.compile(tuple([self._kernel.typeof_pyval(arg) for arg in args]))
        return self._kernel(*args) if there else _with_lists(self._twin, args)

    def compile(self, types: tuple[Any, ...]) -> bool:
        """Take the stored code for these types of arguments, or have it compiled; whether it is there now."""
        name = self._twin.__module__, self._twin.__name__, f"({', '.join(map(_word, types))},)"
        if name in stored or (name not in wanted and (not elsewhere or _is_stored(self._kernel, types))):
            self._kernel.compile(types)
            setattr(self._kernels, self._twin.__name__, self._kernel)
            return True
        if name not in wanted:
            wanted.add(name)
            self._tell()
            elsewhere[0](name)
        return False


def _word(of: Any) -> str:
    """A type as numba reads it: all our arrays are flat, and whole in memory."""
    return f"{of.dtype}[::1]" if hasattr(of, "dtype") else "boolean" if str(of) == "bool" else str(of)


def _is_stored(kernel: Any, types: tuple[Any, ...]) -> bool:
    """Whether numba finds code for these arguments on the disk."""
    cache = kernel._cache
    return cache._index_key(types, kernel.targetctx.codegen()) in cache._cache_file._load_index()


def _with_lists(twin: FunctionType, args: tuple[Any, ...]) -> Any:
    """Run a twin on arrays: on lists of their numbers, and what it has changed is written back."""
    given = [arg.tolist() if hasattr(arg, "tolist") else arg for arg in args]
    before = [list(each) if isinstance(each, list) else None for each in given]
    value = twin(*given)
    for arg, now, then in zip(args, given, before):
        if then is not None and now != then:
            arg[:] = now
    return value
