"""Where the sheet is silent, garbled or older than the rulebook. Chosen per game."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from hexless.ruleset import ruling

__all__ = ["Rulings"]


class Rulings(msgspec.Struct, frozen=True, cache_hash=True, kw_only=True, forbid_unknown_fields=True):
    """The sheet is of version 2.1; most alternatives are those of the later rulebook."""

    exceptional: Annotated[
        Literal["sheet", "rulebook"],
        ruling(
            "Who gains 2 inches on Exceptional ground: all ground types, or Vehicles other than Skimmers.",
            "dz.unit-types.exceptional-ground",
        ),
    ] = "sheet"
    cover_for_all_types: Annotated[
        bool,
        ruling("Whether units other than Infantry gain cover.", "dz.scenery.soft-cover", "dz.scenery.body-cover"),
    ] = True
    flame_token_on: Annotated[
        Literal["flammable", "target", "damage"],
        ruling(
            "When a Flame weapon leaves tokens: one on Flammable scenery that it damages, as the sheet says; or one on "
            "any piece, two on a Flammable one, that it shoots at, or that it damages.",
            "dz.scenery.flammable-token",
            "dz.play.weapon-flame",
        ),
    ] = "flammable"  # noqa: S105
    small_scenery_collapse: Annotated[
        bool,
        ruling(
            "Whether pieces below 10 Damage Points collapse too; if not, they are removed.",
            "dz.scenery.destroyed-becomes-tough",
        ),
    ] = True
    entry_re_roll: Annotated[
        Literal["occupied", "any"],
        ruling("Which entry makes Close Quarters damage be rolled again.", "dz.garrisons.entry-re-roll"),
    ] = "any"
    crash_hits_aircraft: Annotated[
        bool,
        ruling(
            "Whether crashes, falls and collapses hit Aircraft in the air.",
            "dz.aircraft.crash-hits",
            "dz.scenery.collapse-hits",
        ),
    ] = True
    accuracy_zero: Annotated[
        Literal["automatic", "rolled"],
        ruling("Whether an Accuracy of 0 hits without a roll.", "dz.garrisons.automatic-hit"),
    ] = "automatic"
    search_enemy_penalty: Annotated[
        bool, ruling("Whether enemies close by cost 1 on a search.", "dz.searching.roll")
    ] = False
    search_natural_one_fails: Annotated[
        bool, ruling("Whether a natural 1 always fails a search.", "dz.searching.roll")
    ] = False
    close_quarters_criticals: Annotated[
        bool, ruling("Whether Close Quarters weapons can score Criticals.", "dz.play.close-quarters")
    ] = True
    body_cover_critical: Annotated[
        bool,
        ruling("Whether Body Cover also raises what a Critical needs.", "dz.damage.body-cover", "dz.damage.critical"),
    ] = True
    hull_down_percent: Annotated[
        Annotated[int, msgspec.Meta(ge=1, le=100)],
        ruling("A target of which less than this share is seen is Hull Down.", "dz.play.hull-down"),
    ] = 50
    behemoth_special_rules: Annotated[
        bool,
        ruling(
            "Whether Destroyer and Penetrative weapons do more than others to a Behemoth.", "dz.play.behemoth-zones"
        ),
    ] = False
    drop_dice_per_squad: Annotated[
        Literal[2, 1],
        ruling("Dice for each enemy squad near which a Behemoth is dropped.", "dz.play.behemoth-drop-damage"),
    ] = 2
    rounds: Annotated[
        Annotated[int, msgspec.Meta(ge=1, le=12)],
        ruling("How many rounds a game lasts, where the scenario does not say.", "dz.play.round-sequence"),
    ] = 6
    cards: Annotated[Literal["off", "on"], ruling("Whether Command Cards are in play.", "dz.play.command-cards")] = (
        "off"
    )
    last_unit: Annotated[
        Literal["play on", "ends"],
        ruling(
            "Whether the game goes on when one side has no unit left, and the other still scores.", "dz.play.victory"
        ),
    ] = "play on"
    fail_on_purpose: Annotated[
        bool,
        ruling(
            "Whether a squad may fail a Fortitude Test at the end of an activation on purpose.", "dz.fortitude.test"
        ),
    ] = False
    collateral_at_once: Annotated[
        Literal["any", "shooting"],
        ruling(
            "Which tokens on an occupied Garrison are resolved at once: all, or those of a Shooting action.",
            "dz.garrisons.immediate-collateral",
            "dz.collateral.occupied-resolve-all",
        ),
    ] = "any"
