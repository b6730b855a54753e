"""Reading pairs, one file a concern.

register     the pairs, their people, their numbers
late_entry   what a late pair would play
players      what it does that a player comes late or leaves
withdrawal   what a withdrawal does, and what taking it back does
"""
