"""Copies of the whole site: made, kept, and put back.

copies      consistent copies of the database in a folder
plan        where automatic backups go, and how the last one went
restore     a copy put in the place of the database, whole or not at all
postgresql  how a server's own programs copy and replace its database
"""
