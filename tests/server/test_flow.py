"""What makes a turn flow: questions that name whom they are about, hands that are forgiven, danger on the way."""

from collections import Counter
from math import dist

import pytest

from hexless.bots import GreedyBot
from hexless.games.horizon_wars import ruleset as horizon_wars
from hexless.kernel import Ask, AskAll, Stream
from hexless.moves import Path, Place, Spot, Way
from hexless.ruleset import find
from hexless.ruleset.attacks import attack_odds
from hexless.ruleset.briefs import about
from hexless.ruleset.survey import exposed
from hexless.server import inquiries, seat_view, standing, wire
from hexless.server.catalogue import start
from hexless.server.deploying import deployed, usual
from hexless.server.forgiving import forgiven, stops
from hexless.server.forms import Standing


def battle(game, seed="in place"):
    told = about(find(game))
    return deployed(start(find(game), told.now, told.forces, {}, seed))


def until(match, wanted, most=400, seed=3):
    """The match at the first question that is wanted, by answers of chance."""
    stream = Stream(seed, "flow")
    for _ in range(most):
        asks = seat_view.asks(match.request)
        for ask in asks:
            if wanted(ask.question):
                return match, ask
        given = [stream.choice(ask.question.suggest(4)) for ask in asks]
        match = match.play(given if isinstance(match.request, AskAll) else given[0])
    raise AssertionError("it was never asked")


@pytest.fixture(scope="module", params=["horizon-wars", "orders"])
def going(request):
    return until(battle(request.param), lambda question: isinstance(question, Path) and question.suggest(8)[0].points)


@pytest.mark.parametrize("towards", [1, -1])
def test_a_way_that_is_too_far_ends_as_near_as_is_allowed(going, towards):
    _, ask = going
    question, start = ask.question, ask.question.ground.wire().start
    wish = Way(((start[0] + towards * 40_000, start[1] + 300),))
    assert question.check(wish) is not None
    found = forgiven(question, wish)
    assert question.check(found) is None
    near, *others = (
        dist(way.points[-1] if way.points else start, wish.points[-1]) for way in (found, *question.suggest(40))
    )
    assert all(near <= other + 1 for other in others)


def test_a_trial_forgives_only_who_asks_for_it_and_says_why_it_falls_short(going):
    match, ask = going
    start = ask.question.ground.wire().start
    far = {"points": [[start[0] - 40_000, start[1]]], "facing": None}
    strict = inquiries.trial(match, ask.seat, wire.Trial(id="a", answer=far))
    kind = inquiries.trial(match, ask.seat, wire.Trial(id="a", answer=far, forgive=True))
    assert strict.refusal is not None
    assert strict.short is None
    assert kind.refusal is None
    assert kind.short == strict.refusal
    assert ask.question.check(kind.answer) is None


def test_a_legal_wish_is_taken_as_it_is(going):
    _, ask = going
    way = next(way for way in ask.question.suggest(8) if way.points)
    assert forgiven(ask.question, way) == way


def test_danger_is_what_the_enemies_threaten_where_it_would_stand(going):
    match, ask = going
    unit = ask.question.unit
    way = next(way for way in ask.question.suggest(8) if way.points)
    told = inquiries.trial(match, ask.seat, wire.Trial(id="a", answer={"points": way.points, "facing": way.facing}))
    seen, survey = seat_view.view(match, ask.seat), match.rules.asking
    foes = [i for i, each in enumerate(seen.units) if each.side != ask.seat and each.here]
    end = exposed(survey, seen, unit, way.points[-1], foes)
    assert set(told.exposed) == set(end)
    on_way = {
        foe
        for point in stops(way, ask.question.ground.wire().start)
        for foe in exposed(survey, seen, unit, point, foes)
    }
    assert set(told.passed) == on_way - set(end)
    moved = survey.put(seen, unit, way.points[-1])
    assert all(unit in survey.threat(moved, foe).units for foe in end)


@pytest.mark.parametrize("game", ["horizon-wars", "orders", "patrol-angis"])
def test_a_unit_put_where_it_stands_changes_nothing(game):
    """The whole of it stands there, on its ground."""
    match = battle(game)
    for unit, token in {t.unit: t for t in reversed(match.rules.showing.scene(match.state).tokens)}.items():
        moved = match.rules.asking.put(match.state, unit, (token.x, token.y))
        assert match.rules.showing.scene(moved) == match.rules.showing.scene(match.state)


def test_a_reaction_names_who_reacts_and_to_whom():
    match, ask = until(battle("horizon-wars"), lambda question: question.prompt == "reaction")
    told = seat_view.turn(match, ask.seat, frozenset(), ()).question
    assert told.who == match.state[told.by].name
    assert told.whom == match.state[told.to].name
    assert match.state[told.to].side != match.state[told.by].side


def test_who_is_damaged_is_named():
    match, ask = until(battle("horizon-wars"), lambda question: question.prompt == "lose")
    told = seat_view.turn(match, ask.seat, frozenset(), ()).question
    assert told.who == match.state[told.by].name


def test_an_option_that_is_a_squad_stands_for_its_units():
    rules = find("dropzone")
    told = about(rules)
    match, ask = until(
        start(rules, told.now, told.forces, {}, "squads"), lambda question: getattr(question, "about", "") == "squad"
    )
    units = seat_view.turn(match, ask.seat, frozenset(), ()).question.units
    for option, found in zip(ask.question.options, units):
        named = {i for i, unit in enumerate(match.state.units) if unit.squad == option and unit.alive}
        assert set(found) == (named if option is not None else set())


def test_a_template_is_drawn_while_it_is_asked_about():
    """Dive for cover, from what? The circle that was put down, for everybody."""
    match = battle("orders")
    before, ask = until(match, lambda question: isinstance(question, Place) and question.prompt == "template")
    enemy = next(t for t in seat_view.scene(before, None).tokens if t.seat != ask.seat and not t.gone)
    aims = [Spot(enemy.x, enemy.y), *ask.question.suggest(8)]
    spot = next(each for each in aims if ask.question.check(each) is None)
    after = before.play({"x": spot.x, "y": spot.y, "facing": None})
    assert isinstance(after.request, Ask)
    for seat in after.header.seats:
        (drawn,) = seat_view.turn(after, seat, frozenset(), ()).drawn
        radius = ask.question.ground.wire().radius
        assert all(abs(dist(point, (spot.x, spot.y)) - radius) < radius / 20 for point in drawn.points)
    assert seat_view.turn(before, ask.seat, frozenset(), ()).drawn == []


def test_the_charge_card_marks_which_outcomes_destroy():
    """Fault 5: the card of a charge said a number like any other where somebody is gone."""
    found = attack_odds(horizon_wars, "charge", {"attacker_kind": "mech", "defender_kind": "infantry", "moved": 6})
    card = inquiries.odds_of(horizon_wars, found)
    assert any(chance.destroys for chance in card.chances)
    assert not all(chance.destroys for chance in card.chances)
    assert all(chance.destroys == ("destroyed" in chance.value) for chance in card.chances)


# ---- how much is asked


def rounds(game, most=2, seed="count", guest=False):
    """The decisions of the first seat, with the orders that it begins with: the match and the question of each.

    A guest takes whatever is offered first, and a hint for every ninth decision.
    """
    rules = find(game)
    told = about(rules)
    match = deployed(start(rules, told.now, told.forces, {}, seed))
    me, orders, asked = match.header.seats[0], usual(told), []
    bots = {seat: GreedyBot(rules, Stream(seed, seat), work=10, width=5) for seat in match.header.seats}
    while match.request is not None and match.rules.showing.scene(match.state).turn <= most:
        given = []
        for ask in seat_view.asks(match.request):
            obeyed = standing.obeyed(match, me, orders) if ask.seat == me else None
            if obeyed is None and ask.seat == me:
                asked.append((match, ask.question))
            if obeyed:
                given.append(obeyed[1])
            elif guest and ask.seat == me and len(asked) % 9:
                given.append(ask.question.suggest(1)[0])
            else:
                given.append(bots[ask.seat].answer(match.decision(ask)))
        match = match.play(given if isinstance(match.request, AskAll) else given[0])
    return match, asked


@pytest.mark.parametrize("game", ["horizon-wars", "orders", "patrol-angis", "dropzone", "at43"])
def test_a_round_asks_a_person_at_most_forty_times(game):
    _, asked = rounds(game)
    assert most_a_round(asked) <= 40


@pytest.mark.parametrize("game", ["orders", "dropzone"])
def test_a_guest_is_not_asked_more_often(game):
    """Who takes the first that comes makes every attack there is: of the games with most questions."""
    for seed in ("count", "b"):
        assert most_a_round(rounds(game, 4, seed, guest=True)[1]) <= 40


def most_a_round(asked):
    turns = [match.rules.showing.scene(match.state).turn for match, _ in asked]
    return max(turns.count(turn) for turn in set(turns))


def test_an_at43_unit_moves_and_shoots_with_at_most_eight_decisions():
    _, asked = rounds("at43")
    acts = Counter(
        (match.state.round, match.state.active.unit)
        for match, question in asked
        if match.state.active and match.state[match.state.active.unit].side == match.header.seats[0]
    )
    shot = {key for key in acts if any(question.by == key[1] and question.prompt.startswith("target of")
                                       for match, question in asked if match.state.round == key[0])}  # fmt: skip
    assert shot
    assert max(acts[key] for key in shot) <= 8


def test_a_dropzone_squad_moves_and_shoots_with_at_most_eight_decisions():
    """From its battlegroup's activation on, for the first squad of it that shoots."""
    _, asked = rounds("dropzone")
    acts = Counter((match.state.round, match.state.squad) for match, question in asked if match.state.squad is not None)
    fires = {(match.state.round, match.state.squad) for match, question in asked if " fires " in question.prompt}
    assert fires
    assert max(acts[key] for key in fires) + 1 <= 8  # its battlegroup was chosen before


def test_a_weapon_that_is_left_to_the_bot_is_the_one_that_promises_more():
    order = Standing(id="a", prompt="", like="OneOf weapon [*", how="best", until="revoked")
    match, ask = until(battle("orders"), lambda question: question.prompt == "weapon", seed=4)  # one is far better
    bot = GreedyBot(match.rules, Stream(5, "another"), work=400)
    _, answer = standing.obeyed(match, ask.seat, [order])
    assert len(ask.question.options) > 1
    assert answer == bot.answer(match.decision(ask))
    assert standing.obeyed(match, ask.seat, [order]) == (order, answer)


def test_points_are_spread_where_most_is_left():
    order = Standing(id="a", prompt="", like="Split lose [*", how="even", until="revoked")
    match, ask = until(battle("horizon-wars"), lambda question: question.prompt == "lose" and question.total > 1)
    _, answer = standing.obeyed(match, ask.seat, [order])
    left = [cap - n for cap, n in zip(ask.question.caps, answer)]
    assert sum(answer) == ask.question.total
    assert all(not n or left[i] >= max(left) - 1 for i, n in enumerate(answer))
