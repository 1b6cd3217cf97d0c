"""Where the sheet is silent or garbled: how we read it, and what else could be meant. Chosen per game."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from hexless.ruleset import ruling

__all__ = ["Rulings"]


class Rulings(msgspec.Struct, frozen=True, cache_hash=True, kw_only=True, forbid_unknown_fields=True):
    """The open points of the sheet."""

    urt_auto_consumes_dice: Annotated[
        bool,
        ruling(
            "Whether the two end columns of the table still roll their dice.", "at.urt.minus-six", "at.urt.plus-six"
        ),
    ] = False
    cohesion_connected: Annotated[
        bool,
        ruling("Whether a unit must form one chain, or separate pairs will do.", "at.unit.cohesion-neighbour"),
    ] = False
    lp_counts: Annotated[
        Literal["all", "valiant"],
        ruling("Which units give a Leadership Point each: all, or only the valiant ones.", "at.lead.pool"),
    ] = "all"
    lp_without_commander: Annotated[
        Literal["units", "none"],
        ruling("What an army without its commander receives: a point a unit, or nothing.", "at.lead.pool"),
    ] = "units"
    dead_card_is_a_pass: Annotated[
        bool,
        ruling(
            "Whether discarding a dead card is a pass, so that no delay comes right before or after it.",
            "at.lp.delay-not-twice",
        ),
    ] = False
    extra_activation: Annotated[
        bool,
        ruling(
            "Whether a player may pay 2 LP, once on a turn, to play his next card too.",
            "at.lp.one-per-turn",
        ),
    ] = False
    authority_bid: Annotated[
        Literal["secret", "in_turn"],
        ruling(
            "Whether points for the Authority test are sealed, or put in openly one by one, in turn.",
            "at.lp.authority-bonus",
        ),
    ] = "secret"
    melee_after_rush: Annotated[
        bool, ruling("Whether a unit that rushed may attack in close combat.", "at.move.rush-no-shooting")
    ] = True
    engaged_may_shoot_after_move: Annotated[
        Literal["only_if_disengaged", "always"],
        ruling(
            "Whether a unit that made an engaged move may shoot only if that took it out of engagement.",
            "at.shoot.engaged-move-first",
        ),
    ] = "only_if_disengaged"
    overrun: Annotated[
        bool,
        ruling("Whether rushing striders run enemy soldiers over: killed on 5+, on 3+ if engaged.", "at.move.enemies"),
    ] = False
    afv_blocks_los: Annotated[bool, ruling("Whether combat striders block sight.", "at.los.soldiers-clear")] = True
    afv_tests_at_once: Annotated[
        bool,
        ruling(
            "Whether vehicle units also test morale when one of them is destroyed or abandoned.", "at.morale.vehicles"
        ),
    ] = False
    overwatch_when_charged: Annotated[
        bool,
        ruling("Whether a unit on Overwatch that is charged fires before it is engaged.", "at.tactic.overwatch"),
    ] = True
    rally_restores: Annotated[
        bool,
        ruling("Whether a disorganised unit that was paid for is valiant again.", "at.tactic.disorganised-pay"),
    ] = False
    rout: Annotated[
        Literal["remove", "flee"],
        ruling("What rout does: the unit is removed, or runs for its own table edge.", "at.play.rout"),
    ] = "remove"
    take_cover_needs_cover: Annotated[
        bool, ruling("Whether Take cover only improves cover that is there.", "at.tactic.take-cover")
    ] = True
    cover_save: Annotated[
        Literal[4, 5], ruling("What a die must show to cancel an impact under cover.", "at.cover.roll")
    ] = 4
    locked_to_hit: Annotated[
        Literal[2, 3, 4], ruling("What a die must show for a locked shot to hit.", "at.urt.locked-shot")
    ] = 3
    location_overflow: Annotated[
        bool,
        ruling("Whether points beyond a location's last one go on to the frame.", "at.play.structure-points"),
    ] = False
    eject_on_immobile: Annotated[
        Literal["optional", "always", "never"],
        ruling("Whether the pilot of an immobilised vehicle may, must or cannot eject.", "at.hit.pilot-ejects"),
    ] = "optional"
