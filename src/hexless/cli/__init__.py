"""The `hexless` command. Modules here import what they need when they run, so that quick commands stay quick."""

from .app import app, main

__all__ = ["app", "main"]
