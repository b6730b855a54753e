"""Tell open pages that there is something new, so that they ask at once and not every second.

topics         tables that a page listens for, the signed text by which it may, and the address
announcements  functions that writes call
carriers       how news gets from a write to the process of the streams: one a database
server         the process that holds the streams, with its ASGI application

A stream says "something new", and nothing more. It holds no truth and reads no database: a page
that hears it asks the site, as it does every second where there is no stream.
"""
