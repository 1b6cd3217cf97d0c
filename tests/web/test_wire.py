"""The client's types are those of the Python code."""

import importlib.util
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
STALE = "web/src/wire.ts is stale: run python tools/build_wire.py"


@pytest.fixture(scope="module")
def builder():
    spec = importlib.util.spec_from_file_location("build_wire", ROOT / "tools" / "build_wire.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_types_are_made_from_todays_schema(builder):
    assert builder.TYPES.read_text(encoding="utf-8").splitlines()[0] == builder.head(), STALE


def test_the_types_are_what_the_builder_writes(builder):
    if not shutil.which("node") or not (ROOT / "web" / "node_modules" / "json-schema-to-typescript").is_dir():
        pytest.skip("needs node and npm ci in web/")
    assert builder.TYPES.read_text(encoding="utf-8") == builder.types(), STALE
