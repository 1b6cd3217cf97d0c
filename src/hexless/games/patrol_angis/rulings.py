"""Where the sheet is silent or garbled: how we read it, and what else could be meant. Chosen per game."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from hexless.ruleset import ruling

__all__ = ["Rulings"]


class Rulings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True):
    """The open points of the sheet."""

    save_die: Annotated[
        Literal[8, 6], ruling("The die of armor saves, which the sheet does not name.", "pa.armor-save.base")
    ] = 8
    morale_die: Annotated[
        Literal[8, 6], ruling("The die of morale checks, which the sheet does not name.", "pa.morale.base")
    ] = 8
    natural_1_always_fails: Annotated[
        bool, ruling("Whether a die of 1 fails whatever the target number.", "pa.play.target-number-limits")
    ] = False
    natural_8_always_succeeds: Annotated[
        bool, ruling("Whether the highest face succeeds whatever the target number.", "pa.play.target-number-limits")
    ] = False
    initiative_floor: Annotated[
        Literal[1, 0], ruling("What a platoon without its Commander rolls at least.", "pa.initiative.dead-commander")
    ] = 1
    initiative_tie: Annotated[
        Literal["reroll", "more_figures"],
        ruling(
            "Sides tied for the highest roll roll again for who has won (the tokens stay those of the first roll), or "
            "the platoon with more figures wins (a tie in that, too, is rolled again).",
            "pa.initiative.platoon-roll",
        ),
    ] = "reroll"
    measure_from: Annotated[
        Literal["leader", "nearest_figure"],
        ruling("Whether range, sight and cover run from leader to leader or between the nearest figures.",
               "pa.play.measuring"),
    ] = "leader"  # fmt: skip
    cohesion_cm: Annotated[
        Literal[5, 3, 8], ruling("How near to their leader figures have to end a move.", "pa.play.cohesion")
    ] = 5
    isv_front_arc: Annotated[
        Literal[360, 180], ruling("How wide Infantry Sized Vehicles see and shoot.", "pa.play.line-of-sight")
    ] = 360
    self_protection_symmetric: Annotated[
        bool,
        ruling("Whether the actions that Self-Protection prevents also prevent it.", "pa.self-protection.prevents"),
    ] = False
    overwatch_expires_at_turn_end: Annotated[
        bool, ruling("Whether Overwatch tokens are lost at the end of the turn.", "pa.overwatch.no-further-actions")
    ] = False
    overwatch_voluntary_cancel: Annotated[
        bool,
        ruling("Whether Overwatch may be given up when its Troop Element is activated.",
               "pa.overwatch.no-further-actions"),
    ] = True  # fmt: skip
    overwatch_on_any_visible_move: Annotated[
        bool, ruling("Whether a move wholly inside line of sight can be fired at, too.", "pa.overwatch.trigger")
    ] = False
    engaged_action: Annotated[
        Literal["fight_then_act", "close_combat"],
        ruling(
            "An engaged Troop Element that stays fights first and then takes any action (but fights no more), or uses "
            "Move and Close Combat with the fight first.",
            "pa.close-combat.engaged-fights-first",
        ),
    ] = "fight_then_act"
    split_fire: Annotated[
        bool,
        ruling(
            "Whether each kind of weapon may choose a target of its own; each target returns fire once.",
            "pa.ranged-fire.step-hit",
        ),
    ] = False
    finish_wounded_first: Annotated[
        bool, ruling("Whether wounded figures have to take kills first.", "pa.ranged-fire.step-apply-kills")
    ] = False
    morale_after_return_fire: Annotated[
        bool, ruling("Whether losses from return fire cause a morale check.", "pa.ranged-fire.return-fire-steps")
    ] = False
    only_figures_in_contact: Annotated[
        bool, ruling("Whether only figures in contact strike in close combat.", "pa.close-combat.automatic-hits")
    ] = False
    melee_number: Annotated[
        Literal["strength", "hits"],
        ruling("Whether the one number of a close combat weapon is its Strength (with 1 attack) or its attacks (at "
               "Strength 0).", "pa.close-combat.automatic-hits"),
    ] = "strength"  # fmt: skip
    rapid_move_melee: Annotated[
        Literal["save_penalty", "none"],
        ruling("What “-1 to close combat” does, where hits are automatic: saves 1 harder, or nothing.",
               "pa.rapid-move.easier-in-close-combat"),
    ] = "save_penalty"  # fmt: skip
    strict_element_sizes: Annotated[
        bool,
        ruling("Whether Reforming must give Infantry of 2, 4 or 8 to 10 figures.", "pa.reform.valid-result"),
    ] = False
    anti_grav_ignores_rough: Annotated[
        bool, ruling("Whether anti-gravity movers pay x1 on rough and dense ground.", "pa.move-cost.rough",
                     "pa.move-cost.dense")
    ] = True  # fmt: skip
    nearest_tie: Annotated[
        Literal["friend", "enemy"],
        ruling("Which counts as nearest at equal distance.", "pa.morale.nearest-friendly", "pa.morale.nearest-enemy"),
    ] = "friend"
    mixed_dmr: Annotated[
        Literal["lowest", "highest"],
        ruling("Which DMR counts for morale where figures differ.", "pa.morale.dmr-two", "pa.morale.dmr-three-plus"),
    ] = "lowest"
    mixed_armor: Annotated[
        Literal["majority", "lowest", "highest"],
        ruling("Which Armor Rating the Troop Element saves with where figures differ: that of most of them (the lower "
               "one of two), or the lowest, or the highest.", "pa.armor-save.armor-rating"),
    ] = "majority"  # fmt: skip
    pw_platform_targetable: Annotated[
        bool, ruling("Whether a portable weapon itself can be hit.", "pa.play.portable-weapon-crew")
    ] = False
    victory_tie: Annotated[
        Literal["draw", "more_points_left"],
        ruling("Equal scores are a draw, or the side with more points of living figures wins.", "pa.play.victory"),
    ] = "draw"
