"""Pure painters: each draws one thing into a rectangle of whoever holds the painter, and keeps nothing but pictures."""
