"""What is done with hands on phones; each concern has a file of its own.

setting   whether a stage is played with packs or on phones
seats     taking a seat, and freeing it
exchange  two players of a pair who change places
acts      playing, a card that a referee gives back, and a hand that a referee ends
tables    a table that a referee pauses, or changes to packs
results   agreeing on the result of a hand
aside     a hand whose play a referee sets aside, or lets count again
"""
