"""What was in the hands: the best points of each denomination with all cards known, and replays.

A worker analyses a round when it has been closed, one denomination after the other, and stores what
it finds. Whoever may see a hand's cards may see its analysis, and nobody before: each view asks
`deals.queries.hands_are_public`.

    lines      best play, card by card: how it is kept, and what is best of several values
    solving    the solver, asked for the makers' points
    queries    analyses as pages and papers show them, and how far a championship's are
    services   what is stored, and which rounds are waiting for it
    making     the worker's part
    positions  values of any position for pages: one question at a time, in a process of its own
    replays    a replay's address → the position, and what can be done there
"""
