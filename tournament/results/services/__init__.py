"""What people do with results, one file a concern.

entry        entering, changing, taking back and confirming a result
undo         going back one version, for two minutes
locked_hand  what all of them act on; an act that has locked its hand calls those with `_locked`
"""
