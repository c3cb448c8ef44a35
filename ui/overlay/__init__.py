"""A panel that lies over the station."""
