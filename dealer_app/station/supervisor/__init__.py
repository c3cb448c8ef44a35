"""What a station keeps for supervisors alone: alarms, the watch of the shoe's order, looks at live odds."""
