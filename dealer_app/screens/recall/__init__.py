"""A past round with the screen as it was, step by step."""
