"""The official record tells all that happened, each figure as the read model has it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from threading import Thread

import pytest
from django.db import connection, transaction
from django.utils import timezone, translation
from django.utils.formats import date_format

from scoring.dealing.deal_set import commitment, deal_hashes
from tests.benchmarks.large import KEY, large_championship
from tests.tournament.day import make_day
from tests.tournament.exports.reading import page_texts, reader
from tests.tournament.exports.samples import MADE_AT
from tests.tournament.play_records.played import dealt, line_of_play, rebuild
from tournament.audit.services import record_event
from tournament.championships.queries import people_of
from tournament.core.actor import Actor
from tournament.core.numbers import score_text, signed_text
from tournament.exports.papers import PAPERS, PaperRequest, known_of
from tournament.exports.papers.assembly import bind_papers
from tournament.exports.record_rows import official_record
from tournament.exports.rows import content_text
from tournament.models import (
    Action,
    AuditEvent,
    Championship,
    CorrectionRequest,
    Match,
    Result,
    ResultConfirmation,
    Ruling,
    Stage,
)
from tournament.models.places import RoundPlace
from tournament.play_records.play import checked, play_of
from tournament.play_records.sentences import fault_words
from tournament.play_records.services import attach_play
from tournament.results.kinds.dealt_hand import content_of
from tournament.rounds.services.lifecycle import close_round
from tournament.standings.columns import rank_text
from tournament.standings.queries.scores import dealt_scores
from tournament.standings.queries.table import view_of

pytestmark = pytest.mark.django_db

NOBODY = Actor("Marta (marta)")


@pytest.fixture
def stage() -> Stage:
    """Six pairs, two rounds; a corrected result, rulings, correction requests, and two events."""
    stage = large_championship(6, 2)
    match = Match.objects.order_by("pk")[0]
    old = Result.objects.get(match=match, deal=1)
    Result.objects.filter(pk=old.pk).update(is_current=False)
    new = Result.objects.create(
        match=match,
        deal=1,
        version=2,
        outcome="played",
        ns_points=41,
        trump="B",
        infraction="EW",
        note="a card was shown",
        change_reason="read wrongly",
        entered_by="Pere (pere)",
    )
    ResultConfirmation.objects.create(
        result=new, by="EW", actor="table 1 EW pair 6", actor_contestant=6, actor_table=1
    )
    one, two = stage.championship.contestants.all()[:2]
    rulings = Ruling.objects
    rulings.create(
        championship=stage.championship,
        number=1,
        kind="hand-cancelled",
        deal=2,
        reason="a card was missing",
        actor="Pere (pere)",
    )
    rulings.create(
        championship=stage.championship,
        number=2,
        kind="deduction",
        contestant=one,
        stage=stage,
        hundredths=150,
        reason="came late",
        actor="Pere (pere)",
        withdrawn_at=timezone.now(),
        withdrawn_by="Anna (anna)",
        withdrawal_reason="was not late",
    )
    CorrectionRequest.objects.create(
        match=match,
        deal=1,
        number=1,
        kind="correction",
        side="NS",
        based_on=1,
        words="we made 41",
        actor=f"pair {two.number}",
        actor_contestant=two.number,
        answer="agreed",
        answered_at=timezone.now(),
        answered_by="pair 1",
        answered_contestant=1,
        decision="granted",
        decided_at=timezone.now(),
        decided_by="Anna (anna)",
        decision_reason="both say so",
    )
    with transaction.atomic():
        for number in (1, 2):
            record_event(
                actor=NOBODY,
                championship=stage.championship,
                action=Action.ROUND_OPENED,
                place=RoundPlace(number),
            )
    return stage


def pages(stage: Stage) -> list[str]:
    stage = Stage.objects.select_related("championship").get(pk=stage.pk)
    request = PaperRequest((stage,), (), MADE_AT, "", known_of((stage,)))
    with translation.override("en"):
        return page_texts(bind_papers(request, [PAPERS["official-record"]]).content)


def end(stage: Stage) -> None:
    Championship.objects.filter(pk=stage.championship.pk).update(ended_at=timezone.now())


def digits(text: str) -> str:
    return "".join(text.split())


def test_the_key_is_sealed_until_the_end(stage: Stage) -> None:
    text = " ".join(pages(stage))
    assert "The key is sealed until the championship ends." in text
    assert KEY.hex() not in digits(text)
    assert commitment(deal_hashes(KEY, 8)) in digits(text)
    assert "Provisional standings" in text

    end(stage)
    text = " ".join(pages(stage))
    assert "The key is sealed" not in text
    assert KEY.hex() in digits(text)
    assert "Final standings" in text


def test_every_version_of_every_result_is_there(stage: Stage) -> None:
    text = " ".join(pages(stage))
    with translation.override("en"):
        for result in Result.objects.select_related("match__table"):
            match = result.match
            # A first version that stands is not numbered.
            version = f"{result.version} " if result.is_current else f"{result.version}, replaced "
            version = "" if version == "1 " else version
            row = f" {match.table} {match.pairs.ns.number}–{match.pairs.ew.number} {version}"
            assert row + content_text(content_of(result)) in text
    assert "Why: read wrongly" in text
    assert "What happened: a card was shown" in text
    assert "Pere (pere)" in text


def test_a_round_of_twenty_pairs_is_a_page() -> None:
    texts = pages(large_championship(20, 3))
    rounds = [text for text in texts if "Results Round" in text]
    assert len(rounds) == 3
    assert [f"Hand {hand} " in text for text in rounds for hand in range(1, 13)] == [
        hand in range(first, first + 4) for first in (1, 5, 9) for hand in range(1, 13)
    ]


def test_short_rounds_share_a_page() -> None:
    texts = [text for text in pages(large_championship(4, 3)) if " Results Round" in text]
    assert len(texts) == 2
    at = [
        texts[0].index(words)
        for words in ("Results Rounds 1, 2", "Round 1 Opened", "Hand 4 ", "Round 2 Opened")
    ]
    assert at == sorted(at)
    assert "Hand 8 " in texts[0]
    # One that is alone has its name at the top only.
    assert "Results Round 3" in texts[1]
    assert "Round 3 Opened" not in texts[1]
    assert "Hand 12 " in texts[1]


def test_what_is_so_for_a_whole_round_is_told_once() -> None:
    """The day and who entered most results stand above them, other days and people beside."""
    large_championship(8, 1)
    moment = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
    Result.objects.update(entered_by="Pere (pere)", entered_at=moment)
    one, two = Result.objects.filter(deal=3).order_by("pk")[:2]
    Result.objects.filter(pk=one.pk).update(entered_by="Anna (anna)")
    Result.objects.filter(pk=two.pk).update(entered_at=moment + timedelta(days=1))
    ns = two.match.pairs.ns.number
    table = two.match.table.number
    Result.objects.filter(pk=two.pk).update(
        entered_by="", entered_table=table, entered_side="NS", entered_contestant=ns
    )

    (page,) = (text for text in pages(Stage.objects.get()) if "Results Round 1" in text)
    day = date_of(moment)
    assert f"Times without a day are of {day}." in page
    assert page.count("Pere (pere)") == 1
    assert page.count("Anna (anna) 10:30") == 1
    assert page.count(f"NS {date_of(moment + timedelta(days=1))} 10:30") == 1
    assert page.count("Version") == 0


def date_of(moment: datetime) -> str:
    with translation.override("en"):
        return date_format(timezone.localtime(moment), "SHORT_DATE_FORMAT")


def test_scores_and_standings_are_the_read_model_s(stage: Stage) -> None:
    text = " ".join(pages(stage))
    scores = dealt_scores(stage)
    with translation.override("en"):
        for sheet in scores.sheets.values():
            for entry in sheet.entries:
                row = [
                    signed_text(entry.sides.ns.hand_score),
                    signed_text(entry.sides.ew.hand_score),
                    score_text(entry.sides.ns.final),
                    score_text(entry.sides.ew.final),
                ]
                assert " ".join(row) in text
        for line in view_of(scores).lines:
            assert f"{rank_text(line)} {line.contestant.number} {line.contestant.name}" in text
            assert score_text(line.figures.total) in text


def test_decisions_come_with_who_said_what_and_why(stage: Stage) -> None:
    text = " ".join(pages(stage))
    for words in (
        "a card was missing",
        "came late",
        "was not late",
        "Anna (anna)",
        "we made 41",
        "both say so",
        "pair 1: the opponents agree",
        "result changed",
        "rule-break by EW",
    ):
        assert words in text


def test_it_names_the_end_of_the_log_and_has_lines_to_sign(stage: Stage) -> None:
    last = AuditEvent.objects.order_by("sequence").last()
    assert last is not None
    text = pages(stage)[-1]
    assert last.hash in digits(text)
    assert f"Events {last.sequence}" in text
    assert "Signatures" in text


def test_its_parts_are_bookmarks(stage: Stage) -> None:
    stage = Stage.objects.select_related("championship").get(pk=stage.pk)
    request = PaperRequest((stage,), (), MADE_AT, "", known_of((stage,)))
    with translation.override("en"):
        content = bind_papers(request, [PAPERS["official-record"]]).content
    titles = [str(one["/Title"]) for one in reader(content).outline if isinstance(one, dict)]
    assert titles == [
        "Championship",
        "Settings",
        "Pairs",
        "Schedule",
        "Hands",
        "Results: round 1",
        "Results: round 2",
        "Provisional standings",
        "Rulings",
        "Correction requests",
        "Log",
        "Signatures",
    ]


def test_it_tells_how_far_it_is(stage: Stage) -> None:
    told: list[tuple[int, int]] = []
    stage = Stage.objects.select_related("championship").get(pk=stage.pk)
    request = PaperRequest(
        (stage,),
        (),
        MADE_AT,
        "",
        known_of((stage,)),
        progress=lambda done, of: told.append((done, of)),
    )
    list(PAPERS["official-record"].pages(request))
    assert told == [(1, 2), (2, 2)]


def test_what_a_ruling_rests_on_is_named_and_sealed_cards_are_not() -> None:
    day = make_day(contestants=6)
    day.open(1)
    day.enter_whole_round(1)
    cards = line_of_play(wrong_from=4)
    record = rebuild(day, cards)
    result = Result.objects.get(match=day.match(1, 1), deal=1)
    Result.objects.filter(pk=result.pk).update(infraction="NS", note="a revoke")
    attach_play(actor=day.acting, result=result, version=record.version)
    check = checked(dealt(), play_of(record), day.stage.settings.play_variant)
    assert check is not None
    (fault,) = check.faults

    text = " ".join(pages(day.stage))
    assert "It rests on a record of play (version 1 of the result, 48 cards)." in text
    assert "Trumps: cups" in text
    with translation.override("en"):
        assert fault_words(fault, naming_cards=False) in text
        assert fault_words(fault, naming_cards=True) not in text

    close_round(actor=day.acting, round=day.round(1))
    text = " ".join(pages(day.stage))
    with translation.override("en"):
        assert fault_words(fault, naming_cards=True) in text


@pytest.mark.django_db(transaction=True)
def test_it_is_read_as_of_one_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is written while it is read is in no part of it."""
    stage = large_championship(6, 1)
    before = official_record(stage.championship)

    def meanwhile(championship: Championship) -> object:
        def write() -> None:
            Result.objects.filter(deal=1).update(ns_points=7)
            Championship.objects.update(ended_at=timezone.now())
            connection.close()

        writer = Thread(target=write)
        writer.start()
        writer.join()
        return people_of(championship)

    monkeypatch.setattr("tournament.exports.record_rows.people_of", meanwhile)
    record = official_record(stage.championship)
    assert record.championship.ended_at is None
    assert record.rounds == before.rounds
    monkeypatch.undo()
    after = official_record(stage.championship)
    assert after.championship.ended_at is not None
    assert after.rounds != before.rounds
