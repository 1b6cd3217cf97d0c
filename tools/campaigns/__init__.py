"""Campaigns that anybody can repeat: `python tools/campaign.py NAME --for 10m`."""


class Missing(Exception):
    """Something that a campaign needs is not on this machine; the text says what to do."""
