"""Sheets: ids, bindings and what fired."""

import pytest
import toy

from hexless.kernel import Game, RuleText, Script, Sheet, SheetError, State, chance, load_sheet


@pytest.fixture
def sheet():
    rules = tuple(RuleText(rule, "All", "1", "Says something.") for rule in ("x.a", "x.b", "x.c"))
    return Sheet("x", "X", "cm", ("d6",), rules, {})


def test_a_sheet_is_read_from_its_package():
    assert load_sheet("toy").rules == toy.ruleset.sheet.rules
    assert load_sheet("toy").text("sk.move").lines == "4"


def test_an_unknown_rule_is_named(sheet):
    with pytest.raises(SheetError, match=r"X has no rule 'x.z'"):
        sheet.rule("x.a", "x.z")(len)
    with pytest.raises(SheetError, match=r"X has no rule 'x.z'"):
        sheet.text("x.z")


def test_binding_is_counted(sheet):
    @sheet.rule("x.a", "x.b")
    def quantity(state):
        return state

    assert set(sheet.bound) == {"x.a", "x.b"}
    assert sheet.bound["x.a"][0].endswith("quantity")
    assert not hasattr(quantity, "__wrapped__")


def test_a_procedure_cites_its_rules_and_only_while_it_runs(sheet):
    @sheet.rule("x.a")
    def outer(g):
        g.note("before")
        inner(g)
        g.note("after")

    @sheet.rule("x.b")
    def inner(g):
        g.cite("x.c")
        g.note("inside")

    g = Game(State(), Script())
    outer(g)
    g.note("outside")
    assert [(e.kind, e.rules) for e in g.log] == [
        ("before", ("x.a",)),
        ("inside", ("x.b", "x.c")),
        ("after", ("x.a",)),
        ("outside", ()),
    ]
    assert g.fired == {"x.a", "x.b", "x.c"}


def test_a_procedure_that_is_not_run_has_not_fired(sheet):
    sheet.rule("x.a")(lambda g: None)
    assert Game(State(), Script()).fired == set()


def test_chance_survives_the_binding(sheet):
    @sheet.rule("x.a")
    @chance(weights=lambda n: ({0: 1}, 1))
    def volley(g, n):
        return n

    assert volley.chance
    assert volley.weights(3) == ({0: 1}, 1)
