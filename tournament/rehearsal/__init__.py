"""Rehearsals: championships that bots play, so that people can rehearse a day, or look around.

plan       what a rehearsal is played from, and the chance that everything in it comes from
names      made-up people and clubs
playing    what the players of a table call and play with a hand
courses    what becomes of a hand's entry: who makes it, what goes wrong, who notices
deeds      what somebody does about a hand: one call of a service each
acting     a hand's course on the site, one act after the other
making     the championship itself: pairs, schedule, hands
day        its rounds: opened, played, put in order, closed

Everything on the site is done by the services that people's own clicks end in, so a rehearsal can't
show what a championship could not do. All else comes from the seed: the same plan gives the same
championship, but for times, keys of deliveries and secrets of links. That holds for its hands too,
whose key comes from the seed: so it is marked as a rehearsal for good.
"""
