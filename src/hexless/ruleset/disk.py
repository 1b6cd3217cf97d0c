"""Files on disk: read within limits, written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from hexless.kernel import DataError, Fault

from . import files

__all__ = ["read_bytes", "read_path", "write_path"]

T = TypeVar("T")


def read_bytes(path: str | Path, most: int) -> bytes:
    """The file's bytes, of which there may be `most`."""
    try:
        with Path(path).open("rb") as file:
            data = file.read(most + 1)
    except (OSError, ValueError) as error:
        raise _trouble(path, error) from None
    if len(data) > most:
        raise DataError(str(path), [Fault("file", f"too large: at most {most} bytes are read")])
    return data


def read_path(
    path: str | Path,
    kind: type[T],
    faults: Callable[[T], Sequence[Fault]] | None = None,
    beside: Mapping[str, type[Any]] = MappingProxyType({}),
) -> T:
    """A value of `kind` from a .toml or .json file, or a `DataError` with every fault found; `beside` as in `read`."""
    suffix = Path(path).suffix.lower()
    if suffix not in (".toml", ".json"):
        raise DataError(str(path), [Fault("file", "the name has to end in .toml or .json")])
    toml = suffix == ".toml"
    data = read_bytes(path, files.MOST_TOML if toml else files.MOST_JSON)
    return files.read(data, kind, str(path), faults, toml, beside)


def write_path(path: str | Path, parts: Iterable[bytes]) -> None:
    """Write to a temporary file beside it, then rename: a reader sees the old file or the new one, never a half."""
    try:
        goal = Path(path).resolve()
        if goal.exists() and not goal.is_file():  # a device or a pipe; a directory refuses
            goal.write_bytes(b"".join(parts))
        else:
            _replace(goal, parts)
    except (OSError, ValueError) as error:
        raise _trouble(path, error) from None


def _replace(goal: Path, parts: Iterable[bytes]) -> None:
    draft = goal.with_name(f".{goal.name}.{os.getpid()}.tmp")
    try:
        with draft.open("wb") as file:
            file.writelines(parts)
        draft.replace(goal)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def _trouble(path: str | Path, error: OSError | ValueError) -> DataError:
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return DataError(str(path), [Fault("file", reason[:1].lower() + reason[1:])])
