"""Layouts written to files: SVG, pictures, and the sheets of the compliance file."""
