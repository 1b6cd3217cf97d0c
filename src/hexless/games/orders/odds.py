"""Odds of attacks and bombardments: two bases on a bare table, and the very procedures that play them."""

from __future__ import annotations

from typing import Any

from hexless.kernel import Ask, Dist, Game, YesNo
from hexless.kernel.odds import walk
from hexless.ruleset import Attack, Input
from hexless.table import Base, Piece, Terrain, piece

from .attack import resolve
from .bombard import strike
from .model import INCH, Mission, Orders, Stand
from .rulings import Rulings

__all__ = ["ATTACKS"]

ATTACKER, HELPER, TARGET = 0, 1, 2
WIDE = 48 * INCH
SPOTS = {ATTACKER: (10, 24), HELPER: (10, 28), TARGET: (20, 24)}
YES_NO = ("no", "yes")


def attack(
    rulings: Rulings, value: int, support: int, bonus: int, card: str, vulnerable: str, elevated: str, sr: int,
    defender: str, target_elevated: str, defence_card: str, sp: int,
) -> Dist:  # fmt: skip
    """What becomes of a base that is attacked."""
    hands = _hand(card, "Focused Fire"), _hand(defence_card, "Dig In")
    s = _table(
        rulings, (elevated == "yes" and _ground(ATTACKER, "elevated"), _under_target(elevated=target_elevated,
        defensible=defender)), hands,
        _base(ATTACKER, AP=value, attack_bonus=bonus), _base(HELPER, AP=support),
        _base(TARGET, SR=sr, defender=defender == "yes", vulnerable=vulnerable == "yes", sp=sp),
    )  # fmt: skip
    ends = walk(resolve, (ATTACKER, (HELPER,) if support else ()), s, policy=_plays)
    return _ordered(ends, lambda t: f"{t.sp} SP", ("0 SP", "1 SP", "2 SP"))


def bombard(
    rulings: Rulings, value: int, bonus: int, card: str, vulnerable: str, activated: str, sr: int, target: str,
    shelter: str, camouflage: str, dive: str, defence_card: str, sp: int,
) -> Dist:  # fmt: skip
    """What becomes of a base under the template."""
    hands = _hand(card, "Good Ground Data"), _hand(defence_card, "Scatter!")
    s = _table(
        rulings, (_under_target(shelter=shelter, concealment=camouflage),), hands,
        _base(ATTACKER, bombard=value, bombard_bonus=bonus), _base(HELPER),
        _base(TARGET, SR=sr, vehicle=target == "vehicle", camouflage=camouflage == "yes", sp=sp,
              vulnerable=vulnerable == "yes", activation=activated == "yes"),
    )  # fmt: skip
    x, y = SPOTS[TARGET]
    ends = walk(strike, ("blue", (ATTACKER,), x * INCH, y * INCH), s, policy=_plays if dive == "yes" else _stands)
    return _ordered(ends, _marked, tuple(f"{counter}{sp}" for sp in ("", ", 1 SP", ", 2 SP") for counter in COUNTERS))


COUNTERS = ("no counter", "activation", "vulnerable")


def _marked(t: Stand) -> str:
    """The counter that matters most, and the suppression points."""
    counter = COUNTERS[2 if t.vulnerable else 1 if t.activation else 0]
    return f"{counter}, {t.sp} SP" if t.sp else counter


# ---- the table, and who decides


def _table(rulings: Rulings, pieces: tuple[Any, ...], hands: tuple[tuple[str, ...], ...], *units: Stand) -> Orders:
    return Orders(
        units=units, sides=("blue", "red"), terrain=Terrain(WIDE, WIDE, tuple(p for p in pieces if p)),
        mission=Mission(name="odds", goal="leaders", turns=1, zones=()), rulings=rulings, turn=1, phase="singles",
        first="blue", next="blue", leader_kills=(0, 0), hands=hands if any(hands) else (),
    )  # fmt: skip


def _base(unit: int, **values: Any) -> Stand:
    x, y = SPOTS[unit]
    plain = {
        "vehicle": False, "mobility": "foot", "move": 0, "AM": 0, "AP": 0, "SR": 3, "bombard": 0, "size": 6,
        "am_range": 24, "ap_range": 24, "placed": True,
    }  # fmt: skip
    name = ("attacker", "supporters", "target")[unit]
    base = Base(x * INCH, y * INCH, radius=800, height=INCH)
    return Stand(name=name, side="red" if unit == TARGET else "blue", base=base, **{**plain, **values})


def _ground(unit: int, *traits: str) -> Piece:
    """A feature under one base."""
    x, y = SPOTS[unit]
    corners = [(x - 2, y - 2), (x + 2, y - 2), (x + 2, y + 2), (x - 2, y + 2)]
    return piece("ground", [(a * INCH, b * INCH) for a, b in corners], traits=traits)


def _under_target(**traits: str) -> Piece | None:
    there = tuple(trait for trait, on in traits.items() if on == "yes")
    return _ground(TARGET, *there) if there else None


def _hand(card: str, name: str) -> tuple[str, ...]:
    return (name,) if card == "yes" else ()


def _plays(g: Game[Any], ask: Ask) -> Any:
    """Cards are played, and the target dives for cover if it may."""
    return True if isinstance(ask.question, YesNo) else ask.question.suggest(2)[-1]


def _stands(g: Game[Any], ask: Ask) -> Any:
    """The same, but nobody dives."""
    return False if isinstance(ask.question, YesNo) else _plays(g, ask)


def _ordered(ends: Dist, word: Any, results: tuple[str, ...]) -> Dist:
    """From the least result to the worst."""
    dist = ends.map(lambda end: word(end[1][TARGET]) if end[1][TARGET].alive else "destroyed")
    return Dist({result: dist.weights.get(result, 0) for result in (*results, "destroyed")}, dist.total)


# ---- what may be asked


def _yes(name: str, says: str) -> Input:
    return Input(name, says, choices=YES_NO, default="no")


VULNERABLE = _yes("vulnerable", "whether the target has a vulnerable counter")
SR = Input("sr", "the target's SR", 0, 20, default=3)
SP = Input("sp", "suppression points that the target has already", 0, 2, default=0)
CARD = _yes("card", "whether the attacker plays a card that adds 1")
DEFENCE_CARD = _yes("defence_card", "whether the defender plays a card that adds 1")
ATTACKS = (
    Attack(
        "attack",
        "What becomes of a base that is attacked.",
        "its suppression points, or destroyed",
        (
            Input("value", "the attacker's AM or AP", 1, 20, default=3),
            Input("support", "that value of all supporters who reach and see the target", 0, 60, default=0),
            Input("bonus", "a special rule of the attacker", 0, 6, default=0),
            CARD,
            VULNERABLE,
            _yes("elevated", "whether the attacker is in an elevated position"),
            SR,
            _yes("defender", "whether the target is a Defender in Defensible terrain"),
            _yes("target_elevated", "whether the target is as high as the attacker"),
            DEFENCE_CARD,
            SP,
        ),
        attack,
        ("or.attack.total", "or.attack.support-value", "or.attack.vulnerable", "or.attack.elevated",
         "or.attack.special", "or.attack.defence", "or.attack.defender", "or.attack.difference",
         "or.attack.no-effect", "or.attack.one-sp", "or.attack.two-sp", "or.attack.destroyed",
         "or.attack.suppressed-to-death"),
    ),
    Attack(
        "bombard",
        "What becomes of a base under the template.",
        "its counter and suppression points, or destroyed",
        (
            Input("value", "the Bombard values of all who bombard, together", 0, 60, default=3),
            Input("bonus", "their special rules, together", 0, 20, default=0),
            CARD,
            VULNERABLE,
            _yes("activated", "whether the target has an activation counter"),
            SR,
            Input("target", "what it is", choices=("infantry", "vehicle"), default="infantry"),
            _yes("shelter", "whether the target is in Sheltering terrain"),
            _yes("camouflage", "whether the target has Camouflage and is in Concealing terrain"),
            _yes("dive", "whether the target dives for cover, if it may"),
            DEFENCE_CARD,
            SP,
        ),
        bombard,
        ("or.bombard.total", "or.bombard.vulnerable", "or.bombard.special", "or.bombard.defence", "or.bombard.shelter",
         "or.bombard.dive-for-cover", "or.bombard.camouflage", "or.bombard.difference", "or.bombard.no-effect",
         "or.bombard.activation", "or.bombard.vulnerable-counter", "or.bombard.vulnerable-and-sp",
         "or.attack.suppressed-to-death"),
    ),
)  # fmt: skip
