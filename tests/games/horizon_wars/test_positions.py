"""Small positions with one clearly best answer each: greedy has to find four in five, hard nineteen in twenty."""

from games.horizon_wars.conftest import battle, element, ground, ticks
from positions import Best, Turns, hard, missed

from hexless.games.horizon_wars.model import HorizonWars
from hexless.games.horizon_wars.shooting import in_line
from hexless.ruleset import find
from hexless.ruleset.maps import Objective

RULES = find("horizon-wars")
WALL = ground("wall", 8, 14, 32, 15, "blocking", "building", height=6)
HOUSE = ground("house", 14, 18, 22, 22, "blocking", "building", height=6)
TANK = {"kind": "vehicle", "M": 5}
FAR = element("red", 36, 37)
SHOT = {"early": ("stand",)}  # its shot is spent, one action is left


def goal(name: str, x: float, y: float, points: int = 1) -> Objective:
    return Objective(name, ticks(x), ticks(y), points)


def scene(*units, objectives=(), **fields) -> HorizonWars:
    mission = {"objectives": tuple(objectives), **fields.pop("mission", {})}
    return battle(*units, mission=mission, **fields)


def near(s: HorizonWars, unit: int, x: float, y: float, far: float) -> bool:
    base = s[unit].base
    return (base.x - ticks(x)) ** 2 + (base.y - ticks(y)) ** 2 <= ticks(far) ** 2


def charged(blue, red, **fields) -> dict:
    """Red, the second element, charges blue, the first."""
    return {"state": scene(blue, red, next="red", **fields), "made": {"activate": 1, "action": "charge", "charge": 0}}


READY = {"activated": True, "reactions": 1}
MEN = {"kind": "infantry", "M": 3}
SHOOTS = ("stand", "cautious+shoot", "patrol+shoot")

POSITIONS = [
    Best("take the objective on the last turn",
         scene(element("blue", 20, 10), element("red", 30, 30), objectives=[goal("relay", 20, 19)], turn=6),
         lambda said, s: near(s, 0, 20, 19, 4)),
    Best("stay on the objective on the last turn",
         scene(element("blue", 20, 19), element("red", 20, 33, activated=True), objectives=[goal("relay", 20, 20)],
               turn=6),
         lambda said, s: near(s, 0, 20, 20, 4)),
    Best("contest what they hold on the last turn",
         scene(element("blue", 20, 9), element("red", 20, 22, activated=True), objectives=[goal("relay", 20, 20)],
               turn=6, points=(1, 0), next="blue"),
         lambda said, s: near(s, 0, 20, 20, 4) or not s[1].effective),
    Best("go where most points are",
         scene(element("blue", 20, 19), FAR, objectives=[goal("west", 10, 19), goal("east", 30, 19, 4)], turn=6),
         lambda said, s: near(s, 0, 30, 19, 4)),
    Best("shoot who can be hurt",
         scene(element("blue", 20, 10, F=5), element("red", 15, 19, A=6, D=6), element("red", 25, 19, A=2, D=1)),
         lambda said, s: said.get("target") == 2),
    Best("finish the one that still fights",
         scene(element("blue", 20, 10), element("red", 17, 16, F=1, M=1, A=1, start=(4, 3, 4), track=9),
               element("red", 23, 22, A=5)),
         lambda said, s: said.get("target") == 1),
    Best("break the third element of the defence",
         scene(element("blue", 20, 10, F=5), element("red", 15, 20, F=1, M=1, A=2, start=(4, 3, 4), track=8),
               element("red", 25, 20), element("red", 38, 38, "infantry"),
               mission={"goal": "attack", "advance_presence": 6}, turn=2),
         lambda said, s: said.get("target") == 1),
    Best("come on when time is the defender's",
         scene(element("blue", 14, 4), element("blue", 26, 4), element("red", 12, 36), element("red", 20, 36),
               element("red", 28, 36), mission={"goal": "attack", "advance_presence": 9}, turn=2),
         lambda said, s: max(s[0].base.y, s[1].base.y) >= ticks(8)),
    Best("bring the reserve on",
         scene(element("blue", 20, 10), element("red", 20, 30), element("red", -9, -9, placed=False, advance=False),
               mission={"goal": "attack", "advance_presence": 2, "reserves_per_turn": 1}, phase="reserves", turn=2),
         lambda said, s: s[2].placed, seat="red"),
    Best("get out of the open when the shot is spent",
         scene(element("blue", 23.5, 17, F=2, A=1, **SHOT), element("red", 18, 34, F=6), element("red", 20, 34, F=6),
               pieces=[HOUSE], mission={"goal": "attack", "advance_presence": 9}),
         lambda said, s: not in_line(s, 0)),
    Best("men charge the tank beside them",
         scene(element("blue", 20, 10, **MEN, P=4, F=1), element("red", 20, 14, **TANK, P=1, A=5, activated=True)),
         lambda said, s: "charge" in s[0].done),
    Best("a tank does not charge the giant",
         scene(element("blue", 20, 10, **TANK, P=1, A=2), element("red", 20, 17, P=5, A=5, activated=True)),
         lambda said, s: "charge" not in s[0].done),
    Best("counter-charge the tank when the shot is spent",
         found=lambda said, s: said.get("reaction") == "counter-charge",
         **charged(element("blue", 20, 20, **MEN, P=4, done=("stand",), **READY), element("red", 20, 28, **TANK, P=1))),
    Best("counter-charge what charges a friend",
         found=lambda said, s: said.get("reaction") == "counter-charge",
         **charged(element("blue", 20, 20, **TANK, F=5, P=1, activated=True),
                   element("red", 20, 28, **TANK, P=2),
                   objectives=()) | {"state": scene(
                       element("blue", 20, 20, **TANK, F=5, P=1, activated=True), element("red", 20, 28, **TANK, P=2),
                       element("blue", 22.5, 21.5, **MEN, P=4, done=("stand",), **READY), next="red")}),
    Best("shoot at what charges",
         found=lambda said, s: said.get("reaction") in SHOOTS,
         **charged(element("blue", 20, 20, "mech", F=6, P=1, **READY), element("red", 20, 26, "mech", P=4, A=2))),
    Best("lose legs before the last gun",
         scene(element("blue", 20, 20, F=1, M=4, A=2, D=0), element("red", 20, 31, F=5), next="red"),
         lambda said, s: "lose" in said and s[0].effective,
         made={"activate": 1, "action": Turns("stand", "hold"), "target": 0}),
    Best("repair what can neither drive nor fire",
         scene(element("blue", 20, 5, F=0, M=0, A=3, D=6, start=(4, 3, 4), track=4), element("red", 20, 35),
               pieces=[WALL]),
         lambda said, s: "recover" in s[0].done),
    Best("watch the objective that is held",
         scene(element("blue", 20, 10, activated=False), element("red", 20, 25), pieces=[WALL],
               objectives=[goal("relay", 20, 11)], mission={"every_turn": True}, turn=3),
         lambda said, s: near(s, 0, 20, 11, 4)),
    Best("go for the objective that can be reached",
         scene(element("blue", 20, 19), FAR, objectives=[goal("west", 12, 19), goal("east", 40, 19, 3)], turn=6),
         lambda said, s: near(s, 0, 12, 19, 4)),
    Best("stay where most points are",
         scene(element("blue", 28, 19), FAR, objectives=[goal("west", 20, 19), goal("east", 30, 19, 4)], turn=6),
         lambda said, s: near(s, 0, 30, 19, 4)),
    Best("at the reckoning, go where they have acted",
         scene(element("blue", 20, 19), element("red", 10, 33, F=1, activated=True), element("red", 30, 33, F=1),
               objectives=[goal("west", 10, 19), goal("east", 30, 19)], turn=6),
         lambda said, s: near(s, 0, 10, 19, 4)),
    Best("shoot at the gun before it shoots",
         scene(element("blue", 20, 10, F=6), element("red", 20, 22, F=6, A=1, D=1)),
         lambda said, s: any(each in SHOOTS for each in s[0].done)),
]  # fmt: skip


def test_greedy_finds_four_in_five():
    lost = missed(RULES, POSITIONS)
    assert len(POSITIONS) >= 12
    assert 5 * len(lost) <= len(POSITIONS), lost


def test_hard_finds_nineteen_in_twenty():
    lost = missed(RULES, POSITIONS, hard)
    assert 20 * len(lost) <= len(POSITIONS), lost
