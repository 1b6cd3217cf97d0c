"""Kernels that nobody has compiled yet: their twins stand in, and give way."""

import sys
import threading
import time
from importlib import import_module

import pytest

from hexless.ruleset.compiling import compiler
from hexless.table import _fast, _meanwhile

KERNELS = """
def doubled(values, out):
    total = 0
    for i in range(len(values)):
        out[i] = 2 * values[i]
        total += out[i]
    return total


def half(values):
    return len(values) // 2
"""


@pytest.fixture
def kernels(tmp_path, monkeypatch):
    """Kernels of a module that is new on this machine, as a process loads them that does not wait."""
    name = f"new_kernels_{tmp_path.name}"
    (tmp_path / f"{name}.py").write_text(KERNELS)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delenv("HEXLESS_COMPILE")
    yield _fast.load(import_module(name))
    for thread in threading.enumerate():
        if thread.name.endswith("(_hear)"):
            thread.join(120)
    del sys.modules[name]


@pytest.mark.skipif(not _fast.compiled(), reason="there is nothing to wait for")
def test_a_twin_stands_in_until_another_process_has_stored_the_kernel(kernels):
    values, out, said = _fast.ints([1, 2, 3]), _fast.ints([0, 0, 0]), []
    _fast.when_compiling(lambda: said.append("compiling"))
    assert kernels.doubled(values, out) == 12
    assert (out.tolist(), said) == ([2, 4, 6], ["compiling"])
    assert isinstance(kernels.doubled, _meanwhile.StandIn)
    until = time.monotonic() + 240
    while isinstance(kernels.doubled, _meanwhile.StandIn) and time.monotonic() < until:
        time.sleep(0.05)
        assert kernels.doubled(values, out) == 12
    assert kernels.doubled.signatures  # numba's own, with the code that the other process has stored
    assert not kernels.doubled.stats.cache_misses
    while compiler and time.monotonic() < until:
        time.sleep(0.05)
    assert not compiler  # nothing is left to compile
    assert isinstance(kernels.half, _meanwhile.StandIn)  # nobody has asked for it


@pytest.mark.skipif(not _fast.compiled(), reason="there is nothing to wait for")
def test_what_is_stored_is_taken_at_the_first_call(kernels):
    values = _fast.ints([1, 2, 3])
    _fast.at_once(sys.modules[kernels.half._twin.__module__]).half(values)
    assert kernels.half(values) == 1
    assert not isinstance(kernels.half, _meanwhile.StandIn)
    assert not compiler
