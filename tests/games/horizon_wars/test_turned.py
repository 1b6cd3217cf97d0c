"""Horizon Wars, geometry: the worked examples of the audit, turned through 72 directions and mirrored."""

from math import cos, hypot, pi, sin

import msgspec
import pytest

from hexless.games.horizon_wars.activation import activate, carry_out
from hexless.games.horizon_wars.charge import halt_short
from hexless.games.horizon_wars.cover import COVERS, _hidden, cover
from hexless.games.horizon_wars.fight import fight
from hexless.games.horizon_wars.lines import contact_point, heading_to, why_not_charge
from hexless.games.horizon_wars.movement import obstacles, price
from hexless.games.horizon_wars.reactions import counter_charge
from hexless.games.horizon_wars.rulings import Rulings
from hexless.games.horizon_wars.shooting import effective_range, has_line
from hexless.kernel import Stream
from hexless.table import Base, Going, Terrain, crossing, gap, piece, toll

CENTRE = 20.0
TURNS = [(step, mirrored) for step in range(72) for mirrored in (False, True)]


class Turned:
    """Elements and ground of an example about the middle of the table, turned and mirrored."""

    def __init__(self, hw, step, mirrored):
        self.hw, self.angle, self.mirrored = hw, 2 * pi * step / 72 + 0.013, mirrored

    def vector(self, x, y):
        x = -x if self.mirrored else x
        return x * cos(self.angle) - y * sin(self.angle), x * sin(self.angle) + y * cos(self.angle)

    def point(self, x, y):
        x, y = self.vector(x, y)
        return round((CENTRE + x) * 1000), round((CENTRE + y) * 1000)

    def element(self, side, x, y, facing=(0, 1), **fields):
        """An element that stands at x, y from the middle, and faces along a vector."""
        fx, fy = self.vector(*facing)
        made = self.hw.element(side, 0, 0, facing=(round(1000 * fx), round(1000 * fy)), **fields)
        px, py = self.point(x, y)
        return made.with_(base=made.base.at(px, py))

    def box(self, name, x0, y0, x1, y1, *traits, height=3.0):
        corners = [self.point(x, y) for x, y in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))]
        return piece(name, corners, height=round(height * 1000), traits=traits)


@pytest.fixture
def everywhere(hw):
    """One `Turned` for each direction, and each mirrored."""
    return [Turned(hw, step, mirrored) for step, mirrored in TURNS]


def tall(e, height):
    return e.with_(base=msgspec.structs.replace(e.base, height=round(height * 1000)))


# ---- halts, charges and push-backs

HARD = {"P": 1, "F": 0, "M": 0, "A": 9}


def test_reaction_shot_at_the_halt_is_fired_at_one_inch(hw, everywhere):
    """hw.move.charge-halt, hw.shoot.range: the halt measures 1.000, so the effective range is 1 + A 4, not 2 + 4."""
    for t in everywhere:
        red = t.element("red", 0, 2, facing=(0, -1), P=1, M=0, F=1, A=9, D=0, activated=True, reactions=1)
        blue = t.element("blue", 0, -5.3, P=1, M=4, F=0, A=4, D=0, kind="vehicle", radius=0.9)
        script = [1, "stand", [4], [1], [1], (1, 0, 0)]  # 4 does not reach 5
        done = hw.run(hw.battle(blue, red), carry_out, 0, "charge", script=script)
        shot = hw.events(done, "shot")[0]
        assert shot.data["need"].value == 5, t.angle
        assert shot.data["need"].rows[0].value == 1


def test_push_back_measures_an_inch(hw, everywhere):
    """hw.charge.push-back, hw.shoot.range: the loser stands at exactly an inch, and is shot at with 1 + A."""
    for t in everywhere:
        s = hw.battle(t.element("blue", 0, 0, **HARD), t.element("red", 0, 2, **HARD))
        done = hw.run(s, fight, 0, 1, 0, script=[[9], [4]]).state
        assert gap(done[0].base, done[1].base).distance == 1000
        assert effective_range(done, 0, 1).value == 1 + done[1].A
        lost = hw.run(s, fight, 0, 1, 0, script=[[4], [9]]).state
        assert gap(lost[0].base, lost[1].base).distance == 1000
        assert hw.at(lost, 1) == hw.at(s, 1)


@pytest.mark.parametrize(("far", "score"), [(4.0, 6), (4.02, 7), (3.9, 6)])
def test_exactly_4_inches_are_never_more(hw, everywhere, far, score):
    """hw.charge.moved-over-four: 5 + 1, and another 1 only beyond 4 inches, whatever the direction."""
    for t in everywhere:
        s = hw.battle(t.element("blue", 0, 0, P=1, M=3, F=0), t.element("red", 0, 2 + far, **HARD))
        done = hw.run(s, carry_out, 0, "charge", script=[[5], [1]])
        assert hw.events(done, "clash")[0].data["charger"].value == score, t.angle


def test_charge_of_exactly_twice_m_is_in_reach(hw, everywhere):
    """hw.move.charge: M 3 reaches 6.000 inches in every direction, and 6.02 in none."""
    for t in everywhere:
        near = hw.battle(t.element("blue", 0, -4, P=1, M=3, F=0), t.element("red", 0, 4, **HARD))
        assert why_not_charge(near, 0, 1) is None
        assert hw.events(hw.run(near, carry_out, 0, "charge", script=[[5], [1]]), "fought")
        far = hw.battle(t.element("blue", 0, -4, P=1, M=3, F=0), t.element("red", 0, 4.02, **HARD))
        assert why_not_charge(far, 0, 1).rule == "hw.move.charge"


def test_counter_charge_over_the_inch_of_the_halt(hw, everywhere):
    """hw.move.counter-charge: at the halt the inch is always within an inch."""
    for t in everywhere:
        red = t.element("red", 0, 2, facing=(0, -1), **HARD, activated=True, reactions=1)
        s = hw.battle(t.element("blue", 0, -4, P=1, M=3, F=0), red)
        done = hw.run(s, carry_out, 0, "charge", script=[1, [5], [1], (0, 1, 0)])
        assert hw.events(done, "countered")[0].data["moved"] == pytest.approx(1000, abs=5)


# ---- moving on


@pytest.mark.parametrize(("kind", "radius"), [("mech", 1.0), ("vehicle", 0.9)])
def test_armour_that_draws_goes_through_infantry(hw, everywhere, kind, radius):
    """hw.charge.vehicle-draw: straight through, to an inch beyond, in every direction."""
    for t in everywhere:
        men = t.element("red", 0, radius + 0.8, kind="infantry", radius=0.8, **HARD)
        s = hw.battle(t.element("blue", 0, 0, kind=kind, radius=radius, **HARD), men)
        done = hw.run(s, fight, 0, 1, 0, script=[[9], [8]]).state
        assert gap(done[0].base, done[1].base).distance == 1000
        wanted = t.point(0, 2 * (radius + 0.8) + 1)
        assert hypot(*(a - b for a, b in zip(hw.at(done, 0), wanted))) < 50, t.angle
        assert hw.at(done, 1) == hw.at(s, 1)


def test_armour_that_wins_moves_straight_on(hw, everywhere):
    """hw.charge.vehicle-moves-on: an inch along its line, to a tick."""
    for t in everywhere:
        men = t.element("red", 0, 1.8, kind="infantry", radius=0.8, **HARD)
        done = hw.run(hw.battle(t.element("blue", 0, 0, **HARD), men), fight, 0, 1, 0, script=[[9], [4]]).state
        assert hypot(*(a - b for a, b in zip(hw.at(done, 0), t.point(0, 1)))) < 3


def test_armour_that_draws_where_something_stands_behind_the_infantry(hw, everywhere):
    """hw.charge.vehicle-draw: before a wall, the nearest place beyond the infantry; without any room it stays."""
    for t in everywhere[::7]:
        men = t.element("red", 0, 1.8, kind="infantry", radius=0.8, **HARD)
        wall = t.box("wall", -0.5, 4.4, 0.5, 4.6, "impassable")
        s = hw.battle(t.element("blue", 0, 0, **HARD), men, pieces=[wall])
        done = hw.run(s, fight, 0, 1, 0, script=[[9], [8]])
        assert hw.events(done, "moved on")
        x, y = hw.at(done.state, 0)
        dx, dy = t.vector(0, 1)
        assert (x - CENTRE * 1000) * dx + (y - CENTRE * 1000) * dy >= 1800 - 5  # not short of the infantry
        assert gap(done.state[0].base, done.state[1].base).distance >= 0
        long = t.box("long wall", -9, 2.7, 9, 2.9, "impassable")
        shut = hw.battle(*s.units, pieces=[long])
        still = hw.run(shut, fight, 0, 1, 0, script=[[9], [8]]).state
        assert hw.at(still, 0) == hw.at(shut, 0)


def test_armour_that_wins_before_a_wall_goes_as_far_as_it_can(hw, everywhere):
    """hw.charge.vehicle-moves-on: half an inch of room, so half an inch."""
    for t in everywhere[::7]:
        men = t.element("red", 0, 1.8, kind="infantry", radius=0.8, **HARD)
        wall = t.box("wall", -9, 1.5, 9, 1.7, "impassable")
        done = hw.run(hw.battle(t.element("blue", 0, 0, **HARD), men, pieces=[wall]), fight, 0, 1, 0,
                      script=[[9], [4]]).state  # fmt: skip
        assert hypot(*(a - b for a, b in zip(hw.at(done, 0), t.point(0, 0.5)))) < 10


@pytest.mark.parametrize("room", [0.1, 0.6, 0.9])
def test_armour_that_wins_before_the_edge_goes_as_far_as_it_can(hw, room):
    """hw.charge.vehicle-moves-on: with so much table ahead it goes so far, and no further."""
    men = hw.element("red", 20, 40.8 - room, kind="infantry", radius=0.8, **HARD)
    s = hw.battle(hw.element("blue", 20, 39 - room, **HARD), men)
    done = hw.run(s, fight, 0, 1, 0, script=[[9], [4]]).state
    assert hw.at(done, 0) == (20000, 39000)


def test_drawn_counter_charge_of_a_neighbour_moves_the_active_element(hw, everywhere):
    """hw.play.charge-draw: blue is active and backs off from the neighbour; who reacted stays where it made contact."""
    for t in everywhere[::5]:
        blue = t.element("blue", 0, -5, P=1, M=3, F=0, A=9)
        red = t.element("red", 0, 2, facing=(0, 1), **HARD)
        beside = t.element("red", 2.9, -1, facing=(-1, 0), name="beside", activated=True, reactions=1, **HARD)
        halted = hw.run(hw.battle(blue, red, beside), halt_short, 0, 1).state
        done = hw.run(halted, counter_charge, 2, script=[[5], [5], (0, 0, 3)])  # 6 to 6: a draw
        assert [e.data["unit"] for e in hw.events(done, "shifted")] == [0], t.angle
        assert gap(done.state[0].base, done.state[2].base).distance == 1000


# ---- any straight line into contact


def test_charge_finds_a_line_past_what_stands_on_the_centre(hw, everywhere):
    """hw.move.charge-straight: a small friend on the line of centres is passed; a wide wall is not."""
    for t in everywhere:
        blue, red = t.element("blue", 0, -4, P=1, M=4, F=0), t.element("red", 0, 4, **HARD)
        friend = t.element("blue", 0.8, 0, radius=0.4)
        s = hw.battle(blue, red, friend)
        assert why_not_charge(s, 0, 1) is None, t.angle
        assert hw.events(hw.run(s, carry_out, 0, "charge", script=[[5], [1]]), "fought")
        wall = t.box("wall", -4, -0.1, 4, 0.1, "impassable")
        assert why_not_charge(hw.battle(blue, red, pieces=[wall]), 0, 1).rule == "hw.move.charge-straight"


def test_straight_lines_against_a_sweep_of_all_headings(hw):
    """hw.move.charge-straight: in 150 crowds a line is found just if a sweep of 1,500 headings finds one."""
    stream, found, barred = Stream(5, "crowds"), 0, 0
    for _ in range(150):
        units = [hw.element("blue", 20, 20, M=4, F=0), hw.element("red", 20, 20 + 3 + stream.below(60) / 10)]
        for n in range(2 + stream.below(5)):
            e = hw.element("blue", 14 + stream.below(120) / 10, 20 + stream.below(100) / 10, radius=0.4, name=f"{n}")
            if all(gap(e.base, other.base).distance for other in units):
                units.append(e)
        corner = 16 + stream.below(60) / 10, 22 + stream.below(50) / 10
        wall = hw.ground("wall", *corner, corner[0] + 0.3, corner[1] + stream.below(20) / 10 + 0.1, "impassable")
        s = hw.battle(*units, pieces=[wall])
        mine = heading_to(s, 0, 1, 8000) is not None
        swept = _sweep(s)
        assert mine or not swept, units
        found, barred = found + mine, barred + (not mine)
    assert min(found, barred) > 20


def test_what_is_surely_shut_is_shut(hw, monkeypatch):
    """hw.move.charge-straight: where a look at what bars the way is enough, no heading is found in 300 crowds."""
    stream, sure, barred = Stream(7, "shut"), 0, 0
    for _ in range(300):
        units = [hw.element("blue", 20, 20, M=3, F=0), hw.element("red", 20, 20 + 3 + stream.below(60) / 10)]
        for n in range(stream.below(5)):
            e = hw.element("blue", 18 + stream.below(40) / 10, 20 + stream.below(80) / 10, radius=0.8, name=f"{n}")
            if all(gap(e.base, other.base).distance for other in units):
                units.append(e)
        corner = 16 + stream.below(40) / 10, 22 + stream.below(30) / 10
        wall = hw.ground("wall", *corner, corner[0] + stream.below(60) / 10 + 0.1, corner[1] + 0.4, "impassable")
        s = hw.battle(*units, pieces=[wall])
        base, target = s[0].base, s[1].base
        shut = Going(s.terrain, base, price(s, s[0]), obstacles(s, 0, 1)).shut(target, 6003)
        with monkeypatch.context() as patch:
            patch.setattr(Going, "shut", lambda *_: False)
            free = heading_to(s, 0, 1, 6000)
        assert not (shut and free), units
        sure, barred = sure + shut, barred + (free is None)
    assert barred > sure > 40


def _sweep(s):
    """Whether any of many headings makes contact with a hundredth of an inch to spare."""
    e, t, costs = s[0].base, s[1].base, price(s, s[0])
    others = obstacles(s, 0, 1)
    dx, dy = t.x - e.x, t.y - e.y
    for step in range(-750, 751):
        line = (dx * 1000 - dy * step, dy * 1000 + dx * step)
        point = contact_point(e, t, line)
        if point and toll(s.terrain, e, (point,), costs, 8000, others) is not None:
            return True
    return False


# ---- lines of fire


def test_hills_block(hw, everywhere):
    """hw.play.line-of-fire: infantry does not see infantry across a ridge of 2 inches; from its top it does."""
    for t in everywhere:
        low, high = t.element("blue", 0, -6, kind="infantry"), t.element("red", 0, 6, kind="infantry")
        ridge = t.box("ridge", -8, -1, 8, 1, "hill", height=2)
        s = hw.battle(low, high, pieces=[ridge])
        assert not has_line(s, 0, 1)
        assert not has_line(s, 1, 0)
        assert has_line(hw.battle(low, high), 0, 1)
        giants = hw.battle(tall(low, 3), tall(high, 3), pieces=[ridge])
        assert has_line(giants, 0, 1)
        top = t.element("blue", 0, 0, kind="infantry")
        on_top = hw.battle(top.with_(base=top.base.at(top.base.x, top.base.y, 2000)), high, pieces=[ridge])
        assert has_line(on_top, 0, 1)
        assert has_line(on_top, 1, 0)


@pytest.mark.parametrize(("trait", "height", "clear"), [("blocking", 3, False), ("blocking", 2.9, True),
                                                        ("building", 9, True)])  # fmt: skip
def test_what_is_as_tall_as_both_hides_them(hw, everywhere, trait, height, clear):
    """hw.play.line-of-fire: mechs of 3 inches are hidden by a block of 3, and see over one of 2.9."""
    for t in everywhere[::3]:
        blue, red = tall(t.element("blue", 0, -6), 3), tall(t.element("red", 0, 6), 3)
        block = t.box("block", -6, -1, 6, 1, trait, height=height)
        s = hw.battle(blue, red, pieces=[block])
        assert has_line(s, 0, 1) is has_line(s, 1, 0) is clear


def test_three_tanks_hide_a_tank(hw, everywhere):
    """units_block_lof: tanks of one height abreast hide a tank behind them, and a mech sees over them."""
    for t in everywhere[::3]:
        places = ((-1.7, 0.6), (0, 0), (1.7, 0.6))
        tanks = [tall(t.element("red", x, y, kind="vehicle", radius=0.9, name=f"{x}"), 1.5) for x, y in places]
        ends = [tall(t.element(side, 0, y, kind="vehicle", radius=0.9), 1.5) for side, y in (("blue", -4), ("red", 4))]
        s = hw.battle(*ends, *tanks)
        assert has_line(s, 0, 1)
        strict = s.with_(rulings=Rulings(units_block_lof=True))
        assert not has_line(strict, 0, 1)
        assert not has_line(strict, 1, 0)
        mech = strict.with_(units=(tall(strict[0], 3), tall(strict[1], 3), *strict.units[2:]))
        assert has_line(mech, 0, 1)


# ---- cover


def test_wall_that_the_shooter_lines_covers_only_who_lines_it_too(hw, everywhere):
    """hw.shoot.range-cover: blue leans on the wall: no cover 18 inches away, but for a red that leans on it as well."""
    for t in everywhere[::2]:
        wall = t.box("wall", -4, -0.2, 4, 0.2, "light-cover", height=1)
        blue = t.element("blue", 0, -1.25)
        assert cover(hw.battle(blue, t.element("red", 0, 18.75), pieces=[wall]), 0, 1) is None, t.angle
        assert cover(hw.battle(blue, t.element("red", 0, 1.25), pieces=[wall]), 0, 1).value == 1
        back = t.element("blue", 0, -12)
        assert cover(hw.battle(back, t.element("red", 0, 1.25), pieces=[wall]), 0, 1).value == 1
        assert cover(hw.battle(t.element("blue", 0, -1.5), t.element("red", 0, 4), pieces=[wall]), 0, 1).value == 1


def test_heavy_and_light_together_cover(hw, everywhere):
    """hw.play.cover-values: a third behind heavy and a third behind light cover is half behind something: light."""
    for t in everywhere[::2]:
        heavy = t.box("heavy", -1.2, 3, -0.2, 3.2, "heavy-cover", height=1)
        light = t.box("light", 0.2, 3, 1.2, 3.2, "light-cover", height=1)
        units = t.element("blue", 0, -12), t.element("red", 0, 5)
        assert cover(hw.battle(*units, pieces=[heavy, light]), 0, 1).why == "light cover"
        assert cover(hw.battle(*units, pieces=[heavy]), 0, 1) is None
        assert cover(hw.battle(*units, pieces=[light]), 0, 1) is None
        wide = t.box("wide", -1.2, 3, 0.2, 3.2, "heavy-cover", height=1)
        assert cover(hw.battle(*units, pieces=[wide, light]), 0, 1).why == "heavy cover"


def test_half_of_the_target_counts(hw, everywhere):
    """hw.play.cover-values: exactly half is enough, a tenth of an inch less is not."""
    for t in everywhere:
        units = t.element("blue", 0, -10), t.element("red", 0, 10)
        assert cover(hw.battle(*units, pieces=[t.box("hedge", -3, 8, 0, 8.2, "light-cover")]), 0, 1) is not None
        assert cover(hw.battle(*units, pieces=[t.box("hedge", -3, 8, -0.1, 8.2, "light-cover")]), 0, 1) is None


def test_hidden_width_equals_many_lines(hw):
    """hw.shoot.range-cover: 100 random tables; where 501 lines say clearly more or less than half, so do we."""
    stream, sure = Stream(9, "cover"), 0
    for _ in range(100):
        pieces = []
        for n in range(1 + stream.below(4)):
            x, y = stream.between(8, 30), stream.between(16, 32)
            pieces.append(hw.ground(f"{n}", x, y, x + 0.1 + stream.below(40) / 10, y + 0.2, "light-cover"))
        s = hw.battle(hw.element("blue", 20, 5), hw.element("red", stream.between(8, 32), 35), pieces=pieces)
        a, b = s[0].base, s[1].base
        share = _share(s.terrain, a, b)
        if abs(share - 0.5) > 0.004:
            sure += 1
            assert _hidden(s.terrain, a, b, COVERS["light"]) is (share > 0.5)
    assert sure > 90


def _share(terrain: Terrain, a: Base, b: Base) -> float:
    dx, dy = b.x - a.x, b.y - a.y
    far = hypot(dx, dy)
    points = [
        (round(b.x - dy / far * b.radius * k / 250), round(b.y + dx / far * b.radius * k / 250))
        for k in range(-250, 251)
    ]
    return sum(bool(crossing(terrain, a.centre, point, "light-cover").spans) for point in points) / len(points)


def test_activation_goes_on_after_a_turned_charge(hw):
    """hw.play.actions: the charge is one of two actions, and nothing of it is left open."""
    s = hw.battle(hw.element("blue", 10, 5, P=1, M=3, F=0), hw.element("red", 10, 12, **HARD))
    done = hw.run(s, activate, 0, script=["charge", [12], [1], "hold"]).state
    assert (done.charge, done.reacted) == (None, ())


def test_charge_along_the_edge_stays_on_the_table(hw):
    """hw.move.charge-halt: some slants along each edge; halt and contact are places on the table."""
    for slant in range(-6, 7):
        for x, way in ((1.0, 1), (39.0, -1)):
            blue = hw.element("blue", x, 20, P=1, M=4, F=0)
            red = hw.element("red", x + way * max(0, slant) / 10, 26.3 + slant / 7, **HARD)
            s = hw.battle(blue, red)
            done = hw.run(s, carry_out, 0, "charge", script=[[5], [1]])
            assert done.state.terrain.fits_table(done.state[0].base), (slant, x)
            halted = hw.run(s, halt_short, 0, 1).state
            assert halted.terrain.fits_table(halted[0].base)
            assert gap(halted[0].base, halted[1].base).distance == 1000
