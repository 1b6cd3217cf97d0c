"""The sheet of Dropzone Commander, and the decorator that binds functions to its rules."""

from hexless.kernel import load_sheet

__all__ = ["rule", "sheet"]

sheet = load_sheet(__package__ or "")
rule = sheet.rule
