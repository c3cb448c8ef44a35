"""The application core: one station, its clock, and the one way by which anything comes to happen at its table."""
