"""Hands dealt beforehand that the players of a table play on their own phones.

stored_acts    acts as rows, whether one is allowed, and their digest in the record
match_now      state of a match: its hand, acts and seats, the result that waits for a tap
queries        knowledge of one seat, seats that a pair may take, state of each table
documents      knowledge of a seat, as JSON
payloads       requests of a phone, read strictly, and the answers to what they do
places         the table as seen from one seat
services       writes: seats, acts, results, and acts of referees and organisers
seat_access    the phone that asks about a seat: by its version, or the long way
seat_answers   answers to a seat; most questions are answered before sessions are read
views, desk_views

`docs/play-protocol.md` describes the requests and answers for authors of other clients.
"""
