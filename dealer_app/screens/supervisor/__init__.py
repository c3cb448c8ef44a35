"""The supervisor's room over the dealer's screen, and what supervisors alone read: alarms, shoe order, live odds."""
