"""Pictures of a table: well-formed whatever the names are, and nobody is left out."""

from io import StringIO
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from hexless.draw import svg, text
from hexless.draw.palette import GROUND, SEATS, SIGNS, ground_of, seats_of
from hexless.moves.witness import strokes
from hexless.ruleset import Area, Mark, Scene, Token, find, names
from hexless.table import Base, Piece, Point, Terrain, gap, sight
from hexless.table import route as find_route

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = (
    "</svg><script>alert(1)</script>",
    "\"&<>'",
    "a\x00b\x1b[31m\ud800",
    "x" * 100_000,
    "",
    "]]>",
    "line\nbreak",
    "ﷺ🀄",
)


def scene(names=("Scouts", "Guns"), **more):
    areas = (
        Area(names[0], ((0, 0), (9000, 0), (9000, 5000), (0, 5000)), "wood", 2000, (names[1],)),
        Area("deep", ((20000, 20000), (24000, 20000), (22000, 26000)), "water"),
        Area("line", ((0, 0), (1, 1)), "hill"),
        Area("zone", ((0, 30000), (30000, 30000), (30000, 36000), (0, 36000)), "zone"),
    )
    tokens = (
        Token(
            0,
            names[0],
            "red",
            5000,
            5000,
            1000,
            facing=(3, 4),
            symbol="mech",
            status=(names[1],),
            stats=(("F", names[1]),),
        ),
        Token(1, names[1], "blue", 9000, 30000, 0, 2500, 1500, (0, 0), "vehicle"),
        Token(2, "Riders", "blue", 9000, 30000, 500, inside=1),
        Token(3, "Wreck", "blue", 15000, 15000, 800, gone=True),
        Token(4, "Crowd", "red", 5100, 5000, 1000, symbol=names[0]),
    )
    marks = (Mark(names[0], 18000, 18000, radius=3000, seat="red"), Mark("B", 99000, -5))
    return Scene("in", 36000, 36000, areas, tokens, marks, names[0], **more)


def parsed(picture):
    return ElementTree.fromstring(picture.encode("utf-8"))


@pytest.mark.parametrize("name", HOSTILE)
def test_svg_is_well_formed_with_hostile_names(name):
    picture = svg(scene((name, name)))
    root = parsed(picture)
    assert root.tag == f"{SVG}svg"
    assert not list(root.iter(f"{SVG}script"))
    assert len(picture) < 60_000


@given(st.text(max_size=40), st.text(max_size=40))
def test_svg_is_well_formed_with_any_names(first, second):
    parsed(svg(scene((first, second))))


def test_svg_is_to_scale():
    root = parsed(svg(scene(), size=720))
    table = next(root.iter(f"{SVG}clipPath"))[0]
    assert (table.get("width"), table.get("height")) == ("720.0", "720.0")
    discs = [c for c in root.iter(f"{SVG}circle") if "url(#h-" in c.get("fill", "")]
    assert {c.get("r") for c in discs} == {"20.0"}, "1 of 36 inches on 720 pixels"


def test_svg_names_everybody_and_tells_seats_apart_without_colour():
    root = parsed(svg(scene()))
    words = " ".join("".join(t.itertext()) for t in root.iter(f"{SVG}text"))
    for name in ("Scouts", "Guns", "carries Riders", "Crowd", "deep", "red", "blue", "36 in × 36 in"):
        assert name in words
    titles = " ".join(t.text or "" for t in root.iter(f"{SVG}title"))
    assert "Wreck: destroyed" in titles
    looks = seats_of(scene()).values()
    assert len({seat.hatch for seat in looks}) == len({seat.frame for seat in looks}) == 2


def test_looks_differ_by_more_than_colour():
    assert len({seat.hatch for seat in SEATS}) == len({seat.brackets for seat in SEATS}) == len(SEATS)
    assert len({look.sign for look in GROUND.values()}) == len({look.marks for look in GROUND.values()}) == len(GROUND)


def test_ground_is_known_by_kind_then_by_trait():
    square = ((0, 0), (1, 0), (1, 1))
    assert ground_of(Area("a", square, "forest")) == "wood"
    assert ground_of(Area("a", square, "terrain", 0, ("soft", "river"))) == "water"
    assert ground_of(Area("a", square, "lava")) == "terrain"


def test_an_empty_table_is_a_picture_too():
    parsed(svg(Scene("cm", 0, 0)))
    assert shown(Scene("cm", 0, 0)).strip() == ""


def test_witnesses_of_the_table_are_found():
    wood = Terrain(36000, 36000, (_piece(),))
    a, b = Base(2000, 10000, radius=500), Base(20000, 10000, radius=500)
    blocked = sight(wood, a, b)
    assert not blocked.clear
    assert {s.look for s in strokes(blocked)} == {"stopped"}
    assert strokes(blocked)[0].cross is not None
    open_table = Terrain(36000, 36000)
    clear = sight(open_table, a, b)
    assert [s.look for s in strokes(clear)] == ["clear"]
    (between,) = strokes(gap(a, b))
    assert (between.look, between.length) == ("gap", 17000)
    walked = strokes(find_route(open_table, a, ((5000, 10000), (5000, 15000)), open_table.costs({})))
    assert [s.look for s in walked] == ["route", "route"]
    root = parsed(
        svg(scene(), [blocked, clear, gap(a, b), {"outline": [[0, 0], [5, 5], [0, 5]]}, {"x": 1, "y": 2, "radius": 9}])
    )
    assert "17 in" in ["".join(t.itertext()) for t in root.iter(f"{SVG}text")]


def _piece():
    corners = ((9000, 5000), (12000, 5000), (12000, 15000), (9000, 15000))
    return Piece("wood", tuple(Point(x, y) for x, y in corners), 3000, 0, ("blocking",))


@pytest.mark.parametrize(
    "junk",
    [None, 7, "line", [], {"line": "x"}, {"line": [[1, 2]]}, {"start": [1], "end": [2]},
     {"points": [[1, None], [2, 3]]},
     {"outline": [[1, 2], [3, 4]]}, {"x": "1", "y": 2, "radius": 3}],
)  # fmt: skip
def test_what_is_no_witness_draws_nothing(junk):
    assert strokes(junk) == []


def test_a_flood_of_witnesses_is_cut():
    assert len(strokes([{"start": [0, 0], "end": [1, 1]}] * 10_000)) == 400
    deep = {"line": [[0, 0], [1, 1]]}
    for _ in range(500):
        deep = {"in": deep}
    assert strokes(deep) == []


def shown(what, width=100, colour=None):
    out = StringIO()
    Console(file=out, width=width, color_system=colour, force_terminal=colour is not None).print(text(what, width))
    return out.getvalue()


@pytest.mark.parametrize("width", [30, 60, 100])
def test_the_terminal_shows_every_unit(width):
    lines = shown(scene(), width).split("\n")
    picture, below = lines[1 : 1 + width // 2], "\n".join(lines[1 + width // 2 :])
    for label in ("<m0↗>", "(v1)", "(2)", "×3", "<4>"):
        assert label in "\n".join(picture)
        assert label in below
    for name in ("Scouts", "Guns", "Riders", "Wreck", "Crowd", "wood", "water", "destroyed"):
        assert name in below


def test_a_narrow_or_crowded_terminal_keeps_the_roster():
    crowd = tuple(Token(i, f"Unit {i}", "red", 100, 100, 50) for i in range(200))
    words = shown(Scene("in", 1000, 1000, (), crowd), 40)
    assert all(f"Unit {i}" in words for i in range(200))


@pytest.mark.parametrize("name", HOSTILE)
def test_a_terminal_obeys_no_name(name):
    words = shown(scene((name, name)))
    assert "\x1b" not in words
    assert "\x00" not in words


def test_colour_does_not_change_the_words():
    from rich.text import Text

    assert Text.from_ansi(shown(scene(), colour="truecolor")).plain.split() == shown(scene()).split()


def test_seats_look_as_they_are_called_as_in_the_browser():
    tokens = tuple(
        Token(i, seat, seat, 0, 0, 500) for i, seat in enumerate(("Green", "north", "red", "south", "fifth"))
    )
    looks = seats_of(Scene("in", 9000, 9000, (), tokens))
    assert [looks[name].frame for name in looks] == ["hex", "round", "diamond", "square", "round"]


def test_the_browser_has_no_palette_of_its_own():
    from pathlib import Path

    web = Path(__file__).resolve().parents[2] / "web" / "src"
    drawn = "".join(file.read_text() for file in (web / "app.css", web / "lib" / "looks.ts"))
    for colour in (*(seat.colour for seat in SEATS), *(look.line for look in GROUND.values())):
        assert colour not in drawn
    for sign in SIGNS.values():
        assert sign.path not in drawn


CUES = {"shot", "arc", "charge", "fight", "hit", "loss", "shake", "rally", "smoke", "move", "turn", "end"}


@pytest.mark.parametrize("game", names())
def test_every_cue_belongs_to_an_event_and_says_something_to_be_seen(game):
    showing = find(game).showing
    assert set(showing.cues) <= set(showing.phrases)
    assert set(showing.cues.values()) <= CUES
    for kind, cue in showing.cues.items():
        if cue in ("charge", "fight"):
            assert showing.phrases[kind].count(".name}") >= 2, kind  # who does it, and to whom


def test_the_models_on_paper_are_those_of_the_page():
    from hexless.draw.models import MODELS, figure, model_of

    for symbol, sign in SIGNS.items():
        token = Token(0, "Unit", "blue", 0, 0, 800, symbol=symbol, figures=5, facing=(-3, 1))
        drawn = figure(token, SEATS[0], 20)
        assert (drawn != "") == (sign.model != ""), symbol
        assert "None" not in drawn
        assert not sign.model or SEATS[0].colour in drawn
    assert model_of(Token(0, "Man", "blue", 0, 0, symbol="infantry")) == "man"
    three = figure(Token(0, "Men", "red", 0, 0, 800, symbol="infantry", figures=3), SEATS[1], 20)
    assert three.count("<g ") == 4  # the squad and its three men
    assert all(model.size > 0 and model.paint for model in MODELS.values())


def test_an_objective_lies_above_the_base_that_stands_on_it():
    base = Token(0, "Scouts", "red", 2000, 2000, 800, symbol="infantry")
    picture = svg(Scene("in", 9000, 9000, (), (base,), (Mark("Crossroads", 2000, 2000, radius=3000),)))
    assert picture.index("0 Scouts (red)") < picture.index("Crossroads: objective")
    assert picture.index('stroke-dasharray="2 4"') < picture.index("0 Scouts (red)")  # its ring lies below
