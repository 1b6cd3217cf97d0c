"""The hexless command."""
