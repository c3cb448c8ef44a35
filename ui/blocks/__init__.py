"""The blocks of pages, panels and the rail: each is laid out by a pure function and painted by one widget."""
