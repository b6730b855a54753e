"""The wall: a projector's page that turns its screens, and the desk that steers it.

screens   what there is to show, each kind in screens of its own
queries   how the wall is steered, and what the hall is told
services  steering it, and telling the hall something
tags      the message, for every page that hangs on a wall
"""
