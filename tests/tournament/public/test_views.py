"""The pages for everybody, through HTTP."""

import html
import re

import pytest
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

import tournament.settings as site
from tests.tournament.day import Day, make_day
from tests.tournament.factories import english_client
from tests.tournament.made_once import made_once, own_copy
from tournament.models import Championship, Contestant, Match, Player, RoundStatus

pytestmark = pytest.mark.django_db


def a_day() -> Day:
    return make_day(slug="day")


day_once = made_once(a_day)
day = own_copy("day_once")


def text_of(client: Client, name: str, *args: object, status: int = 200, **query: str) -> str:
    response = client.get(reverse(name, args=args), query)
    assert response.status_code == status
    return response.content.decode()


def test_home_shows_the_round_being_played(client: Client, day: Day) -> None:
    assert "Round 1 is next" in text_of(client, "public:home", "day")
    day.open(1)
    page = text_of(client, "public:home", "day")
    assert "Round 1 is being played" in page
    assert "Àngels 4" in page
    day.stage.rounds.update(status=RoundStatus.CLOSED)
    page = text_of(client, "public:home", "day")
    assert "All rounds are played" in page
    assert "Àngels 4" not in page


def test_between_rounds_who_runs_the_day_is_led_to_what_comes_next(day: Day) -> None:
    start = reverse("championships:start", args=["day"])
    led = f'class="btn btn-primary" href="{start}"'
    organiser = english_client(day.organiser)
    day.open(1)
    assert led not in text_of(organiser, "public:home", "day")
    day.stage.rounds.filter(number=1).update(status=RoundStatus.CLOSED)
    page = text_of(organiser, "public:home", "day")
    assert led in page
    assert page.count('class="btn btn-primary"') == 1
    assert start not in text_of(english_client(), "public:home", "day")


def test_a_round_whose_opponents_are_not_known_leads_to_the_standings(day: Day) -> None:
    day.stage.rounds.filter(number=1).update(status=RoundStatus.CLOSED)
    day.stage.rounds.filter(number=2).update(paired=False)
    page = text_of(english_client(), "public:home", "day")
    assert "Find your table" not in page
    assert re.search(r'class="btn btn-primary"\s+href="[^"]*/standings/"', page)


def test_a_round_left_out_at_the_end_is_called_not_played(day: Day) -> None:
    day.stage.rounds.filter(number=1).update(status=RoundStatus.CLOSED)
    day.stage.rounds.filter(number=3).update(paired=False)
    Championship.objects.filter(slug="day").update(ended_at=timezone.now())
    client = english_client(day.referee)
    for name, args in (
        ("public:home", []),
        ("public:pairings", [2]),
        ("public:pairings", [3]),
        ("rounds:list", []),
        ("rounds:round", [2]),
        ("rounds:round", [3]),
    ):
        page = text_of(client, name, "day", *args)
        assert "not played" in page, (name, args)
        assert "planned" not in re.sub(r"<[^>]*>", "", page), (name, args)
        assert "not known yet" not in page, (name, args)


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("public:home", []),
        ("public:schedule", []),
        ("public:current_pairings", []),
        ("public:pairings", [1]),
        ("public:contestants", []),
    ],
)
def test_nothing_is_public_before_the_schedule_is(
    client: Client, name: str, args: list[int]
) -> None:
    hidden = make_day(slug="hidden", published=False)
    assert client.get(reverse(name, args=["hidden", *args])).status_code == 404
    client.force_login(hidden.stranger)
    assert client.get(reverse(name, args=["hidden", *args])).status_code == 404
    client.force_login(hidden.referee)
    assert client.get(reverse(name, args=["hidden", *args])).status_code in (200, 302)


def test_pairings_by_table(client: Client, day: Day) -> None:
    page = text_of(client, "public:pairings", "day", 1)
    assert page.count('<li class="match-card" ') == 2
    assert "Hands 1 to 4" in page


def test_pairings_by_name_and_finding_ones_name(client: Client, day: Day) -> None:
    assert text_of(client, "public:pairings", "day", 1, by="name").count("data-find-text=") == 12
    found = text_of(client, "public:pairings", "day", 1, by="name", find="marcal 3")
    assert _shown(found) == ["Marçal 3  3"]
    tables = _shown(text_of(client, "public:pairings", "day", 1, find="marcal 3"))
    assert len(tables) == 1
    assert "Marçal 3" in tables[0]
    for by in ("table", "name", "surname"):
        nobody = text_of(client, "public:pairings", "day", 1, by=by, find="zzz")
        assert _shown(nobody) == []
        assert "data-find-none>Nobody of that name" in nobody


def test_who_rests_is_found_too(client: Client, day: Day) -> None:
    Match.objects.filter(round__number=1, table__number=1).update(cancelled=True)
    found = _shown(text_of(client, "public:pairings", "day", 1, find="marcal 1"))
    assert len(found) == 1
    assert "Marçal 1" in found[0]


def test_pairings_by_surname(client: Client, day: Day) -> None:
    for name, number in (("Zoè Abad", 1), ("Anna Vila", 2), ("Josep Maria Àvila", 3)):
        Player.objects.filter(contestant__number=number, position=1).update(name=name)
    page = text_of(client, "public:pairings", "day", 1, by="surname")
    people = [one.split("  ")[0] for one in _shown(page)]
    named = [one for one in people if one in {"Zoè Abad", "Anna Vila", "Josep Maria Àvila"}]
    assert named == ["Zoè Abad", "Josep Maria Àvila", "Anna Vila"]


def test_what_is_looked_for_stays_when_the_order_or_the_round_changes(
    client: Client, day: Day
) -> None:
    page = text_of(client, "public:pairings", "day", 1, by="surname", find="Marçal 3")
    find = "find=Mar%C3%A7al+3"
    assert f'href="?by=name&amp;{find}"' in page
    assert f'href="?{find}"' in page
    assert f'/pairings/2/?by=surname&amp;{find}"' in page
    assert '<input type="hidden" name="by" value="surname">' in page
    now = client.get(reverse("public:current_pairings", args=["day"]), {"find": "Marçal 3"})
    assert now["Location"] == reverse("public:pairings", args=["day", 1]) + f"?{find}"


def _shown(page: str) -> list[str]:
    """What the lines that are not hidden are found by."""
    found = re.findall(r'data-find-text="([^"]*)"(?!\s+hidden)', page)
    return [html.unescape(one) for one in found]


def test_the_current_rounds_pairings_move_on(client: Client, day: Day) -> None:
    url = reverse("public:current_pairings", args=["day"])
    assert client.get(url)["Location"] == reverse("public:pairings", args=["day", 1])
    day.stage.rounds.filter(number=1).update(status=RoundStatus.CLOSED)
    assert client.get(url)["Location"] == reverse("public:pairings", args=["day", 2])
    assert "Round 2" in client.get(url, {"wall": "1"}).content.decode()


@pytest.mark.parametrize("name", ["public:pairings"])
def test_an_unknown_round_is_not_found(client: Client, day: Day, name: str) -> None:
    assert client.get(reverse(name, args=["day", 99])).status_code == 404
    assert client.get(reverse(name, args=["day", 99]), {"wall": "1"}).status_code == 404


def test_the_wall_refreshes_only_when_something_but_results_happened(
    client: Client, day: Day
) -> None:
    day.open(1)
    url = reverse("public:pairings", args=["day", 1])
    page = client.get(url, {"wall": "1"}).content.decode()
    poll = page.split('hx-get="')[1].split('"')[0].replace("&amp;", "&")
    assert poll.startswith(url)
    htmx = {"HX-Request": "true"}
    assert client.get(poll, headers=htmx).status_code == 204
    day.enter(1, 1, 1, 40)
    assert client.get(poll, headers=htmx).status_code == 204
    day.open(2)
    changed = client.get(poll, headers=htmx)
    assert changed.status_code == 200
    assert changed.content.decode().strip().startswith('<div id="live"')


def test_polls_of_a_wall_cost_the_same_however_many_pairs(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for contestants in (4, 8):
        slug = f"day{contestants}"
        make_day(contestants=contestants, slug=slug)
        url = reverse("public:pairings", args=[slug, 1])
        with django_assert_max_num_queries(15):
            client.get(url, {"wall": "1"})
        with django_assert_max_num_queries(4):
            client.get(url, {"wall": "1", "version": "0"}, headers={"HX-Request": "true"})


def test_typed_text_is_text(client: Client, day: Day) -> None:
    Contestant.objects.filter(number=1).update(name="<script>alert(1)</script>", club="<b>x</b>")
    Player.objects.filter(contestant__number=2, position=1).update(name="<i>=1+1</i>")
    for name, args in (
        ("public:contestants", []),
        ("public:schedule", []),
        ("public:pairings", [1]),
    ):
        page = text_of(client, name, "day", *args)
        assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
        assert "<i>=1+1" not in page
        assert "<b>x</b>" not in page


def test_the_grid_marks_a_rest_in_words(client: Client, day: Day) -> None:
    Match.objects.filter(round__number=1, table__number=1).cancel()
    page = text_of(client, "public:schedule", "day")
    assert page.count("rests</span>") == 2


def test_empty_championships_say_what_will_be_there(client: Client, day: Day) -> None:
    Match.objects.all().delete()
    day.stage.rounds.all().delete()
    Contestant.objects.all().delete()
    assert "There is no schedule yet" in text_of(client, "public:schedule", "day")
    assert "There is no schedule yet" in text_of(client, "public:home", "day")
    assert "No pair is registered" in text_of(client, "public:contestants", "day")
    response = client.get(reverse("public:current_pairings", args=["day"]))
    assert response["Location"] == reverse("public:home", args=["day"])


def test_the_language_switch_keeps_the_page(client: Client, day: Day) -> None:
    url = reverse("public:contestants", args=["day"]) + "?x=1"
    page = client.get(url).content.decode()
    assert f'name="next" value="{url}"' in page
    response = client.post(reverse("set_language"), {"language": "en", "next": url})
    assert response["Location"] == url
    assert '<html lang="en"' in client.get(url).content.decode()


def test_the_site_speaks_catalan_unless_the_browser_wishes_otherwise(client: Client) -> None:
    with override_settings(LANGUAGE_CODE=site.LANGUAGE_CODE):
        for wish, language in (("", "ca"), ("fr", "ca"), ("es-MX, en;q=0.5", "es"), ("en", "en")):
            page = client.get("/", headers={"Accept-Language": wish}).content.decode()
            assert f'<html lang="{language}"' in page


def test_pages_keep_the_content_security_policy(client: Client, day: Day) -> None:
    for name, args in (("home", []), ("public:home", ["day"]), ("public:pairings", ["day", 1])):
        response = client.get(reverse(name, args=args))
        page = response.content.decode()
        assert "default-src 'self'" in response["Content-Security-Policy"]
        assert " style=" not in page
        assert "<style" not in page
        assert all(" src=" in tag for tag in page.split("<script")[1:])


@pytest.mark.parametrize("path", ["/nope/", "/c/nope/", "/c/nope/pairs/"])
def test_what_is_not_there_is_a_page_of_ours(client: Client, path: str) -> None:
    response = client.get(path)
    assert response.status_code == 404
    assert 'class="site-header' in response.content.decode()


def test_a_failure_is_a_page_that_stands_alone(
    client: Client, day: Day, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: object) -> None:
        raise RuntimeError("on purpose")

    monkeypatch.setattr("tournament.public.views.contestant_refs", fail)
    client.raise_request_exception = False
    response = client.get(reverse("public:contestants", args=["day"]))
    assert response.status_code == 500
    assert "<h1>" in response.content.decode()
    assert "on purpose" not in response.content.decode()


def test_a_request_that_makes_no_sense_is_answered_in_words(client: Client) -> None:
    too_many = {f"field{number}": "" for number in range(7000)}
    response = client.post(reverse("set_language"), too_many)
    assert response.status_code == 400
    assert "<h1>" in response.content.decode()


def test_an_expired_form_says_what_to_do() -> None:
    strict = Client(enforce_csrf_checks=True)
    response = strict.post(reverse("accounts:login"), {"username": "x", "password": "y"})
    assert response.status_code == 403
    page = response.content.decode()
    assert "This form has expired" in page
    assert "data-typed-kept" in page  # the way back, which keep_typed.js shows
