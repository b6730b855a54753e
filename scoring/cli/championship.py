"""`championship FILE.csv`: every hand's final scores and the standings, from a spreadsheet."""

from argparse import Namespace, RawDescriptionHelpFormatter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from scoring.cli.championship_data import ScoredChampionship, as_csv, as_json, decimals, why_there
from scoring.cli.results_file import read_results
from scoring.cli.text_table import Column, printable, render
from scoring.duplicate.methods import Method
from scoring.duplicate.scores import DealScores, SideScore, TableScore, score_deal
from scoring.duplicate.settings import FLAT_SCORES, AverageOf, Scale, Settings
from scoring.duplicate.standings import Standings, contestant_hands, rank_contestants
from scoring.game.seats import Side
from scoring.participation import DEFAULT_LEAST_SHARE, LEAST_SHARE
from scoring.rank_by import RankBy
from scoring.rounding import display

_DEAL_COLUMNS = (
    Column("NS"),
    Column("EW"),
    Column("points", right=True),
    Column("announced"),
    Column("hand score\nNS", right=True),
    Column("hand score\nEW", right=True),
    Column("final\nNS", right=True),
    Column("final\nEW", right=True),
    Column("rule-break"),
    Column("average\nawarded"),
)

_STANDINGS_COLUMNS = (
    Column("rank", right=True),
    Column("team"),
    Column("hands", right=True),
    Column("total", right=True),
    Column("mean", right=True),
    Column("tie split by"),
)

_RANKED_BY = {
    RankBy.TOTAL: "by the total of final scores",
    RankBy.MEAN: "by the mean final score, as teams have played different numbers of hands",
}


def as_text(championship: ScoredChampionship) -> str:
    """Deal after deal, then the standings."""
    deals = [_deal(label, scores) for label, scores in championship.deals]
    return "\n".join([*deals, _standings(championship.standings)])


def _deal(label: str, scores: DealScores[str]) -> str:
    table = render(_DEAL_COLUMNS, [_row(table) for table in scores.tables])
    notes = "".join(_note(side, scores) for side in Side)
    return f"Deal {printable(label)}: {scores.makers} made trumps\n\n{table}{notes}"


def _row(table: TableScore[str]) -> list[str]:
    result = table.result
    points = "-".join(str(result.points(side)) for side in Side)
    announced = filter(None, (result.announcement.trump, result.announcement.double))
    return [
        *result.contestants,
        points if result.ns_points is not None else "",
        ", ".join(announced),
        *map(_signed, table.sides),
        *(decimals(own.final) for own in table.sides),
        result.infraction,
        result.award,
    ]


def _signed(score: SideScore[str]) -> str:
    """Return the hand score with its sign; "" beside a rule-break or an awarded average."""
    if score.hand_score is None:
        return ""
    return f"{score.hand_score:+d}" if score.hand_score else "0"


def _note(side: Side, scores: DealScores[str]) -> str:
    """Return why nobody is ahead of anybody, if so."""
    field = scores.fields[side]
    if field.low != field.high:
        return ""
    worth = [own.final for own in _of(side, scores) if own.hand_score is not None]
    if not worth:
        return f"{side}: nobody played the hand out.\n"
    return f"{side}: all hand scores are equal, so each is worth {decimals(worth[0])}.\n"


def _of(side: Side, scores: DealScores[str]) -> list[SideScore[str]]:
    return [table.sides[side] for table in scores.tables]


def _standings(standings: Standings[str]) -> str:
    rows = [
        [
            str(row.rank),
            row.contestant,
            str(row.hands),
            display(row.total),
            decimals(row.mean),
            why_there(row),
        ]
        for row in standings.rows
    ]
    title = f"Standings, {_RANKED_BY[standings.ranked_by]}"
    return f"{title}\n\n{render(_STANDINGS_COLUMNS, rows)}"


_FLAT_SCORES = dict(zip(("1", "1.5", "2"), FLAT_SCORES))
_LEAST_SHARES = {LEAST_SHARE.plain(share): share for share in LEAST_SHARE.choices}

_EXPLANATION = """\
FILE.csv has one row a table and deal; a hand that was not played, or was cancelled, has no row.
UTF-8, with comma, semicolon or tab; the first line names the columns, in any order:

  deal        the deal's number or name
  maker       NS or EW: who made trumps, the same in all rows of a deal
  ns, ew      the teams' names
  ns_points   trick points, 0 to 72, which add up to 72; one of the two may be left out,
  ew_points   and both beside an infraction (what stands there is checked and not used) or where
              both sides are awarded the average
  trump       empty (a suit, not recorded), O, C, E, B or botifarra
  double      empty, contro or recontro (which implies contro)
  infraction  empty, NS, EW or NS+EW: who broke a rule
  award       empty, NS, EW or NS+EW: who was awarded the average in place of what it made; not
              beside an infraction

trump, double, infraction and award may be left out where no row has one.

--method min-max (the official one): 1 + (hand score − lowest) / (highest − lowest). matchpoints:
1 + (2 × those that did worse + those that did the same) / (2 × all others). mean: the hand score
less the mean of the field, from which the highest n // 5 and the lowest n // 5 of its n scores are
left out, in points; a rule-break is then worth 10 less than the lowest, and an average of nobody 0.

Teams are ranked by their total while all have equally many hands, else by their mean per hand.
By the mean, whoever has fewer than --least-share of the hands of whoever has most comes behind all
who have enough.
Ties are split by head-to-head, hand scores, best results and fewest infractions, in this order.

--format json has exact fractions. --format csv is two tables with an empty line between them: the
hands (the columns above and ns_hand_score, ew_hand_score, ns_final, ew_final), then the standings
(rank, team, hands, total, mean, split_by). Text and csv show two decimals, rounded. In csv
a name that a spreadsheet would take for a formula (beginning with = + - @) has ' before it.

What is wrong with the file is listed whole, with line and column, and ends it with exit code 2.
"""


def add_to(commands: Any) -> None:
    parser = commands.add_parser(
        "championship",
        help="final scores and standings from a file of results",
        description="Print every hand's scores and the standings of a championship.",
        epilog=_EXPLANATION,
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("file", metavar="FILE.csv", type=Path)
    parser.add_argument("--format", choices=("text", "csv", "json"), default="text")
    parser.add_argument(
        "--method",
        choices=[choice.value for choice in Method],
        default=Method.MIN_MAX.value,
        help="how a hand is scored: by its place between the lowest and the highest hand score, by "
        "the share of the others that it beats, or by its difference from the mean in points",
    )
    parser.add_argument(
        "--average-of",
        choices=[choice.value for choice in AverageOf],
        default=AverageOf.PLAYED.value,
        help="whose final scores the opponents of a rule-break get the average of: those who "
        "played the hand out, or all others with the same cards, offenders' zeros included",
    )
    parser.add_argument(
        "--flat-score",
        choices=list(_FLAT_SCORES),
        default="1.5",
        help="what everybody gets where all hand scores are equal (on the scale 1-2); with "
        "matchpoints, who has nobody to be compared with; with mean it is not used",
    )
    parser.add_argument(
        "--scale",
        choices=[choice.value for choice in Scale],
        default=Scale.ONE_TWO.value,
        help="the worst and the best final score of a hand; with mean it is not used",
    )
    parser.add_argument(
        "--least-share",
        choices=list(_LEAST_SHARES),
        default=str(DEFAULT_LEAST_SHARE),
        help="while means rank, the share of the hands of whoever has most that is enough",
    )
    parser.set_defaults(run=run)


def run(options: Namespace) -> Iterable[str]:
    settings = Settings(
        method=Method(options.method),
        average_of=AverageOf(options.average_of),
        flat_score=_FLAT_SCORES[options.flat_score],
        scale=Scale(options.scale),
        least_share=_LEAST_SHARES[options.least_share],
    )
    write = {"text": as_text, "csv": as_csv, "json": as_json}[options.format]
    return [write(score_file(options.file, settings))]


def score_file(path: Path, settings: Settings) -> ScoredChampionship:
    """Score and rank what the file holds. Raises `InputFaults`."""
    deals = [
        (deal.label, score_deal(deal.makers, deal.results, settings)) for deal in read_results(path)
    ]
    hands = [hand for _, scores in deals for hand in contestant_hands(scores)]
    contestants = list(dict.fromkeys(hand.contestant for hand in hands))
    return ScoredChampionship(deals, rank_contestants(contestants, hands, settings))
