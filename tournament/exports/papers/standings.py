"""Papers of the standings: for the wall, course, every round's score, sheets of the pairs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.core.finality import is_final
from tournament.exports.heading import Stated, status_of
from tournament.exports.papers.base import Bundle, Paper, PaperRequest, Scope
from tournament.exports.papers.places import no_schedule
from tournament.exports.papers.results import no_deals, none_closed, not_closed, standings_heading
from tournament.exports.pdf.drawings import bracket_pages, course_pages
from tournament.exports.pdf.pair_sheets import pair_sheets_pages
from tournament.exports.pdf.paper import Page
from tournament.exports.pdf.standings import round_score_pages, standings_wall_pages
from tournament.exports.rows import after_rounds
from tournament.standings.queries.rank_history import standings_with_ranks
from tournament.standings.queries.scores import bracket_view, closed_rounds, dealt_scores
from tournament.standings.queries.table import sheets_of_all, standings_view
from tournament.standings.rankings.rankings import ranking_of
from tournament.standings.tables import group_title


def _wall(request: PaperRequest) -> Iterator[Page]:
    for round in request.asked_rounds:
        view = standings_view(round.stage, after_round=round.number)
        yield from standings_wall_pages(standings_heading(request, view), view)


def _course(request: PaperRequest) -> Iterator[Page]:
    for stage in request.stages_with_results:
        view = standings_with_ranks(stage)
        if view.has_course:
            heading = standings_heading(request, view, str(COURSE.title))
            for name, part in view.parts:
                if part.has_course:
                    title = f"{heading.title} – {group_title(name)}" if name else heading.title
                    yield from course_pages(replace(heading, title=title), part)


def _no_course(request: PaperRequest) -> str:
    closed = Counter(one.stage.pk for one in request.known.rounds if one.is_closed)
    if any(rounds > 1 for rounds in closed.values()):
        return ""
    return _("The course begins with the second round that is closed.")


def _round_scores(request: PaperRequest) -> Iterator[Page]:
    for stage in request.stages_with_results:
        view = standings_view(stage)
        heading = standings_heading(request, view, str(ROUND_SCORES.title))
        yield from round_score_pages(heading, view)


def _pair_sheets(request: PaperRequest) -> Iterator[Page]:
    stages = [one for one in request.stages_with_results if ranking_of(one).of_deals]
    for before, stage in enumerate(stages):
        scores = dealt_scores(stage)
        heading = request.heading(
            str(PAIR_SHEETS.title),
            subtitle=after_rounds(scores.rounds, final=is_final(request.championship)),
            status=status_of(Stated.RESULTS, final=is_final(request.championship)),
            results_of=scores.rounds,
        )
        sheets = sheets_of_all(scores)

        def told(done: int, of: int, before: int = before) -> None:
            request.progress(before * of + done, len(stages) * of)

        yield from pair_sheets_pages(heading, sheets, told)


def _no_pair_sheets(request: PaperRequest) -> str:
    if any(one.is_closed and ranking_of(one.stage).of_deals for one in request.known.rounds):
        return ""
    return no_deals(request) or _("No round has been closed yet.")


def _bracket(request: PaperRequest) -> Iterator[Page]:
    for stage in request.stages:
        view = bracket_view(stage)
        if view is None:
            continue
        over = closed_rounds(stage)
        final = is_final(request.championship)
        for title, shown in ((BRACKET.title, view), (_("Second chance"), view.second)):
            if shown is None:
                continue
            heading = request.heading(
                f"{title} – {stage.name}" if stage.name else str(title),
                subtitle=after_rounds(over, final=final),
                status=status_of(Stated.RESULTS, final=final) if over else "",
                results_of=over,
            )
            yield from bracket_pages(heading, shown)


def _no_bracket(request: PaperRequest) -> str:
    if not any(ranking_of(stage).has_bracket for stage in request.stages):
        return _("No knock-out is played.")
    if any(ranking_of(one.stage).has_bracket for one in request.known.rounds):
        return no_schedule(request)
    return _("There is no schedule yet.")


BRACKET = Paper(
    name="bracket",
    title=gettext_lazy("Bracket"),
    purpose=gettext_lazy("Who meets whom in a knock-out, and who has gone on, on wide pages."),
    scope=Scope.CHAMPIONSHIP,
    pages=_bracket,
    missing=_no_bracket,
    bundles=frozenset({Bundle.BEFORE_THE_DAY, Bundle.OF_A_ROUND}),
)
STANDINGS_WALL = Paper(
    name="standings-wall",
    title=gettext_lazy("Standings for the wall"),
    purpose=gettext_lazy("Ranks, names and totals after a round, in letters read from afar."),
    scope=Scope.ROUND,
    for_players=True,
    pages=_wall,
    missing=not_closed,
    bundles=frozenset({Bundle.OF_A_ROUND}),
)
COURSE = Paper(
    name="course",
    title=gettext_lazy("Course of the standings"),
    purpose=gettext_lazy("The ranks of everybody over the rounds, as one picture."),
    scope=Scope.CHAMPIONSHIP,
    for_players=True,
    pages=_course,
    missing=_no_course,
)
ROUND_SCORES = Paper(
    name="round-scores",
    title=gettext_lazy("Scores of the rounds"),
    purpose=gettext_lazy("The full table: everybody's score in every round, on wide pages."),
    scope=Scope.CHAMPIONSHIP,
    for_players=True,
    pages=_round_scores,
    missing=none_closed,
)
PAIR_SHEETS = Paper(
    name="pair-sheets",
    title=gettext_lazy("Pairs' sheets"),
    purpose=gettext_lazy("For each pair all its hands: opponents, points, scores and totals."),
    scope=Scope.CHAMPIONSHIP,
    pages=_pair_sheets,
    missing=_no_pair_sheets,
)
