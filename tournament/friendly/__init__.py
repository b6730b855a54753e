"""Friendly tables: games on phones that belong to no championship, with bots on free places."""
