"""What the window paints for whole rounds of practice: two lanes on one axis of time, and the steps so far."""
