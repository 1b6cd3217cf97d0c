"""Kernels whose compiled code is not stored yet: their plain twins stand in while another process compiles them.

The twins read lists, kernels arrays; so a stand-in hands its arrays over as lists, and takes over what was written. As
soon as the code is stored the kernel itself takes its place. Whoever ends before that leaves a process behind that
finishes what it was asked for, so that the next one finds it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from threading import Thread
from types import FunctionType, SimpleNamespace
from typing import Any

__all__ = ["StandIn"]

Name = tuple[str, str, str]  # module, function, types of its arguments as numba reads them
_wanted: set[Name] = set()
_stored: set[Name] = set()
_compiler: list[subprocess.Popen[str]] = []


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
        if name in _stored or (name not in _wanted and _is_stored(self._kernel, types)):
            self._kernel.compile(types)
            setattr(self._kernels, self._twin.__name__, self._kernel)
            return True
        if name not in _wanted:
            self._tell()
            _compile_elsewhere(name)
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


# ---- the process that compiles


def _compile_elsewhere(name: Name) -> None:
    """Have a kernel compiled by a process of its own, which is started for the first and takes one after the other."""
    _wanted.add(name)
    if not _compiler:
        _compiler.append(_start())
        Thread(target=_hear, args=(_compiler[0],), daemon=True).start()
    pipe = _compiler[0].stdin
    with suppress(OSError):  # somebody has ended it: the twin stays
        if pipe is not None:
            pipe.write("\t".join(name) + "\n")
            pipe.flush()


def _start() -> subprocess.Popen[str]:
    words = [sys.executable, "-m", "hexless.table._meanwhile"]
    path = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
    return subprocess.Popen(  # noqa: S603 our own interpreter
        words, stdin=pipe, stdout=pipe, stderr=nowhere, text=True, env=path, start_new_session=True
    )


def _hear(compiler: subprocess.Popen[str]) -> None:
    """Note what is stored."""
    for line in compiler.stdout or ():
        module, function, types = line.rstrip("\n").split("\t")
        _stored.add((module, function, types))


def main() -> None:
    """Compile what is asked for, a line each, after those who have more urgent things to do."""
    from numba.core.sigutils import normalize_signature

    from hexless.table import _fast

    if hasattr(os, "nice"):
        os.nice(10)
    for line in sys.stdin:
        module, function, types = line.rstrip("\n").split("\t")
        getattr(_fast.at_once(import_module(module)), function).compile(normalize_signature(types)[0])
        with suppress(OSError):  # perhaps nobody listens any more
            os.write(1, line.encode())


if __name__ == "__main__":
    main()
