"""Tai Sai: the tumble and the bets that it decides."""
