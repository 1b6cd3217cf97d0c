"""The documents: links lead somewhere, quoted code is real, and the README holds to its two commands."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
TOY = ROOT / "tests" / "toy"


@pytest.mark.parametrize("path", DOCS, ids=lambda path: path.name)
def test_links_lead_somewhere(path):
    links = re.findall(r"\]\(([^)#\s]+)", path.read_text(encoding="utf-8"))
    gone = [link for link in links if not link.startswith("https://") and not (path.parent / link).exists()]
    assert gone == []


def quoted(name):
    return re.findall(
        r"```python\n(@rule.*?|def .*?)```", (ROOT / "docs" / name).read_text(encoding="utf-8"), re.DOTALL
    )


@pytest.mark.parametrize("name", ["tape.md", "ruleset.md"])
def test_quoted_rules_are_those_of_the_toy(name):
    blocks, source = quoted(name), (TOY / "rules.py").read_text(encoding="utf-8")
    assert blocks
    assert [block for block in blocks if block not in source] == []


def test_the_readme_has_exactly_two_commands():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"^python3 start\.py (\w+)", readme, re.MULTILINE) == ["play", "test"]


def test_every_page_is_in_the_menu():
    menu = re.findall(r": (\w+\.md)$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(menu) == sorted(path.name for path in (ROOT / "docs").glob("*.md"))
