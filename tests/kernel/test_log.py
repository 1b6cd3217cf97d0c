"""Events, totals with their rows, and the log in words."""

from hexless.kernel import Event, Game, Row, Script, State, Total, seen_by, total
from hexless.ruleset.telling import tell, tell_people


def test_a_total_carries_the_rows_that_applied():
    need = total(Row(4, "to hit", "x.hit"), None, Row(-1, "close", "x.close"))
    assert need == Total(3, (Row(4, "to hit", "x.hit"), Row(-1, "close", "x.close")))
    assert need.rules == ("x.hit", "x.close")
    assert total() == Total(0)


def test_a_note_cites_the_rules_at_work_and_those_of_its_totals():
    g = Game(State(), Script())
    g.cite("x.fire")
    g.note("fire", need=total(Row(4, "to hit", "x.hit")), hits=2)
    (event,) = g.log
    assert event.rules == ("x.fire", "x.hit")
    assert g.fired == {"x.fire", "x.hit"}


def test_a_game_that_nobody_listens_to_keeps_neither_events_nor_what_fired():
    g = Game(State(), Script())
    g.log = None
    g.cite("x.fire")
    g.note("fire", need=total(Row(4, "to hit", "x.hit")))
    assert g.cites == ("x.fire",)
    assert (g.log, g.fired) == (None, set())


def test_who_may_know():
    events = [Event("a", 1), Event("b", 2, audience=("red",)), Event("c", 3, audience=())]
    assert [e.kind for e in seen_by(events, "red")] == ["a", "b"]
    assert [e.kind for e in seen_by(events, "blue")] == ["a"]
    assert [e.kind for e in seen_by(events, None)] == ["a"]


def test_telling():
    event = Event("fire", 1, data={"me": 0, "hits": (2, 3), "need": Total(4), "none": (), "flag": True})
    phrases = {"fire": "{me.name} ({me}) hits {hits}, needs {need}, {none}; {flag.name} {unknown} {"}
    assert tell(event, phrases, {0: "Vixen"}) == "Vixen (0) hits 2, 3, needs 4, none; {flag.name} {unknown} {"
    assert tell(event, {}, {}) == "fire: me 0, hits 2, 3, need 4, none none, flag True"
    assert tell(Event("end", 1), {}, {}) == "end"


def test_a_phrase_never_reaches_into_an_object():
    event = Event("x", 1, data={"me": Total(4)})
    assert tell(event, {"x": "{me.__class__} {me[0]} {0}"}, {}) == "{me.__class__} {me[0]} {0}"


def test_words_of_data_are_not_filled_again():
    event = Event("x", 1, data={"a": "{b}", "b": "secret"})
    assert tell(event, {"x": "{a}"}, {}) == "{b}"


def test_people_read_lengths_to_a_tenth_and_a_name_once():
    """The event itself is as exact as ever."""
    phrases = {"moved": "{unit.name}: {move}", "far": "{unit.name} moves {far} inches"}
    names = {3: "The Constable's Household"}
    moved = Event("moved", 1, data={"unit": 3, "move": "The Constable's Household moves"})
    assert tell_people(moved, phrases, names) == "The Constable's Household moves"
    for far, told in (("1.059", "1.1"), ("3.999", "4"), ("12.5", "12.5"), ("6", "6")):
        event = Event("far", 1, data={"unit": 3, "far": far})
        assert tell_people(event, phrases, names) == f"The Constable's Household moves {told} inches"
        assert far in tell(event, phrases, names)


def test_one_is_one_and_several_are_several():
    phrases = {"shot": "{unit.name} moves {far} inch(es): {hits} hit(s), {lost} Damage Point(s)"}
    for far, hits, lost, told in (
        ("1", 1, 1, "1 inch: 1 hit, 1 Damage Point"),
        ("11", 0, 21, "11 inches: 0 hits, 21 Damage Points"),
        ("1.01", 2, 1, "1 inch: 2 hits, 1 Damage Point"),
        ("2.1", 10, 3, "2.1 inches: 10 hits, 3 Damage Points"),
    ):
        event = Event("shot", 1, data={"unit": 3, "far": far, "hits": hits, "lost": lost})
        assert tell_people(event, phrases, {3: "Team 1"}) == f"Team 1 moves {told}"
