"""The organisers' schedule page, through HTTP."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.factories import (
    add_contestants,
    answers_by_role,
    english_client,
    make_championship,
    make_scheduled,
    organiser_of,
    stage_of,
)
from tournament.models import Championship, Match, RoundStatus
from tournament.schedule.queries import schedule_grid
from tournament.stages.swiss import DUPLICATE_SWISS

pytestmark = pytest.mark.django_db

MATCH = re.compile(r'<td data-round="\d+"><b>')
"""A cell of the grid in which somebody plays."""


def url(name: str, championship: Championship) -> str:
    return reverse(f"schedule:{name}", args=[championship.slug])


def client_of(championship: Championship) -> Client:
    return english_client(organiser_of(championship))


def page_of(championship: Championship) -> str:
    return client_of(championship).get(url("schedule", championship)).content.decode()


def test_only_organisers_come_here() -> None:
    championship = make_scheduled(published=False)
    outside = {"nobody": 302, "referee": 403}
    for name, method, stranger, status in (
        ("schedule", "get", 404, 200),
        ("make", "post", 404, 302),
        ("remove", "get", 404, 200),
        ("publish", "post", 404, 302),
        ("remove", "post", 403, 302),
    ):
        answers = answers_by_role(championship, url(name, championship), method=method)
        assert answers == {**outside, "stranger": stranger, "organiser": status}, name


def test_from_nothing_to_published() -> None:
    championship = make_championship()
    add_contestants(championship, 2)
    assert "A schedule needs at least 3 pairs; registered: 2." in page_of(championship)
    add_contestants(championship, 6)
    client = client_of(championship)
    page = page_of(championship)
    assert "8 pairs are registered." in page
    assert "From 1 to 7." in page
    assert client.post(url("make", championship), {"rounds": ""}).status_code == 302
    page = page_of(championship)
    assert "A preview: nobody else sees it." in page
    assert "Perfectly balanced" in page
    assert "28 of 28 (100 %)" in page
    assert "in so many rounds" not in page
    response = client.post(url("publish", championship))
    assert response["Location"] == reverse("championships:start", args=[championship.slug])
    assert "Public since" in page_of(championship)


@pytest.mark.parametrize("rounds", ["0", "8", "-1", "x", "1e1", "9" * 30])
def test_a_wrong_number_of_rounds(rounds: str) -> None:
    championship = make_championship()
    add_contestants(championship, 8)
    response = client_of(championship).post(url("make", championship), {"rounds": rounds})
    assert response.status_code == 422
    assert not Match.objects.exists()


def test_the_grid_shows_names_as_they_are() -> None:
    championship = make_scheduled(3)
    championship.contestants.filter(number=1).update(name="<b>" + "x" * 57)
    page = page_of(championship)
    assert "&lt;b&gt;" + "x" * 57 in page
    assert "With 3 pairs only one table plays" in page


def test_a_published_schedule_is_made_again_only_on_purpose() -> None:
    championship = make_scheduled(6)
    client = client_of(championship)
    response = client.post(url("make", championship), {"rounds": "3"})
    assert response.status_code == 422
    assert stage_of(championship).published_at is not None
    assert client.post(url("make", championship), {"rounds": "3", "sure": "on"}).status_code == 302
    assert stage_of(championship).published_at is None
    assert stage_of(championship).rounds.count() == 3


def test_what_was_chosen_is_there_to_be_made_again() -> None:
    championship = make_championship(format=DUPLICATE_SWISS)
    add_contestants(championship, 8)
    client = client_of(championship)
    assert 'value="' not in field_of(page_of(championship), "seed")
    client.post(url("make", championship), {"rounds": "3", "seed": "Grossa 12345", "seeded": "on"})
    page = page_of(championship)
    assert 'value="3"' in field_of(page, "rounds")
    assert 'value="Grossa 12345"' in field_of(page, "seed")
    assert "checked" in field_of(page, "seeded")


def field_of(page: str, name: str) -> str:
    found = re.search(rf'<input[^>]*name="{name}"[^>]*>', page)
    assert found is not None
    return found[0]


def test_removing_asks_first() -> None:
    championship = make_scheduled(4)
    client = client_of(championship)
    page = client.get(url("remove", championship)).content.decode()
    assert "The schedule is published." in page
    assert Match.objects.exists()
    for _click in range(2):
        assert client.post(url("remove", championship)).status_code == 302
    assert not Match.objects.exists()


def test_after_the_first_round_nothing_can_be_done_here() -> None:
    championship = make_scheduled(4)
    stage_of(championship).rounds.filter(number=1).update(status=RoundStatus.OPEN)
    client = client_of(championship)
    page = page_of(championship)
    assert "Play has begun: the schedule stays as it is." in page
    assert url("make", championship) not in page
    for name in ("make", "remove"):
        data = {"rounds": "2", "sure": "on"}
        answer = client.post(url(name, championship), data, follow=True).content.decode()
        assert "A round has been opened" in answer
    assert Match.objects.count() == 6


def test_publishing_nothing_is_refused() -> None:
    championship = make_championship()
    page = client_of(championship).post(url("publish", championship), follow=True).content.decode()
    assert "There is no schedule yet" in page


def test_every_match_is_in_the_grid() -> None:
    assert len(MATCH.findall(page_of(make_scheduled(20)))) == 20 * 19


def test_many_rounds_come_in_slices_from_the_current_one(client: Client) -> None:
    championship = make_scheduled(24)
    rounds = stage_of(championship).rounds
    rounds.filter(number__lte=13).update(status=RoundStatus.CLOSED)
    public = reverse("public:schedule", args=[championship.slug])
    for browser, address in (
        (client_of(championship), url("schedule", championship)),
        (client, public),
    ):
        for asked, first, shown in (
            ("", 12, 12),
            ("?from=1", 1, 11),
            ("?from=99", 12, 12),
            ("?from=x", 12, 12),
        ):
            page = browser.get(address + asked).content.decode()
            assert len(MATCH.findall(page)) == 24 * shown, asked
            assert f'href="{address}?from={first}" aria-current' in page
            assert f'href="{address}?from={13 - first}">' in page
    counts = [row.ns_count for row in schedule_grid(stage_of(championship), around=1).rows]
    assert sum(counts) == 12 * 23  # of all rounds, not of those shown


def test_a_short_schedule_is_held_against_what_so_many_rounds_allow() -> None:
    """In five rounds of 14 pairs only those that meet can be at 0: 35 of 91."""
    championship = make_scheduled(14, rounds=5)
    page = " ".join(page_of(championship).split())
    assert " of 35 (" in page
    assert "of all 91 no more than 35 can be in so many rounds" in page
    assert "it can't be below 56 in so many rounds" in page.replace("&#x27;", "'")
