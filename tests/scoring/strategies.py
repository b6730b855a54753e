"""Made-up deals and championships for property tests."""

from hypothesis import strategies as st

from scoring.announcements import Announcement, Denomination, Double
from scoring.championship import Infraction, TableResult
from scoring.seats import Side
from scoring.settings import FLAT_SCORES, AverageOf, Scale, Settings

Results = list[TableResult[int]]

announcements = st.builds(
    Announcement,
    trump=st.sampled_from([None, *Denomination]),
    double=st.sampled_from(Double),
)

settings_values = st.builds(
    Settings,
    average_of=st.sampled_from(AverageOf),
    flat_score=st.sampled_from(FLAT_SCORES),
    scale=st.sampled_from(Scale),
)

sides = st.sampled_from(Side)

points = st.integers(0, 72)

any_infraction = st.sampled_from(Infraction)


@st.composite
def results(
    draw: st.DrawFn,
    *,
    infractions: st.SearchStrategy[Infraction] = any_infraction,
    fewest: int = 0,
) -> Results:
    """One deal at up to eight tables: teams 1 and 2 at the first, 3 and 4 at the second, …"""
    tables = draw(st.integers(fewest, 8))
    played = []
    for table in range(tables):
        infraction = draw(infractions)
        may_be_missing = points | st.none() if infraction is not Infraction.NONE else points
        played.append(
            TableResult(
                2 * table + 1, 2 * table + 2, draw(may_be_missing), draw(announcements), infraction
            )
        )
    return played


clean_results = results(infractions=st.just(Infraction.NONE), fewest=1)
