"""Benchmarks: `python3 start.py bench [NAME ...] [--write]`. Speed is measured here and never asserted in tests."""
