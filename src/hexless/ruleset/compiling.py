"""The process that compiles the kernels of the table on a new machine, while games go on with their twins.

It is started for the first kernel that is missing, takes one after the other, and goes when nothing is left. Whoever
ends before it is done leaves it behind: it finishes what it was asked for, so that the next process finds it stored.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from importlib import import_module
from threading import Lock, Thread
from typing import TYPE_CHECKING

from hexless.table import _fast, _meanwhile

if TYPE_CHECKING:
    from subprocess import Popen

__all__ = ["compile_elsewhere", "compiler"]

compiler: list[Popen[str]] = []  # the one that is at work, if any
_turn = Lock()


def compile_elsewhere(name: _meanwhile.Name) -> None:
    """Have a kernel compiled by a process of its own."""
    with _turn, suppress(OSError):  # somebody has ended it: the twin stays
        if not compiler:
            compiler.append(_start())
            Thread(target=_hear, args=(compiler[0],), daemon=True).start()
        if pipe := compiler[0].stdin:
            pipe.write("\t".join(name) + "\n")
            pipe.flush()


def _start() -> Popen[str]:
    from subprocess import DEVNULL, PIPE, Popen

    path = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    return Popen(
        [sys.executable, "-m", "hexless.ruleset.compiling"], stdin=PIPE, stdout=PIPE, stderr=DEVNULL, text=True,
        env=path, start_new_session=True,
    )  # fmt: skip


def _hear(process: Popen[str]) -> None:
    """Note what is stored; when that is all, the process may go."""
    with process:
        for line in process.stdout or ():
            module, function, types = line.rstrip("\n").split("\t")
            _meanwhile.stored.add((module, function, types))
            with _turn:
                if _meanwhile.wanted <= _meanwhile.stored and process.stdin:
                    process.stdin.close()
                    compiler.clear()


def main() -> None:
    """Compile what is asked for, a line each, after those who have more urgent things to do."""
    from numba.core.sigutils import normalize_signature

    if hasattr(os, "nice"):
        os.nice(10)
    for line in sys.stdin:
        module, function, types = line.rstrip("\n").split("\t")
        getattr(_fast.at_once(import_module(module)), function).compile(normalize_signature(types)[0])
        with suppress(OSError):  # perhaps nobody listens any more
            os.write(1, line.encode())


_meanwhile.elsewhere[:] = [compile_elsewhere]

if __name__ == "__main__":
    main()
