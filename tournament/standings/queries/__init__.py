"""Read model of scores, the only one: page, paper, workbook and JSON all show its results.

    scores        scores of some rounds, by the ranking of their stage
    table         the standings, and a pair alone
    rank_changes  pairs that change their place between two standings
    rank_history  ranks of each pair after each round
    what_if       the standings under other settings
    end           the final result of a championship
    overall       the standings of a whole championship, from those of its stages
    shared        scores from which many pages of one version are made

Rankings are in `tournament.standings.rankings`. Nothing is stored: scores are computed from the
current results each time, in a number of SQL queries that does not depend on the size of the
championship. A process remembers those of the latest published versions.
"""
