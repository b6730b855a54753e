"""The one read model of scores: page, paper, workbook and JSON all show what comes from here.

    scores        what some rounds came to, by the ranking of their stage
    table         the standings, and a pair by itself
    rank_changes  which pairs change their place between two standings
    rank_history  where each pair stood after each round
    what_if       the standings as other settings would make them
    end           what a championship came to
    overall       the standings of a whole championship, from those of its stages
    shared        scores that many pages of one version are made from

What rankings are made of is in `tournament.standings.rankings`. Nothing is stored: scores are
computed from the current results each time, in a number of SQL queries that does not depend on the
size of the championship. A process remembers those of the latest versions of what is published.
"""
