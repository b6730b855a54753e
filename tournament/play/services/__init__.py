"""Writes about hands on phones, one file a concern.

seats     take a seat, and free it
acts      play, give a card back, and end a hand as a referee
tables    choose packs or phones, pause a table, exchange the seats of a pair
results   agree on the result of a hand
aside     set the play of a hand aside as a referee, or let it count again
"""
