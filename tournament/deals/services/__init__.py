"""Writes about the hands of a championship, one file a concern.

deal_sets   making hands, giving them to the rounds that are planned, the salt
accesses    opening, printing, seeing and dealing hands that are not public, and exchanging those

A key is drawn from the operating system (a rehearsal may be given one) and never leaves its column:
no message, event or error contains it, nor a secret or a hand. The record tells that hands were
made (the commitment), their salt, and who looked at which round early and why.
"""
