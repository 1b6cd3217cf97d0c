"""Horizon Wars: combined-arms battles of single elements, fought with d12 against d12."""
