"""Writes about results, one file a concern.

entry        enter, change, take back and confirm a result
undo         go back one version, for two minutes
locked_hand  the hand that acts are about; an act that has locked its hand calls `…_locked`
"""
