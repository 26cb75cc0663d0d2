"""Small boards solved completely: what every position of 2x2 and 3x3 is worth, by rule and not by judgement."""
