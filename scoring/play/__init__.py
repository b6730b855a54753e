"""A table in play: a list of numbered acts, and what follows from it.

    acts        what can be done at a table, and how it is written
    rules       what differs between games
    public      what everybody has heard and seen: whose turn it is, calls, tricks, the end
    table       a deal and its acts: which act may come next, points
    knowledge   the facts that one seat has been told, and what follows from them
    views       what a seat can look at now

The acts are the truth, and nothing else is kept. What a seat knows is built up from facts that it
may be told. It is never made by leaving something out of the whole, so nothing can be forgotten
there.

Sources: "Botifarra", on John McLeod's site of card games, pagat.com/manille/botifar.html; the rules
of Lloret, Girona and Torrefarrera, by which the dealer's partner doesn't look at the cards before
trumps are made or delegated.
"""
