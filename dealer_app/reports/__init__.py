"""Reports of a shift, a day or a round: made from the journal alone, as PDF, CSV or JSON."""
