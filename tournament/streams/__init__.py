"""Telling open pages that there is something new, so that they ask at once and not every second.

topics         what a page listens for, and the signed text by which it may
carriers       how whoever writes tells the processes that hold the streams: one a database
announcements  what writes call
hub            the streams that are open in one process
asgi           the application that holds them, for uvicorn
server         that process
addresses      where a page finds it

A stream says "something new", and nothing more. It holds no truth and reads no database: a page
that hears it asks the site, as it does every second where there is no stream.
"""
