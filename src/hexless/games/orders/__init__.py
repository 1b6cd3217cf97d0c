"""Orders: leaders spend command points on orders; attacks with support, spotted bombardments, suppression."""

from hexless.ruleset import Files, Ruleset, Showing

from . import turn
from ._sheet import sheet
from .force import Force, cost, force_faults
from .laws import LAWS
from .model import Orders
from .odds import ATTACKS
from .rulings import Rulings
from .scenario import Scenario, scenario_faults, setup
from .scene import drawn, scene
from .secrets import guess, view
from .survey import SURVEY
from .words import CUES, PHRASES
from .worth import score

__all__ = ["ruleset"]

ruleset: Ruleset[Orders] = Ruleset(
    id="orders",
    title="Orders",
    sheet=sheet,
    revision=6,
    seats=turn.seats,
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
