"""The lab: games in bulk, and pictures of them."""
