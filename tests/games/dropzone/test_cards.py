"""Each of the thirty Command Cards at work, with forced dice and answers."""

from games.dropzone.dropzone_table import (
    aboard,
    at,
    feature,
    gun,
    inside,
    profile,
    run,
    table,
    to,
    unit,
    value,
    with_cards,
)

from hexless.games.dropzone import (
    actions,
    aiming,
    boarding,
    cards,
    choices,
    command,
    commanders,
    entering,
    fortitude,
    garrisons,
    losses,
    moving,
    shooting,
    transports,
    turn,
    weapons,
)
from hexless.games.dropzone.accuracy import accuracy
from hexless.games.dropzone.deck import Moment
from hexless.games.dropzone.model import Effect

TANK, FOOT = profile(), profile("infantry")
BOSS = profile(category="Command", guns=())
HOUSE = feature("house", "small-building", 10, 10, 14, 14)
ANNEX = feature("annex", "small-building", 20, 10, 24, 14)


def boss(side="blue", x=10.0, y=5.0):
    """A commander whose Influence reaches 12 inches."""
    return unit(BOSS, side, x, y, cv=3)


def room(u, edge=-1):
    spots = {-1: (12, 12), 0: (12, 10), 1: (14, 12), 2: (12, 14), 3: (10, 12)}
    return inside(u, 0, edge, spots[edge])


def foot(side="blue", x=12.0, y=9.0, **more):
    return unit(FOOT, side, x, y, **more)


def events(g, kind):
    return [event for event in g.log if event.kind == kind]


def force(s, card, side="blue", squad=-1, until="activation", worth=0):
    """The same game with a card in force."""
    return s.with_(effects=(*s.effects, Effect(card, side, squad, until, worth)))


# ---- global cards


def test_a_look_at_the_other_hand():
    """dz.cards.intercepted-traffic: only who played it is told."""
    s = with_cards(table(boss(), unit(TANK, "red", 30, 30)), ("Intercepted Traffic",), ("Hot Ramp", "Last Seat"))
    g = run(command.command, s, [0], answers=("Intercepted Traffic", None, None))
    (told,) = events(g, "hand")
    assert told.audience == ("blue",)
    assert told.data["cards"] == ("Hot Ramp", "Last Seat")
    assert "dz.cards.intercepted-traffic" in told.rules


def test_a_card_is_cancelled():
    """dz.cards.dead-channel: last in, first out; a cancel may be cancelled."""
    own = ("Patch and Weld", "Dead Channel")
    s = with_cards(table(boss(), unit(TANK, "blue", 12, 12, dp=1), unit(TANK, "red", 30, 30)), own, ("Dead Channel",))
    g = run(command.command, s, [0], answers=("Patch and Weld", "Dead Channel", None))
    assert (g.state[1].dp, g.state.spent) == (1, (("Patch and Weld",), ("Dead Channel",)))
    assert events(g, "cancelled")[0].data == {"seat": "red", "card": "Patch and Weld"}
    g = run(command.command, s, [0], answers=("Patch and Weld", "Dead Channel", "Dead Channel", (1,)))
    assert g.state[1].dp == 2
    assert events(g, "cancelled")[0].data == {"seat": "blue", "card": "Dead Channel"}


def test_cards_are_lost_at_random():
    """dz.cards.static-storm: D3 of them."""
    s = with_cards(table(boss(), unit(TANK, "red", 30, 30)), ("Static Storm",), ("Hot Ramp", "Last Seat", "Back Door"))
    g = run(command.command, s, [0], answers=("Static Storm", None, (2,), (2,), (1,), None))
    assert g.state.hands == ((), ("Back Door",))
    assert g.state.spent[1] == ("Last Seat", "Hot Ramp")
    one = with_cards(table(boss(), unit(TANK, "red", 30, 30)), ("Static Storm",), ("Hot Ramp",))
    assert run(command.command, one, [0], answers=("Static Storm", None, (3,))).state.hands == ((), ())


def test_a_higher_command_value():
    """dz.cards.secured-uplink: 1 more for initiative, hand and Influence, until the round is over."""
    s = with_cards(table(boss(), unit(TANK, "red", 10, 20), phase="tactics"), ("Secured Uplink",))
    assert not commanders.in_influence(s, "blue", 1)  # 15 inches
    g = run(command.tactics, s, answers=("Secured Uplink",))
    assert commanders.highest(g.state, "blue") == 4
    assert commanders.in_influence(g.state, "blue", 1)
    filled = run(command.fill_hand, g.state.with_(phase="hands")).state
    assert len(filled.hands[0]) == 4
    assert value(turn.roll_initiative, g.state, answers=((1,), (4,))) == "blue"  # 5 against 4
    assert run(turn.end_round, g.state).state.effects == ()
    lost = with_cards(table(unit(TANK, "blue", 1, 1), unit(TANK, "red", 10, 20)), ("Secured Uplink",))
    assert cards.fits(lost, "blue", Moment.EARLY, ()).keys() == {"Stolen March"}


def test_initiative_by_a_march():
    """dz.cards.stolen-march: 3 more, and the opponent rolls a 6 again."""
    s = with_cards(table(unit(TANK, "blue", 1, 1), unit(TANK, "red", 30, 30), phase="tactics"), ("Stolen March",))
    g = run(command.tactics, s, answers=("Stolen March",))
    assert value(turn.roll_initiative, g.state, answers=((2,), (6,), (4,))) == "blue"  # 5 against 4
    assert value(turn.roll_initiative, g.state, answers=((2,), (6,), (6,))) == "red"  # no die is rolled a third time
    assert value(turn.roll_initiative, s, answers=((2,), (6,))) == "red"


def test_orders_in_disorder():
    """dz.cards.tangled-orders: D3 squads of an enemy battlegroup have 1 action."""
    s = table(unit(TANK, "blue", 10, 10), unit(TANK, "blue", 14, 10), unit(TANK, "blue", 18, 10),
              unit(TANK, "red", 14, 18))  # fmt: skip
    g = run(command.command, with_cards(s, (), ("Tangled Orders",)), [0, 1, 2], answers=("Tangled Orders", (2,), 2, 0))
    assert [effect.squad for effect in g.state.effects] == [2, 0]
    moved = g.state.with_(squads=tuple(q.with_(actions=("move",)) for q in g.state.squads))
    assert [choices.kinds(moved, q) for q in (0, 1, 2)] == [[], ["shoot"], []]
    over = run(turn.after_activation, g.state).state
    assert over.effects == ()


def test_nobody_runs():
    """dz.cards.not-one-room: the test is passed without a roll, wherever the squad is."""
    s = with_cards(table(room(foot()), unit(TANK, "red", 30, 30), features=(HOUSE,)), ("Not One Room",))
    assert value(fortitude.test, s, 0, answers=("Not One Room",)) == 0
    assert value(fortitude.test, s, 0, answers=(None, (1,))) == 3


def burning(blue=(), red=()):
    s = table(room(foot("red")), unit(TANK, "blue", 30, 30), features=(HOUSE,))
    s = s.with_(scenery=(s.scenery[0].with_(tokens=3),))
    return with_cards(s, blue, red)


def test_a_fire_that_spreads():
    """dz.cards.spreading-blaze: failed dice again, and every token stays."""
    g = run(losses.resolve_tokens, burning(("Spreading Blaze",)), 0,
            answers=("Spreading Blaze", (6, 1, 2), (6, 1), (1, 1, 1), (1, 2, 3)))  # fmt: skip
    assert (g.state.scenery[0].dp, g.state.scenery[0].tokens) == (8, 3)
    assert g.state[0].dp == 3  # Energy 4 against Armour 7: only the 3


def test_a_fire_that_is_fought():
    """dz.cards.fire-wardens: successful dice again; with the other card each die is still rolled again only once."""
    g = run(losses.resolve_tokens, burning((), ("Fire Wardens",)), 0,
            answers=("Fire Wardens", (6, 6, 2), (6, 5), (6, 6, 1), (1, 6)))  # fmt: skip
    assert (g.state.scenery[0].dp, g.state.scenery[0].tokens) == (9, 1)
    assert g.state[0].dp == 3
    both = burning(("Spreading Blaze",), ("Fire Wardens",))
    dice = ((6, 6, 2), (1, 1), (6,), (1, 1, 6), (1,), (1, 1))
    g = run(losses.resolve_tokens, both, 0, answers=("Spreading Blaze", None, "Fire Wardens", *dice))
    assert (g.state.scenery[0].dp, g.state.scenery[0].tokens) == (9, 3)


def test_points_restored():
    """dz.cards.patch-and-weld: D3, never more than were lost; no Behemoth."""
    s = table(unit(profile(dp=4), "blue", 10, 10, dp=1), unit(TANK, "blue", 14, 10, dp=1), unit(TANK, "red", 30, 30),
              unit(profile("behemoth"), "blue", 20, 5, zones=(3, 4, 4), dp=11))  # fmt: skip
    s = with_cards(s, ("Patch and Weld",))
    g = run(command.command, s, [0], answers=("Patch and Weld", 0, (3,)))
    assert g.state[0].dp == 4
    g = run(command.command, s, [0], answers=("Patch and Weld", 1, (3,)))
    assert g.state[1].dp == 2
    assert cards.fits(s, "blue", Moment.COMMAND, (0,))["Patch and Weld"] == [0, 1]


def test_transports_move_twice():
    """dz.cards.second-run"""
    lorry = unit(profile(carries="foot", room=3, guns=()), "blue", 10, 10)
    s = table(lorry, unit(TANK, "blue", 20, 10), unit(TANK, "red", 30, 30))
    g = run(command.command, with_cards(s, ("Second Run",)), [0, 1], answers=("Second Run",))
    g = run(actions.act, g.state, 0, True, answers=("move", to(10, 16)))
    assert choices.kinds(g.state, 0) == ["again"]
    g = run(actions.act, g.state, 0, False, answers=("again", to(10, 22)))
    assert (g.state[0].base.y, g.state.squads[0].actions) == (22000, ("move", "again"))
    assert choices.kinds(g.state, 0) == []
    moved = g.state.with_(squads=(g.state.squads[0], g.state.squads[1].with_(actions=("move",)), g.state.squads[2]))
    assert "again" not in choices.kinds(moved, 1)  # a tank is no transport


# ---- squads ahead of their turn


def test_one_squad_ahead():
    """dz.cards.forward-party: it acts by itself before the first activation, and is done for the round."""
    s = table(boss(), unit(TANK, "blue", 12, 10), unit(TANK, "blue", 40, 10), unit(TANK, "red", 30, 30),
              phase="vanguard", group=None)  # fmt: skip
    s = with_cards(s, ("Forward Party",))
    assert cards.fits(s, "blue", Moment.VANGUARD, ())["Forward Party"] == [0, 1]  # the third is too far
    g = run(turn.step, s, answers=("Forward Party", 1))
    for answers in ((), (), (to(12, 14),), (), (), (), ()):
        g = run(turn.step, g.state, answers=answers)
    assert (g.state.phase, g.state.next) == ("vanguard", "red")
    assert g.state.squads[1].done
    assert not g.state.groups[0].acted
    g = run(turn.step, g.state)
    assert (g.state.phase, g.state.next) == ("groups", "blue")


def test_an_answer_to_an_enemy_squad():
    """dz.cards.swift-riposte: one action more, with weapons that have shot already."""
    s = table(boss(), unit(TANK, "blue", 12, 10, fired=(0,)), unit(TANK, "red", 12, 18), phase="reply", next="red",
              flags={1: {"done": True, "actions": ("move", "shoot")}})  # fmt: skip
    s = with_cards(s, ("Swift Riposte",))
    g = run(turn.step, s, answers=("Swift Riposte", 1, "shoot", 2, (3,), (4,)))
    assert g.state[2].dp == 1
    assert (g.state[1].fired, g.state.squads[1].actions, g.state.phase) == ((0,), ("move", "shoot"), "squads")
    g = run(turn.step, s, answers=("Swift Riposte", 1, "move", to(12, 12)))
    assert g.state[1].base.y == 12000


# ---- orders


def test_through_the_cellars():
    """dz.cards.cellar-run: into a garrison within 12 inches that is not linked."""
    s = table(boss(), room(foot(), 0), features=(HOUSE, ANNEX), squad=1)
    assert entering.cellars(s, 1) == [1]  # 6 inches away
    g = run(command.orders, with_cards(s, ("Cellar Run",)), answers=("Cellar Run",))
    g = run(moving.move, g.state, 1, answers=("into 1", -1))
    assert g.state[1].piece == 1
    assert "dz.cards.cellar-run" in g.fired
    far = feature("far", "small-building", 26.5, 10, 30, 14)
    assert entering.cellars(table(boss(), room(foot(), 0), features=(HOUSE, far)), 1) == []


def test_out_of_a_fast_aircraft():
    """dz.cards.hot-ramp: it has landed, and moved more than half its MV."""
    ship = profile("aircraft", carries="foot", room=4)
    s = table(boss(), unit(ship, "blue", 12, 12, flying=False, moved=9000), aboard(FOOT, "blue", 1), squad=2)
    assert not boarding.can_leave(s, 2)
    g = run(command.orders, with_cards(s, ("Hot Ramp",)), answers=("Hot Ramp",))
    assert boarding.can_leave(g.state, 2)
    g = run(transports.disembark, g.state, 2, answers=(at(12, 13.5),))
    assert g.state[2].here
    assert "dz.cards.hot-ramp" in events(g, "disembarks")[0].rules
    up = force(s.change(1, flying=True), "hot-ramp", squad=2)
    assert not boarding.can_leave(up, 2)


def test_an_aircraft_that_banks():
    """dz.cards.hard-bank: 3 more Evasion, which AA weapons may take away."""
    s = table(boss("red", 14, 20), unit(profile("aircraft"), "red", 14, 16), unit(TANK, "blue", 14, 10), squad=1,
              next="red")  # fmt: skip
    g = run(command.orders, with_cards(s, (), ("Hard Bank",)), answers=("Hard Bank",))
    need = accuracy(g.state, 2, gun(aa=0), 1)
    assert (need.value, need.rules[-1]) == (6, "dz.cards.hard-bank")
    assert accuracy(g.state, 2, gun(aa=2), 1).value == 4
    assert accuracy(s, 2, gun(aa=0), 1).value == 3


def test_a_run_for_the_transport():
    """dz.cards.last-seat: its MV once more, to embark."""
    lorry = unit(profile(carries="foot", room=4), "blue", 12, 21.9)
    s = table(boss(), foot(y=12), lorry, squad=1)
    assert run(moving.move, s, 1, answers=(to(12, 16),)).state[1].aboard is None  # 5.9 inches
    g = run(command.orders, with_cards(s, ("Last Seat",)), answers=("Last Seat",))
    g = run(moving.move, g.state, 1, answers=(to(12, 16), 2))
    assert g.state[1].aboard == 2
    assert boarding.rides(force(s, "last-seat", squad=1), 1) == []  # 9.9 inches are too far


def test_any_gun_at_aircraft():
    """dz.cards.guns-to-the-sky: weapons without AA hit aircraft on a 6 only."""
    s = table(boss(), unit(TANK, "blue", 12, 10), unit(profile("aircraft"), "red", 12, 16), squad=1)
    assert aiming.fault(s, 1, gun(), 2)[1] == "dz.play.aircraft-targets"
    g = run(command.orders, with_cards(s, ("Guns to the Sky",)), answers=("Guns to the Sky",))
    assert aiming.fault(g.state, 1, gun(), 2) is None
    assert accuracy(g.state, 1, gun(), 2).value == 6
    assert accuracy(g.state, 1, gun(aa=0), 2).value == 3
    g = run(shooting.shoot, g.state, 1, answers=(2, (5,)))
    assert g.state[2].dp == 2
    assert "dz.cards.guns-to-the-sky" in events(g, "shoots")[0].rules


# ---- shots


def duel(card, weapon, target=TANK, side="blue"):
    """A commander and a shooter of blue's against a squad of red's under its own commander."""
    s = table(boss(), unit(profile(guns=(weapon,)), "blue", 12, 10), unit(target, "red", 12, 18), boss("red", 12, 24))
    return with_cards(s, (card,) if side == "blue" else (), (card,) if side == "red" else ())


def test_misses_again():
    """dz.cards.walking-fire: once each; also for weapons whose very faces count."""
    s = duel("Walking Fire", gun(shots=3))
    g = run(shooting.shoot, s, 1, answers=(2, "Walking Fire", (3, 1, 2), (5, 1), (3, 1)))
    assert g.state[2].dp == 1
    assert "dz.cards.walking-fire" in events(g, "shoots")[0].rules
    assert run(shooting.shoot, s, 1, answers=(2, None, (1, 1, 2))).state[2].dp == 2
    deadly = duel("Walking Fire", gun(destroyer=6))
    assert not run(shooting.shoot, deadly, 1, answers=(2, "Walking Fire", (2,), (6,))).state[2].alive


def test_failed_damage_again():
    """dz.cards.weak-seams"""
    g = run(shooting.shoot, duel("Weak Seams", gun(shots=2)), 1, answers=(2, "Weak Seams", (3, 3), (3, 2), (3,)))
    assert not g.state[2].alive  # 3 and 3, with Energy 7 against Armour 10
    s = duel("Weak Seams", gun(full=12))
    house = feature("house", "small-building", 12, 16, 14, 18)
    s = s.with_(terrain=table(features=(house,)).terrain, scenery=table(features=(house,)).scenery)
    g = run(shooting.shoot, s, 1, answers=("scenery", "Weak Seams", (3,), (2,), (4,)))
    assert g.state.scenery[0].dp == 9


def test_penetrative_for_once():
    """dz.cards.needle-rounds: a natural 6 damages."""
    s = duel("Needle Rounds", gun(energy=1))
    assert run(shooting.shoot, s, 1, answers=(2, "Needle Rounds", (3,), (6,))).state[2].dp == 1
    assert run(shooting.shoot, s, 1, answers=(2, None, (3,), (6,))).state[2].dp == 2


def test_a_screen():
    """dz.cards.flare-screen: Passive Countermeasures of 5+ for the squad shot at, or its own if they are better."""
    s = duel("Flare Screen", gun(), side="red")
    g = run(shooting.shoot, s, 1, answers=(2, "Flare Screen", (3,), (6,), (5, 4)))
    assert g.state[2].dp == 1
    assert run(actions.carry_out, s, 1, "shoot", answers=(2, "Flare Screen", (3,), (2,))).state.effects == ()
    own = duel("Flare Screen", gun(), profile(passive=4), side="red")
    assert run(shooting.shoot, own, 1, answers=(2, "Flare Screen", (3,), (3,), (4,))).state[2].dp == 2
    heavy = duel("Flare Screen", gun(energy=13), side="red")
    assert not run(shooting.shoot, heavy, 1, answers=(2, "Flare Screen", (3,), (2,))).state[2].alive  # none against 13


def test_damage_that_glances_off():
    """dz.cards.glancing-angles: successful damage is rolled again."""
    s = duel("Glancing Angles", gun(shots=2), side="red")
    g = run(shooting.shoot, s, 1, answers=(2, "Glancing Angles", (3, 3), (6, 3), (2, 3)))
    assert g.state[2].dp == 1
    assert "dz.cards.glancing-angles" in events(g, "shoots")[0].rules
    assert "dz.garrisons.entry-re-roll" not in g.fired


def test_more_energy():
    """dz.cards.overcharged-cells: 1 more on 3 or 4, 2 on 5 or 6."""
    s = duel("Overcharged Cells", gun())
    for die, left in ((2, 2), (3, 1), (5, 1)):
        g = run(shooting.shoot, s, 1, answers=(2, "Overcharged Cells", (die,), (3,), (2,)))
        assert g.state[2].dp == left, die
    g = run(shooting.shoot, s, 1, answers=(2, "Overcharged Cells", (6,), (3,), (3,)))
    assert not g.state[2].alive  # 3 + 9 against 10: a Critical
    assert weapons.blow_of(force(s, "overcharged-cells", squad=1, worth=2), 1, gun(), 2).energy == 9


def test_nothing_spoils_the_aim():
    """dz.cards.clear-fix: no modifier counts, and no Evasion."""
    s = duel("Clear Fix", gun(), profile(evasion=3))
    s = s.with_(squads=tuple(q.with_(disembarked=True) for q in s.squads))
    assert accuracy(s, 1, gun(), 2).value == 8
    g = run(shooting.shoot, s, 1, answers=(2, "Clear Fix", (3,), (3,)))
    assert g.state[2].dp == 1
    assert events(g, "shoots")[0].data["need"].value == 3
    assert "dz.cards.clear-fix" in events(g, "shoots")[0].rules


def test_shooters_out_of_influence_get_no_card():
    """dz.play.command-cards: an Influence card needs its target within Influence; no card works on a Behemoth."""
    s = table(boss(), unit(TANK, "blue", 12, 26), unit(TANK, "red", 12, 32))
    g = run(shooting.shoot, with_cards(s, ("Walking Fire",)), 1, answers=(2, (1,)))
    assert g.state.hands[0] == ("Walking Fire",)
    beast = table(boss(), unit(profile("behemoth"), "blue", 12, 10), unit(TANK, "red", 12, 18))
    run(shooting.shoot, with_cards(beast, ("Walking Fire",)), 1, answers=(2, (1,)))


# ---- garrisons


def test_twice_the_blows():
    """dz.cards.every-blade: Close Quarters weapons have twice their Shots."""
    s = table(boss(), room(foot()), room(foot("red")), features=(HOUSE,))
    g = run(shooting.shoot, with_cards(s, ("Every Blade",)), 1,
            answers=(2, "Every Blade", (4, 4, 4, 1, 1, 1, 1, 1, 1, 1)))  # fmt: skip
    assert g.state[2].dp == 1
    assert "dz.cards.every-blade" in g.fired


def test_an_ambush_inside():
    """dz.cards.waiting-in-the-dark: the entrants are attacked at once, and the weapons are not used up."""
    s = table(foot(), room(foot("red")), boss("red", 12, 20), features=(HOUSE,))
    g = run(garrisons.enter, with_cards(s, (), ("Waiting in the Dark",)), 0, 0,
            answers=(-1, "Waiting in the Dark", (4, 4, 1, 1, 1)))  # fmt: skip
    assert g.state[0].dp == 2
    assert (g.state[1].fired, g.state.squads[0].hurt) == ((), True)
    killed = run(moving.move, with_cards(s, (), ("Waiting in the Dark",)), 0,
                 answers=(to(12, 9), 0, -1, "Waiting in the Dark", (4, 4, 4, 4, 4)))  # fmt: skip
    assert not killed.state[0].alive


def test_out_at_the_back():
    """dz.cards.back-door: a squad inside leaves at once, without a test."""
    s = table(foot(), foot(x=12.8), room(foot("red")), boss("red", 12, 20), features=(HOUSE,))
    s = run(garrisons.enter, s, 1, 0, answers=(-1,)).state
    g = run(garrisons.enter, with_cards(s, (), ("Back Door",)), 0, 0, answers=(-1, "Back Door", at(12, 15)))
    assert g.state[2].here
    assert "dz.cards.back-door" in g.fired
    assert "dz.garrisons.outnumbered-exit-test" not in g.fired


def test_steady_voices():
    """dz.cards.steady-voices: for the round a failed Fortitude Test in Influence is rolled again."""
    s = table(boss(), room(foot()), unit(TANK, "red", 30, 30), features=(HOUSE,))
    g = run(command.command, with_cards(s, ("Steady Voices",)), [1], answers=("Steady Voices",))
    assert value(fortitude.test, g.state, 1, answers=((2,), (5,))) == 0
    assert value(fortitude.test, g.state, 1, answers=((2,), (1,))) == 3
    assert value(fortitude.test, g.state, 1, answers=((4,),)) == 0
    away = table(boss(x=40), room(foot()), unit(TANK, "red", 30, 30), features=(HOUSE,))
    assert value(fortitude.test, force(away, "steady-voices"), 1, answers=((2,),)) == 2


def test_walls_that_shake():
    """dz.cards.shaking-walls: D6 hits of Energy 10 on a garrison in Influence."""
    s = table(boss(), room(foot("red")), features=(HOUSE, feature("far", "small-building", 40, 40, 44, 44)))
    g = run(command.command, with_cards(s, ("Shaking Walls",)), [0],
            answers=("Shaking Walls", (3,), (1, 1, 2), (6,), (6,)))  # fmt: skip
    assert g.state.scenery[0].dp == 8  # a Critical leaves a token, which is resolved at once
    assert (g.state.scenery[0].tokens, g.state[1].dp) == (1, 3)
    assert "dz.cards.shaking-walls" in g.fired


def test_no_blades_no_ambush():
    """dz.cards.waiting-in-the-dark: who has no Close Quarters weapon left cannot."""
    bare = unit(profile("infantry", guns=(gun(),)), "red", 12, 9)
    s = with_cards(table(foot(), room(bare), boss("red", 12, 20), features=(HOUSE,)), (), ("Waiting in the Dark",))
    assert cards.fits(s, "red", Moment.ENTERED, (0,)).keys() == {"Back Door"}
