"""AT-43: units of many fighters, cards face down, leadership points, zones of fire and damage locations."""

from hexless.ruleset import Files, Ruleset, Showing

from . import rounds, scene, secrets, words, worth
from ._sheet import sheet
from .force import Force, cost, force_faults
from .laws import LAWS
from .model import AT43, seats
from .odds import ATTACKS
from .rulings import Rulings
from .scenario import Scenario, scenario_faults, setup
from .survey import SURVEY

__all__ = ["ruleset"]

ruleset: Ruleset[AT43] = Ruleset(
    id="at43",
    title="AT-43",
    sheet=sheet,
    revision=4,
    seats=seats,
    step=rounds.step,
    outcome=rounds.outcome,
    view=secrets.view,
    guess=secrets.guess,
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
    showing=Showing(scene=scene.scene, phrases=words.PHRASES, cues=words.CUES, drawn=scene.drawn),
    score=worth.score,
    laws=LAWS,
    asking=SURVEY,
    attacks=ATTACKS,
)
