"""Patrol Angis: Troop Elements on tokens, ten combat actions, Overwatch in the middle of a move, cover by the cm."""

from hexless.kernel import Ruleset

from . import look, turn
from ._sheet import sheet
from .attacks import ATTACKS
from .force import Force, force_faults
from .laws import LAWS
from .model import PatrolAngis
from .rulings import Rulings
from .scenario import Scenario, scenario_faults, setup
from .survey import SURVEY

__all__ = ["ruleset"]

ruleset: Ruleset[PatrolAngis] = Ruleset(
    id="patrol-angis",
    title="Patrol Angis",
    sheet=sheet,
    revision=2,
    package=__name__,
    rulings=Rulings,
    scenario=Scenario,
    force=Force,
    scenario_faults=scenario_faults,
    force_faults=force_faults,
    setup=setup,
    seats=look.seats,
    step=turn.step,
    outcome=turn.outcome,
    view=look.view,
    guess=look.guess,
    score=look.score,
    scene=look.scene,
    laws=LAWS,
    attacks=ATTACKS,
    phrases=look.PHRASES,
    survey=SURVEY,
)
