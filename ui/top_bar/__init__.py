"""What stands over everything: the table, its limits and its lamps, and the ribbon of a practice or a demonstration."""
