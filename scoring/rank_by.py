"""Ranking by the points of all hands, or by the mean per hand."""

from enum import StrEnum

from scoring.settings import N_, NC_, Choice, Message, OneOf


class RankBy(StrEnum):
    """Bases of a ranking."""

    AUTO = "auto"
    """Total while all contestants have equally many scored hands, else mean per hand."""
    TOTAL = "total"
    MEAN = "mean"


def ranking_setting(question: Message, auto: Message, total: Message, mean: Message) -> OneOf:
    """Return the setting, with a sentence for each choice."""
    return OneOf(
        title=N_("Ranking"),
        question=question,
        record=NC_("in the record", "ranking"),
        choices={
            RankBy.AUTO: Choice(N_("by total; by mean while the number of hands differs"), auto),
            RankBy.TOTAL: Choice(N_("by total"), total, N_("Ranked by total")),
            RankBy.MEAN: Choice(N_("by mean per hand"), mean, N_("Ranked by mean")),
        },
    )
