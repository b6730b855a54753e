"""The wall: a projector's page that turns its screens, and the desk that steers it.

screens   the kinds of screens
queries   the state of the wall, and the message to the hall
services  steer the wall, and tell the hall something
tags      the message and rows of tables, for every page that hangs on a wall
"""
