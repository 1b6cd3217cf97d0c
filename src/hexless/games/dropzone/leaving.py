"""Leaving a garrison: as a move, outnumbered, and on the run."""

from __future__ import annotations

from hexless.kernel import Game, OneOf, act

from . import entering, fortitude, garrisons, losses, objectives, transports
from ._sheet import rule
from .deck import in_force
from .entering import PASSAGE, cellars, linked, within_leash
from .fortitude import test
from .garrisons import enter, shift, walk_out
from .model import Dropzone, SquadId, alive_of, change_squad, other, squads_in

__all__ = ["check", "inside", "leave", "run_away"]

G = Game[Dropzone]


@act
def inside(g: G, squad: SquadId) -> None:
    """A Moving action of a squad in a garrison: to other edges, into a linked one, or out."""
    s, units = g.state, alive_of(g.state, squad)
    piece = s[units[0]].piece
    if piece is None:
        return
    if s[units[0]].profile.bloodthirsty and len(squads_in(s, piece)) > len(squads_in(s, piece, s.squads[squad].side)):
        lust(g, squad, piece)
        return
    below = cellars(s, squad) if in_force(s, "cellar-run", squad) else []
    free = all(within_leash(s[i], PASSAGE) for i in units)
    through = list(dict.fromkeys((*linked(s, piece, len(units)), *below))) if free else []
    names = {"edges": "to other edges", "leave": "leave the garrison"} if free else {"edges": "to other edges"}
    options = (*names, *(f"into {p}" for p in through))
    labels = (*names.values(), *(f"into {s.terrain.pieces[p].name}" for p in through))
    ask = OneOf(prompt="move in the garrison", rules=("dz.garrisons.move-to-edges",), options=options, labels=labels,
                about="action")  # fmt: skip
    choice = str(g.ask(s.squads[squad].side, ask))
    if choice == "edges":
        shift(g, squad, piece)
    elif choice == "leave":
        leave(g, squad, piece)
    elif (into := int(choice.split()[1])) in below:
        cellar_run(g, squad, into)
    else:
        enter(g, squad, into)


@rule("dz.cards.cellar-run")
def cellar_run(g: G, squad: SquadId, piece: int) -> None:
    """Into another garrison, as if the two were linked."""
    enter(g, squad, piece)


@rule("dz.play.unit-bloodthirsty")
def lust(g: G, squad: SquadId, piece: int) -> None:
    """With enemies in the same garrison the Bloodthirsty do not leave it; they may go to other edges."""
    shift(g, squad, piece)


@rule("dz.garrisons.exit")
def leave(g: G, squad: SquadId, piece: int) -> None:
    """Out, within 2 inches and in coherency; the rest of the movement is lost."""
    s, side = g.state, g.state.squads[squad].side
    all_in = squads_in(s, piece)
    friends = sum(s.squads[q].side == side for q in all_in)
    if len(all_in) - friends > friends and not outnumbered(g, squad, piece):
        return
    walk_out(g, squad, piece)


@rule("dz.garrisons.outnumbered-exit-test")
def outnumbered(g: G, squad: SquadId, piece: int) -> bool:
    """With more enemy than friendly squads inside a Fortitude Test comes first."""
    short = fortitude.test(g, squad)
    if short:
        cut_off(g, squad, piece, short)
    return not short


@rule("dz.garrisons.outnumbered-exit-fail")
def cut_off(g: G, squad: SquadId, piece: int, short: int) -> None:
    """Damage Points equal to what the test failed by, allocated by the opponent; then the squad runs away."""
    for _ in range(short):
        units = alive_of(g.state, squad)
        if not units:
            return
        labels = tuple(g.state[i].name for i in units)
        ask = OneOf(prompt="who falls", rules=g.cites, options=tuple(units), labels=labels, about="unit")
        losses.hurt(g, g.ask(other(g.state, g.state.squads[squad].side), ask), 1)
    if alive_of(g.state, squad):
        run_away(g, squad, piece)


@rule("dz.fortitude.trigger")
@act
def check(g: G, squad: SquadId) -> None:
    """At the end of the activation: a test, and who fails it runs."""
    change_squad(g, squad, hurt=False)
    piece = g.state[alive_of(g.state, squad)[0]].piece
    if piece is None:
        return
    says = f"{g.state.squads[squad].name} fails its Fortitude Test on purpose"
    chosen = g.state.rulings.fail_on_purpose and g.may(g.state.squads[squad].side, says)
    if chosen or test(g, squad):
        run_away(g, squad, piece)


@rule("dz.fortitude.run-away", "dz.fortitude.drop-objectives")
def run_away(g: G, squad: SquadId, piece: int) -> None:
    """Out of the garrison or into a linked one, and whatever it carries is dropped."""
    objectives.drop(g, squad)
    units = [i for i in alive_of(g.state, squad) if g.state[i].piece == piece]
    g.note("runs", unit=units[0], piece=g.state.terrain.pieces[piece].name)
    through = entering.linked(g.state, piece, len(units))
    if through:
        names = (*(g.state.terrain.pieces[p].name for p in through), "outside")
        ask = OneOf(prompt="runs to", rules=g.cites, options=(*through, None), labels=names, about="garrison")
        into = g.ask(g.state.squads[squad].side, ask)
        if into is not None:
            garrisons.enter(g, squad, into)
            return
    losses.turned_out(g, units, piece)
    if alive_of(g.state, squad):
        transports.get_aboard(g, squad)
