"""Writes of referees about rounds, one file a concern.

lifecycle   open a round and take that back, close and reopen it
hand_in     hand in a round that the venues of a simultaneous event close together
clock       count down an open round
sittings    note who of a pair sat in which seat
absences    let a table of four play as three, and pairs rest that asked for it
"""
