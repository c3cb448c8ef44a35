"""A round as a dealer plays it: top bar, stage, what there is to do at each step, what is said, what keys mean."""
