"""Write the table of rulings into `docs/games/GAME.md`, from the record that the game itself reads."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec

from hexless.ruleset import Ruleset, find

DOCS = Path(__file__).parent.parent / "docs" / "games"
BEGIN, END = "<!-- rulings: written by tools/rulings.py -->", "<!-- end of rulings -->"


def table(rules: Ruleset[Any]) -> str:
    """Each ruling with its default, its alternatives, what it decides and the rules it touches."""
    fields = msgspec.json.schema(rules.files.rulings)["$defs"][rules.files.rulings.__name__]["properties"]
    lines = ["| ruling | default | instead | decides | rules |", "|---|---|---|---|---|"]
    for name, field in fields.items():
        default = field["default"]
        touched = ", ".join(f"`{rule}`" for rule in field["rules"])
        lines.append(f"| `{name}` | {_word(default)} | {_others(field)} | {field['description']} | {touched} |")
    return "\n".join(lines)


def _word(value: object) -> str:
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


def _others(field: dict[str, Any]) -> str:
    if field.get("type") == "boolean":
        return _word(not field["default"])
    if "enum" in field:
        return ", ".join(_word(value) for value in field["enum"] if value != field["default"])
    return f"{field['minimum']} to {field['maximum']}"


def page(rules: Ruleset[Any], text: str) -> str:
    """The page with its table as it should be."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{table(rules)}\n{END}{after}"


def main(game: str) -> None:
    """Bring a page up to date."""
    path = DOCS / f"{game}.md"
    path.write_text(page(find(game), path.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
