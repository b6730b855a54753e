"""The command line of `scoring`, one module a command.

A command checks everything it was given before it writes anything. What is wrong ends it with exit
code 2, nothing on standard output and one line a fault on standard error. Output is UTF-8 in every
locale.
"""
