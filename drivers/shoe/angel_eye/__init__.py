"""The Angel Eye II-EX card-reading shoe."""
