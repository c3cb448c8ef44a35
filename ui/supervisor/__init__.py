"""Plans of what only the pages of a supervisor have: runs of cards, the new deck, the edges of bets."""
