"""Benchmarks: `python3 start.py bench [play table ...] [--write]`. Speeds are measured here and never asserted in tests."""
