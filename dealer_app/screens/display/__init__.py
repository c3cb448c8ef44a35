"""What guests read on the customer display: its values, and how they follow from the table."""
