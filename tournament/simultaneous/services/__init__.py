"""Writes of a simultaneous event, by its centre and by its venues together.

events   making one, its name and date, its people, deleting one
venues   adding one, tying a championship, untying it, leaving one out
deals    one deal set for all venues, its salt, and exchanging hands
settings how hands are scored and compared in all of them
rounds   opening in all venues, handing in, releasing

Whoever writes in more than one venue locks the event first and then the venues in one order; who
writes in one venue locks that alone. So two acts never wait for each other.
"""
