"""What hangs on the wall: pairings and the commitment sheet."""

from __future__ import annotations

import re
from dataclasses import replace

from django.utils import translation

from scoring.dealing.deal_set import commitment, deal_hashes
from tests.tournament.exports.dealt import KEY, proof
from tests.tournament.exports.files import commitment_pdf, pairings_pdf
from tests.tournament.exports.reading import page_texts, text_of
from tests.tournament.exports.samples import Sample, heading
from tournament.core.labels import label
from tournament.deals.proof import Proof


def test_pairings_by_table_and_by_name() -> None:
    sample = Sample(13, 2)
    pairings = sample.pairings(2)
    with translation.override("en"):
        text = text_of(pairings_pdf(heading("Pairings", status=""), pairings))

    assert "Hands 5 to 8" in text
    for one in pairings.tables:
        assert re.search(
            rf"\b{one.table} {one.pairs.ns.number} {re.escape(one.pairs.ns.players[0])}", text
        )
    (resting,) = pairings.resting
    assert f"Resting: {resting.number} {resting.players[0]}" in text
    for place in pairings.by_person():
        where = f"{place.table} {label(place.side)}" if place.side else "rests"
        assert f"{place.person} {where}" in text
    assert "PROVISIONAL" not in text


def test_a_small_clubs_pairings_are_one_sheet() -> None:
    assert len(page_texts(pairings_pdf(heading(), Sample(6, 1).pairings(1)))) == 1


def test_large_letters_break_no_word_of_a_name() -> None:
    """One of three pairs rests, and there is room for letters in which no name would have any."""
    name = "Maria dels Àngels Gal·la Puigdengoles-Sant Feliu de Codines"
    pairings = Sample(3, 1).pairings(1)
    (resting,) = pairings.resting
    pairings = replace(pairings, resting=(replace(resting, players=(name, "Jo")),))
    with translation.override("es"):
        (page,) = page_texts(pairings_pdf(heading(), pairings))
    by_name = page.split("Contrarios")[1]
    assert all(word in by_name.split() for word in name.split())


def test_a_hundred_tables_need_few_sheets() -> None:
    assert len(page_texts(pairings_pdf(heading(), Sample(200, 1).pairings(1)))) <= 13


def test_substitutes_are_not_called_to_a_table() -> None:
    pairings = Sample(4, 1).pairings(1)
    first = pairings.tables[0]
    with_substitute = replace(
        first,
        pairs=replace(first.pairs, ns=replace(first.pairs.ns, substitutes=("Reserva Primera",))),
    )
    text = text_of(pairings_pdf(heading(), replace(pairings, tables=(with_substitute,))))

    assert "Reserva" not in text


def commitment_text(what: Proof) -> str:
    with translation.override("en"):
        return text_of(commitment_pdf(heading("Commitment"), what))


def test_the_commitment_is_printed_in_groups_and_the_key_is_not() -> None:
    text = commitment_text(proof(salt="Grossa 12345"))

    digits = commitment(deal_hashes(KEY, 44))
    groups = [digits[start : start + 4] for start in range(0, 64, 4)]
    assert " ".join(groups) in text
    assert "Grossa 12345" in text
    assert "Fixed for good on 14 November 2026" in text
    assert "44 hands, the spare ones included" in text
    assert KEY.hex()[:16] not in text.replace(" ", "")


def test_without_a_salt_the_sheet_says_what_is_not_proved() -> None:
    assert "but not that the organisers didn't choose the hands" in commitment_text(proof())


def test_the_list_is_not_on_paper() -> None:
    for ended in (False, True):
        text = commitment_text(proof(ended=ended)).replace(" ", "")
        assert not [one for one in deal_hashes(KEY, 44) if one.hex()[:16] in text]


def test_every_deal_set_has_a_sheet_of_its_own() -> None:
    with translation.override("en"):
        pages = page_texts(commitment_pdf(heading("Commitment"), proof(sets=2)))
    assert len(pages) == 2
    assert "the hands from number 1 on" in pages[0]
    assert "the hands from number 45 on" in pages[1]


def test_after_the_end_the_key_and_the_commands_are_there() -> None:
    text = commitment_text(proof(ended=True))

    assert KEY.hex() in text.replace(" ", "")
    assert "python -m scoring commit" in text
    assert "python -m scoring deal --key" in text
