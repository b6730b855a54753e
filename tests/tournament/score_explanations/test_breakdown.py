"""How a final score is worked out: the numbers shown are those it was made of."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

import pytest
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from scoring.duplicate.methods import Method
from scoring.duplicate.scores import Award, Infraction, Origin, TableResult
from scoring.duplicate.settings import DEFAULT_SETTINGS, AverageOf, Scale, Settings
from scoring.game.announcements import NOTHING_ANNOUNCED, Announcement, Denomination, Double
from scoring.game.seats import Side, Sides
from tests.tournament.exports.samples import contestant, hand_sheet
from tests.tournament.exports.six_tables import FINALS, six_tables_sheet
from tournament.models import NotPlayedReason, Outcome
from tournament.score_explanations.breakdown import (
    Breakdown,
    Doubling,
    Seen,
    WhyNone,
    WhyOut,
    breakdown_of,
)
from tournament.score_explanations.formulas import (
    Over,
    Sum,
    average_sum,
    final_sum,
    hand_score_sum,
    whole,
)
from tournament.standings.rankings.dealt_hands.hand_sheet import HandSheet, SideOfHand

CONTESTANTS = {number: contestant(number) for number in range(1, 41)}
BOTIFARRA = Announcement(Denomination.BOTIFARRA)
CONTRO = Announcement(None, Double.CONTRO)
BOTH = Announcement(Denomination.BOTIFARRA, Double.RECONTRO)


def sheet_of(
    *results: TableResult[int], settings: Settings = DEFAULT_SETTINGS, deal: int = 2
) -> HandSheet:
    """A hand that East–West make trumps in, unless another deal is given."""
    return hand_sheet(deal, results, CONTESTANTS, settings)


def played(
    table: int, points: int, announcement: Announcement = NOTHING_ANNOUNCED
) -> TableResult[int]:
    return TableResult(Sides(table, table + 20), points, announcement)


def pair_breakdown(
    sheet: HandSheet, number: int, settings: Settings = DEFAULT_SETTINGS
) -> Breakdown:
    return breakdown_of(sheet, CONTESTANTS[number], settings)


class TestSixTables:
    """The published example."""

    @pytest.fixture
    def sheet(self) -> HandSheet:
        return six_tables_sheet()

    def seen(self, sheet: HandSheet, name: str) -> Breakdown:
        both = (contestant for entry in sheet.entries for contestant in entry.pairs)
        return breakdown_of(sheet, next(one for one in both if one.name == name), Settings())

    @pytest.mark.parametrize(
        ("method", "name", "spoken"),
        [
            ("matchpoints", "A", "1 + (2 × 3 + 0) ÷ (2 × 5) = 1 + 6 ÷ 10 = 8 ÷ 5 = 1.60"),
            ("matchpoints", "C", "1 + (2 × 0 + 0) ÷ (2 × 5) = 1 + 0 ÷ 10 = 1"),
            ("mean", "E", "6 − (4 + 1 − 1 − 12) ÷ 4 = 6 − (−8) ÷ 4 = 8"),
            ("mean", "C", "−16 − (4 + 1 − 1 − 12) ÷ 4 = −16 − (−8) ÷ 4 = −14"),
        ],
    )
    def test_other_methods(self, method: str, name: str, spoken: str) -> None:
        settings = Settings(method=Method(method))
        sheet = six_tables_sheet(settings)
        both = (contestant for entry in sheet.entries for contestant in entry.pairs)
        own = next(one for one in both if one.name == name)
        breakdown = breakdown_of(sheet, own, settings)
        assert breakdown.formula is not None
        assert final_sum(breakdown.formula).spoken == spoken

    @pytest.mark.parametrize(
        ("name", "spoken"),
        [
            ("A", "1 + (1 − (−16)) ÷ (6 − (−16)) = 1 + 17 ÷ 22 = 39 ÷ 22 ≈ 1.77"),
            ("C", "1 + (−16 − (−16)) ÷ (6 − (−16)) = 1 + 0 ÷ 22 = 1"),
            ("E", "1 + (6 − (−16)) ÷ (6 − (−16)) = 1 + 22 ÷ 22 = 2"),
            ("J", "1 + (8 − (−8)) ÷ (8 − (−8)) = 1 + 16 ÷ 16 = 2"),
            ("M", "1 + (6 − (−8)) ÷ (8 − (−8)) = 1 + 14 ÷ 16 = 15 ÷ 8 ≈ 1.88"),
        ],
    )
    def test_the_formula_with_its_numbers(self, sheet: HandSheet, name: str, spoken: str) -> None:
        formula = self.seen(sheet, name).formula
        assert formula is not None
        with override("en"):
            assert final_sum(formula).spoken == spoken

    def test_every_final_score_of_the_example(self, sheet: HandSheet) -> None:
        found = []
        for entry in sheet.entries:
            formulas = [breakdown_of(sheet, pair, Settings()).formula for pair in entry.pairs]
            with override("en"):
                found.append(
                    tuple(final_sum(one).spoken.split()[-1] for one in formulas if one is not None)
                )
        shown = [tuple(one.removesuffix(".00") for one in pair) for pair in FINALS]
        assert found == shown

    def test_the_field_is_sorted_and_marked(self, sheet: HandSheet) -> None:
        field = self.seen(sheet, "D").field
        assert [one.seen.own.contestant.name for one in field] == ["E", "D", "A", "B", "F", "C"]
        assert [one.seen.own.hand_score for one in field] == [6, 4, 1, -1, -12, -16]
        assert [one.highest for one in field] == [True, False, False, False, False, False]
        assert [one.lowest for one in field] == [False, False, False, False, False, True]
        assert [one.this for one in field] == [False, True, False, False, False, False]

    def test_the_sides_are_separate(self, sheet: HandSheet) -> None:
        field = self.seen(sheet, "K").field
        assert [one.seen.own.contestant.name for one in field] == ["J", "M", "I", "H", "L", "K"]

    @pytest.mark.parametrize(
        ("name", "spoken", "why"),
        [
            ("A", "37 − 36 = 1", Doubling.NOTHING),
            ("C", "(28 − 36) × 2 = −8 × 2 = −16", Doubling.OWN_CONTRO),
            ("J", "44 − 36 = 8", Doubling.OTHERS_CONTRO),
            ("D", "40 − 36 = 4", Doubling.OTHERS_BOTIFARRA),
            ("K", "(32 − 36) × 2 = −4 × 2 = −8", Doubling.OWN_BOTIFARRA),
        ],
    )
    def test_the_hand_score(self, sheet: HandSheet, name: str, spoken: str, why: Doubling) -> None:
        score = self.seen(sheet, name).hand_score
        assert score is not None
        assert hand_score_sum(score).spoken == spoken
        assert score.why is why


@pytest.mark.parametrize(
    ("announced", "makers", "others"),
    [
        (NOTHING_ANNOUNCED, Doubling.NOTHING, Doubling.NOTHING),
        (BOTIFARRA, Doubling.OWN_BOTIFARRA, Doubling.OTHERS_BOTIFARRA),
        (CONTRO, Doubling.OTHERS_CONTRO, Doubling.OWN_CONTRO),
        (BOTH, Doubling.OWN_BOTIFARRA, Doubling.OWN_CONTRO),
    ],
)
def test_why_a_hand_score_is_doubled(
    announced: Announcement, makers: Doubling, others: Doubling
) -> None:
    for deal, making in ((1, 1), (2, 21)):
        sheet = sheet_of(played(1, 50, announced), deal=deal)
        for number in (1, 21):
            score = pair_breakdown(sheet, number).hand_score
            assert score is not None
            assert score.why is (makers if number == making else others)


class TestZeroToHundred:
    settings = Settings(scale=Scale.HUNDRED)

    def test_the_formula(self) -> None:
        sheet = sheet_of(played(1, 20), played(2, 48), played(3, 44), settings=self.settings)
        formula = pair_breakdown(sheet, 3, self.settings).formula
        assert formula is not None
        with override("ca"):
            assert final_sum(formula).spoken == (
                "100 × (8 − (−16)) ÷ (12 − (−16)) = 100 × 24 ÷ 28 = 600 ÷ 7 ≈ 85,71"
            )

    def test_exact_decimals_are_equal_and_not_about(self) -> None:
        sheet = sheet_of(played(1, 36), played(2, 37), played(3, 44))
        formula = pair_breakdown(sheet, 2).formula
        assert formula is not None
        assert final_sum(formula).lines[-1] == ("≈ 1.13",)
        sheet = sheet_of(played(1, 36), played(2, 38), played(3, 44))
        formula = pair_breakdown(sheet, 2).formula
        assert formula is not None
        assert final_sum(formula).lines[-2:] == (("=", Over("5", "4")), ("= 1.25",))


class TestAverage:
    def results(self) -> list[TableResult[int]]:
        return [
            played(1, 36),
            played(2, 40),
            played(3, 44),
            TableResult(Sides(4, 24), None, infraction=Infraction.EW),
            TableResult(Sides(5, 25), None, infraction=Infraction.NS),
            TableResult(Sides(6, 26), 50, award=Award.NS),
        ]

    def test_of_the_pairs_that_played(self) -> None:
        sheet = sheet_of(*self.results())
        for number in (4, 6):
            breakdown = pair_breakdown(sheet, number)
            assert breakdown.average is not None
            assert [(one.number, final) for one, final in breakdown.average.parts] == [
                (3, Fraction(2)),
                (2, Fraction(3, 2)),
                (1, Fraction(1)),
            ]
            assert average_sum(breakdown.average).spoken == "9 ÷ 2 ÷ 3 = 3 ÷ 2 = 1.50"
            assert breakdown.formula is None

    def test_of_all_others(self) -> None:
        settings = Settings(average_of=AverageOf.ALL_OTHERS)
        breakdown = pair_breakdown(sheet_of(*self.results(), settings=settings), 4, settings)
        assert breakdown.average is not None
        assert [(one.number, final) for one, final in breakdown.average.parts][-1] == (
            5,
            Fraction(0),
        )
        assert breakdown.average.final == breakdown.final == Fraction(9, 8)

    def test_of_nobody(self) -> None:
        sheet = sheet_of(TableResult(Sides(4, 24), None, infraction=Infraction.EW))
        breakdown = pair_breakdown(sheet, 4)
        assert breakdown.origin is Origin.AVERAGE_OF_NOBODY
        assert breakdown.final == breakdown.flat == Fraction(3, 2)
        assert (breakdown.average, breakdown.field) == (None, ())

    def test_who_is_left_out_and_why(self) -> None:
        sheet = sheet_of(*self.results())
        north = {
            one.seen.own.contestant.number: one.why for one in pair_breakdown(sheet, 1).left_out
        }
        assert north == {4: WhyOut.INFRACTION, 5: WhyOut.INFRACTION, 6: WhyOut.AWARD}
        # The opponents of who was awarded the average keep what they made.
        east = {
            one.seen.own.contestant.number: one.why for one in pair_breakdown(sheet, 21).left_out
        }
        assert east == {24: WhyOut.INFRACTION, 25: WhyOut.INFRACTION}
        assert [one.this for one in pair_breakdown(sheet, 4).left_out] == [True, False, False]


class TestNoScore:
    def sheet(self, *, origin: Origin | None = None, **changed: object) -> HandSheet:
        """Table 1 as it is said, table 2 played."""
        sheet = sheet_of(played(1, 40), played(2, 30))
        first = sheet.entries[0]._replace(
            sides=sheet.entries[0].pairs.map(lambda pair: SideOfHand(pair, None, origin=origin)),
            **changed,  # type: ignore[arg-type]
        )
        return replace(sheet, entries=(first, sheet.entries[1]))

    def test_no_result(self) -> None:
        breakdown = pair_breakdown(self.sheet(outcome=Outcome.BLANK), 1)
        assert breakdown.why_none is WhyNone.NO_RESULT
        assert [one.why for one in breakdown.left_out] == [WhyOut.NO_RESULT]

    @pytest.mark.parametrize("reason", NotPlayedReason)
    def test_not_played(self, reason: NotPlayedReason) -> None:
        sheet = self.sheet(outcome=Outcome.NOT_PLAYED, not_played_reason=reason.value)
        assert pair_breakdown(sheet, 21).why_none is WhyNone.NOT_PLAYED
        assert [one.why for one in pair_breakdown(sheet, 2).left_out] == [WhyOut.NOT_PLAYED]

    def test_annulled(self) -> None:
        sheet = self.sheet(origin=Origin.ANNULLED)
        assert pair_breakdown(sheet, 1).why_none is WhyNone.ANNULLED
        assert [one.why for one in pair_breakdown(sheet, 2).left_out] == [WhyOut.ANNULLED]

    def test_cancelled_for_all(self) -> None:
        sheet = replace(self.sheet(origin=Origin.CANCELLED), why_cancelled="wrong cards")
        breakdown = pair_breakdown(sheet, 1)
        assert breakdown.why_none is WhyNone.CANCELLED
        assert (breakdown.field, breakdown.left_out) == ((), ())

    @pytest.mark.parametrize(
        ("joined", "withdrawn", "why"),
        [
            (1, None, WhyNone.RESTED),
            (1, 2, WhyNone.RESTED),
            (1, 1, WhyNone.WITHDRAWN),
            (2, None, WhyNone.NOT_YET_THERE),
        ],
    )
    def test_not_at_a_table(self, joined: int, withdrawn: int | None, why: WhyNone) -> None:
        absent = replace(contestant(39), joined_round=joined, withdrawn_from=withdrawn)
        breakdown = breakdown_of(sheet_of(played(1, 40)), absent, Settings())
        assert breakdown.why_none is why
        assert breakdown.seen is None


def test_numbers_below_zero_stand_in_brackets_inside_a_sum() -> None:
    assert whole(-16) == "−16"
    assert whole(-16, inside=True) == "(−16)"
    assert whole(16, inside=True) == "16"


ANNOUNCED = st.sampled_from([NOTHING_ANNOUNCED, BOTIFARRA, CONTRO, BOTH])
RULED = st.sampled_from(
    [(Infraction.NONE, Award.NONE)] * 5
    + [(one, Award.NONE) for one in Infraction if one]
    + [(Infraction.NONE, one) for one in Award if one]
)
TABLES = st.lists(st.tuples(st.integers(0, 72), ANNOUNCED, RULED), min_size=1, max_size=12)


@given(
    TABLES,
    st.sampled_from(AverageOf),
    st.sampled_from(Scale),
    st.sampled_from(Method),
    st.integers(1, 4),
)
def test_what_is_shown_gives_the_score_whatever_happened(
    tables: list[tuple[int, Announcement, tuple[Infraction, Award]]],
    average_of: AverageOf,
    scale: Scale,
    method: Method,
    deal: int,
) -> None:
    settings = Settings(method=method, average_of=average_of, scale=scale)
    results = [
        TableResult(Sides(table, table + 20), points, announced, *ruled)
        for table, (points, announced, ruled) in enumerate(tables, start=1)
    ]
    sheet = sheet_of(*results, settings=settings, deal=deal)
    for entry in sheet.entries:
        for side in Side:
            seen = Seen(entry, side)
            breakdown = breakdown_of(sheet, seen.own.contestant, settings)
            assert breakdown.seen == seen
            shown = [one.seen for one in breakdown.field] + [one.seen for one in breakdown.left_out]
            assert sorted(one.entry.table_number for one in shown) == list(
                range(1, len(tables) + 1)
            )
            check(breakdown, settings)


def values_of(told: Sum) -> list[Fraction]:
    """What each step of a sum comes to, as it is read aloud; those that are rounded left out."""
    exact = told.spoken.split(" ≈ ")[0].replace("−", "-").replace("×", "*").replace("÷", "/")
    steps = re.sub(r"\d+(\.\d+)?", r'Fraction("\g<0>")', exact).split(" = ")
    return [eval(step, {"Fraction": Fraction}) for step in steps]


def check(breakdown: Breakdown, settings: Settings) -> None:
    """The final score is what the numbers shown come to."""
    final = breakdown.final
    if formula := breakdown.formula:
        assert set(values_of(final_sum(formula))) == {final}
        assert list(formula.field) == [one.seen.own.hand_score for one in breakdown.field]
        in_the_mean = [one for one in breakdown.field if not one.extreme]
        out = len(breakdown.field) // 5 if settings.method is Method.MEAN else 0
        assert in_the_mean == list(breakdown.field)[out : len(breakdown.field) - out]
        assert breakdown.hand_score is not None
        assert formula.score == breakdown.hand_score.score
    elif average := breakdown.average:
        assert final == average.final == average.total / len(average.parts)
        assert set(values_of(average_sum(average))) == {final}
        assert average.total == sum(one for _contestant, one in average.parts)
    elif breakdown.origin is Origin.INFRACTION:
        scores = [one.seen.own.final or 0 for one in breakdown.field]
        below = min(scores, default=0) - 10
        assert final == (below if settings.method is Method.MEAN else 0)
    else:
        assert breakdown.origin in {Origin.FLAT, Origin.AVERAGE_OF_NOBODY}
        assert final == settings.flat
    if score := breakdown.hand_score:
        assert score.above * score.factor == score.score
        assert (score.factor == 2) == score.why.value.startswith("own")
