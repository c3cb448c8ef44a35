"""The pages of reports as pictures."""
