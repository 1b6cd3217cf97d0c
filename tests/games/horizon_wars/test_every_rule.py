"""Horizon Wars: every rule of the sheet has code and a worked example here, in functions short enough to read."""

import ast
from pathlib import Path

import hexless.games.horizon_wars as package
from hexless.games.horizon_wars import ruleset


def test_every_rule_has_code():
    assert [text.id for text in ruleset.sheet.rules if text.id not in ruleset.sheet.bound] == []


def test_every_rule_has_a_worked_example():
    """The id stands in the docstring of a test."""
    cited = set()
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                words = (ast.get_docstring(node) or "").replace(",", " ").replace(":", " ").split()
                cited.update(word for word in words if word.startswith("hw."))
    known = [text.id for text in ruleset.sheet.rules]
    assert [rule for rule in known if rule not in cited] == []
    assert sorted(cited - set(known)) == []


def test_functions_are_short():
    long = [
        f"{path.name}: {node.name}"
        for path in sorted(Path(package.__file__).parent.glob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.end_lineno - node.lineno > 25
    ]
    assert long == []
