"""Where the sheet is silent or garbled: how we read it, and what else could be meant. Chosen per game."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from hexless.ruleset import ruling

__all__ = ["Rulings"]

Small = Annotated[int, msgspec.Meta(ge=0, le=6)]


class Rulings(msgspec.Struct, frozen=True, cache_hash=True, kw_only=True, forbid_unknown_fields=True):
    """The open points of the sheet."""

    initiative: Annotated[
        Literal["d12", "d12_plus_chq_presence"],
        ruling(
            "What each side rolls for initiative: a die, or a die plus its command element's P.", "hw.play.initiative"
        ),
    ] = "d12"
    range_rounding: Annotated[
        Literal["ceil", "floor"],
        ruling("A part of an inch counts as a whole one, or is dropped.", "hw.play.range-rounding"),
    ] = "ceil"
    arc_of_vision_deg: Annotated[
        Literal[90, 180, 270, 360],
        ruling("How wide an element sees without an all-round arc.", "hw.play.arc"),
    ] = 180
    arc_limits_active_fire: Annotated[
        bool,
        ruling(
            "Whether an active element may only shoot into its arc, too; else it turns to its target.", "hw.play.arc"
        ),
    ] = False
    cautious_arc_lasts: Annotated[
        Literal["next_activation", "next_other_move"],
        ruling(
            "How long the all-round arc of a Cautious Move lasts: until the element's next activation, or at most "
            "until it moves in another way.",
            "hw.move.cautious-arc",
        ),
    ] = "next_other_move"
    reserved_reactions_max: Annotated[
        Literal[1, 2], ruling("How many unused actions an element can store.", "hw.play.store-reaction")
    ] = 1
    reaction_expiry: Annotated[
        Literal["end_of_turn", "next_activation"],
        ruling("When a stored reaction is lost.", "hw.play.store-reaction"),
    ] = "end_of_turn"
    reaction_window: Annotated[
        Literal["after_action", "before_action"],
        ruling("Whether reactions come after each enemy action or before it.", "hw.play.react"),
    ] = "after_action"
    react_before_activation: Annotated[
        bool,
        ruling("Whether an element may react with an action of its coming activation.", "hw.play.store-reaction"),
    ] = False
    stored_action_counts: Annotated[
        bool,
        ruling(
            "Whether a stored action still belongs to its activation: one shot, Recover alone, no shot with a Rapid "
            "Move.",
            "hw.play.store-reaction",
            "hw.play.one-shot",
            "hw.damage.recover-alone",
            "hw.move.rapid-no-shooting",
        ),
    ] = True
    reaction_target: Annotated[
        Literal["actor", "any"],
        ruling("Whether a reaction shot may only be aimed at the element that set it off.", "hw.play.react"),
    ] = "actor"
    chain_reactions: Annotated[
        bool, ruling("Whether a reaction may set off reactions, and these again.", "hw.play.reaction-order")
    ] = False
    charge_line: Annotated[
        Literal["one_line", "swerve"],
        ruling(
            "Whether a charger goes on along its one straight line after the halt, or turns after a target that "
            "stepped aside.",
            "hw.move.charge-straight",
            "hw.move.charge-finish",
        ),
    ] = "one_line"
    charge_reach: Annotated[
        Literal["declared", "current"],
        ruling(
            "Whether the last inch of a charge goes by the M of the declaration, or by what reactions left of it.",
            "hw.move.charge-finish",
            "hw.play.current-stats",
        ),
    ] = "declared"
    rapid_requires_ability: Annotated[
        bool, ruling("Whether only elements with the Rapid ability may make Rapid Moves.", "hw.move.rapid")
    ] = False
    max_shots_per_activation: Annotated[
        Literal[1, 2], ruling("How many shooting actions fit in one activation.", "hw.play.one-shot")
    ] = 1
    cover_light: Annotated[Small, ruling("What light cover adds to the effective range.", "hw.play.cover-values")] = 1
    cover_heavy: Annotated[Small, ruling("What heavy cover adds to it.", "hw.play.cover-values")] = 2
    units_block_lof: Annotated[
        bool, ruling("Whether mechs and vehicles in the way block a line of fire.", "hw.play.line-of-fire")
    ] = False
    twelves_bonus: Annotated[
        bool, ruling("Whether each Fire die of 12 that is left scores a hit more.", "hw.shoot.hits")
    ] = False
    charge_compare: Annotated[
        Literal["damage", "score"],
        ruling("Whether the halved damage or the whole score tells who won a charge.", "hw.charge.push-back"),
    ] = "damage"
    min_enemy_gap_in: Annotated[
        Small, ruling("How far from enemies a move has to end, in inches.", "hw.play.spacing")
    ] = 1
    difficult_cost: Annotated[
        Literal[1, 2, 3], ruling("Inches of movement that an inch of difficult terrain costs.", "hw.play.terrain")
    ] = 2
    recover_reduces_track: Annotated[
        bool, ruling("Whether each point recovered also comes off the damage track.", "hw.damage.track")
    ] = False
    recover_with_charge: Annotated[
        bool, ruling("Whether Recover and a charge fit in one activation.", "hw.damage.recover-alone")
    ] = False
    recover_max: Annotated[
        Literal[1, 2], ruling("How many Recover actions fit in one activation.", "hw.damage.recover-alone")
    ] = 2
    chq_loss_effect: Annotated[
        Literal["none", "no_initiative_choice"],
        ruling(
            "What losing the command element does: nothing, or the other side always decides who goes first.",
            "hw.play.victory",
        ),
    ] = "none"
