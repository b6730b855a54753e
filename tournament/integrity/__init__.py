"""Comparison of everything stored with the record.

verification      the whole site: every championship and the installation's log
checks            checks of one championship
fold              rows that result from a record, and the stored ones
rows              comparison of the two, in words (`differences`)
anchors           hashes that logs carry of each other, and heads on paper
schema            tables, indexes and triggers, compared with those that the program makes
people            accounts and imports, by the installation's log
hands             commitments of hands against their keys, and the deals that rounds play
pairings          opponents, drawn again
groups            groups, drawn again
entrants          pairs that went on, against the standings of that moment
folded_rows       rows of a stage in the fold, for its standings and draws of a moment
results           rules that results must follow whatever the record says
plays             records of play, against their digests and the cards
hands_on_phones   acts of hands on phones, against their digests, the cards and the results
phones            phones that spoke and sat at tables, by their marks
logos             the picture of a logo
ownership         rows that belong to two championships
moments           the checks of each choice and each draw, made while following the record
replay            state that rows can't show: commitments of hands, phones (`recorded_state`)
"""
