"""Patrol Angis: Troop Elements on tokens, ten combat actions, Overwatch in the middle of a move, cover by the cm."""

from hexless.ruleset import Files, Ruleset, Showing

from . import secrets, turn
from ._sheet import sheet
from .force import Force, cost, force_faults
from .laws import LAWS
from .model import PatrolAngis
from .odds import ATTACKS
from .rulings import Rulings
from .scenario import Scenario, scenario_faults, setup
from .scene import drawn, scene, stands
from .survey import SURVEY
from .words import CUES, PHRASES
from .worth import score

__all__ = ["ruleset"]

ruleset: Ruleset[PatrolAngis] = Ruleset(
    id="patrol-angis",
    title="Patrol Angis",
    sheet=sheet,
    revision=4,
    seats=turn.seats,
    step=turn.step,
    outcome=turn.outcome,
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
    showing=Showing(scene=scene, phrases=PHRASES, cues=CUES, stands=stands, drawn=drawn),
    score=score,
    laws=LAWS,
    asking=SURVEY,
    attacks=ATTACKS,
)
