"""A shoe that reports in words between spaces, of the Bee-Tek type."""
