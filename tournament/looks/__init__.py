"""Accounts that play in a championship which they also run, and their looks at open rounds.

`core.permissions` (`Access.hides`) decides what is hidden from them.
"""
