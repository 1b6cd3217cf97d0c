"""The web service: matches, seats, storage. It serves every ruleset and knows no word of any rule."""
