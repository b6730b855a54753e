"""The kinds of results: what each says, when it is complete, and what is unlikely about it.

kind         what a kind of results is
kinds        the registry of all of them
dealt_hand   what a table made of a hand dealt beforehand
points       points of each party of a table, and its score sheet
game         the points with which a game of the ordinary kind ended
abarrotada   what each of three or four players made who play alone
score_sheet  a score sheet as people type and read it

Entering, confirming and disputing never ask for a result's kind: they call `kind_of(stage)` or
`content_of(result)`. Versions and locks are the same for all kinds, and know nothing of points.
Scores, rulings, records of play and exports are of dealt hands.
"""
