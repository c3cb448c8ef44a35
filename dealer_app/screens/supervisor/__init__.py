"""What supervisors alone read: alarms, the watch of the shoe's order, live odds."""
