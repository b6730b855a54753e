"""Hands dealt beforehand that the players of a table play on their own phones.

stored_acts    acts as rows, and the digest that stands for them in the record
match_now      where a match is: its hand, its acts, its seats, the result that waits for a tap
queries        what one seat may know, which seats a pair may take, where each table is
documents      what a seat may know, as JSON
payloads       what a phone sends, read strictly
places         the table as somebody at one seat sees it
services       taking seats, playing, agreeing on a result, what referees and organisers do
phone          which phone it is
seat_access    whose phone asks about a seat, by what it knows already or the long way
seat_answers   what it is told then; questions: most of them, answered before sessions are read
views, desk_views

`docs/play-protocol.md` tells whoever writes another client what is sent and answered.
"""
