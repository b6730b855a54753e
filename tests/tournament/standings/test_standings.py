"""The standings and a pair's sheet as values: which rounds count, who is ranked, what ties say."""

from datetime import UTC, datetime
from fractions import Fraction

import pytest
from pytest_django import DjangoAssertNumQueries

from scoring.duplicate.tie_breaks import TieBreak
from scoring.game.seats import Side
from scoring.lots import draw_cards
from scoring.participation import Withdrawn
from scoring.rank_by import RankBy
from tests.tournament.day import Day, make_day
from tests.tournament.factories import put_settings
from tests.tournament.standings.days import close, fill, mixed_day, played_day, put_result
from tests.tournament.standings.reading import sheet_of_pair
from tournament.contestants.services.withdrawal import withdraw_contestant
from tournament.models import Contestant, Match, Outcome
from tournament.rounds.services.lifecycle import reopen_round
from tournament.standings.contestants import contestant_refs
from tournament.standings.queries.scores import closed_rounds, round_scores
from tournament.standings.queries.table import standings_view, view_of

pytestmark = pytest.mark.django_db


def ranks(day: Day) -> list[tuple[int, int]]:
    return [(line.rank, line.contestant.number) for line in standings_view(day.stage).lines]


def test_pairs_are_named_by_their_players_unless_they_have_a_name() -> None:
    day = make_day(contestants=4)
    Contestant.objects.filter(pk=day.contestants[0].pk).update(name="Els de dalt", club="Valls")
    refs = list(contestant_refs(day.championship).values())
    assert [ref.number for ref in refs] == [1, 2, 3, 4]
    assert (refs[0].name, refs[0].club, refs[0].has_own_name) == ("Els de dalt", "Valls", True)
    assert (refs[1].name, refs[1].has_own_name) == ("Àngels 2 – Marçal 2", False)
    assert refs[1].players == ("Àngels 2", "Marçal 2")
    assert refs[1].substitutes == ("Núria 2",)


def test_only_closed_rounds_count() -> None:
    day = played_day(contestants=6, rounds=2)
    day.open(3)
    put_result(day, 3, 1, 9, ns_points=72)
    assert closed_rounds(day.stage) == (1, 2)
    view = standings_view(day.stage)
    assert (view.rounds, view.planned_rounds, view.after_round) == ((1, 2), 5, None)
    assert {line.figures.hands for line in view.lines} == {8}

    reopen_round(actor=day.acting, round=day.round(2), reason="a slip was misread")
    assert standings_view(day.stage).rounds == (1,)
    close(day, 2)
    assert standings_view(day.stage).lines == view.lines


def test_before_the_first_round_closes_nobody_is_ranked() -> None:
    view = standings_view(make_day().stage)
    assert (view.lines, view.rounds, view.final) == ((), (), False)


def test_an_earlier_state() -> None:
    day = played_day(contestants=6, rounds=2)
    one = standings_view(day.stage, after_round=1)
    assert (one.rounds, one.closed_rounds, one.after_round) == ((1,), (1, 2), 1)
    assert {line.figures.hands for line in one.lines} == {4}
    assert standings_view(day.stage, after_round=2).after_round is None
    assert standings_view(day.stage, after_round=0).lines == ()


def test_totals_are_the_sums_of_their_rounds() -> None:
    view = standings_view(played_day(contestants=6, rounds=3).stage)
    assert view.ranked_by == RankBy.TOTAL
    for line in view.lines:
        rounds = [score for score in line.figures.by_round.values() if score is not None]
        assert len(rounds) == 3
        assert line.figures.total == sum(rounds) == line.figures.mean * 12


def test_final_when_the_championship_has_ended() -> None:
    day = played_day(contestants=4, rounds=3)
    assert not standings_view(day.stage).final
    day.stage.championship.ended_at = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)
    assert standings_view(day.stage).final
    assert not standings_view(day.stage, after_round=2).final


def test_different_numbers_of_hands_rank_by_the_mean() -> None:
    view = standings_view(mixed_day().stage)
    assert view.ranked_by == RankBy.MEAN
    means = [line.figures.mean for line in view.lines]
    assert means == sorted(means, reverse=True)
    assert {line.figures.hands for line in view.lines} == {3, 4}


def resting_day() -> Day:
    """Six pairs; in the first round the match at table 3 is cancelled, so its pairs rest."""
    day = make_day(contestants=6)
    Match.objects.filter(pk=day.match(1, 3).pk).cancel()
    day.open(1)
    fill(day, 1)
    return day


def test_a_pair_that_rests_waits_at_the_end() -> None:
    day = resting_day()
    view = standings_view(day.stage)
    resting = [line for line in view.lines if line.rests]
    assert [line.rests for line in resting] == [(1,), (1,)]
    assert [line.figures.by_round for line in resting] == [{1: None}, {1: None}]
    assert [line.contestant.id for line in view.lines[-2:]] == [
        line.contestant.id for line in resting
    ]
    assert all(line.figures.mean is None and line.shared for line in resting)


def test_a_round_by_itself_ranks_only_those_who_played() -> None:
    day = resting_day()
    view = view_of(round_scores(day.stage, 1))
    assert len(view.lines) == 4
    assert len(view.unranked) == 2
    assert view.ranked_by == RankBy.TOTAL


def test_who_left_or_is_still_to_come_is_not_ranked_without_a_hand() -> None:
    day = resting_day()
    match = day.match(1, 3)
    Contestant.objects.filter(pk=match.pair_ids.ns).update(withdrawn_from=1)
    Contestant.objects.filter(pk=match.pair_ids.ew).update(joined_round=2)
    view = standings_view(day.stage)
    assert {contestant.id for contestant in view.unranked} == set(match.pair_ids)
    assert view.ranked_by == RankBy.TOTAL


def test_annulled_pairs_are_not_ranked() -> None:
    day = played_day(contestants=6)
    gone = day.match(1, 1).pairs.ns
    Contestant.objects.filter(pk=gone.pk).update(withdrawn_from=2)
    assert gone.number in {number for _rank, number in ranks(day)}
    put_settings(day.stage, withdrawn=Withdrawn.ANNUL)
    assert gone.number not in {number for _rank, number in ranks(day)}
    sheet = sheet_of_pair(day.stage, gone.number)
    assert sheet.standing is None
    assert sheet.by_round == {1: None}
    assert len(sheet.lines) == 4


def test_ties_say_which_rule_split_them() -> None:
    day = played_day(contestants=6)  # N–S and E–W of a table are each other's mirror images
    lines = standings_view(day.stage).lines
    first, second = lines[0], lines[1]
    assert first.figures.total == second.figures.total
    assert [split.rule for split in first.splits] == [TieBreak.HAND_SCORES]
    assert first.tie_text == (
        f"Tied with pair {second.contestant.number}; split by sum of hand scores "
        f"(+{first.figures.hand_score_sum})."
    )


def test_a_drawn_card_is_told() -> None:
    day = played_day(contestants=6)
    put_settings(day.stage, tie_breaks=(TieBreak.DRAW,))
    first = standings_view(day.stage).lines[0]
    (split,) = first.splits
    assert split.card is not None
    assert f"drawing a card ({split.card.rank.number}, " in first.tie_text


def test_anybody_can_draw_the_cards_again_from_the_seed_and_the_pairs_numbers() -> None:
    make_day(slug="before")  # so that the numbers are not those of the database's rows
    day = played_day(contestants=6)
    put_settings(day.stage, tie_breaks=(TieBreak.DRAW,))
    day.stage.draw_seed = "Grossa 12345"
    first, second, *_others = standings_view(day.stage).lines
    cards = draw_cards([first.contestant.number, second.contestant.number], "Grossa 12345")
    assert first.contestant.number != first.contestant.id
    assert first.splits[0].card == cards[first.contestant.number]
    assert second.splits[0].card == cards[second.contestant.number]


def test_a_tie_that_stands_shares_the_rank() -> None:
    day = played_day(contestants=6)
    put_settings(day.stage, tie_breaks=())
    view = standings_view(day.stage)
    assert [line.rank for line in view.lines] == [1, 1, 3, 3, 5, 5]
    assert all(line.shared for line in view.lines)
    other = view.lines[1].contestant.number
    assert view.lines[0].tie_text == f"Tied with pair {other}; no rule splits them."


def test_part_of_a_tie_can_stand() -> None:
    """Three pairs with one total: a rule parts one of them from the other two."""
    day = make_day(contestants=6)
    day.open(1)
    for deal in range(1, 5):  # flat hands: everybody has the same total
        for table in (1, 2, 3):
            put_result(day, 1, table, deal, ns_points=40)
    close(day, 1)
    lines = standings_view(day.stage).lines
    assert [line.rank for line in lines] == [1, 1, 1, 4, 4, 4]
    assert "split by sum of hand scores (+16)." in lines[0].tie_text
    sharing = sorted(line.contestant.number for line in lines[1:3])
    assert lines[0].tie_text.endswith(
        f"Still tied with pairs {sharing[0]}, {sharing[1]}: they share the rank."
    )


def test_a_pairs_sheet() -> None:
    day = mixed_day()
    match = day.match(1, 1)
    sheet = sheet_of_pair(day.stage, match.pairs.ew.number)
    assert [
        (line.entry.deal, line.side, line.opponents.contestant.number) for line in sheet.lines
    ] == [(deal, Side.EW, match.pairs.ns.number) for deal in (1, 2, 3, 4)]
    broken, not_played, flat, victim = sheet.lines
    assert (broken.own.final, broken.field.count) == (Fraction(0), 2)
    assert (not_played.entry.outcome, not_played.entry.public_note) == (
        Outcome.NOT_PLAYED,
        "the light went out",
    )
    assert (flat.own.points, flat.opponents.points) == (32, 40)
    assert (flat.own.hand_score, flat.field.low) == (-4, -4)
    assert victim.own.final == Fraction(3, 2)
    assert sheet.standing is not None
    assert sheet.standing.figures.total == 3
    assert sheet.standing.figures.mean == 1
    assert sheet.ranked == 6
    (group,) = sheet.groups
    assert (group.round, group.total, len(group.lines)) == (1, Fraction(3), 4)
    assert sheet.standing is not None
    assert sheet.rank == sheet.standing.rank


def test_a_sheet_with_a_rest() -> None:
    day = resting_day()
    sheet = sheet_of_pair(day.stage, day.match(1, 3).pairs.ns.number)
    assert (sheet.rests, sheet.lines) == ((1,), ())
    assert [(group.round, group.lines, group.total) for group in sheet.groups] == [(1, (), None)]


def test_a_pair_that_does_not_exist() -> None:
    with pytest.raises(Contestant.DoesNotExist):
        sheet_of_pair(make_day().stage, 99)


@pytest.mark.parametrize("rounds", [1, 3])
def test_queries_do_not_grow(
    django_assert_num_queries: DjangoAssertNumQueries, rounds: int
) -> None:
    day = played_day(contestants=2 + 2 * rounds, rounds=rounds)
    for read in (
        lambda: standings_view(day.stage),
        lambda: sheet_of_pair(day.stage, 1),
        lambda: round_scores(day.stage, 1),
    ):
        with django_assert_num_queries(7):
            read()


def test_who_has_withdrawn_does_not_rest() -> None:
    day = make_day(contestants=6)
    day.open(1)
    fill(day, 1)
    left, rester = day.match(2, 1).pairs.ns, day.match(2, 1).pairs.ew
    withdraw_contestant(actor=day.acting_organiser, contestant=left, from_round=2, reason="ill")
    day.open(2)
    fill(day, 2)
    view = standings_view(day.stage)
    assert {line.contestant.id: line.rests for line in view.lines if line.rests} == {
        rester.pk: (2,)
    }
    assert [group.round for group in sheet_of_pair(day.stage, left.number).groups] == [1]


def test_the_numbers_of_hands_are_settled_when_no_round_is_left() -> None:
    day = make_day(contestants=4)
    for number, settled in ((1, False), (2, False), (3, True)):
        day.open(number)
        fill(day, number)
        assert standings_view(day.stage).settled is settled
