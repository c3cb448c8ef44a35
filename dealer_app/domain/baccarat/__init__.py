"""What the three baccarat games have in common."""
