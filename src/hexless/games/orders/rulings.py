"""The sheet is the only source for this game, so every gap is a ruling. Chosen per game."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from hexless.ruleset import ruling

__all__ = ["Rulings"]

Inches = Annotated[int, msgspec.Meta(ge=0, le=24)]


class Rulings(msgspec.Struct, frozen=True, cache_hash=True, kw_only=True, forbid_unknown_fields=True):
    """The open points of the sheet."""

    command: Annotated[
        Literal["formation", "radius"],
        ruling("A leader's command: the bases assigned to it, or friends within a radius.", "or.turn.outside-command"),
    ] = "formation"
    command_radius_in: Annotated[Inches, ruling("That radius, in inches.", "or.turn.outside-command")] = 8
    may_pass_leader: Annotated[
        bool,
        ruling(
            "Whether a player may pass instead of choosing a leader; who passes chooses no more this turn.",
            "or.turn.select-leader",
        ),
    ] = False
    spotter_attack_extra_cp: Annotated[
        Literal[0, 1], ruling("What the spotter's own attack costs on top.", "or.bombard.spotter-attacks")
    ] = 0
    spotter_attack_support: Annotated[
        bool, ruling("Whether other bases may support the spotter's own attack.", "or.bombard.spotter-attacks")
    ] = False
    solo_suppressed: Annotated[
        Literal["any", "rr_only"],
        ruling("Which orders a suppressed base may take without a leader: any, or R&R only.", "or.turn.single-order"),
    ] = "any"
    may_pass_single: Annotated[
        bool,
        ruling(
            "Whether a player may pass in the leaderless phase; who passes gives no more orders this turn.",
            "or.turn.singles-alternate",
        ),
    ] = False
    mounted_need_order: Annotated[
        bool, ruling("Whether carried bases must be given an order before the turn ends.", "or.turn.singles-alternate")
    ] = False
    mount_counters: Annotated[
        Literal["rider", "both"],
        ruling(
            "Who gets an activation counter by mounting: the base, or its transport, too.", "or.order.mount-counter"
        ),
    ] = "rider"
    appropriate: Annotated[
        Literal["class_strict", "any"],
        ruling("Whether AM may only be aimed at vehicles and AP at infantry.", "or.attack.nearest-target"),
    ] = "class_strict"
    elevated_needs_lower_target: Annotated[
        bool,
        ruling(
            "Whether a target that stands as high cancels the attacker's bonus for elevation.", "or.attack.elevated"
        ),
    ] = False
    wreck_blocks_los: Annotated[bool, ruling("Whether wreckage blocks sight.", "or.play.wreck-effect")] = False
    passengers: Annotated[
        Literal["bail", "die"],
        ruling("Whether bases in a destroyed transport get out or are lost.", "or.play.transport-destroyed"),
    ] = "bail"
    template_diameter_in: Annotated[Inches, ruling("How wide the bombard template is.", "or.play.template-size")] = 4
    dive: Annotated[
        Literal["costs_activation", "free", "off"],
        ruling(
            "What diving for cover costs: an activation counter, nothing, or nobody dives.", "or.bombard.dive-for-cover"
        ),
    ] = "costs_activation"
    divers: Annotated[
        Literal["all", "infantry"],
        ruling("Who may dive for cover: any base, or infantry only.", "or.bombard.dive-for-cover"),
    ] = "all"
    road_double_stack: Annotated[bool, ruling("Whether At the Double multiplies with a road.", "or.terrain.road")] = (
        True
    )
    sight_mutual: Annotated[
        bool, ruling("Whether a concealed base sees out only if it could be seen.", "or.terrain.concealment")
    ] = True
    sight_from: Annotated[
        Literal["either", "viewer"],
        ruling(
            "A line of sight runs from the centre of either base to any part of the other, or from the viewer's only.",
            "or.play.line-of-sight",
        ),
    ] = "either"
    template_hidden: Annotated[
        bool,
        ruling(
            "Whether a template's centre, which has no Size, is hidden anywhere inside concealing terrain, or never.",
            "or.bombard.template",
        ),
    ] = False
    in_terrain: Annotated[
        Literal["centre", "any"],
        ruling("A base is in a feature with its centre, or with any part.", "or.play.in-terrain"),
    ] = "centre"
    smoke_diameter_in: Annotated[Inches, ruling("How wide a smoke counter is.", "or.play.smoke-effect")] = 3
    solo_smoke: Annotated[bool, ruling("Whether a base may pop smoke without a leader.", "or.order.smoke-limit")] = (
        False
    )
    enemy_gap_in: Annotated[Inches, ruling("How far from enemies a move has to end.", "or.play.contact")] = 0
    jump_over_bases: Annotated[bool, ruling("Whether Jump Troopers may move over other bases.", "or.play.contact")] = (
        False
    )
    sudden_death: Annotated[
        Literal["scenario", "always", "never"],
        ruling(
            "When a side that alone has leaders left wins at once: in missions about leaders, always, or never.",
            "or.play.victory",
        ),
    ] = "scenario"
    turns: Annotated[
        Annotated[int, msgspec.Meta(ge=1, le=20)],
        ruling("How many turns a game lasts, where the scenario does not say.", "or.play.victory"),
    ] = 6
    cards: Annotated[
        Literal["off", "sample"],
        ruling("Whether a sample deck of command cards is in play.", "or.attack.special", "or.bombard.special"),
    ] = "off"
