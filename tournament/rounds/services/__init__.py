"""What referees do with rounds, one file a concern.

lifecycle   opening a round and taking that back, closing and reopening it
hand_in     a round that the venues of a simultaneous event close together
clock       the countdown of an open round
sittings    who of a pair sat in which seat
absences    a table of four plays as three, as somebody has not come
"""
