"""Pure painters: each draws one thing into a rectangle of the given painter, and keeps nothing but pictures."""
