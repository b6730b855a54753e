"""Changing a record: whatever is changed, it stays one that can have been played, and no card that
somebody recorded disappears."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.game.announcements import DUPLICATE_DOUBLES, NOTHING_ANNOUNCED, Denomination
from scoring.game.cards import PACK, Card
from scoring.game.seats import Seat
from scoring.game.variants import PlayVariant
from tests.tournament.play_records.played import TRUMP, dealt, line_of_play
from tournament.core.errors import NotNow, UserError
from tournament.models import PlayRecord
from tournament.play_records.edits import (
    Change,
    choose_trump,
    drop_left_over,
    insert_card,
    lay,
    lay_left_over,
    lead_from,
    remove_card,
    replace_card,
    say_double,
    set_aside,
    start_over,
)
from tournament.play_records.play import (
    Play,
    cards_text,
    checked,
    columns_of,
    empty_play,
    fits,
    is_even,
)

HAND = dealt()
LINE = line_of_play()


def started(*cards: Card) -> Play:
    """A record of these cards with trumps."""
    play = choose_trump(TRUMP)(HAND, empty_play(HAND, NOTHING_ANNOUNCED))
    return lay(cards)(HAND, play) if cards else play


def stored(play: Play) -> PlayRecord:
    return PlayRecord(left_over=cards_text(play.left_over), **columns_of(play))


class TestLaying:
    def test_the_first_card_is_led_by_the_dealers_right(self) -> None:
        play = started(*LINE[:4])
        check = checked(HAND, play, PlayVariant.OBLIGADA)
        assert check is not None
        assert check.position.won[0].leader is HAND.dealer.right
        assert check.faults == ()

    def test_nothing_before_trumps_are_chosen(self) -> None:
        with pytest.raises(NotNow, match="trumps") as refusal:
            lay(LINE[:1])(HAND, empty_play(HAND, NOTHING_ANNOUNCED))
        assert refusal.value.field == "trump"

    def test_a_card_that_somebody_else_holds(self) -> None:
        other = next(card for card in PACK if HAND.deal.seat_of(card) is HAND.dealer)
        with pytest.raises(UserError, match="holds it"):
            lay([other])(HAND, started())

    def test_a_card_twice(self) -> None:
        with pytest.raises(UserError, match="has already been played"):
            lay([LINE[0]])(HAND, started(*LINE[:4]))

    def test_all_or_nothing(self) -> None:
        play = started(*LINE[:2])
        with pytest.raises(UserError):
            lay([LINE[2], LINE[2]])(HAND, play)
        assert play.plays == LINE[:2]

    def test_a_49th_card(self) -> None:
        with pytest.raises(UserError, match="All cards have been played"):
            lay([LINE[0]])(HAND, started(*LINE))

    def test_cards_against_the_rules_are_laid_like_others(self) -> None:
        wrong = line_of_play(48, wrong_from=0)
        check = checked(HAND, started(*wrong), PlayVariant.OBLIGADA)
        assert check is not None
        assert check.is_complete
        assert len(check.faults) >= 1


class TestCorrecting:
    def test_a_card_that_comes_later_changes_places(self) -> None:
        seat = HAND.deal.seat_of(LINE[1])
        later = next(place for place in range(4, 48) if HAND.deal.seat_of(LINE[place]) is seat)
        play = replace_card(1, LINE[later])(HAND, started(*LINE))
        assert play.plays[1] == LINE[later]
        assert {*play.plays, *play.left_over} == set(PACK)
        if len(play.plays) == 48:
            assert play.plays[later] == LINE[1]

    def test_the_same_card_changes_nothing(self) -> None:
        play = started(*LINE[:9])
        assert replace_card(3, LINE[3])(HAND, play) == play

    def test_a_card_of_another_hand(self) -> None:
        with pytest.raises(UserError, match="holds it"):
            replace_card(2, LINE[3])(HAND, started(*LINE[:8]))

    def test_a_card_played_before(self) -> None:
        with pytest.raises(UserError, match="has already been played"):
            replace_card(6, LINE[1])(HAND, started(*LINE[:8]))

    def test_what_no_longer_fits_is_left_over_in_its_order(self) -> None:
        play = remove_card(4)(HAND, started(*LINE[:12]))
        assert play.plays == LINE[:4]
        assert play.left_over == LINE[5:12]

    def test_what_is_left_over_is_laid_in_turn(self) -> None:
        taken_out = remove_card(5)(HAND, started(*LINE[:12]))
        back = lay_left_over(HAND, lay([LINE[5]])(HAND, taken_out))
        assert back.plays == LINE[:12]
        assert back.left_over == ()

    def test_nobody_whose_turn_it_is_has_one_of_them(self) -> None:
        taken_out = remove_card(5)(HAND, started(*LINE[:8]))
        with pytest.raises(NotNow, match="holds none of these cards"):
            lay_left_over(HAND, taken_out)

    def test_thrown_away(self) -> None:
        taken_out = remove_card(5)(HAND, started(*LINE[:8]))
        assert drop_left_over(HAND, taken_out).left_over == ()

    def test_a_card_between_two(self) -> None:
        seat = HAND.deal.seat_of(LINE[5])
        later = next(one for one in LINE[8:] if HAND.deal.seat_of(one) is seat)
        play = insert_card(5, later)(HAND, started(*LINE[:8]))
        assert play.plays == (*LINE[:5], later)
        assert play.left_over == LINE[5:8]

    def test_a_card_that_comes_later_is_moved(self) -> None:
        seat = HAND.deal.seat_of(LINE[5])
        later = next(one for one in LINE[8:] if HAND.deal.seat_of(one) is seat)
        play = insert_card(5, later)(HAND, started(*LINE))
        assert sorted([*play.plays, *play.left_over]) == list(PACK)

    @pytest.mark.parametrize("place", [-1, 8, 48])
    def test_no_such_place(self, place: int) -> None:
        for change in (
            replace_card(place, LINE[0]),
            insert_card(place, LINE[0]),
            remove_card(place),
        ):
            with pytest.raises(UserError, match="no card"):
                change(HAND, started(*LINE[:8]))

    def test_other_trumps_replay_everything(self) -> None:
        for trump in Denomination:
            play = choose_trump(trump)(HAND, started(*LINE))
            assert {*play.plays, *play.left_over} == set(PACK)
            assert fits(HAND, stored(play))


class TestBeginningLate:
    def marked(self, tricks: int = 3) -> Play:
        play = started()
        for seat in Seat:
            for card in HAND.deal.hand(seat)[:tricks]:
                play = set_aside(card)(HAND, play)
        return play

    def test_from_the_fourth_trick(self) -> None:
        play = lead_from(Seat.S)(HAND, self.marked())
        card = HAND.deal.hand(Seat.S)[5]
        check = checked(HAND, lay([card])(HAND, play), PlayVariant.OBLIGADA)
        assert check is not None
        assert (check.position.trick_number, check.position.to_play) == (4, Seat.E)

    def test_not_before_each_hand_lost_as_many(self) -> None:
        play = set_aside(HAND.deal.hand(Seat.N)[0])(HAND, started())
        assert not is_even(HAND, play)
        with pytest.raises(NotNow, match="The same number of cards"):
            lay([HAND.deal.hand(HAND.dealer.right)[1]])(HAND, play)

    def test_a_card_that_was_gone(self) -> None:
        play = lead_from(Seat.S)(HAND, self.marked())
        with pytest.raises(UserError, match="gone before"):
            lay([HAND.deal.hand(Seat.S)[0]])(HAND, play)

    def test_a_hand_keeps_a_card(self) -> None:
        with pytest.raises(UserError, match="must keep a card"):
            self.marked(12)

    def test_marking_leaves_the_record_over_and_unmarking_too(self) -> None:
        play = started(*LINE[:6])
        marked = set_aside(LINE[7])(HAND, play)
        assert (marked.plays, marked.left_over) == ((), LINE[:6])
        back = set_aside(LINE[7])(HAND, marked)
        assert lay_left_over(HAND, back) == play

    def test_a_record_from_the_start_is_led_by_the_dealers_right(self) -> None:
        other = HAND.dealer.partner
        with pytest.raises(UserError, match="leads the first trick"):
            lead_from(other)(HAND, started())


class TestFitting:
    @pytest.mark.parametrize(
        "columns",
        [
            {"plays": "9O 9O"},
            {"plays": "XX"},
            {"plays": "<b>"},
            {"leader": "Q"},
            {"leader": HAND.dealer.value},
            {"trump": "diamonds"},
            {"trump": ""},
            {"gone": str(LINE[0])},
            {"gone": "", "plays": str(LINE[1])},
            {"left_over": str(LINE[0])},
        ],
        ids=str,
    )
    def test_what_cannot_be(self, columns: dict[str, str]) -> None:
        row = stored(started(*LINE[:1]))
        assert fits(HAND, row)
        for name, value in columns.items():
            setattr(row, name, value)
        assert not fits(HAND, row)

    def test_every_row_of_another_hand(self) -> None:
        assert not fits(dealt(2), stored(started(*LINE[:12])))


def changes() -> st.SearchStrategy[Change]:
    """Anything that somebody may do."""
    card = st.sampled_from(PACK)
    place = st.integers(-1, 48)
    return st.one_of(
        st.builds(choose_trump, st.sampled_from(Denomination)),
        st.builds(say_double, st.sampled_from(DUPLICATE_DOUBLES)),
        st.builds(lay, st.lists(card, min_size=1, max_size=3)),
        st.builds(replace_card, place, card),
        st.builds(insert_card, place, card),
        st.builds(remove_card, place),
        st.builds(set_aside, card),
        st.builds(lead_from, st.sampled_from(Seat)),
        st.sampled_from([lay_left_over, drop_left_over, start_over]),
    )


@given(length=st.integers(0, 48), doing=st.lists(changes(), max_size=12))
def test_a_record_can_always_have_been_played(length: int, doing: list[Change]) -> None:
    play = started(*LINE[:length])
    for change in doing:
        try:
            play = change(HAND, play)
        except UserError:
            continue
        assert fits(HAND, stored(play)), play.plays
        assert checked(HAND, play, PlayVariant.OBLIGADA) is not None or not play.plays
