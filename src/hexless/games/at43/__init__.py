"""AT-43: units of many fighters, cards face down, leadership points, zones of fire and damage locations."""

from hexless.kernel import Ruleset

from . import look, rounds
from ._sheet import sheet
from .attacks import ATTACKS
from .force import Force, force_faults
from .laws import LAWS
from .model import AT43
from .rulings import Rulings
from .scenario import Scenario, scenario_faults, setup
from .survey import SURVEY

__all__ = ["ruleset"]

ruleset: Ruleset[AT43] = Ruleset(
    id="at43",
    title="AT-43",
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
    step=rounds.step,
    outcome=rounds.outcome,
    view=look.view,
    guess=look.guess,
    score=look.score,
    scene=look.scene,
    laws=LAWS,
    attacks=ATTACKS,
    phrases=look.PHRASES,
    survey=SURVEY,
)
