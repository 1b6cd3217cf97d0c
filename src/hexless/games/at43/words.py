"""The words of the log: a phrase for each kind of event."""

from __future__ import annotations

__all__ = ["CUES", "PHRASES"]

PHRASES = {
    "roll": "{why}: {faces}",
    "placed": "{unit.name} comes into play ({how})",
    "no room": "there is no room for {unit.name}",
    "round": "— round {round} —",
    "pool": "{seat} has {points} Leadership Point(s)",
    "cards": "the cards lie face down: {numbers}",
    "bids": "{seat} puts {points} LP into the Authority test",
    "pays": "{seat} pays {points} LP: {why} ({left} left)",
    "authority": "Authority: {first} against {second}",
    "authority won": "{seat} wins the Authority test",
    "starts": "{seat} activates first",
    "revealed": "the card of {unit.name} is turned up",
    "dead card": "the card of {unit.name} is discarded: the unit is gone",
    "idle": "{unit.name} does nothing",
    "waits": "{unit.name} stays in reserve",
    "rallied": "{unit.name} is valiant again",
    "morale": "{unit.name} tests morale ({test}) and {result}",
    "disorganised": "{unit.name} is disorganised",
    "routs": "{unit.name} is in rout",
    "flees": "{unit.name} runs for its own edge",
    "removed": "{unit.name} leaves the game: {why}",
    "moved": "{unit.name} makes {move}",
    "engaged": "{unit.name} and {target.name} are engaged",
    "aims": "{unit.name} aims {weapon} at {target.name}",
    "no target": "{unit.name} has no target for {weapon} any more",
    "salvo": "{unit.name} fires {weapon} at {target.name} (dice {dice}, difference {test})",
    "locked salvo": "{unit.name} fires {weapon} at {target.name} (dice {dice}, each hits on {test}+)",
    "caught": "{unit.name} is in the zone of fire and takes {impacts} of them: difference {test}",
    "impacts": "impacts: {impacts}",
    "damage": "{unit.name} takes {impacts} of them: difference {test}, {damage} damage each",
    "through": "impacts that go through: {through}",
    "wounded": "a fighter of {unit.name} is wounded, {left} left",
    "killed": "{unit.name} loses {who}; {left} left",
    "eliminated": "{unit.name} is wiped out",
    "new leader": "fighter {fighter} leads {unit.name}",
    "special leader": "the special weapon is the last of {unit.name} and leads it",
    "location": "{unit.name}: {points} on the {part}, {left} left",
    "immobile": "a vehicle of {unit.name} is immobile",
    "ejects": "{who} ejects from {unit.name}",
    "on foot": "{unit.name} goes on on foot",
    "joins": "{who} joins {unit.name}",
    "generator": "{unit.name} fires at {target.name}, which {result}",
    "fights": "{unit.name} attacks {target.name} with {fighters} fighter(s)",
    "strikes": "{unit.name} strikes {target.name} with {weapon}: difference {test}",
    "tactic": "{unit.name} is ordered: {tactic}",
    "overwatch": "{unit.name} fires from Overwatch at {target.name}",
    "objectives": "objectives: {held}",
    "points": "victory points {points}",
    "over": "{winner} wins: {why}",
}

# What is to be seen when it happens; see `Showing.cues`.
CUES = {
    "salvo": "shot", "locked salvo": "arc", "generator": "shot", "strikes": "fight", "caught": "hit",
    "wounded": "hit", "location": "hit", "killed": "loss", "eliminated": "loss", "disorganised": "shake",
    "routs": "shake", "flees": "shake", "rallied": "rally", "moved": "move", "round": "turn", "over": "end",
}  # fmt: skip
