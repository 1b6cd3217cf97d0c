"""The tabletop: whole-number geometry of bases and terrain. Every verdict is a value with its witness."""
