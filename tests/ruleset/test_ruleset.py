"""The registry: ours, those that other packages bring, and those that are broken."""

import msgspec
import pytest
import toy

from hexless.kernel import BrokenRuleset, UnknownName
from hexless.ruleset import find, names


@pytest.fixture
def plugin(tmp_path, monkeypatch):
    """Install a package that registers rulesets: only its dist-info, on a path of its own."""

    def install(**points):
        info = tmp_path / "plugin-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: plugin\nVersion: 1.0\n")
        lines = "".join(f"{name.replace('_', '-')} = {place}\n" for name, place in points.items())
        (info / "entry_points.txt").write_text(f"[hexless.rulesets]\n{lines}")
        monkeypatch.syspath_prepend(str(tmp_path))

    return install


def test_a_plug_in_is_found(plugin):
    assert "skirmish" not in names()
    plugin(skirmish="toy:ruleset")
    assert names()[-1] == "skirmish"
    assert find("skirmish") is toy.ruleset


def test_an_unknown_name_lists_what_there_is(plugin):
    plugin(skirmish="toy:ruleset")
    with pytest.raises(UnknownName, match=r"there is no game 'chess'; there is: horizon-wars, .*skirmish"):
        find("chess")
    with pytest.raises(UnknownName):
        find("x" * 10**6)


@pytest.mark.parametrize(
    "place", ["no_such_module:ruleset", "toy:no_such_name", "json:dumps", "toy.model:RADIUS", "toy:ruleset", "broken:x"]
)
def test_a_broken_plug_in_is_named_and_spoils_no_other(plugin, tmp_path, place):
    (tmp_path / "broken.py").write_text("1 / 0\n")
    plugin(bad=place, skirmish="toy:ruleset")
    assert {"bad", "skirmish"} <= set(names())
    with pytest.raises(BrokenRuleset, match="bad"):
        find("bad")
    assert find("skirmish") is toy.ruleset


def test_ours_cannot_be_taken_over(plugin):
    before = find("horizon-wars")
    plugin(horizon_wars="toy:ruleset")
    assert names().count("horizon-wars") == 1
    assert find("horizon-wars") is before


def test_an_unknown_attack_lists_what_there_is():
    assert toy.ruleset.attack("shooting").value == "hits"
    with pytest.raises(UnknownName, match="no attack in Skirmish 'biting'; there is: shooting"):
        toy.ruleset.attack("biting")


def test_rulings_say_what_they_decide_and_which_rules_they_touch():
    (field,) = msgspec.json.schema(toy.ruleset.files.rulings)["$defs"]["Rulings"]["properties"].values()
    assert field["rules"] == ["sk.snap"]
    assert field["enum"] == ["always", "once"]
    assert field["description"]
