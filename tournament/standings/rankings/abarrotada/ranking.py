"""The ranking of abarrotada, as one strategy."""

from __future__ import annotations

from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.ordinary.solo_standings import SoloTieBreak, rank_solo
from scoring.participation import Participation
from tournament.core.labels import label
from tournament.models import Stage
from tournament.standings.rankings.abarrotada.columns import (
    COLUMNS,
    POINTS,
    SoloFigures,
    points_in_round,
)
from tournament.standings.rankings.abarrotada.scores import (
    figures_of,
    game_of,
    hands_by_round,
    made_by_round,
    ranked_by,
    ranks_after,
    score_solo,
    without_opponents,
)
from tournament.standings.rankings.games.scores import rests_of
from tournament.standings.rankings.ranking import (
    Ranked,
    Ranking,
    Row,
    StandingsView,
    excused_hands,
    one_by_one,
)
from tournament.standings.rankings.recorded_stage import RecordedStage


def recomputed(recorded: RecordedStage) -> Ranked[SoloFigures]:
    """The published standings that the record leads to.

    Raises `LookupError` where the record names a table that has no match.
    """
    settings = recorded.stage.solo_settings()
    played = [
        (place.round, game_of(recorded.seated[place.round, place.table], content))
        for place, content in sorted(recorded.results.items())
    ]
    games = [game for _round, game in played if game is not None]
    plays_in = {one: partial(recorded.is_there_in, one) for one in recorded.joined}
    rows = rank_solo(
        recorded.ranked({one for game in games for one in game.players}),
        games,
        settings,
        rests=rests_of(recorded.rounds, recorded.sat, plays_in),
        participation=Participation(
            recorded.left(),
            excused_hands(
                [
                    *(one for one in recorded.rests if one not in recorded.absences),
                    *without_opponents(
                        (
                            (
                                place.round,
                                recorded.seated[place.round, place.table],
                                content["not_played_reason"],
                            )
                            for place, content in recorded.results.items()
                        ),
                        recorded.withdrawn,
                    ),
                ],
                hands_by_round(played),
                (),
            ),
            recorded.is_complete,
        ),
        draw_seed=recorded.stage.draw_seed,
        drawn_as=lambda contestant: str(recorded.numbers[contestant]),
    )
    made = made_by_round(played)
    return Ranked(
        tuple(
            Row(
                row.rank,
                row.tally.contestant,
                figures_of(row, made.get(row.tally.contestant, {})),
                row.splits,
                completion=row.completion,
                shortfall=row.shortfall,
            )
            for row in rows
        ),
        ranked_by(rows, settings.rank_by),
    )


def note(stage: Stage, view: StandingsView[SoloFigures], _settled: bool) -> str:
    """For a page."""
    settings = stage.solo_settings()
    sentences = [short_note(view)]
    if settings.tie_breaks:
        rules = ", ".join(map(label, settings.tie_breaks))
        sentences.append(_("Ties are split by %(rules)s, in this order.") % {"rules": rules})
    return " ".join(sentences)


def short_note(view: StandingsView[SoloFigures]) -> str:
    """For paper, in a sentence."""
    if view.ranked_by == "mean":
        return _("Ranked by the mean per hand.")
    return _("Ranked by the points of all tables.")


ABARROTADA = Ranking(
    key="abarrotada",
    columns=COLUMNS,
    round_column=points_in_round,
    sum=POINTS,
    criteria=tuple(rule.value for rule in SoloTieBreak),
    score=score_solo,
    recomputed=recomputed,
    note=note,
    short_note=short_note,
    unranked=gettext_lazy("Without a table:"),
    unranked_in_round=gettext_lazy("Without a table in this round:"),
    pair_template="standings/_tables_of_player.html",
    round_template="standings/_tables_of_round.html",
    phone_template="phones/_player_table.html",
    earlier_ranks=one_by_one(ranks_after),
)
