"""Odds of attacks, taken from the rules themselves."""

from .attacks import AttackOdds, Chance, allowed, attack_odds, checked_inputs, from_position

__all__ = ["AttackOdds", "Chance", "allowed", "attack_odds", "checked_inputs", "from_position"]
