"""Deals from a key and a salt, which anybody can check one by one, and the codes on the packs."""
