"""Laws of the source itself: what rule code may not touch, and how long things may grow."""

import ast
import importlib
import pkgutil
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import hexless

ROOT = Path(__file__).parents[2]
SRC = ROOT / "src/hexless"
SOURCES = sorted(SRC.rglob("*.py"))
PURE = [path for path in SOURCES if path.relative_to(SRC).parts[0] in ("kernel", "table", "moves", "games")]
FORBIDDEN_MODULES = {"random", "secrets", "time", "datetime", "uuid", "pickle", "shelve", "marshal", "threading"}
FORBIDDEN_CALLS = {"hash", "eval", "exec", "id", "input", "print", "open", "compile", "__import__", "breakpoint"}
STANDARD = [
    "__future__",
    "bisect",
    "collections",
    "fractions",
    "functools",
    "hashlib",
    "importlib",
    "inspect",
    "itertools",
]
STANDARD += ["math", "re", "typing", "zlib"]
SHEET_WORDS = {"activation", "armour", "charge", "charger", "fire", "firepower", "garrison", "infantry", "initiative"}
SHEET_WORDS |= {
    "leadership",
    "mech",
    "melee",
    "morale",
    "overwatch",
    "phase",
    "shoot",
    "shooter",
    "shooting",
    "vehicle",
}
SHEET_WORDS |= {"suppression", "weapon", "wound"}
LONGEST_FILE, LONGEST_FUNCTION, KERNEL_LINES = 400, 60, 2300


def name_of(path):
    return path.relative_to(ROOT).as_posix()


def faults(tree, games=False):
    """What deterministic code may not do, as (line, what); who writes a `Fault` may quote a number of the file."""
    writers = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and calls(node, "Fault")]
    told = [part for writer in writers for part in ast.walk(writer)]
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                for alias in names:
                    if alias.name.split(".")[0] in FORBIDDEN_MODULES:
                        yield node.lineno, f"import {alias.name}"
            case ast.ImportFrom(module=str(module), level=0) if module.split(".")[0] in FORBIDDEN_MODULES:
                yield node.lineno, f"from {module} import"
            case ast.Call(func=ast.Name(id=called)) if called in FORBIDDEN_CALLS:
                yield node.lineno, f"{called}()"
            case ast.Attribute(value=ast.Name(id="np" | "numpy"), attr="random"):
                yield node.lineno, "numpy.random"
            case ast.ExceptHandler(type=None):
                yield node.lineno, "bare except"
            case ast.Try(finalbody=[_, *_]) if games:
                yield node.lineno, "finally"
            case ast.For(iter=over) | ast.comprehension(iter=over) if is_set(over):
                yield over.lineno, "iteration over a set"
            case ast.FormattedValue(format_spec=ast.JoinedStr(values=[ast.Constant(value=str(spec))])):
                if re.search(r"[eEfFgG%]$", spec) and node not in told:
                    yield node.lineno, f"float text :{spec}"


def calls(tree, name):
    return any(isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id == name for n in ast.walk(tree))


def is_set(node):
    match node:
        case ast.Set() | ast.SetComp() | ast.Call(func=ast.Name(id="set" | "frozenset")):
            return True
        case ast.Call(func=ast.Name(id="list" | "tuple" | "enumerate" | "iter"), args=[inner, *_]):
            return is_set(inner)
    return False


@pytest.mark.parametrize("path", PURE, ids=name_of)
def test_rule_code_is_deterministic(path):
    tree = ast.parse(path.read_bytes())
    found = list(faults(tree, games="games" in path.parts))
    if path == SRC / "kernel/position.py":  # a position's own hash, for sets in memory only
        found = [(line, what) for line, what in found if what != "hash()"]
    assert found == []


@pytest.mark.parametrize(
    "code",
    [
        "import random",
        "from time import time",
        "import datetime as d",
        "x = hash(y)",
        "eval(x)",
        "import pickle",
        "try: f()\nexcept: pass",
        "try: f()\nfinally: g()",
        "for x in {1, 2}: pass",
        "[x for x in set(y)]",
        "list(x for x in frozenset(y))",
        "for i, x in enumerate(set(y)): pass",
        "f'{x:.2f}'",
        "np.random.rand()",
    ],
)
def test_the_law_above_can_fail(code):
    assert list(faults(ast.parse(code), games=True))


def test_the_kernel_is_small():
    assert sum(len(path.read_text("utf-8").splitlines()) for path in SRC.glob("kernel/*.py")) < KERNEL_LINES


def test_the_kernel_needs_only_msgspec_and_the_standard_library():
    for path in SRC.glob("kernel/*.py"):
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.Import):
                used = {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                used = {node.module.split(".")[0]}
            else:
                continue
            assert used <= {"msgspec", *STANDARD}, name_of(path)


def test_steps_are_run_in_one_module():
    def runs(node):
        return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "step"

    found = {name_of(path) for path in SOURCES if any(map(runs, ast.walk(ast.parse(path.read_bytes()))))}
    assert found == {"src/hexless/kernel/position.py"}


def names_in(path):
    """Every word of the code: identifiers split at underscores; texts and comments do not count."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        for field in ("id", "attr", "name", "arg"):
            if isinstance(word := getattr(node, field, None), str):
                yield from re.findall(r"[a-z]+", word.lower())


def test_kernel_and_table_hold_no_word_of_any_sheet():
    for path in [*SRC.glob("kernel/*.py"), *SRC.glob("table/*.py")]:
        assert SHEET_WORDS.isdisjoint(names_in(path)), name_of(path)


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_files_and_functions_are_short(path):
    text = path.read_text("utf-8")
    assert len(text.splitlines()) <= LONGEST_FILE
    long = [
        (node.name, node.end_lineno - node.lineno + 1)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.end_lineno - node.lineno + 1 > LONGEST_FUNCTION
    ]
    assert long == []


@pytest.mark.parametrize("path", [path for path in SOURCES if "games" not in path.parts], ids=name_of)
def test_no_game_is_named_outside_games(path):
    ids = {folder.name for folder in (SRC / "games").iterdir() if folder.is_dir()}
    ids |= {name.replace("_", "-") for name in ids}
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Compare | ast.match_case):
            texts = {n.value for n in ast.walk(node) if isinstance(n, ast.Constant) and isinstance(n.value, str)}
            assert texts.isdisjoint(ids)


def modules():
    for found in pkgutil.walk_packages(hexless.__path__, "hexless."):
        if not found.name.endswith("__main__"):
            yield found.name


@pytest.mark.parametrize("name", list(modules()))
def test_exported_names_resolve(name):
    extras = ("numba", "asyncpg", "httptools", "uvloop", "scipy", "polars", "ray", "optuna", "gymnasium", "pettingzoo")
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name in extras:
            pytest.skip(f"needs the extra package {error.name}")
        raise
    exported = getattr(module, "__all__", [])
    assert [word for word in exported if not hasattr(module, word)] == []
    assert len(set(exported)) == len(exported)


def tracked():
    git = shutil.which("git")
    listed = git and subprocess.run([git, "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if not listed or listed.returncode:
        every = (path for folder in ("src", "tests", "docs") for path in (ROOT / folder).rglob("*"))
        return [path for path in every if path.is_file() and path.parent.name != "__pycache__"]
    return [ROOT / name for name in listed.stdout.decode().split("\0") if name and (ROOT / name).is_file()]


def test_no_tracked_file_names_a_machine_or_a_registry_host():
    hosts = "|".join(
        ("pypi" + r"\.org", "python" + "hosted", "npm" + r"js\.org", "arti" + "factory", "nex" + "us/repo")
    )
    machine = re.compile((r"(?<![\w.])/(?:wor" + r"k|ro" + r"ot|Us" + r"ers|ho" + r"me/\w+)/|" + hosts).encode())
    found = {name_of(path): hit.group() for path in tracked() if (hit := machine.search(path.read_bytes()))}
    assert found == {}


def test_built_in_rulesets_are_where_the_registry_says():
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert scripts["entry-points"] == {"hexless.rulesets": {}}  # ours are listed in the kernel, once


def test_what_warms_the_kernels_can_be_imported():
    """start.py plays unseen games after an installation; what it imports for them is there."""
    sys.path.insert(0, str(ROOT))
    try:
        from start import GAMES
    finally:
        sys.path.remove(str(ROOT))
    taken = [node for node in ast.walk(ast.parse(GAMES)) if isinstance(node, ast.ImportFrom)]
    assert taken
    for node in taken:
        module = importlib.import_module(node.module)
        assert all(hasattr(module, name.name) for name in node.names), ast.unparse(node)
