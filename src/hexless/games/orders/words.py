"""The words of the log."""

from __future__ import annotations

__all__ = ["CUES", "PHRASES"]

PHRASES = {
    "roll": "{why}: {faces}",
    "starts mounted": "{unit.name} starts in {transport.name}",
    "stays aboard": "{unit.name} stays aboard",
    "deployed": "{unit.name} is deployed",
    "no room": "there is no room for {unit.name}",
    "turn": "— turn {turn} —",
    "bid": "{seat} has {bid} for the initiative",
    "initiative": "{winner} wins the initiative of turn {turn}; {first} goes first",
    "leads": "{unit.name} issues orders with {cp} CP",
    "ordered": "{unit.name} is ordered: {order} for {cost} CP, {left} left",
    "alone": "{unit.name} acts alone: {order}",
    "counter": "{unit.name}: {counter} counter",
    "moved": "{unit.name} moves {far} inch(es)",
    "mounted": "{unit.name} mounts {transport.name}",
    "dismounted": "{unit.name} gets out of {transport.name}",
    "no target": "{unit.name} has no target",
    "attack": "{unit.name} attacks {target.name} with {weapon}: {power} against {resist}",
    "difference": "difference {difference}: {result}",
    "suppressed": "{unit.name} takes {points} suppression, now {sp}",
    "overwhelmed": "{unit.name} takes {points} suppression on top of {sp}: too much",
    "destroyed": "{unit.name} is destroyed",
    "wrecked": "{unit.name} is wrecked",
    "leader lost": "the leader {unit.name} is lost to {by}",
    "template": "{unit.name} calls down a bombardment",
    "bombard": "the bombardment falls with {power}",
    "under fire": "{unit.name} under the template: {power} against {resist}",
    "dives": "{unit.name} dives for cover",
    "rested": "{unit.name} rests, suppression {sp}",
    "smoke": "{unit.name} pops smoke",
    "card": "{seat} plays {card}",
    "over": "{winner} wins: {why}",
}

# What is to be seen when it happens; see `Showing.cues`.
CUES = {
    "attack": "shot", "under fire": "arc", "suppressed": "hit", "overwhelmed": "loss", "destroyed": "loss",
    "wrecked": "loss", "dives": "shake", "rested": "rally", "smoke": "smoke", "moved": "move", "turn": "turn",
    "over": "end",
}  # fmt: skip
