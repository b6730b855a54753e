"""Reading pairs, one file a concern.

register     the pairs, their people, their numbers
late_entry   effects of a late pair
players      effects of a player who comes late, leaves or comes back
withdrawal   effects of a withdrawal, and of taking it back
"""
