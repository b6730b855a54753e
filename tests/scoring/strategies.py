"""Made-up deals and championships for property tests."""

from itertools import product
from random import Random

from hypothesis import strategies as st

from scoring.duplicate.methods import Method
from scoring.duplicate.scores import Award, Infraction, TableResult
from scoring.duplicate.settings import FLAT_SCORES, AverageOf, Scale, Settings
from scoring.game.announcements import DUPLICATE_DOUBLES, Announcement, Denomination
from scoring.game.seats import Side, Sides

Results = list[TableResult[int]]

# Whatever can be listed is drawn at once: hypothesis takes its time for each choice.

announcements = st.sampled_from(
    [Announcement(*made) for made in product([None, *Denomination], DUPLICATE_DOUBLES)]
)

settings_values = st.sampled_from(
    [
        Settings(method=method, average_of=average_of, flat_score=flat_score, scale=scale)
        for method, average_of, flat_score, scale in product(Method, AverageOf, FLAT_SCORES, Scale)
    ]
)

sides = st.sampled_from(Side)

points = st.integers(0, 72)

Ruling = tuple[Infraction, Award]
"""A table has a rule-break or an award, not both."""

any_ruling: st.SearchStrategy[Ruling] = st.sampled_from(
    [
        *[(Infraction.NONE, Award.NONE)] * 4,
        *((infraction, Award.NONE) for infraction in Infraction),
        *((Infraction.NONE, award) for award in Award),
    ]
)

chances = st.integers(0, 2**32).map(Random)
"""For tests that shuffle."""


@st.composite
def results(
    draw: st.DrawFn, *, rulings: st.SearchStrategy[Ruling] = any_ruling, fewest: int = 0
) -> Results:
    """One deal at up to eight tables: contestants 1 and 2 at the first, 3 and 4 at the second, …"""
    tables = draw(st.integers(fewest, 8))
    played = []
    for table in range(tables):
        infraction, award = draw(rulings)
        may_be_missing = infraction is not Infraction.NONE or award is Award.BOTH
        played.append(
            TableResult(
                Sides(2 * table + 1, 2 * table + 2),
                draw(points | st.none() if may_be_missing else points),
                draw(announcements),
                infraction,
                award,
            )
        )
    return played


clean_results = results(rulings=st.just((Infraction.NONE, Award.NONE)), fewest=1)
