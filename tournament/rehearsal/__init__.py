"""Rehearsals: championships that bots play, so that people can rehearse a day, or look around.

plan           the parameters of a rehearsal, and the source of its randomness

players        what the players of a table call and play with a hand
scenarios      what happens to a hand's entry: who makes it, what goes wrong, who notices
actions        what somebody does about a hand: one call of a service each
script_runner  a hand's scenario on the site, one act after the other
championship   the championship itself: made-up people and clubs, schedule, hands
day            its rounds: opened, played, put in order, closed
services       a rehearsal that somebody asks for on the site

Everything goes through the services that people's own clicks call, so a rehearsal can't show
anything that a championship could not do. All else comes from the seed: the same plan gives the
same championship, except for times, keys of deliveries and secrets of links. The key of its hands
comes from the seed too, and so it is marked as a rehearsal for good.
"""
