"""The game itself: cards, seats, deals, tricks, and what may be played and announced."""
