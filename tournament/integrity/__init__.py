"""Whether everything stored agrees with the record, by recomputing and comparing it.

verification      the whole site: every championship and the installation's log
checks            what is checked of one championship
pairings          pairs and matches, compared with the record
decisions         confirmations, correction requests and rulings, compared with the record
plays             records of play, compared with their digests and the cards
recomputation     the standings from the record alone
replay            the state to which a record leads
recorded_state    that state, as plain values
differences       what is stored and what is recorded, in words
"""
