"""Whether kernels run compiled (numba) or as they stand, decided once, and the arrays that go with it.

A kernel module is plain Python over flat sequences. With numba its functions are compiled once for a
machine, with the compiled code kept on disk; until it is there the same text runs in the interpreter, and
so it does without numba or with HEXLESS_NO_NUMBA=1, on lists of whole numbers, where nothing can overflow.
That run is the twin that the tests compare with. Whoever would rather wait says HEXLESS_COMPILE=now.

numba decides by the source file whether its stored code is stale. A kernel carries in its name a fingerprint of this
file, and of other kernel files whose functions it calls and those behind them, so that it is compiled anew when any of
them changes.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules
from struct import Struct
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any
from zlib import crc32

__all__ = [
    "at_once", "compiled", "filled", "floats", "ints", "joined", "kernels", "listed", "load", "picked", "plain",
    "raised",
    "row", "strung", "when_compiling", "written", "zeros",
]  # fmt: skip

COMPILING = "hexless: compiling the geometry of the table for this machine, once; until that is done games run slower"
_ALL_LENT = {"_nrt": False}  # kernels make no arrays, so nobody has to count who holds one; that takes half their time
_told: list[Callable[[], None]] = []


@cache
def compiled() -> bool:
    """True when numba is installed and not switched off."""
    return os.environ.get("HEXLESS_NO_NUMBA", "") in {"", "0"} and find_spec("numba") is not None


@cache
def load(module: ModuleType) -> Any:
    """The kernels of a module, ready to call."""
    if not compiled():
        return plain(module)
    return at_once(module) if os.environ.get("HEXLESS_COMPILE") == "now" else _meanwhile(module)


def plain(module: ModuleType) -> Any:
    """The kernels of a module as the interpreter runs them."""
    return SimpleNamespace(**_functions(module))


def _functions(module: ModuleType) -> dict[str, FunctionType]:
    own = vars(module).items()
    return {name: f for name, f in own if isinstance(f, FunctionType) and f.__module__ == module.__name__}


_ARRAYS = {"Ints": "int64", "Floats": "float64", "Int8s": "int8", "Int16s": "int16", "Int32s": "int32"}
_NUMBERS = {"int": "int64", "float": "float64", "bool": "boolean"}


def kernels() -> Iterator[Callable[[], None]]:
    """To be called one by one: each makes a kernel ready, or asks for it, so that no game waits for it later."""
    names = [found.name for found in iter_modules([str(Path(__file__).parent)]) if found.name.startswith("_")]
    for name in names if compiled() else ():
        module = import_module(f".{name}", __package__)
        for each, f in _functions(module).items():
            if name not in {"_fast", "_meanwhile"} and not each.startswith("_"):
                yield partial(_make, module, each, tuple(f.__annotations__.values())[:-1])


def _make(module: ModuleType, name: str, takes: tuple[str, ...]) -> None:
    """Have a kernel for what its arguments are said to be."""
    from numba import types

    wants = [getattr(types, _NUMBERS.get(each) or _ARRAYS[each]) for each in takes]
    getattr(load(module), name).compile(tuple(w[::1] if t in _ARRAYS else w for w, t in zip(wants, takes)))


def when_compiling(say: Callable[[], None]) -> None:
    """Whom to tell, once, when a kernel has to be compiled because no stored code fits: that takes a while."""
    _told.append(say)


def _listen() -> None:
    """Hear of the first kernel that is compiled, if anybody wants to know."""
    from numba.core import event

    class First(event.Listener):  # type: ignore[misc]
        def on_start(self, event: object) -> None:
            _tell()

        def on_end(self, event: object) -> None:
            pass

    event.register("numba:compile", First())


def _meanwhile(module: ModuleType) -> SimpleNamespace:
    """The kernels of a module, with their twins in the place of those that nobody has compiled yet."""
    from hexless.table._meanwhile import StandIn

    kernels, twins = SimpleNamespace(), _functions(module)
    for name, kernel in vars(at_once(module)).items():
        setattr(kernels, name, StandIn(kernel, twins[name], kernels, _tell))
    return kernels


def _tell() -> None:
    """Tell whoever wants to know that something has to be compiled."""
    while _told:
        _told.pop()()


@cache
def at_once(module: ModuleType) -> Any:
    """The kernels of a module, each compiled at its first call if no stored code fits."""
    from numba import njit

    if _told:
        _listen()
    space: dict[str, Any] = dict(vars(module))
    borrowed = [(name, f) for name, f in space.items() if isinstance(f, FunctionType) and _borrowed(f, module)]
    for name, f in borrowed:
        space[name] = getattr(at_once(sys.modules[f.__module__]), f.__name__)
    stamp = _stamp({__name__, *_lenders(module)})
    made: dict[str, Callable[..., Any]] = {}
    for name, f in _functions(module).items():
        again = FunctionType(f.__code__, space, f.__name__, f.__defaults__)
        again.__qualname__ = f"{name}_{stamp}"
        made[name] = space[name] = njit(cache=True, **_ALL_LENT)(again)
    return SimpleNamespace(**made)


def _borrowed(f: FunctionType, module: ModuleType) -> bool:
    """Whether a function in a kernel file is of another one."""
    return f.__module__ != module.__name__ and f.__module__.startswith(__package__)


def _lenders(module: ModuleType) -> set[str]:
    """The kernel files whose functions one uses, itself or through those that it borrows from."""
    own = vars(module).values()
    lenders = {f.__module__ for f in own if isinstance(f, FunctionType) and _borrowed(f, module)}
    return lenders.union(*[_lenders(sys.modules[name]) for name in lenders])


def _stamp(modules: Iterable[str]) -> str:
    """A fingerprint of the texts of some files."""
    files = [str(sys.modules[name].__file__) for name in sorted(modules)]
    return f"{crc32(b''.join(Path(file).read_bytes() for file in files)):08x}"


@cache
def _numpy() -> tuple[Any, Any]:
    """The package numpy and its whole numbers: an import costs as much as a small array."""
    import numpy as np

    return np, np.dtype(np.int64)


def ints(values: Iterable[int]) -> Any:
    """Whole numbers in the form that kernels want: an int64 array, or a list for the twins."""
    if not compiled():
        return list(values)
    np, whole = _numpy()
    return np.array(values if isinstance(values, list) else list(values), whole)


def joined(rows: list[Any]) -> Any:
    """Rows made by `ints`, one after another."""
    if not compiled():
        return [value for row in rows for value in row]
    np, whole = _numpy()
    return np.concatenate(rows) if rows else np.empty(0, whole)


def strung(rows: Iterable[bytes]) -> Any:
    """Rows of an array, as they lie in memory, one after another; only with numba."""
    np, whole = _numpy()
    return np.frombuffer(bytearray().join(rows), whole)


def row(values: Sequence[int]) -> bytes:
    """Whole numbers as they lie in memory in an array, for `strung`."""
    return _struct(len(values)).pack(*values)


def picked(rows: Any, width: int, chosen: Any) -> Any:
    """Some of the rows of a table so many numbers wide, one after another; `chosen` made by `ints`."""
    if not compiled():
        return [value for i in chosen for value in rows[width * i : width * i + width]]
    return rows.reshape(-1, width).take(chosen, 0).reshape(-1)


def raised(rows: Any, width: int, columns: Sequence[int], by: int) -> Any:
    """Rows so many numbers wide, with more in some of their columns."""
    found = rows.copy()
    for at in columns:
        if compiled():
            found[at::width] += by
        else:
            found[at::width] = [value + by for value in found[at::width]]
    return found


def written(rows: Any, at: int, row: Sequence[int]) -> None:
    """Write whole numbers into rows made by `ints`, from a place on."""
    if compiled():
        _struct(len(row)).pack_into(rows, 8 * at, *row)
    else:
        rows[at : at + len(row)] = row


@cache
def _struct(size: int) -> Struct:
    return Struct(f"{size}q")


def floats(values: Iterable[float]) -> Any:
    """Numbers as a float64 array, or a list for the twins."""
    if not compiled():
        return list(values)
    np, _ = _numpy()
    return np.array(list(values), dtype=np.float64)


def zeros(count: int) -> Any:
    """So many zeros: an int64 array, or a list for the twins."""
    if not compiled():
        return [0] * count
    np, whole = _numpy()
    return np.zeros(count, whole)


def listed(values: Any) -> list[Any]:
    """What a kernel has written, as plain numbers."""
    found: list[Any] = values.tolist() if compiled() else values
    return found


def filled(count: int, value: float, kind: str) -> Any:
    """So many equal numbers: an array of a numpy kind, or a list for the twins."""
    if not compiled():
        return [value] * count
    made = _numpy()[0].empty(count, dtype=kind)
    made.fill(value)
    return made
