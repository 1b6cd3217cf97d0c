import importlib.util
import subprocess
import sys

import hexless.table
from hexless.table import _fast


def run(code: str, **environment: str) -> str:
    import os

    found = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | environment, capture_output=True, text=True, check=True
    )
    return found.stdout.strip()


def test_every_public_name_is_there():
    assert all(hasattr(hexless.table, name) for name in hexless.table.__all__)
    assert len(set(hexless.table.__all__)) == len(hexless.table.__all__)


def test_importing_the_table_does_not_import_numba_or_numpy():
    assert run("import sys, hexless.table; print('numba' in sys.modules, 'numpy' in sys.modules)") == "False False"


def test_everything_works_without_numba():
    code = """
import sys
from hexless.table import *
t = Terrain(20000, 20000, (piece("w", [(4000, 0), (6000, 0), (6000, 8000), (4000, 8000)], height=9, traits=("w",)),))
a, b = Base(2000, 5000, radius=500), Base(9000, 5000, radius=500)
c = t.costs(impassable=("w",))
print(sees(t, a, b), sight_all(t, [a], [b]).tolist(), crossing(t, a.centre, b.centre).total)
print(route(t, a, [b.centre], c).stop.what, len(reach(t, a, 2000, c).points()) > 50, "numba" in sys.modules)
"""
    assert run(code, HEXLESS_NO_NUMBA="1") == "False [[False]] 2000\nterrain True False"


def test_whoever_wants_to_know_is_told_once_of_a_kernel_that_has_to_be_compiled(tmp_path):
    """Not of one whose code is stored: the second process that loads it hears nothing."""
    place = tmp_path / "fresh_kernels.py"
    place.write_text("def twice(n):\n    return 2 * n\n\n\ndef thrice(n):\n    return 3 * n\n")
    said: list[str] = []
    for told in (["compiling"], []):
        spec = importlib.util.spec_from_file_location("fresh_kernels", place)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        said.clear()
        _fast.when_compiling(lambda: said.append("compiling"))
        kernels = _fast.at_once(module)
        assert (kernels.twice(4), kernels.thrice(4)) == (8, 12)
        assert said == told
    _fast._told.clear()
