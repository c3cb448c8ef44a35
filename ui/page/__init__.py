"""A page that stands in the place of the table."""
