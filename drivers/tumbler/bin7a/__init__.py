"""A networked dice machine with commands of six bytes."""
