"""Files on disk: written whole or not at all, and every trouble named."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from hexless.kernel import DataError
from hexless.ruleset.disk import read_bytes, read_path, write_path


class Note(msgspec.Struct, forbid_unknown_fields=True):
    words: str


def test_a_file_is_read_by_the_ending_of_its_name(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text('words = "hello"')
    (tmp_path / "a.JSON").write_text('{"words": "hello"}')
    assert read_path(tmp_path / "a.toml", Note) == read_path(tmp_path / "a.JSON", Note) == Note("hello")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("none.toml", "none.toml: file: no such file or directory"),
        ("folder.toml", "folder.toml: file: is a directory"),
        ("a.yaml", "a.yaml: file: the name has to end in .toml or .json"),
        ("nul\0.toml", "file: embedded null byte"),
    ],
)
def test_what_cannot_be_read_is_named(tmp_path: Path, name: str, reason: str) -> None:
    (tmp_path / "folder.toml").mkdir()
    with pytest.raises(DataError, match=reason.replace(".", r"\.")):
        read_path(tmp_path / name, Note)


def test_no_more_is_read_than_allowed(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"x" * 11)
    assert read_bytes(tmp_path / "a", 11) == b"x" * 11
    with pytest.raises(DataError, match="at most 10 bytes are read"):
        read_bytes(tmp_path / "a", 10)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="this system has no endless file")
def test_an_endless_file_ends() -> None:
    with pytest.raises(DataError, match="at most 1000 bytes are read"):
        read_bytes("/dev/zero", 1000)


def test_a_file_is_written_and_replaced_whole(tmp_path: Path) -> None:
    goal = tmp_path / "a.txt"
    write_path(goal, [b"one ", b"two"])
    write_path(goal, [b"three"])
    assert goal.read_bytes() == b"three"
    assert os.listdir(tmp_path) == ["a.txt"]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to("real")
    write_path(tmp_path / "link", [b"new"])
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "new"


@pytest.mark.parametrize("trouble", [KeyboardInterrupt, ZeroDivisionError, OSError])
def test_trouble_in_the_middle_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, trouble: type[BaseException]
) -> None:
    goal = tmp_path / "a.txt"
    goal.write_bytes(b"old")

    def parts() -> Iterator[bytes]:
        yield b"new"
        raise trouble

    with pytest.raises((trouble, DataError)):
        write_path(goal, parts())
    assert goal.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["a.txt"]


def test_what_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no such file or directory"):
        write_path(tmp_path / "none" / "a.txt", [b""])
    with pytest.raises(DataError, match="is a directory"):
        write_path(tmp_path, [b""])
