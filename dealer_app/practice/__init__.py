"""Practice: what a dealer can do is asked, graded by the rules of the open document, and asked again when it is due."""
