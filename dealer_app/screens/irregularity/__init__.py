"""What went wrong on the screen: irregularities, questions of devices, approvals, corrections, claims, outages."""
