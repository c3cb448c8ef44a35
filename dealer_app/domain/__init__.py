"""The rules of the four games as pure functions and frozen values."""
