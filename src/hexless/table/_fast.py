"""Whether kernels run compiled (numba) or as they stand, decided once, and the arrays that go with it.

A kernel module is plain Python over flat sequences. With numba its functions are compiled at the first
call of the process, with the compiled code kept on disk; without it, or with HEXLESS_NO_NUMBA=1, the same
text runs in the interpreter on lists of whole numbers, where nothing can overflow. That run is the twin
that the tests compare with.

numba decides by the source file whether its stored code is stale, so a kernel calls only functions of its
own file.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import cache
from importlib.util import find_spec
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

__all__ = ["compiled", "filled", "floats", "ints", "joined", "load", "plain"]


@cache
def compiled() -> bool:
    """True when numba is installed and not switched off."""
    return os.environ.get("HEXLESS_NO_NUMBA", "") in {"", "0"} and find_spec("numba") is not None


@cache
def load(module: ModuleType) -> Any:
    """The kernels of a module, ready to call."""
    return _compile(module) if compiled() else plain(module)


def plain(module: ModuleType) -> Any:
    """The kernels of a module as the interpreter runs them."""
    return SimpleNamespace(**_functions(module))


def _functions(module: ModuleType) -> dict[str, FunctionType]:
    own = vars(module).items()
    return {name: f for name, f in own if isinstance(f, FunctionType) and f.__module__ == module.__name__}


def _compile(module: ModuleType) -> SimpleNamespace:
    from numba import njit

    space: dict[str, Any] = dict(vars(module))
    made: dict[str, Callable[..., Any]] = {}
    for name, f in _functions(module).items():
        again = FunctionType(f.__code__, space, f.__name__, f.__defaults__)
        made[name] = space[name] = njit(cache=True)(again)
    return SimpleNamespace(**made)


def ints(values: Iterable[int]) -> Any:
    """Whole numbers in the form that kernels want: an int64 array, or a list for the twins."""
    if not compiled():
        return list(values)
    import numpy as np

    return np.array(values if isinstance(values, list) else list(values), dtype=np.int64)


def joined(rows: list[Any]) -> Any:
    """Rows made by `ints`, one after another."""
    if not compiled():
        return [value for row in rows for value in row]
    import numpy as np

    return np.concatenate(rows) if rows else np.empty(0, dtype=np.int64)


def floats(values: Iterable[float]) -> Any:
    """Numbers as a float64 array, or a list for the twins."""
    if not compiled():
        return list(values)
    import numpy as np

    return np.array(list(values), dtype=np.float64)


def filled(count: int, value: float, kind: str) -> Any:
    """So many equal numbers: an array of a numpy kind, or a list for the twins."""
    if not compiled():
        return [value] * count
    import numpy as np

    return np.full(count, value, dtype=kind)
