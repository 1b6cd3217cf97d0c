"""Write `tested.txt` beside each built-in ruleset: the rules that its tests name, for packages without tests."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from hexless.lab.conformance import named
from hexless.ruleset import find, names

TESTS = Path(__file__).parent.parent / "tests"


def main() -> None:
    """List the rules, ruleset by ruleset."""
    for name in names():  # of a checkout without plug-ins
        rules = find(name)
        text = "".join(f"{rule}\n" for rule in sorted(named(rules.sheet, TESTS)))
        Path(str(files(rules.files.package))).joinpath("tested.txt").write_text(text, "utf-8")


if __name__ == "__main__":
    main()
