"""A round in its normal course on the screen: bets, hands and dice, insurance, settlement, the roads."""
