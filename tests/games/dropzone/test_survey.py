"""What players may ask of the table, and what questions tell a page."""

from games.dropzone.dropzone_table import aboard, feature, profile, table, unit

from hexless.games.dropzone import ruleset, shooting
from hexless.games.dropzone.places import standing_room
from hexless.games.dropzone.survey import SURVEY
from hexless.kernel import Game
from hexless.kernel.sources import Playing
from hexless.moves import Spot

TANK = profile()
WALL = feature("wall", "crag", 6, 13, 14, 14, height=6)


def test_who_sees_whom():
    s = table(unit(TANK, "blue", 10, 10), unit(TANK, "red", 10, 18), unit(TANK, "red", 20, 10), features=(WALL,))
    hidden, seen = SURVEY.sees(s, 0, 1), SURVEY.sees(s, 0, 2)
    assert (hidden.clear, hidden.rule) == (False, "dz.scenery.solid-line-of-sight")
    assert (seen.clear, seen.says) == (True, "9 of 9 points are seen")
    inside = table(unit(profile(carries="vehicle", room=2), "blue", 10, 10), aboard(TANK, "blue", 0))
    assert not SURVEY.sees(inside, 0, 1).clear


def test_reach_threat_and_arc():
    s = table(unit(TANK, "blue", 10, 10), unit(TANK, "red", 10, 18), unit(TANK, "red", 30, 10))
    assert SURVEY.reach(s, 0).cost_at((10000, 15000)) is not None
    assert SURVEY.reach(s, 0).cost_at((10000, 17000)) is None
    assert SURVEY.threat(s, 0).units == (1,)
    assert [SURVEY.arc(s, 0, other) for other in (1, 2)] == ["front", "right side"]
    assert ruleset.asking is SURVEY


class Nosy(Playing):
    """Keeps what is asked, and answers with the first suggestion or a row of ones."""

    def fresh(self, g, request):
        return [1] * request.pool.n if hasattr(request, "pool") else request.question.suggest(1)[0]


def test_a_target_question_tells_who_shoots():
    s = table(unit(TANK, "blue", 10, 10), unit(TANK, "red", 10, 18))
    source = Nosy()
    shooting.shoot(Game(s, source), 0)
    question = source.made[0][0].question
    assert (question.by, question.about) == (0, "target")
    assert question.labels[0] == s[1].name


def test_a_place_shows_its_region():
    s = table(unit(TANK, "blue", 10, 10), unit(TANK, "blue", 20, 20))
    where = standing_room(s, 1, [], anchor=(10000, 10000), reach=2000, rule="dz.play.disembark")
    outline = where.wire().outline
    assert max(x for x, _ in outline) == 12000
    assert where.check(Spot(10000, 12000)) is None
    assert where.check(Spot(10000, 11000)).says == f"{s[0].name} is in the way"
    assert where.check(Spot(10000, 12100)).rule == "dz.play.disembark"
