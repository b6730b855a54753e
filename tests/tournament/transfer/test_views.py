"""Taking a championship away as a file, and bringing one in, on private lines only."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from tests.tournament.day import KEY, Day, make_day
from tests.tournament.factories import make_championship, make_user, organiser_of
from tests.tournament.visitors import HALL, LAPTOP
from tournament.core.actor import Actor
from tournament.deals.services.deal_sets import make_deals
from tournament.models import Championship, InstallationEvent, Membership, User
from tournament.transfer import views
from tournament.transfer.document import VERSION
from tournament.transfer.services import export_championship, holds_sealed_hands

pytestmark = pytest.mark.django_db

IMPORT = "/installation/import/"


@pytest.fixture
def day() -> Day:
    return make_day()


def browser(user: User, line: Mapping[str, str] = LAPTOP) -> Client:
    """A browser that wishes for English, on the laptop itself unless said otherwise."""
    client = Client(headers={"Accept-Language": "en"}, **line)  # type: ignore[arg-type]
    client.force_login(user)
    return client


def text_of(answer: object) -> str:
    return bytes(answer.content).decode()  # type: ignore[attr-defined]


class TestTakingAway:
    url = "/c/day/manage/file/"

    def test_it_says_what_is_in_it_before_it_is_made(self, day: Day) -> None:
        page = browser(day.organiser).get(self.url)
        assert "It contains the sealed hands until the championship ends." in text_of(page)
        assert KEY.hex() not in text_of(page)

    def test_with_a_reason_that_the_log_keeps(self, day: Day) -> None:
        client = browser(day.organiser)
        answer = client.post(self.url, {"reason": "  to the other laptop "})
        assert answer.status_code == 200
        assert answer["Content-Disposition"] == 'attachment; filename="day.botifarra.json"'
        assert "no-store" in answer["Cache-Control"]
        assert json.loads(answer.content)["apart"]["DealSet"][0][1] == KEY.hex()
        event = InstallationEvent.objects.get()
        assert (event.actor, event.target, event.reason) == (
            "day-organiser",
            "day",
            "to the other laptop",
        )

    def test_not_without_one(self, day: Day) -> None:
        for reason in ("", " \u200b "):
            answer = browser(day.organiser).post(self.url, {"reason": reason})
            assert answer.status_code == 422
        assert not InstallationEvent.objects.exists()

    def test_not_over_the_halls_network(self, day: Day) -> None:
        client = browser(day.organiser, HALL)
        for answer in (client.get(self.url), client.post(self.url, {"reason": "x"})):
            assert answer.status_code == 403
            assert f"http://127.0.0.1:8000{self.url}" in text_of(answer)
        assert not InstallationEvent.objects.exists()

    @pytest.mark.parametrize("line", [HALL, LAPTOP])
    def test_hands_that_are_made_while_the_file_is_asked_for(
        self, monkeypatch: pytest.MonkeyPatch, line: Mapping[str, str]
    ) -> None:
        """The page still knows of none, so it asked for neither a private line nor a reason."""
        day = make_day(deals=False)
        looked = holds_sealed_hands

        def then_hands_are_made(championship: Championship) -> bool:
            before = looked(championship)
            make_deals(actor=day.acting_organiser, championship=championship)
            return before

        monkeypatch.setattr(views, "holds_sealed_hands", then_hands_are_made)
        client = browser(day.organiser, line)
        answer = client.post(self.url, {"reason": ""})
        assert answer.status_code == 302
        assert answer["Location"] == self.url
        assert not InstallationEvent.objects.exists()
        monkeypatch.undo()
        page = client.get(self.url)
        if line is LAPTOP:
            assert "Hands have been made meanwhile" in text_of(page)
        else:
            assert page.status_code == 403

    @pytest.mark.parametrize("why", ["ended", "without hands"])
    def test_where_nothing_is_sealed_from_anywhere_and_without_a_reason(
        self, day: Day, why: str
    ) -> None:
        if why == "ended":
            Championship.objects.update(ended_at=timezone.now())
        else:
            day.championship.round_deals.update(deal_set=None, number_in_set=None)
            day.championship.deal_sets.all().delete()
        client = browser(day.organiser, HALL)
        assert "sealed hands until the championship ends" not in text_of(client.get(self.url))
        assert json.loads(client.post(self.url).content)["version"] == VERSION


class TestBringingIn:
    @pytest.fixture
    def client(self) -> Client:
        return browser(make_user("keeper", superuser=True))

    @pytest.fixture
    def file(self) -> SimpleUploadedFile:
        championship = make_championship("Trofeu")
        made = export_championship(actor=Actor("somebody"), championship=championship)
        return SimpleUploadedFile("trofeu.json", made.content)

    def test_it_is_there_for_whoever_brought_it(
        self, client: Client, file: SimpleUploadedFile
    ) -> None:
        Championship.objects.update(slug="moved")
        page = client.post(IMPORT, {"file": file}, follow=True)
        assert page.redirect_chain == [("/c/trofeu/manage/", 302)]
        assert "“Trofeu” is imported." in text_of(page)
        assert Membership.objects.get(championship__slug="trofeu").user.username == "keeper"

    def test_where_the_address_is_taken_it_gets_another(
        self, client: Client, file: SimpleUploadedFile
    ) -> None:
        refused = client.post(IMPORT, {"file": file})
        assert refused.status_code == 422
        assert "Give this one another address" in text_of(refused)
        file.seek(0)
        assert client.post(IMPORT, {"file": file, "slug": "again"}).status_code == 302
        assert set(Championship.objects.values_list("slug", flat=True)) == {"trofeu", "again"}

    def test_every_reason_is_told(self, client: Client, file: SimpleUploadedFile) -> None:
        document = json.loads(file.read())
        document |= {"slug": "<b>", "record": 3, "rows": None}
        spoilt = SimpleUploadedFile("trofeu.json", json.dumps(document).encode())
        page = text_of(client.post(IMPORT, {"file": spoilt, "slug": "again"}))
        for reason in ("record: must be of another kind.", "rows: must be of another kind."):
            assert reason in page
        assert Championship.objects.count() == 1

    def test_an_empty_file(self, client: Client) -> None:
        page = client.post(IMPORT, {"file": SimpleUploadedFile("x.json", b"")})
        assert page.status_code == 422
        assert "not JSON" in text_of(page)

    def test_not_over_the_halls_network(self, file: SimpleUploadedFile) -> None:
        client = browser(make_user("keeper", superuser=True), HALL)
        for answer in (client.get(IMPORT), client.post(IMPORT, {"file": file, "slug": "again"})):
            assert answer.status_code == 403
        assert Championship.objects.count() == 1

    def test_an_organiser_may_not(self, file: SimpleUploadedFile) -> None:
        organiser = organiser_of(Championship.objects.get())
        assert browser(organiser).get(IMPORT).status_code == 403
