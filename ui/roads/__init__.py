"""What was: the five roads of a shoe, or the trail of tumbles."""
