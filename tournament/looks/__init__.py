"""Accounts that play in a championship which they also run: who they are, and what they look at.

What is hidden from them is decided in `core.permissions` (`Access.hides`).
"""
