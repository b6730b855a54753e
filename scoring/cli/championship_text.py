"""A scored championship for people, as tables of text."""

from scoring.cli.championship_data import ScoredChampionship, decimals, why_there
from scoring.cli.text_table import Column, printable, render
from scoring.duplicate.scores import DealScores, SideScore, TableScore
from scoring.duplicate.standings import Standings
from scoring.game.seats import Side
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
    """With its sign, and nothing beside a rule-break or for who was awarded the average."""
    if score.hand_score is None:
        return ""
    return f"{score.hand_score:+d}" if score.hand_score else "0"


def _note(side: Side, scores: DealScores[str]) -> str:
    """Why nobody is ahead of anybody, if so."""
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
