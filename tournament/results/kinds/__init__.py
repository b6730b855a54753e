"""The kinds of results: what each says, when it is complete, and what is unlikely about it.

kind         what a kind of results is
kinds        the registry of all of them
dealt_hand   what a table made of a hand dealt beforehand

Nothing else asks for a result's kind: call `kind_of(stage)` or `content_of(result)`. Versions,
confirmations, disputes and locks are the same for all of them, and know nothing of points.
"""
