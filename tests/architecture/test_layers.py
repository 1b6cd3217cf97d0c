"""The layers of the design, held by import-linter."""

import tomllib
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
import pytest
from importlinter import cli

ROOT = Path(__file__).parents[2]
CONFIG = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]


def test_no_layer_imports_one_above_it():
    assert cli.lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True) == cli.EXIT_STATUS_SUCCESS


def test_every_package_is_in_a_layer():
    layers = " ".join(CONFIG["contracts"][0]["layers"]).replace("(", " ").replace(")", " ").split()
    packages = {path.name for path in (ROOT / "src/hexless").iterdir() if any(path.glob("*.py"))}
    assert packages <= {layer.removeprefix("hexless.") for layer in layers}


def test_a_breach_is_noticed(tmp_path):
    """The linter can fail: the layers upside down are refused."""
    layers = '"hexless.kernel", "hexless.lab"'
    config = tmp_path / "upside_down.toml"
    config.write_text(
        '[tool.importlinter]\nroot_package = "hexless"\n'
        f'[[tool.importlinter.contracts]]\nname = "x"\ntype = "layers"\nlayers = [{layers}]\n'
    )
    assert cli.lint_imports(config_filename=str(config), no_cache=True) != cli.EXIT_STATUS_SUCCESS


def test_every_package_has_an_init():
    """The linter passes over folders without one."""
    folders = {path.parent for path in (ROOT / "src/hexless").rglob("*.py")}
    assert [folder for folder in sorted(folders) if not (folder / "__init__.py").is_file()] == []


def in_order(imports):
    """The modules, each after all that it imports; `CycleError` names those that import each other."""
    return list(TopologicalSorter(imports).static_order())


def test_no_module_imports_itself_by_way_of_others():
    graph = grimp.build_graph("hexless", cache_dir=None, exclude_type_checking_imports=True)
    assert in_order({name: graph.find_modules_directly_imported_by(name) for name in graph.modules})


def test_a_cycle_is_noticed():
    with pytest.raises(CycleError):
        in_order({"firing": {"losses"}, "losses": {"crashes"}, "crashes": {"losses"}})
