"""Analysis of hands: the best points of each denomination with all cards known, and replays.

A worker analyses a round when it has been closed, one denomination after the other, and stores what
it finds. Whoever may see a hand's cards may see its analysis, and nobody before: each view asks
`deals.queries.hands_are_public`.

    best_play       best play, card by card: how it is stored, and the best of several values

    solver_process  the program that answers `positions`
    queries         analyses as pages and papers show them, and how far a championship's are
    services        what is stored, and which rounds are waiting for analysis
    round_job       the worker's part
    positions       the values of any position, for pages: one question at a time
    replays         a replay's address → the position, and what can be done there
    render_cache    moments of replays, rendered once for everybody
"""
