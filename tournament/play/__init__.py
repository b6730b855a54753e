"""Hands dealt beforehand that the players of a table play on their own phones.

stored_acts    acts as rows, whether one is allowed, and their digest in the record
match_now      where a match is: its hand, its acts, its seats, the result that waits for a tap
queries        knowledge of one seat, seats that a pair may take, where each table is
documents      knowledge of a seat, as JSON
payloads       requests of a phone, read strictly, and the answers to what they do
places         the table as somebody at one seat sees it
services       writes: seats, acts, results, and acts of referees and organisers
seat_access    whose phone asks about a seat, by what it knows already or the long way
seat_answers   answers to a seat; most questions are answered before sessions are read
views, desk_views

`docs/play-protocol.md` tells whoever writes another client what is sent and answered.
"""
