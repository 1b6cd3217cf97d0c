"""What the log says, event by event."""

__all__ = ["CUES", "PHRASES"]

PHRASES = {
    "roll": "{why}: {faces}",
    "unequal": "{strong} brings a P of {most}, {weak} {least}: no even match",
    "deployed": "{unit.name} is deployed",
    "no room": "there is no room for {unit.name}",
    "turn": "— turn {turn} —",
    "initiative": "{winner} wins the initiative of turn {turn}; {first} goes first",
    "activated": "{unit.name} is activated",
    "held": "{unit.name} holds and stores a reaction",
    "moved": "{unit.name} makes a {move} move of {far} inch(es)",
    "cancelled": "matches are taken away, left: {left}",
    "shot": "{shooter.name} fires {dice} dice at {target.name}, effective range {need}: {hits} hit(s)",
    "damaged": "{unit.name} takes {hits} damage (F {F}, M {M}, A {A})",
    "destroyed": "{unit.name} is destroyed",
    "recovered": "{unit.name} recovers {points}",
    "regained": "{unit.name} regains F {F}, M {M}, A {A}",
    "charges": "{unit.name} charges {target.name}",
    "halted": "{unit.name} halts before {target.name}, {far} inch(es) on",
    "closed": "{unit.name} closes on {target.name}, {far} inch(es) in all",
    "countered": "{unit.name} counter-charges {target.name} over {far} inch(es)",
    "missed": "{unit.name} cannot reach {target.name} any more",
    "reacts": "{unit.name} reacts to {actor.name}: {action}",
    "clash": "{who} scores {charger}, {whom} {target}",
    "fought": "{charger.name} fights {target.name}: {result}; they take {to_charger} and {to_target} damage",
    "shifted": "{unit.name} gives ground, {far} inch(es)",
    "moved on": "{unit.name} moves on {far} inch(es)",
    "objectives": "objectives: {held}; points {points}",
    "over": "{winner} wins: {why}",
}

# What is to be seen when it happens; see `Showing.cues`.
CUES = {
    "shot": "shot", "charges": "charge", "countered": "charge", "fought": "fight", "damaged": "hit",
    "destroyed": "loss", "regained": "rally", "moved": "move", "moved on": "move", "shifted": "shake", "turn": "turn",
    "over": "end",
}  # fmt: skip
