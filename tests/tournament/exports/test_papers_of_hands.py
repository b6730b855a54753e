"""Papers of hands from the database: which hands, whose codes, and when they are there."""

from __future__ import annotations

import pytest
from django.utils import timezone, translation

from scoring.dealing.deal_set import deal_hashes, make_deal
from scoring.dealing.pack_codes import check_codes
from scoring.game.cards import Suit
from scoring.game.seats import Seat
from tests.tournament.day import KEY, Day, make_day
from tests.tournament.exports.reading import page_texts, text_of
from tests.tournament.exports.samples import MADE_AT
from tests.tournament.exports.test_views import logged_in
from tournament.core.errors import NotNow
from tournament.exports.papers import PAPERS, PaperRequest, known_of
from tournament.exports.papers.assembly import bind_papers
from tournament.models import Championship, Round, RoundStatus, Stage
from tournament.rounds.services.lifecycle import close_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def day() -> Day:
    """Round 1 closed, round 2 open, round 3 to be played; every result of the first entered."""
    day = make_day()
    day.open(1)
    day.enter_whole_round(1)
    close_round(actor=day.acting, round=day.round(1))
    day.open(2)
    return day


def request_of(*rounds: int, **more: object) -> PaperRequest:
    stage = Stage.objects.select_related("championship").get()
    return PaperRequest((stage,), rounds, MADE_AT, "http://hall", known_of((stage,)), **more)  # type: ignore[arg-type]


def text_of_paper(name: str, *rounds: int, **more: object) -> str:
    with translation.override("en"):
        return text_of(bind_papers(request_of(*rounds, **more), [PAPERS[name]]).content)


def deals_in(text: str) -> list[int]:
    """The hands of the day that stand in the text, all four seats of them."""

    def suits(deal: int, seat: Seat) -> str:
        cards = make_deal(KEY, "", deal)
        return " ".join(
            " ".join(card.rank.letter for card in cards.suit_of_hand(seat, suit)) or "–"
            for suit in Suit
        )

    return [deal for deal in range(1, 13) if all(suits(deal, seat) in text for seat in Seat)]


def test_records_of_a_round_are_its_hands_and_no_others(day: Day) -> None:
    text = text_of_paper("hand-records", 1)

    assert deals_in(text) == [1, 2, 3, 4]
    assert "SEALED" not in text
    for number in (2, 3):
        with pytest.raises(NotNow, match="Everybody can see hands when their round is closed"):
            text_of_paper("hand-records", number)


def test_records_of_a_reopened_round_stay_as_public_as_its_hands(day: Day) -> None:
    Round.objects.filter(number=1).update(status=RoundStatus.OPEN)

    assert deals_in(text_of_paper("hand-records", 1)) == [1, 2, 3, 4]


def test_all_records_are_those_of_rounds_that_have_been_closed(day: Day) -> None:
    assert deals_in(text_of_paper("all-hand-records")) == [1, 2, 3, 4]

    day.enter_whole_round(2)
    close_round(actor=day.acting, round=day.round(2))
    text = text_of_paper("all-hand-records")
    assert deals_in(text) == list(range(1, 9))
    assert "Rounds 1, 2" in text


def test_after_the_end_they_are_all_hands(day: Day) -> None:
    Championship.objects.update(ended_at=timezone.now())

    assert deals_in(text_of_paper("all-hand-records")) == list(range(1, 13))


def test_before_the_first_round_is_closed_there_are_no_records() -> None:
    make_day()
    for name, rounds in (("all-hand-records", ()), ("hand-records", (1,))):
        with pytest.raises(NotNow, match="closed"):
            text_of_paper(name, *rounds)


def test_without_hands_nothing_is_told_of_them() -> None:
    make_day(deals=False)
    for name, rounds in (("all-hand-records", ()), ("hand-records", (1,)), ("hands", (1,))):
        with pytest.raises(NotNow, match="have not been made"):
            text_of_paper(name, *rounds)


def test_hand_sheets_have_the_hands_and_their_number_a_page_is_chosen(day: Day) -> None:
    with_names = text_of_paper("hand-sheets", 1)
    with_numbers = text_of_paper("hand-sheets", 1, options={"hand-sheets:per-page": "4"})

    assert deals_in(with_names) == deals_in(with_numbers) == [1, 2, 3, 4]
    name = day.contestants[0].shown_name
    assert (name in with_names, name in with_numbers) == (True, False)
    assert ("Page 1 of 2" in with_names, "Page 1 of 1" in with_numbers) == (True, True)


def test_what_is_printed_to_make_up_packs_bears_their_codes(day: Day) -> None:
    """Printing fixes the salt, so that the codes are there from the first printing on."""
    response = logged_in(day.organiser).post(
        f"/c/{day.championship.slug}/export/rounds/3/hands.pdf?lang=en",
        {"rounds": ["3"], "reason": "to make up the packs"},
    )

    pages = page_texts(response.content)
    codes = check_codes(deal_hashes(KEY, 12), "")
    assert len(pages) == 4
    for deal, page in zip(range(9, 13), pages):
        assert "SEALED" in page
        assert deals_in(page) == [deal]
        for seat, name in zip(Seat, ("North", "West", "South", "East")):
            assert f"Hand {deal} · {name} {codes[deal, seat]}" in page
