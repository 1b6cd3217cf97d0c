"""Horizon Wars: elements with two actions each, stored reactions, fire in groups of dice, and charges."""

from hexless.ruleset import Files, Ruleset, Showing

from . import look, turn
from ._sheet import sheet
from .force import Force, cost, force_faults
from .laws import LAWS
from .model import HorizonWars
from .odds import ATTACKS
from .rulings import Rulings
from .scenario import Scenario, scenario_faults, setup
from .survey import SURVEY

__all__ = ["ruleset"]

ruleset: Ruleset[HorizonWars] = Ruleset(
    id="horizon-wars",
    title="Horizon Wars",
    sheet=sheet,
    revision=3,
    seats=look.seats,
    step=turn.step,
    outcome=turn.outcome,
    view=look.view,
    guess=look.guess,
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
    showing=Showing(scene=look.scene, phrases=look.PHRASES),
    score=look.score,
    laws=LAWS,
    asking=SURVEY,
    attacks=ATTACKS,
)
