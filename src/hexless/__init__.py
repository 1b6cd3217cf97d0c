"""Free-measure miniature wargames: each rule written once; played, predicted, searched, replayed, explained."""

__version__ = "0.1.0"
