"""The rulesets, one package each; none of them knows another."""
