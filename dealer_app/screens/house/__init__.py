"""People, the opening of a table, the life of a shoe, shifts, and looking back, on the screen."""
