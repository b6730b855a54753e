"""Made-up deals and championships for property tests."""

from hypothesis import strategies as st

from scoring.duplicate.methods import Method
from scoring.duplicate.scores import Award, Infraction, TableResult
from scoring.duplicate.settings import FLAT_SCORES, AverageOf, Scale, Settings
from scoring.game.announcements import DUPLICATE_DOUBLES, Announcement, Denomination
from scoring.game.seats import Side, Sides

Results = list[TableResult[int]]

announcements = st.builds(
    Announcement,
    trump=st.sampled_from([None, *Denomination]),
    double=st.sampled_from(DUPLICATE_DOUBLES),
)

settings_values = st.builds(
    Settings,
    method=st.sampled_from(Method),
    average_of=st.sampled_from(AverageOf),
    flat_score=st.sampled_from(FLAT_SCORES),
    scale=st.sampled_from(Scale),
)

sides = st.sampled_from(Side)

points = st.integers(0, 72)

Ruling = tuple[Infraction, Award]
"""A table has a rule-break or an award, not both."""

any_ruling: st.SearchStrategy[Ruling] = st.one_of(
    st.just((Infraction.NONE, Award.NONE)),
    st.sampled_from(Infraction).map(lambda infraction: (infraction, Award.NONE)),
    st.sampled_from(Award).map(lambda award: (Infraction.NONE, award)),
)


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
