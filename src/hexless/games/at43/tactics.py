"""Tactics: orders at a Leadership Point each, and the fire of units on Overwatch."""

from __future__ import annotations

from hexless.kernel import Game, Labels, OneOf

from ._sheet import rule
from .aiming import Shot, is_target, loaded
from .leadership import RALLY, has, pay
from .model import AT43, Activation, Unit
from .movement import foes
from .shooting import pick_vehicle, resolve

__all__ = ["COST", "can_split", "order_tactic", "overwatch", "split_fire", "tactics_open"]

G = Game[AT43]
COST = 1
WORDS = {"overwatch": "Overwatch", "deck": "Hit the deck", "cover": "Take cover"}


@rule("at.tactic.infantry-only")
def infantry(u: Unit) -> bool:
    """Split fire, Hit the deck and Take cover are for infantry."""
    return u.card.soldier


def can_split(s: AT43, a: Activation) -> bool:
    """Whether Split fire can be ordered: at the start of the activation, by infantry with a special weapon."""
    u = s[a.unit]
    if a.acted or a.split or not infantry(u) or not has(s, u.side, COST):
        return False
    return any(f.special and f.alive for f in u.fighters)


@rule("at.tactic.split-fire", "at.play.tactic-cost", "at.tactic.infantry-only")
def split_fire(g: G, a: Activation) -> None:
    """The special weapon may be held back, and fire later in the activation."""
    pay(g, g.state[a.unit].side, COST, "Split fire")
    g.set(active=a.with_(split=True))
    g.note("tactic", unit=a.unit, tactic="Split fire")


def tactics_open(s: AT43, a: Activation) -> tuple[str, ...]:
    """What may be ordered at the end of an activation."""
    u = s[a.unit]
    if not u.here or u.status == "rout" or not has(s, u.side, COST):
        return ()
    watch = not a.fired and not u.engaged and not a.fought and not u.overwatch and bool(loaded(u, ()))
    lie = (("deck", not u.deck), ("cover", not u.covered)) if infantry(u) else ()
    return (*(("overwatch",) if watch else ()), *(word for word, free in lie if free))


def order_tactic(g: G, a: Activation) -> bool:
    """Order one more tactic, if the player likes; each costs a point."""
    options = tactics_open(g.state, a)
    if not options:
        return False
    u = g.state[a.unit]
    open_ = (*options, None)
    labels = Labels(open_, lambda o: f"{WORDS[o]} ({COST} LP)" if o else "none")
    rules = ("at.play.tactic-cost",)
    ask = OneOf(prompt=f"orders for {u.name}", rules=rules, options=open_, labels=labels, about="tactic", by=a.unit)
    chosen = g.ask(u.side, ask)
    if chosen is None:
        return False
    {"overwatch": go_on_overwatch, "deck": hit_the_deck, "cover": take_cover}[chosen](g, a.unit)
    return True


def ordered(g: G, unit: int, tactic: str) -> None:
    pay(g, g.state[unit].side, COST, WORDS[tactic])
    g.note("tactic", unit=unit, tactic=WORDS[tactic])


@rule("at.tactic.overwatch", "at.play.tactic-cost")
def go_on_overwatch(g: G, unit: int) -> None:
    """A unit that did not shoot may shoot during an enemy activation."""
    ordered(g, unit, "overwatch")
    g.change(unit, overwatch=True)


@rule("at.tactic.hit-the-deck-timing", "at.play.tactic-cost", "at.tactic.infantry-only")
def hit_the_deck(g: G, unit: int) -> None:
    """Until its next activation the unit is passed over in zones of fire."""
    ordered(g, unit, "deck")
    g.change(unit, deck=True)


@rule("at.tactic.take-cover", "at.play.tactic-cost", "at.tactic.infantry-only")
def take_cover(g: G, unit: int) -> None:
    """Until its next activation the unit makes its cover rolls on 3+."""
    ordered(g, unit, "cover")
    g.change(unit, covered=True)


# ---- Overwatch, when an enemy has moved


@rule("at.tactic.overwatch-timing", "at.tactic.overwatch-target-moved")
def overwatch(g: G, mover: int) -> None:
    """When a unit has finished its movement, enemies on Overwatch may shoot at it, one after another."""
    s = g.state
    g.each(answered, range(sum([s[i].overwatch for i in foes(s, s[mover].side)])), mover)


@rule("at.tactic.overwatch-timing", "at.tactic.overwatch-target-moved")
def answered(g: G, number: int, mover: int) -> bool:
    """One of those on Overwatch shoots, whoever is left and wants to; True: nobody."""
    ready = watchers(g.state, mover) if g.state[mover].here else []
    if not ready:
        return True
    names = (*(priced(g.state[i]) for i in ready), "nobody")
    ask = OneOf(
        prompt=f"Overwatch on {g.state[mover].name}", rules=g.cites, options=(*ready, None), labels=names,
        about="unit", to=mover,
    )  # fmt: skip
    watcher = g.ask(g.state[ready[0]].side, ask)
    if watcher is not None:
        shoot_now(g, watcher, mover)
    return watcher is None


@rule("at.tactic.disorganised", "at.tactic.disorganised-pay")
def in_order(u: Unit) -> bool:
    """Whether a unit may do something without pay: it is not disorganised, or was paid for in its activation."""
    return u.status != "disorganised" or u.paid


def priced(u: Unit) -> str:
    """A unit on Overwatch, with what its shot costs."""
    return u.name if in_order(u) else f"{u.name} ({RALLY} LP)"


def watchers(s: AT43, mover: int) -> list[int]:
    """The enemies on Overwatch that may shoot at a unit."""
    found = []
    for i in foes(s, s[mover].side):
        u = s[i]
        able = u.overwatch and not u.engaged and (in_order(u) or has(s, u.side, RALLY))
        if able and any(is_target(s, i, w, mover) for w in loaded(u, ())):
            found.append(i)
    return found


@rule("at.tactic.overwatch", "at.tactic.overwatch-damage")
def shoot_now(g: G, watcher: int, mover: int) -> None:
    """One normal shooting at the unit that moved, with everything; damage counts at once."""
    if not in_order(g.state[watcher]):
        pay(g, g.state[watcher].side, RALLY, g.state[watcher].name)
    g.change(watcher, overwatch=False)
    g.note("overwatch", unit=watcher, target=mover)
    s, vehicle = g.state, pick_vehicle(g, watcher, mover)
    fires = [w for w in loaded(s[watcher], ()) if is_target(s, watcher, w, mover)]
    resolve(g, watcher, [Shot(w, mover, vehicle) for w in fires])
