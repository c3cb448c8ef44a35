"""What happened on the table in this round: both hands, or the dice."""
