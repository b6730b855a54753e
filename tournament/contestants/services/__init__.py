"""Acts of organisers on pairs and tables, one file a concern.

tables        the tables, their names, and the pairs that must not move
register      pairs added, changed and removed before the schedule
list_import   a pasted or uploaded list, all of it or nothing
number_draw   numbers by lot
late_entry    a late pair takes a rest, a match gives way, or the schedule is made again
withdrawal    a pair withdraws, and comes back
players       a player comes late, withdraws, and comes back; rounds planned anew
"""
