from itertools import product

import pytest

from scoring.errors import AnnouncementError
from scoring.game.announcements import Announcement, Denomination, Double, parse_double, parse_trump
from scoring.game.seats import Side

NS, EW = Side.NS, Side.EW


@pytest.mark.parametrize("makers", list(Side))
def test_botifarra_doubles_the_makers_alone(makers: Side) -> None:
    botifarra = Announcement(Denomination.BOTIFARRA)
    assert botifarra.doubled_by(makers) == {makers}
    assert (botifarra.factor(makers, makers), botifarra.factor(makers.opponents, makers)) == (2, 1)


@pytest.mark.parametrize("makers", list(Side))
@pytest.mark.parametrize("trump", [None, *list(Denomination)[:4]])
def test_contro_doubles_the_others_alone(makers: Side, trump: Denomination | None) -> None:
    contro = Announcement(trump, Double.CONTRO)
    assert contro.doubled_by(makers) == {makers.opponents}
    assert (contro.factor(makers, makers), contro.factor(makers.opponents, makers)) == (1, 2)


def test_contrada_botifarra_scores_double_and_never_fourfold_to_both() -> None:
    contrada = Announcement(Denomination.BOTIFARRA, Double.CONTRO)
    assert contrada.doubled_by(NS) == {NS, EW}
    assert (contrada.factor(NS, NS), contrada.factor(EW, NS)) == (2, 2)


def test_recontro_is_informational() -> None:
    for trump, side, makers in product([None, *Denomination], Side, Side):
        contro, recontro = (Announcement(trump, d) for d in (Double.CONTRO, Double.RECONTRO))
        assert recontro.factor(side, makers) == contro.factor(side, makers)


def test_factor_is_two_exactly_for_the_sides_that_doubled() -> None:
    for trump, double, side, makers in product([None, *Denomination], Double, Side, Side):
        announcement = Announcement(trump, double)
        assert (announcement.factor(side, makers) == 2) == (side in announcement.doubled_by(makers))


def test_texts_are_read_in_any_case() -> None:
    assert parse_trump("") is None
    assert parse_trump("o") is Denomination.OROS
    assert parse_trump("Botifarra") is Denomination.BOTIFARRA
    assert parse_double("") is Double.NONE
    assert parse_double("RECONTRO") is Double.RECONTRO


def test_sant_vicenc_is_not_allowed_in_the_duplicate_game() -> None:
    with pytest.raises(AnnouncementError) as caught:
        parse_double("sant-vicenc")
    assert (caught.value.field, caught.value.expected) == ("double", ("contro", "recontro"))


def test_sant_vicenc_is_read_where_it_is_allowed() -> None:
    assert parse_double("Sant-Vicenc", tuple(Double)) is Double.SANT_VICENC


def test_unknown_trumps_are_refused() -> None:
    with pytest.raises(AnnouncementError) as caught:
        parse_trump("X")
    assert caught.value.field == "trump"
    assert caught.value.expected == ("O", "C", "E", "B", "botifarra")
