"""Skirmish as one record: all that the rest of hexless knows of it."""

from __future__ import annotations

from itertools import combinations

from hexless.kernel import Dist, exact
from hexless.ruleset import Area, Attack, Files, Input, Law, Ruleset, Scene, Showing, Token

from . import model, rules
from .ground import gap
from .model import FACE_DOWN, HEARTS, RADIUS, SHEET, STRIP, Skirmish

PHRASES = {
    "deploy": "{me.name} is in place",
    "cards": "round {round}: the cards are stacked",
    "turn": "{me.name} is up",
    "move": "{me.name} moves",
    "roll": "{why}: {faces}",
    "fire": "{me.name} shoots at {mark.name}, {need} or more: {hits} hits",
}


def shooting(_: model.Rulings, dice: int, need: int) -> Dist:
    """Hits of a volley, from the rule itself."""
    return exact(rules.volley, dice, need)


def score(state: Skirmish, seat: str) -> int:
    """Own hearts against everybody else's."""
    return 2 * state.hearts(seat) - sum(figure.hearts for figure in state.units)


def scene(state: Skirmish) -> Scene:
    """The table as something to look at; it shows no card."""
    tokens = tuple(
        Token(i, u.name, u.seat, u.x, u.y, RADIUS, stats=(("hearts", str(u.hearts)),), gone=not u.hearts)
        for i, u in enumerate(state.units)
        if u.placed
    )
    strip = Area("strip", ((0, 0), (STRIP, 0), (STRIP, state.depth), (0, state.depth)), kind="zone")
    return Scene("cm", state.width, state.depth, (strip,), tokens, title=f"Skirmish, round {state.round}")


def apart(state: Skirmish) -> str | None:
    up = [i for i, figure in enumerate(state.units) if figure.stands]
    return next((f"{a} and {b} overlap" for a, b in combinations(up, 2) if gap(state, a, b) < 0), None)


def cards_known(state: Skirmish) -> str | None:
    held = sorted(card for stack in state.cards for card in stack)
    ready = [i for i, figure in enumerate(state.units) if figure.ready]
    return None if held == ready or FACE_DOWN in held else f"cards {held} of the ready figures {ready}"


def on_table(state: Skirmish) -> str | None:
    off = [u.name for u in state.units if u.stands and not (0 <= u.x <= state.width and 0 <= u.y <= state.depth)]
    return f"{off} stand off the table" if off else None


def hearts_counted(state: Skirmish) -> str | None:
    wrong = [u.name for u in state.units if not 0 <= u.hearts <= HEARTS]
    return f"{wrong} have impossible hearts" if wrong else None


ruleset: Ruleset[Skirmish] = Ruleset(
    id="skirmish",
    title="Skirmish",
    sheet=SHEET,
    revision=1,
    seats=lambda state: state.seats,
    step=rules.step,
    outcome=rules.outcome,
    view=model.view,
    guess=model.guess,
    files=Files(
        package=__package__,
        rulings=model.Rulings,
        scenario=model.Scenario,
        force=model.Force,
        scenario_faults=model.scenario_faults,
        force_faults=model.force_faults,
        setup=model.setup,
    ),
    showing=Showing(scene=scene, phrases=PHRASES),
    score=score,
    laws=(
        Law("bases never overlap", apart),
        Law("one card for each ready figure", cards_known),
        Law("everybody is on the table", on_table),
        Law("hearts are counted", hearts_counted),
    ),
    attacks=(
        Attack(
            "shooting",
            "hits of one volley",
            "hits",
            (Input("dice", "dice thrown", 1, rules.DICE), Input("need", "what a die needs", 2, 6, default=4)),
            shooting,
            ("sk.shoot", "sk.shoot.need", "sk.shoot.close"),
        ),
    ),
)
