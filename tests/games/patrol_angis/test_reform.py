"""Patrol Angis, heading Reform Troop Element."""

from hexless.games.patrol_angis.reform import join, join_self, may_reform, partners, parts, reform, split, valid


def test_joining_moves_into_contact_and_pools_everything(pa):
    """pa.reform.join, pa.reform.share-tokens, pa.reform.losses-reset: 2 + 3 figures, 1 + 2 tokens, full again at 5."""
    a = pa.element("blue", 50, 10, n=2, tokens=1, full=4)
    b = pa.element("blue", 50, 20, n=3, tokens=2, full=3, name="b")
    done = pa.run(pa.battle(a, b), join, 0, script=[pa.to((50, 18.6))])
    joined = done.state[1]
    assert (len(joined.figures), joined.tokens, joined.full) == (5, 3, 5)
    assert done.state[0].figures == ()
    assert {"pa.reform.join", "pa.reform.share-tokens", "pa.reform.losses-reset"} <= done.fired
    shaken = pa.run(pa.battle(a, b.with_(tokens=0, fear=2)), join, 0, script=[pa.to((50, 18.6))]).state[1]
    assert (shaken.tokens, shaken.fear) == (0, 1)  # pooled tokens cancel


def test_only_valid_troop_elements_result(pa):
    """pa.reform.valid-result: not 8 + 4, not another platoon, not another type; 1 only of characters."""
    a = pa.element("blue", 50, 10, n=8)
    for other in (
        pa.element("blue", 50, 20, n=4),
        pa.element("blue", 50, 20, n=2, platoon=1),
        pa.element("blue", 50, 20, n=2, kind="vehicle"),
        pa.element("blue", 50, 20, n=2, watch=True),
    ):
        assert list(partners(pa.battle(a, other), 0)) == []
    assert list(partners(pa.battle(a, pa.element("blue", 50, 20, n=2)), 0)) == [1]
    s = pa.battle(a)
    figures = a.figures
    assert [valid(s, "infantry", figures[:n]) for n in (1, 2, 3, 8)] == [False, True, True, True]
    hero = pa.element("blue", 50, 10, character=True)
    assert valid(s, "infantry", hero.figures)
    strict = pa.battle(a, rulings={"strict_element_sizes": True})
    assert [valid(strict, "infantry", figures[:n]) for n in (2, 3, 4, 5, 8)] == [True, False, True, False, True]
    bikes = pa.element("blue", 50, 10, n=4, kind="vehicle")
    assert [valid(s, "vehicle", bikes.figures[:n]) for n in (1, 3, 4)] == [True, True, False]
    gun = [pa.profile("portable", platform=True), pa.profile("portable"), pa.profile("portable")]
    assert valid(s, "portable", pa.element("blue", 50, 10, kind="portable", profiles=gun).figures)
    assert parts(pa.battle(pa.element("blue", 50, 10, kind="portable", profiles=gun)), 0) == []


def test_splitting_divides_figures_and_tokens_and_each_part_moves(pa):
    """pa.reform.split, pa.reform.share-tokens: 6 become 4 and 2, 3 tokens 1 and 2; 7 of 8 would be no valid rest."""
    s = pa.battle(pa.element("blue", 50, 10, n=6, tokens=3, full=8))
    assert parts(s, 0) == [2, 3, 4]
    script = [2, None, (1, 2), pa.to((50, 15)), "engine", pa.to((40, 10)), "engine"]
    done = pa.run(s, split, 0, script=script)
    assert [(len(e.figures), e.full, e.tokens) for e in done.state.units] == [(4, 4, 1), (2, 2, 2)]
    assert done.state[1].name == "blue infantry/2"
    assert {
        "pa.reform.split",
        "pa.reform.share-tokens",
        "pa.reform.losses-reset",
        "pa.reform.valid-result",
    } <= done.fired
    three = pa.run(s, split, 0, script=[2, 2, (1, 1, 1), *[pa.STAY] * 3])
    assert [len(e.figures) for e in three.state.units] == [2, 2, 2]
    assert pa.refused(s, split, 0, script=[5]).rule == "pa.reform.split"


def test_who_leaves_is_chosen_where_figures_differ(pa):
    """pa.reform.split: one sergeant and one trooper go."""
    team = [pa.profile(), pa.profile(), pa.profile(name="sergeant"), pa.profile()]
    done = pa.run(pa.battle(pa.element("blue", 50, 10, profiles=team)), split, 0, script=[(1, 1), pa.STAY, pa.STAY])
    assert sorted(f.profile.name for f in done.state[1].figures) == ["sergeant", "trooper"]


def test_joining_itself_makes_the_present_size_the_full_size(pa):
    """pa.reform.join-self, pa.reform.losses-reset: 3 of 8 left count as 3 of 3."""
    s = pa.battle(pa.element("blue", 50, 10, n=3, full=8))
    done = pa.run(s, reform, 0)  # nothing else can be done
    assert done.state[0].full == 3
    assert {"pa.reform.join-self", "pa.reform.losses-reset"} <= done.fired
    assert pa.run(s, join_self, 0).state == done.state
    assert not may_reform(pa.battle(pa.element("blue", 50, 10, n=2)), 0)


def test_who_leaves_alone_must_be_able_to(pa):
    """pa.reform.valid-result: of hero and troopers only the hero goes alone; a leader who is none cannot be left."""
    hero, plain = pa.profile(name="hero", character=True), pa.profile()
    s = pa.battle(pa.element("blue", 50, 10, profiles=[plain, hero, plain, plain]))
    assert parts(s, 0) == [1, 2]
    done = pa.run(s, split, 0, script=[1, pa.STAY, pa.STAY])
    assert [[f.profile.name for f in e.figures] for e in done.state.units] == [["trooper"] * 3, ["hero"]]
    assert parts(pa.battle(pa.element("blue", 50, 10, profiles=[hero, plain, plain])), 0) == [2]


def test_joining_keeps_fire_and_banner(pa):
    """pa.reform.join: burning and a stored re-roll go along."""
    a = pa.element("blue", 50, 10, n=2, burning=2, banner=True)
    b = pa.element("blue", 50, 20, n=3, burning=1, name="b")
    joined = pa.run(pa.battle(a, b), join, 0, script=[pa.to((50, 18.6))]).state
    assert (joined[1].burning, joined[1].banner) == (2, True)
    assert (joined[0].burning, joined[0].banner) == (0, False)


def test_a_stored_re_roll_stays_one_when_they_split(pa):
    """pa.reform.split: it goes with the banner, and without its bearers it stays; what burns burns in both parts."""
    plain, bearer = pa.profile(), pa.profile(name="bearer", skills=("valour",))

    def parted(*team, share):
        e = pa.element("blue", 50, 10, profiles=team, banner=True, burning=2)
        done = pa.run(pa.battle(e), split, 0, script=[*share, pa.STAY, pa.STAY])
        return [(u.banner, u.burning) for u in done.state.units]

    assert parted(plain, plain, bearer, plain, share=[(1, 1)]) == [(False, 2), (True, 2)]
    assert parted(plain, plain, bearer, plain, share=[(2, 0)]) == [(True, 2), (False, 2)]
    assert parted(plain, plain, plain, plain, share=[]) == [(True, 2), (False, 2)]


def test_only_those_within_a_move_are_joined(pa):
    """pa.reform.join: 10 cm reach a friend 11.4 cm away, not one at 12 cm, nor one behind a river."""
    a = pa.element("blue", 50, 10, n=2)
    for y, near in ((21.3, [1]), (22, [])):
        assert list(partners(pa.battle(a, pa.element("blue", 50, y, n=1, character=True)), 0)) == near
    river = pa.ground("river", 0, 13, 120, 15, "impassable")
    assert list(partners(pa.battle(a, pa.element("blue", 50, 20, n=2), pieces=[river]), 0)) == []
    assert not may_reform(pa.battle(a, pa.element("blue", 50, 20, n=2), pieces=[river]), 0)
