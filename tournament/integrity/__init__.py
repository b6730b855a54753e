"""Whether everything stored agrees with the record.

verification      the whole site: every championship and the installation's log
checks            what is checked of one championship
schema            tables, indexes and triggers, compared with what the program makes
anchors           what the chains say of each other, and heads on paper
people            roles, compared with the record
hands             the deal set and early looks, compared with the record
results           versions of results, compared with the record
course            settings, rounds and their times, compared with the record
ownership         rows that belong to two championships
hall              tables and who sat where, compared with the record
pairings          pairs and matches, compared with the record
decisions         confirmations, correction requests and rulings, compared with the record
plays             records of play, compared with their digests and the cards
hands_on_phones   acts of hands on phones, compared with their digests and the cards
recomputation     the standings from the record alone
replay            the state to which a record leads
replay_setup      what prepares play, replayed
replay_play       play, replayed
recorded_act      an act, as it is replayed
recorded_state    that state, as plain values
differences       what is stored and what is recorded, in words
"""
