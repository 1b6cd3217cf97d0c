"""Horizon Wars: elements with two actions each, stored reactions, fire in groups of dice, and charges."""

from hexless.ruleset import Files, Ruleset, Showing

from . import turn
from ._sheet import sheet
from .force import Force, cost, force_faults
from .laws import LAWS
from .model import HorizonWars
from .odds import ATTACKS
from .rulings import Rulings
from .scenario import Scenario, scenario_faults, setup
from .scene import drawn, scene
from .secrets import guess, view
from .survey import SURVEY
from .words import CUES, PHRASES
from .worth import score

__all__ = ["ruleset"]

ruleset: Ruleset[HorizonWars] = Ruleset(
    id="horizon-wars",
    title="Horizon Wars",
    sheet=sheet,
    revision=3,
    seats=lambda s: s.sides,
    step=turn.step,
    outcome=turn.outcome,
    view=view,
    guess=guess,
    files=Files(
        package=__name__,
        rulings=Rulings,
        scenario=Scenario,
        force=Force,
        scenario_faults=scenario_faults,
        force_faults=force_faults,
        setup=setup,
        cost=cost,
    ),
    showing=Showing(scene=scene, phrases=PHRASES, cues=CUES, drawn=drawn),
    score=score,
    laws=LAWS,
    asking=SURVEY,
    attacks=ATTACKS,
)
