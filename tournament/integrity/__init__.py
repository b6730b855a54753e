"""Whether everything stored agrees with the record.

verification      the whole site: every championship and the installation's log
checks            what is checked of one championship
fold              the rows to which a record leads, and those in the tables
rows              the two compared, in words (`differences`)
anchors           what the chains say of each other, and heads on paper
schema            tables, indexes and triggers, compared with what the program makes
people            accounts and imports, as the installation's log tells them
hands             the promise of the hands, against their keys; which deals rounds play
pairings          opponents that are drawn once more
groups            groups that are drawn once more
entrants          who went on, against the standings of that moment
folded_rows       a stage's rows in the fold, for its standings and draws of a moment
results           what must be true of results whatever the record says
plays             records of play, against their digests and the cards
hands_on_phones   acts of hands on phones, against their digests, the cards and the results
phones            who spoke and sat where, by the marks of phones
logos             the picture of a logo
ownership         rows that belong to two championships
moments           following the record, to make those checks at each choice and each draw
replay            what else events tell: promises of hands, phones (`recorded_state`)
"""
