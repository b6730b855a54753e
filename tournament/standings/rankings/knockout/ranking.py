"""The ranking of a knock-out, as one strategy."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from scoring.ordinary.standings import rank_games
from scoring.pairing.knockout import out_after, progress_of
from tournament.standings.rankings.games.columns import DIFFERENCE, difference_in_round
from tournament.standings.rankings.games.ranking import GAMES
from tournament.standings.rankings.games.scores import game_of, made_by_round, of_pairs, rests_of
from tournament.standings.rankings.knockout.columns import COLUMNS, KnockoutFigures
from tournament.standings.rankings.knockout.scores import (
    bracket_of_ids,
    completions_of,
    games_by_round,
    knockout_figures,
    ranks_after,
    score_knockout,
)
from tournament.standings.rankings.knockout.words import note, short_note
from tournament.standings.rankings.ranking import Ranked, Ranking, Row, one_by_one
from tournament.standings.rankings.recorded_stage import RecordedStage


def recomputed(recorded: RecordedStage) -> Ranked[KnockoutFigures]:
    """The published standings that the record leads to.

    Raises `LookupError` where the record names a table that has no match.
    """
    settings, first = recorded.stage.knockout_settings(), recorded.planned.start
    told = [
        (place.round, game_of(recorded.matches[place.round, place.table], content))
        for place, content in sorted(recorded.results.items())
    ]
    played = [(number, of_pairs(game)) for number, game in told if game is not None]
    entrants = [one for one in recorded.in_order if recorded.joined[one] <= first]
    bracket = bracket_of_ids(recorded.stage, recorded.numbers, entrants)
    by_round = games_by_round(played, recorded.rounds, first)
    progress = progress_of(
        bracket,
        by_round,
        lambda one, number: recorded.is_there_in(one, first + number - 1),
        settings.bracket,
        settings.counted,
    )
    second_rounds = settings.bracket.second_rounds(len(bracket.seeds))
    out, _again = out_after(by_round, settings.bracket, settings.counted, second_rounds)
    out_in = {one: last + first - 1 for one, last in out.items()}
    plays_in = _plays_in(recorded, out_in)
    rests = rests_of(recorded.rounds, recorded.sat, {one: plays_in(one) for one in recorded.joined})
    having = {pair for _round, game in played for pair in game.contestants} | rests.keys()
    rows = rank_games(
        recorded.ranked(having),
        (game for _round, game in played),
        settings,
        rests=rests,
        scores=progress.scores,
        draw_seed=recorded.stage.draw_seed,
        drawn_as=lambda contestant: str(recorded.numbers[contestant]),
    )
    made = made_by_round(told)
    completions = completions_of((row.tally.contestant for row in rows), recorded.left(out_in))
    return Ranked(
        tuple(
            Row(
                row.rank,
                row.tally.contestant,
                knockout_figures(row, made.get(row.tally.contestant, {}), settings, progress),
                row.splits,
                completion=completions[row.tally.contestant],
            )
            for row in rows
        ),
        "through",
    )


def _plays_in(
    recorded: RecordedStage, out_in: Mapping[int, int]
) -> Callable[[int], Callable[[int], bool]]:
    """By pair whether it was there in a round, and not out yet."""

    def of(one: int) -> Callable[[int], bool]:
        last = out_in.get(one)
        return lambda number: recorded.is_there_in(one, number) and (last is None or number <= last)

    return of


KNOCKOUT: Ranking[Any] = Ranking(
    key="knockout",
    columns=COLUMNS,
    round_column=difference_in_round,
    sum=DIFFERENCE,
    criteria=GAMES.criteria,
    score=score_knockout,
    recomputed=recomputed,
    note=note,
    short_note=short_note,
    unranked=GAMES.unranked,
    unranked_in_round=GAMES.unranked_in_round,
    pair_template="standings/_pair_of_games.html",
    round_template="standings/_games_of_round.html",
    phone_template="phones/_pair_game.html",
    has_workbook=True,
    has_bracket=True,
    earlier_ranks=one_by_one(ranks_after),
)
