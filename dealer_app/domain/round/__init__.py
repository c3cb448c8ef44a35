"""A live round: commands are decided into events, events are folded into state, and the guide says what comes next."""
