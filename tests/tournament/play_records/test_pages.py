"""The pages of the rules desk, without a browser: every click is a form that anybody may forge."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries

from scoring.game.announcements import Announcement, Denomination, Double
from scoring.game.cards import PACK
from tests.examples import examples
from tests.page_forms import forms_of
from tests.tournament.day import Day, make_day
from tests.tournament.exports.reading import text_of as text_of_paper
from tests.tournament.factories import english_client
from tests.tournament.made_once import made_once, own_copy
from tests.tournament.play_records.played import dealt, line_of_play, rebuild
from tests.tournament.visitors import undone
from tournament.models import AttachedPlay, AuditEvent, Outcome, PlayRecord, Result
from tournament.rounds.services.lifecycle import close_round
from tournament.rulings.queries import HandRulingLine, PlayAttached, all_rulings

pytestmark = [pytest.mark.django_db, pytest.mark.long]

LINE = line_of_play()
DESK = "rounds/1/tables/1/hands/1/play/"
RULING = "rulings/rounds/1/tables/1/hands/1/"


def a_day() -> Day:
    """Six pairs; round 1 is closed and provisional."""
    day = make_day(contestants=6)
    day.open(1)
    day.enter_whole_round(1)
    close_round(actor=day.acting, round=day.round(1))
    return day


day_once = made_once(a_day)
day = own_copy("day_once")


@pytest.fixture
def referee(day: Day) -> Client:
    return english_client(day.referee)


def page(day: Day, rest: str = DESK) -> str:
    return f"/c/{day.slug}/manage/{rest}"


def click(client: Client, day: Day, act: str, **sent: str) -> int:
    """Send an act from the version that stands; the status of the answer."""
    version = str(PlayRecord.objects.count())
    return client.post(page(day), {"act": act, "version": version, **sent}).status_code


def text_of(client: Client, url: str) -> str:
    return client.get(url).content.decode()


class TestClicking:
    def test_a_card_after_the_other(self, day: Day, referee: Client) -> None:
        assert click(referee, day, "trump", trump="C") == 302
        for card in LINE[:6]:
            assert click(referee, day, "lay", cards=str(card)) == 302
        assert PlayRecord.objects.latest("version").plays == " ".join(map(str, LINE[:6]))
        assert "6 cards, all by the rules" in text_of(referee, page(day))

    def test_nothing_of_it_is_in_an_address_or_a_session(self, day: Day, referee: Client) -> None:
        click(referee, day, "trump", trump="C")
        answer = referee.post(page(day), {"act": "lay", "version": "1", "cards": str(LINE[0])})
        assert answer["Location"] == f"{page(day)}#rules-desk"
        assert set(referee.session.keys()) == {
            "_auth_user_id",
            "_auth_user_backend",
            "_auth_user_hash",
        }
        assert not answer.cookies.get("messages")

    def test_every_form_of_the_page_can_be_sent(self, day: Day, referee: Client) -> None:
        rebuild(day, LINE[:6])
        for query in ("", "?card=3", "?card=3&do=insert", "?step=aside"):
            for form in forms_of(text_of(referee, page(day) + query)):
                if form.action == page(day):
                    assert form.method == "post"
                    with undone():
                        assert referee.post(form.action, form.filled()).status_code in (302, 422)

    def test_undone_and_done_again(self, day: Day, referee: Client) -> None:
        rebuild(day, LINE[:6])
        assert 'id="redo"' not in text_of(referee, page(day))
        assert click(referee, day, "undo") == 302
        assert 'id="redo"' in text_of(referee, page(day))
        assert click(referee, day, "redo") == 302
        text = text_of(referee, page(day))
        assert 'id="redo"' not in text
        assert "6 cards, all by the rules" in text
        assert click(referee, day, "redo") == 422

    def test_a_fault_is_said_as_it_arises(self, day: Day, referee: Client) -> None:
        wrong = line_of_play(48, wrong_from=0)
        place = next(i for i, (one, other) in enumerate(zip(wrong, LINE)) if one != other)
        rebuild(day, wrong[: place + 1])
        text = text_of(referee, page(day))
        assert "1 card against the rules" in text
        assert 'role="alert"' in text
        assert "Whoever can" in text or "must be" in text

    def test_what_can_be_typed(self, day: Day, referee: Client) -> None:
        click(referee, day, "trump", trump="C")
        typed = ", ".join(str(card).lower() for card in LINE[:5])
        assert click(referee, day, "lay", cards=typed) == 302
        assert len(PlayRecord.objects.latest("version").plays.split()) == 5

    def test_what_a_script_sends_is_answered_with_the_desk_alone(
        self, day: Day, referee: Client
    ) -> None:
        sent = {"act": "trump", "version": "0", "trump": "E"}
        answer = referee.post(page(day), sent, headers={"HX-Request": "true"})
        assert answer.status_code == 200
        assert answer.content.decode().lstrip().startswith('<div id="rules-desk"')
        refused = referee.post(page(day), sent | {"act": "x"}, headers={"HX-Request": "true"})
        assert refused.status_code == 200
        assert "This can&#x27;t be done to a record" in refused.content.decode()

    def test_two_referees(self, day: Day, referee: Client) -> None:
        rebuild(day, LINE[:3])
        other = english_client(day.organiser)
        sent = {"act": "lay", "version": "2", "cards": str(LINE[3])}
        assert referee.post(page(day), sent).status_code == 302
        answer = other.post(page(day), sent | {"cards": str(LINE[7])})
        assert answer.status_code == 409
        assert "has meanwhile continued this record" in answer.content.decode()
        assert PlayRecord.objects.count() == 3

    def test_the_result_says_other_points(self, day: Day, referee: Client) -> None:
        rebuild(day, LINE)
        assert "The result says 34 for NS." in text_of(referee, page(day))

    @pytest.mark.parametrize(
        ("entered", "said"),
        [
            (Announcement(Denomination.COPES, Double.CONTRO), []),
            (
                Announcement(Denomination.OROS, Double.CONTRO),
                ["Trumps: the result says coins, this record cups."],
            ),
            (
                Announcement(Denomination.COPES),
                ["Contro: the result says none, this record contro."],
            ),
            (
                Announcement(Denomination.BOTIFARRA, Double.RECONTRO),
                [
                    "Trumps: the result says botifarra, this record cups.",
                    "Contro: the result says recontro, this record contro.",
                ],
            ),
            (Announcement(None, Double.CONTRO), []),  # a suit, and nobody wrote down which
        ],
    )
    def test_the_result_says_other_announcements(
        self, day: Day, referee: Client, entered: Announcement, said: list[str]
    ) -> None:
        click(referee, day, "trump", trump="C")
        click(referee, day, "double", double="contro")
        Result.objects.filter(match=day.match(1, 1), deal=1).update(
            trump=entered.trump.value if entered.trump else "", double=entered.double.value
        )
        assert (
            re.findall(r"<li>(\w+: the result says .*?)</li>", text_of(referee, page(day))) == said
        )

    def test_a_result_without_its_suit_was_no_botifarra(self, day: Day, referee: Client) -> None:
        Result.objects.filter(match=day.match(1, 1), deal=1).update(trump="", double="")
        assert "the result says" not in text_of(referee, page(day))  # trumps not chosen yet
        click(referee, day, "trump", trump="botifarra")
        said = "Trumps: the result says a suit, this record botifarra."
        assert said in text_of(referee, page(day))
        Result.objects.filter(match=day.match(1, 1), deal=1).update(
            outcome=Outcome.BLANK, ns_points=None
        )
        assert "the result says" not in text_of(referee, page(day))

    def test_costs_the_same_with_many_cards(
        self, day: Day, referee: Client, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        rebuild(day, LINE)
        with django_assert_num_queries(22):
            referee.get(page(day))


ACTS = st.sampled_from(
    [
        "trump",
        "double",
        "lay",
        "replace",
        "insert",
        "remove",
        "aside",
        "leader",
        "undo",
        "redo",
        "lay-left-over",
        "drop-left-over",
        "start-over",
    ]
) | st.text(max_size=8)
VALUES = st.one_of(
    st.sampled_from(["", "-1", "0", "1", "49", "²", "9" * 400, "=1+1", "<b>", "\0", "NaN", "O"]),
    st.sampled_from([*map(str, PACK), "9o ac", "xx", "9O" * 60]),
    st.text(max_size=60),
)


class TestJunk:
    def test_is_refused_or_makes_sense(self, day: Day, referee: Client) -> None:
        before = rebuild(day, LINE[:6])
        url = page(day)
        fields = ("cards", "place", "trump", "double", "leader", "step", "card")

        @given(
            act=ACTS,
            sent=st.dictionaries(st.sampled_from(fields), VALUES),
            version=st.sampled_from(["", "1", "2", "3", "-1", "x", "99999999999"]),
        )
        @settings(max_examples=examples(30))
        def is_answered(act: str, sent: dict[str, str], version: str) -> None:
            with undone():
                answer = referee.post(url, {**sent, "act": act, "version": version})
                if answer.status_code == 302:
                    assert referee.get(url).status_code == 200
                else:
                    assert answer.status_code in (409, 422)
                    assert PlayRecord.objects.latest("version") == before

        is_answered()

    @pytest.mark.parametrize(
        ("sent", "said"),
        [
            ({"act": "lay", "cards": "ZZ"}, "is not a card"),
            ({"act": "lay", "cards": "<b>x</b>"}, "is not a card"),
            ({"act": "lay", "cards": " ".join(map(str, LINE[6:])) + " 9O"}, "All cards have been"),
            ({"act": "replace", "cards": "9O AC", "place": "1"}, "Choose one card"),
            ({"act": "remove", "place": "7"}, "There is no card 7"),
            ({"act": "leader", "leader": "Q"}, "Say who led"),
            ({"act": "trump", "trump": ""}, "Choose trumps"),
        ],
    )
    def test_the_reason_is_said(
        self, day: Day, referee: Client, sent: dict[str, str], said: str
    ) -> None:
        rebuild(day, LINE[:6])
        answer = referee.post(page(day), {**sent, "version": "2"})
        assert answer.status_code == 422
        assert said in answer.content.decode()
        assert "<b>x" not in answer.content.decode()

    @pytest.mark.parametrize("query", ["?card=99", "?card=-1", "?card=x", "?step=x", "?do=insert"])
    def test_an_address_that_nobody_made(self, day: Day, referee: Client, query: str) -> None:
        rebuild(day, LINE[:6])
        assert referee.get(page(day) + query).status_code == 200

    def test_a_hand_of_another_table_or_round(self, day: Day, referee: Client) -> None:
        for rest in ("1/tables/9/hands/1", "1/tables/1/hands/5", "9/tables/1/hands/33"):
            assert referee.get(page(day, f"rounds/{rest}/play/")).status_code == 404


class TestChoosing:
    def test_a_hand(self, day: Day, referee: Client) -> None:
        answer = referee.get(page(day, "rules-desk/?hand=1&table=1"))
        assert answer["Location"] == page(day)

    @pytest.mark.parametrize("query", ["?hand=99&table=1", "?hand=1&table=9", "?hand=x", "?hand="])
    def test_none(self, day: Day, referee: Client, query: str) -> None:
        answer = referee.get(page(day, f"rules-desk/{query}"))
        assert answer.status_code == 200
        assert "There is no hand" in answer.content.decode() or "is no table" in (
            answer.content.decode()
        )

    def test_the_records_so_far(self, day: Day, referee: Client) -> None:
        rebuild(day, LINE[:6])
        assert "round 1, 6 cards" in text_of(referee, page(day, "rules-desk/"))


def broken(day: Day) -> tuple[int, str]:
    """A record with one card against the rules: its version, and the side that broke them."""
    wrong = line_of_play(48, wrong_from=0)
    place = next(i for i, (one, other) in enumerate(zip(wrong, LINE)) if one != other)
    record = rebuild(day, wrong[: place + 1])
    return record.version, dealt().deal.seat_of(wrong[place]).side.value


class TestRuling:
    def rule(self, day: Day, client: Client, version: int) -> None:
        """Two clicks: the fault, what it does, and there it is."""
        url = page(day, RULING)
        (form,) = (
            one
            for one in forms_of(text_of(client, f"{url}?play={version}&fault=1"))
            if "kind" in one.names
        )
        shown = client.post(url, form.filled(play=str(version)))
        (confirm,) = (one for one in forms_of(shown.content.decode()) if "shown" in one.names)
        assert client.post(url, confirm.filled()).status_code == 302

    def test_a_fault_is_filled_in(self, day: Day, referee: Client) -> None:
        version, side = broken(day)
        text = text_of(referee, f"{page(day, RULING)}?play={version}&fault=1")
        (form,) = (one for one in forms_of(text) if "kind" in one.names)
        assert form.values["kind"] == ["rule-break"]
        assert form.values["sides"] == [side]
        assert form.values["words"][0].startswith("Trick ")
        assert "Legal: " in form.values["words"][0]
        assert 'name="play" id="id_play" value="2" checked' in text

    @pytest.mark.parametrize("query", ["?play=2&fault=9", "?play=99&fault=1", "?play=x&fault=1"])
    def test_not_one_that_is_not_there(self, day: Day, referee: Client, query: str) -> None:
        broken(day)
        text = text_of(referee, page(day, RULING) + query)
        (form,) = (one for one in forms_of(text) if "kind" in one.names)
        assert not form.values.get("words", [""])[0].strip()

    def test_the_record_is_attached(self, day: Day, referee: Client) -> None:
        version, side = broken(day)
        self.rule(day, referee, version)
        result = Result.objects.get(match=day.match(1, 1), deal=1, is_current=True)
        attached = AttachedPlay.objects.get()
        assert (result.infraction, attached.result_id) == (side, result.pk)
        place = page(day, f"{DESK}attached/2/1/")
        assert "nobody can change it" in text_of(referee, place)
        assert place in text_of(referee, page(day, "rulings/"))
        (line,) = all_rulings(day.championship).standing
        assert isinstance(line, HandRulingLine)
        assert line.plays == (
            PlayAttached(2, 1, len(PlayRecord.objects.latest("version").plays.split())),
        )
        assert place in text_of(referee, page(day, "rounds/1/tables/1/hands/1/history/"))

    def test_only_looked_at_nothing_is_attached(self, day: Day, referee: Client) -> None:
        version, side = broken(day)
        events = AuditEvent.objects.count()
        typed = {"kind": "rule-break", "sides": side, "words": "a revoke", "play": str(version)}
        assert referee.post(page(day, RULING), typed).status_code == 200
        assert (AttachedPlay.objects.count(), AuditEvent.objects.count()) == (0, events)

    def test_without_the_record_if_that_is_wanted(self, day: Day, referee: Client) -> None:
        _version, side = broken(day)
        url = page(day, RULING)
        shown = referee.post(url, {"kind": "rule-break", "sides": side, "words": "a revoke"})
        (confirm,) = (one for one in forms_of(shown.content.decode()) if "shown" in one.names)
        assert referee.post(url, confirm.filled()).status_code == 302
        assert not AttachedPlay.objects.exists()

    @pytest.mark.parametrize("play", ["1", "99", "-1", "x", "9" * 40])
    def test_not_a_version_that_does_not_stand(self, day: Day, referee: Client, play: str) -> None:
        _version, side = broken(day)
        typed = {"kind": "rule-break", "sides": side, "words": "a revoke", "play": play}
        assert referee.post(page(day, RULING), typed).status_code == 422
        assert not AttachedPlay.objects.exists()

    def test_what_was_attached_stays_when_the_record_goes_on(
        self, day: Day, referee: Client
    ) -> None:
        version, _side = broken(day)
        self.rule(day, referee, version)
        before = text_of(referee, page(day, f"{DESK}attached/2/1/"))
        click(referee, day, "start-over")
        after = text_of(referee, page(day, f"{DESK}attached/2/1/"))
        assert before.count("playing-card") == after.count("playing-card")


class TestPaper:
    def test_it_says_what_the_page_says(self, day: Day, referee: Client) -> None:
        broken(day)
        answer = referee.get(page(day, DESK[:-1] + ".pdf?lang=en"))
        assert answer["Content-Type"] == "application/pdf"
        text = text_of_paper(answer.content)
        for said in ("Record of play", "Cards against the rules", "Trick", "Legal:"):
            assert said in text
