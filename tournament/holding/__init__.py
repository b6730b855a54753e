"""Holding what a championship has made: is it all true, and is there a copy of it?

    verifying    everything recomputed, and held against what is stored
    backups      consistent copies of the database in a folder
    restoring    a copy put in the place of the database, whole or not at all

and below them:

    checks       what is checked of one championship
    pairings     pairs and matches, held against the record
    recomputing  the standings from the record alone
    replay       the state to which a record leads
    differences  what is stored and what is recorded, in words
    files        databases that are files: where, copied how, and what can go wrong
"""
