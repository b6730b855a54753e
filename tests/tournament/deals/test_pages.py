"""The pages of the hands: what they do, and that nothing sealed is ever in an answer."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from scoring.dealing.deal_set import deal_secret, make_deal
from scoring.game.deals import hand_text
from scoring.game.seats import Seat
from tests.tournament.day import BAR_BEFORE_PLAY, DEALS, KEY, Day, make_day
from tournament.championships.services.end import end_championship
from tournament.deals.services.accesses import open_hands_early, record_hand_printing
from tournament.deals.services.deal_sets import set_salt
from tournament.models import AuditEvent, DealSet, HandAccess, RoundStatus, User
from tournament.rounds.services.lifecycle import close_round

pytestmark = pytest.mark.django_db
SALT = "Grossa 12345"
LAPTOP = {"REMOTE_ADDR": "127.0.0.1", "HTTP_HOST": "127.0.0.1:8000"}
"""A request made on the laptop itself."""
HALL = {"REMOTE_ADDR": "192.168.1.20", "HTTP_HOST": "192.168.1.10:8000"}
"""A request from a phone in the hall, over plain HTTP."""


@pytest.fixture
def day() -> Day:
    day = make_day()
    set_salt(actor=day.acting_organiser, championship=day.championship, salt=SALT)
    return day


def client_of(user: User | None, **line: str) -> Client:
    client = Client(**(line or LAPTOP))  # type: ignore[arg-type]
    if user is not None:
        client.force_login(user)
    return client


def secrets_of(day: Day, rounds: range) -> list[str]:
    """Every way in which the key or a hand of these rounds might be written."""
    texts = [KEY.hex(), KEY.hex().upper(), repr(KEY)]
    for deal in (deal for number in rounds for deal in range(4 * number - 3, 4 * number + 1)):
        dealt = make_deal(KEY, SALT, deal)
        texts.append(str(dealt.number))
        texts += [hand_text(dealt.hand(seat)) for seat in Seat]
        texts.append(deal_secret(KEY, deal).hex())
    return texts


def shows_hands(content: str) -> bool:
    return 'class="hand m-0"' in content


def test_an_empty_salt_is_not_said_to_be_saved(day: Day) -> None:
    client = client_of(day.organiser)
    client.cookies["django_language"] = "en"
    address = f"/c/{day.slug}/manage/deals/"
    for salt, said in ((" ", "The hands have no salt."), ("Grossa 9", "The salt is saved.")):
        sent = client.post(address, {"deal_set": 1, "salt": salt}, follow=True)
        assert said in sent.content.decode()


class TestWhatFixesTheSalt:
    """Opening hands early and printing them ask alike, as long as it is the first time."""

    PAGES = ("manage/deals/2/open-early/", "export/rounds/2/hands.pdf")

    @pytest.mark.parametrize("page", PAGES)
    def test_says_so_before_the_first_time_and_not_after(self, day: Day, page: str) -> None:
        client = client_of(day.organiser)
        before = client.get(f"/c/{day.slug}/{page}").content.decode()
        assert f"This fixes the salt for good: “{SALT}”." in before
        open_hands_early(
            actor=day.acting, championship=day.championship, round=3, reason="a torn card"
        )
        after = client.get(f"/c/{day.slug}/{page}").content.decode()
        assert "fixes the salt" not in after

    @pytest.mark.parametrize("page", PAGES)
    def test_warns_where_there_is_no_salt(self, page: str) -> None:
        day = make_day()
        content = client_of(day.organiser).get(f"/c/{day.slug}/{page}").content.decode()
        assert "fixes the salt for good, and there is none yet" in content


class TestDealsPage:
    def test_makes_the_hands_once(self) -> None:
        day = make_day(deals=False)
        client = client_of(day.organiser)
        assert "Make the hands" in client.get(f"/c/{day.slug}/manage/deals/").content.decode()
        for _ in range(2):
            assert client.post(f"/c/{day.slug}/manage/deals/make/").status_code == 302
        commitment = DealSet.objects.get().commitment
        assert commitment in client.get(f"/c/{day.slug}/manage/deals/").content.decode()

    def test_keeps_a_salt_and_shows_faults_beside_it(self, day: Day) -> None:
        client = client_of(day.organiser)
        page = f"/c/{day.slug}/manage/deals/"
        assert client.post(page, {"deal_set": 1, "salt": "Another"}).status_code == 302
        assert DealSet.objects.get().salt == "Another"
        answer = client.post(page, {"deal_set": 1, "salt": "x" * 201})
        assert answer.status_code == 422
        assert "x" * 201 in answer.content.decode()
        assert DealSet.objects.get().salt == "Another"

    def test_a_fixed_salt_has_no_form(self, day: Day) -> None:
        day.open(1)
        client = client_of(day.organiser)
        page = f"/c/{day.slug}/manage/deals/"
        assert 'name="salt"' not in client.get(page).content.decode()
        answer = client.post(page, {"deal_set": 1, "salt": "Another"})
        assert answer.status_code == 422
        assert DealSet.objects.get().salt == SALT

    def test_says_who_looked_and_why(self, day: Day) -> None:
        record_hand_printing(
            actor=day.acting_organiser,
            championship=day.championship,
            rounds=[2],
            reason="making up decks",
        )
        page = f"/c/{day.slug}/manage/deals/"
        content = client_of(day.organiser).get(page).content.decode()
        assert "making up decks" in content
        assert "seal broken" not in content
        open_hands_early(
            actor=day.acting_organiser, championship=day.championship, round=2, reason="a fault"
        )
        assert "seal broken" in client_of(day.organiser).get(page).content.decode()

    @pytest.mark.parametrize("contestants", [4, 8])
    def test_costs_the_same_for_three_rounds_and_for_seven(
        self, contestants: int, django_assert_num_queries: Iterator
    ) -> None:
        day = make_day(contestants=contestants)
        record_hand_printing(
            actor=day.acting_organiser,
            championship=day.championship,
            rounds=range(1, contestants),
            reason="making up decks",
        )
        client = client_of(day.organiser)
        with django_assert_num_queries(9 + BAR_BEFORE_PLAY):  # type: ignore[operator]
            client.get(f"/c/{day.slug}/manage/deals/")


class TestSeals:
    def test_open_early_asks_why_then_shows(self, day: Day) -> None:
        client = client_of(day.organiser)
        hands = f"/c/{day.slug}/manage/rounds/2/hands/"
        early = f"/c/{day.slug}/manage/deals/2/open-early/"
        assert client.get(hands).status_code == 403
        assert client.get(early).status_code == 200
        assert client.post(early, {"reason": " "}).status_code == 422
        assert client.get(hands).status_code == 403
        answer = client.post(early, {"reason": "a card is missing"})
        assert answer.headers["Location"] == hands
        answer = client.get(hands)
        assert answer.status_code == 200
        assert shows_hands(answer.content.decode())
        assert "no-store" in answer.headers["Cache-Control"]
        assert client.get(early).headers["Location"] == hands
        assert HandAccess.objects.count() == 1

    def test_not_over_the_halls_network(self, day: Day) -> None:
        open_hands_early(
            actor=day.acting_organiser, championship=day.championship, round=2, reason="why"
        )
        day.open(1)
        client = client_of(day.organiser, **HALL)
        for page in ("rounds/1/hands/", "rounds/2/hands/", "deals/3/open-early/"):
            answer = client.get(f"/c/{day.slug}/manage/{page}")
            assert answer.status_code == 403
            assert "http://127.0.0.1:8000/c/" in answer.content.decode()
        answer = client.post(f"/c/{day.slug}/manage/deals/3/open-early/", {"reason": "why"})
        assert answer.status_code == 403
        assert not HandAccess.objects.filter(round__number=3).exists()

    def test_https_is_a_private_line(self, day: Day) -> None:
        day.open(1)
        client = client_of(day.referee, **HALL)
        assert client.get(f"/c/{day.slug}/manage/rounds/1/hands/").status_code == 403
        answer = client.get(f"/c/{day.slug}/manage/rounds/1/hands/", secure=True)
        assert answer.status_code == 200

    def test_public_hands_are_for_everybody_everywhere(self, day: Day) -> None:
        day.open(1)
        anybody = client_of(None, **HALL)
        page = f"/c/{day.slug}/manage/rounds/1/hands/"
        assert anybody.get(page).status_code == 302
        assert client_of(day.stranger).get(page).status_code == 403
        day.enter_whole_round(1)
        close_round(actor=day.acting, round=day.round(1))
        answer = anybody.get(page)
        assert answer.status_code == 200
        assert shows_hands(answer.content.decode())

    def test_with_the_key_the_hands_that_nobody_played_are_public(self, day: Day) -> None:
        address = f"/c/{day.slug}/manage/rounds/3/hands/"
        assert client_of(None, **HALL).get(address).status_code == 302
        day.open(1)
        day.enter_whole_round(1)
        close_round(actor=day.acting, round=day.round(1))
        end_championship(
            actor=day.acting_organiser, championship=day.championship, reason="a storm"
        )
        response = client_of(None, **HALL).get(address)
        assert response.status_code == 200
        assert shows_hands(response.content.decode())
        paper = client_of(None, **HALL).get(f"/c/{day.slug}/export/rounds/3/hands.pdf")
        assert paper["Content-Type"] == "application/pdf"

    def test_without_hands_an_ended_championship_shows_none(self) -> None:
        day = make_day(deals=False)
        day.stage.rounds.filter(number=1).update(status=RoundStatus.CLOSED)
        end_championship(
            actor=day.acting_organiser, championship=day.championship, reason="a storm"
        )
        assert client_of(None).get(f"/c/{day.slug}/manage/rounds/3/hands/").status_code == 302

    def test_a_round_that_is_not_there(self, day: Day) -> None:
        client = client_of(day.organiser)
        for number in (0, 99, 10**30):
            assert client.get(f"/c/{day.slug}/manage/rounds/{number}/hands/").status_code == 404


PAGES = [
    "manage/deals/",
    "manage/deals/2/open-early/",
    "manage/rounds/2/hands/",
    "manage/rounds/",
    "manage/rounds/2/",
    "manage/rounds/2/open/",
    "manage/rounds/2/tables/1/hands/5/",
    "manage/rounds/2/tables/1/hands/5/history/",
    "manage/rounds/2/tables/1/players/",
    "manage/rounds/1/tables/1/hands/1/",
    "manage/rounds/1/",
    "proof/",
    "proof/?deal=5",
]


@pytest.mark.parametrize("who", ["organiser", "referee", "stranger", None])
@pytest.mark.parametrize("where", [LAPTOP, HALL])
def test_sealed_hands_and_the_key_are_in_no_answer(
    day: Day, who: str | None, where: dict[str, str], caplog: pytest.LogCaptureFixture
) -> None:
    """Round 1 is open, rounds 2 and 3 are sealed."""
    caplog.set_level("DEBUG")
    logging_of_sql = "django.db.backends"  # not switched on by any setting of ours
    caplog.set_level("CRITICAL", logger=logging_of_sql)
    day.open(1)
    client = client_of(getattr(day, who) if who else None, **where)
    for page in PAGES:
        answer = client.get(f"/c/{day.slug}/{page}", follow=True)
        content = answer.content.decode() + str(answer.headers)
        assert answer.status_code < 500
        assert not shows_hands(content), page
        for secret in secrets_of(day, range(1, 4)):
            assert secret not in content, page
    kept = str(list(AuditEvent.objects.values())) + str(
        [session.get_decoded() for session in Session.objects.all()]
    )
    for secret in secrets_of(day, range(1, 4)):
        assert secret not in kept
        assert secret not in caplog.text


class TestProof:
    def test_before_the_hands_are_made(self) -> None:
        day = make_day(deals=False)
        answer = client_of(None).get(f"/c/{day.slug}/proof/")
        assert answer.status_code == 200

    def test_before_the_end_commitment_and_salt(self, day: Day) -> None:
        content = client_of(None).get(f"/c/{day.slug}/proof/").content.decode()
        assert DealSet.objects.get().commitment in content
        assert SALT in content
        assert KEY.hex() not in content

    def test_without_a_salt_it_says_what_is_not_proved(self) -> None:
        day = make_day()
        content = client_of(None).get(f"/c/{day.slug}/proof/").content.decode()
        assert "the organisers didn't choose the hands" in content

    def test_after_the_end_every_step(self, day: Day) -> None:
        day.stage.rounds.update(status=RoundStatus.CLOSED, first_closed_at=timezone.now())
        day.championship.ended_at = timezone.now()
        day.championship.save()
        content = client_of(None, **HALL).get(f"/c/{day.slug}/proof/").content.decode()
        assert KEY.hex() in content
        assert "It is the commitment." in content
        assert "50896676318577594181525166" in content
        assert "97.S83.C864.CS6" in content
        for deal in range(1, 13):
            assert deal_secret(KEY, deal).hex() in content

    def test_from_the_first_closed_round_on_its_hands_can_be_checked(self, day: Day) -> None:
        page = f"/c/{day.slug}/proof/"
        assert "None yet." in client_of(None).get(page).content.decode()
        day.open(1)
        day.enter_whole_round(1)
        close_round(actor=day.acting, round=day.round(1))
        content = client_of(None, **HALL).get(page).content.decode()
        assert "50896676318577594181525166" in content
        assert "It is number 1 in the list." in " ".join(content.split())
        assert "check-deal --deal 1 --secret" in content
        told = [deal for deal in range(1, DEALS + 1) if deal_secret(KEY, deal).hex() in content]
        assert told == [1, 2, 3, 4]
        assert KEY.hex() not in content

    def test_more_hands_are_offered_and_made_when_they_have_run_out(self, day: Day) -> None:
        client = client_of(day.organiser)
        page = f"/c/{day.slug}/manage/deals/"
        assert "Make more hands" not in client.get(page).content.decode()
        DealSet.objects.update(deals=12)
        assert "Make more hands" in client.get(page).content.decode()
        client.post(f"{page}make/")
        second = DealSet.objects.get(number=2)
        content = client.get(page).content.decode()
        assert second.commitment in content
        assert "Make more hands" not in content
        assert content.count('name="salt"') == 2
        answer = client.post(page, {"deal_set": 2, "salt": "x" * 201})
        assert answer.status_code == 422
        assert answer.content.decode().count("x" * 201) == 1
        client.post(page, {"deal_set": 2, "salt": "The second"})
        assert list(DealSet.objects.values_list("salt", flat=True)) == [SALT, "The second"]
        content = client_of(None).get(f"/c/{day.slug}/proof/").content.decode()
        assert "Hands from 13" in " ".join(content.split())

    @pytest.mark.parametrize("deal", ["13", "0", "-1", "x", "²", "9" * 30, ""])
    def test_a_deal_that_is_not_there_shows_no_steps(self, day: Day, deal: str) -> None:
        day.championship.ended_at = timezone.now()
        day.championship.save()
        answer = client_of(None).get(f"/c/{day.slug}/proof/", {"deal": deal})
        assert answer.status_code == 200
        assert not shows_hands(answer.content.decode())
