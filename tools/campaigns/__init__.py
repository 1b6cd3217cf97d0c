"""Campaigns that anybody can repeat: `python tools/campaign.py NAME --for 10m`."""
