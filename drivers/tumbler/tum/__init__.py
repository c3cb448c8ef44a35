"""A tumbler that speaks the station's own open protocol of sentences."""
