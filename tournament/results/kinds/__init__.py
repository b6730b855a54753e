"""Kinds of results: their content, when they are complete, and what is unlikely about them.

kind         declaration of a kind of results
kinds        the registry of all of them
dealt_hand   result of a hand dealt beforehand
points       points of each party of a table, and its score sheet
game         points with which a game of the ordinary kind ended
abarrotada   points of each of three or four players who play alone
score_sheet  a score sheet as people type and read it

Entering, confirming and disputing never ask for a result's kind: they call `kind_of(stage)` or
`content_of(result)`. Versions and locks know nothing of points. Scores, rulings, records of play
and exports are of dealt hands.
"""
