"""The championship that is played, and everybody who asks and sends something: over the site's own
addresses, with its own forms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar
from urllib.parse import urljoin, urlsplit

from django.test import Client
from django.utils.translation import override

from tests.page_forms import PageForm, forms_of
from tests.random_days.own_time import OwnTime
from tests.tournament.factories import make_user
from tests.tournament.links.addresses import link_address
from tests.tournament.visitors import HALL, LAPTOP, session_of
from tournament.championships.services.members import add_member
from tournament.core.actor import Actor
from tournament.core.stages import stages_of
from tournament.links.tokens import Place, PlaceKind
from tournament.models import (
    AuditEvent,
    Championship,
    Contestant,
    Match,
    Result,
    Role,
    Round,
    RoundStatus,
    Stage,
    Table,
    User,
)
from tournament.results.kinds.kinds import numbers_of
from tournament.stages.format import Format
from tournament.stages.formats import format_of

T = TypeVar("T")
MEANT = ("sure", "names_known")
"""Boxes that say that something is meant as it was typed."""
MOST_TIMES = 3
"""How often a form is sent that asks whether it is meant."""


class NotThere(Exception):
    """What somebody wants to use is not there, or not now: nothing happens."""


class Hall:
    """A championship, everybody's browsers, and what is stored of it."""

    def __init__(self, time: OwnTime) -> None:
        self.time = time
        self.slug = ""
        self.organiser_account = make_user("organiser", superuser=True)
        self.referee_account = make_user("referee")
        self.organiser = browser(self.organiser_account, LAPTOP)
        self.referee = browser(self.referee_account, LAPTOP)
        self.stranger = browser(None, HALL)
        self._phones: dict[Place, Client] = {}
        self._seats: dict[tuple[int, str], Client] = {}
        self._known: dict[str, Any] | None = None

    # What is stored.

    @contextmanager
    def standing_still(self) -> Iterator[None]:
        """Inside nothing is changed, so that what is stored is read once."""
        self._known = {}
        try:
            yield
        finally:
            self._known = None

    def _read(self, what: str, read: Callable[[], T]) -> T:
        if self._known is None:
            return read()
        if what not in self._known:
            self._known[what] = read()
        found: T = self._known[what]
        return found

    @property
    def championship(self) -> Championship:
        return self._read("championship", lambda: Championship.objects.get(slug=self.slug))

    @property
    def has_begun(self) -> bool:
        return bool(self.slug)

    @property
    def stages(self) -> tuple[Stage, ...]:
        return self._read("stages", lambda: stages_of(self.championship))

    @property
    def stage(self) -> Stage:
        """The one that is played: the last one."""
        return self.stages[-1]

    @property
    def format(self) -> Format:
        return format_of(self.stage)

    def rounds(self, *statuses: RoundStatus) -> list[Round]:
        """By number, in these states or in any."""
        own = Round.objects.filter(championship__slug=self.slug)
        found = self._read("rounds", lambda: list(own.select_related("stage__championship")))
        return [one for one in found if not statuses or one.status in statuses]

    def round(self, number: int) -> Round:
        found = [one for one in self.rounds() if one.number == number]
        if not found:
            raise NotThere(f"round {number}")
        return found[0]

    def matches(self, round: Round) -> list[Match]:
        own = Match.objects.filter(round__championship__slug=self.slug, cancelled=False)
        own = own.select_related("table", "round__stage__championship").order_by("table__number")
        found = self._read("matches", lambda: list(own.prefetch_related("round__round_deals")))
        return [one for one in found if one.round_id == round.pk]

    def match(self, number: int, table: int) -> Match:
        for one in self.matches(self.round(number)):
            if one.table.number == table:
                return one
        raise NotThere(f"table {table} in round {number}")

    def contestants(self) -> list[Contestant]:
        own = Contestant.objects.filter(championship__slug=self.slug).order_by("number")
        return self._read("contestants", lambda: list(own.prefetch_related("players")))

    def contestant(self, number: int) -> Contestant:
        for one in self.contestants():
            if one.number == number:
                return one
        raise NotThere(f"pair {number}")

    def tables(self) -> list[Table]:
        own = Table.objects.filter(championship__slug=self.slug).order_by("number")
        return self._read("tables", lambda: list(own))

    def results(self, match: Match) -> dict[int, Result | None]:
        """By the number of the hand or game, what stands there."""
        standing: dict[int, Result | None] = dict.fromkeys(numbers_of(match.round))
        standing.update({one.deal: one for one in self._all_results() if one.match_id == match.pk})
        return standing

    def _all_results(self) -> list[Result]:
        own = Result.objects.filter(match__round__championship__slug=self.slug, is_current=True)
        return self._read("results", lambda: list(own.prefetch_related("confirmations")))

    def owes(self, round: Round) -> bool:
        """Whether a table of the round has no result yet, or one that nobody has confirmed."""
        return any(
            one is None
            or one.outcome == "blank"
            or (one.entered_side and not one.confirmations.all())
            for match in self.matches(round)
            for one in self.results(match).values()
        )

    def events(self) -> int:
        """How many acts the record has."""
        return AuditEvent.objects.filter(championship__slug=self.slug).count()

    # Everybody's browsers.

    def phone(self, kind: PlaceKind, number: int) -> Client:
        """A phone in the hall that opened the link of that table or pair."""
        of_tables = kind is PlaceKind.TABLE
        rows: Any = self.championship.tables if of_tables else self.championship.contestants
        if not (found := rows.filter(number=number).first()):
            raise NotThere(f"the link of {kind.name.lower()} {number}")
        place = Place(kind, number, found.link_number)
        if place not in self._phones:
            phone = browser(None, HALL)
            answer = phone.get(link_address(self.championship, place))
            if answer.status_code != 302:
                raise NotThere(f"the link of {kind.name.lower()} {number}")
            self._phones[place] = phone
        return self._phones[place]

    def seat_phone(self, pair: int, seat: str) -> Client:
        """The phone of a player of the pair who sits there: a browser of its own."""
        self.phone(PlaceKind.PAIR, pair)  # whether there is such a link
        if (pair, seat) not in self._seats:
            found = self.contestant(pair)
            place = Place(PlaceKind.PAIR, pair, found.link_number)
            self._seats[pair, seat] = browser(None, HALL)
            self._seats[pair, seat].get(link_address(self.championship, place))
        return self._seats[pair, seat]

    def path(self, what: str) -> str:
        """An address of the championship."""
        return f"/c/{self.slug}/{what}"

    # Forms.

    def fill(
        self,
        client: Client,
        what: str,
        typed: Mapping[str, Any],
        *,
        query: str = "",
        pressed: Mapping[str, str] | None = None,
    ) -> Any:
        """Open a page, fill in its form that has these fields, and send it; what asks whether it is
        meant is told so. The last answer."""
        path = self.path(what) + (f"?{query}" if query else "")
        page = client.get(path)
        if page.status_code != 200:
            raise NotThere(f"{path}: {page.status_code}")
        return send_form(client, path, page, typed, pressed or {})

    def send(self, client: Client, what: str, data: Mapping[str, Any] | None = None) -> Any:
        """Press a button that needs no page."""
        return client.post(self.path(what), dict(data or {}))

    def say(self, client: Client, what: str, body: Mapping[str, Any]) -> Any:
        """Send JSON, as a phone's page does."""
        return client.post(self.path(what), dict(body), content_type="application/json")

    def meets_referee(self) -> None:
        """Let the referee have that role here."""
        add_member(
            actor=Actor.of_user(self.organiser_account),
            championship=self.championship,
            user=self.referee_account,
            role=Role.REFEREE,
        )


def browser(user: User | None, line: Mapping[str, str]) -> Client:
    """A browser, in which that account is logged in."""
    client = Client(headers={"Accept-Language": "en"}, **line)  # type: ignore[arg-type]
    if user is not None:
        client.cookies["sessionid"] = session_of(user)
        client.cookies["logged-in"] = "1"
    return client


def form_with(page: Any, names: Iterable[str]) -> PageForm | None:
    """The first form of the page's own that is sent and has fields of all these names."""
    return next(
        (
            one
            for one in forms_of(page.content.decode())
            if one.method == "post"
            and one.action.startswith(("/c/", "/new/", "?") if names else ("?",)) | (not one.action)
            and set(names) <= one.names
        ),
        None,
    )


def send_form(
    client: Client, path: str, page: Any, typed: Mapping[str, Any], pressed: Mapping[str, str]
) -> Any:
    """Send the page's form that has these fields; whatever asks whether it is meant is told so."""
    form = form_with(page, typed)
    if form is None:
        raise NotThere(f"{path}: no form with {', '.join(typed) or 'anything'}")
    sent: dict[str, Any] = {}
    answer = page
    for _time in range(MOST_TIMES):
        address = urljoin(path, form.action)
        yes = {name: value for name, value in form.boxes.items() if name in MEANT}
        wanted = {**form.values, **yes, **typed, **pressed}
        if wanted == sent:
            return answer
        sent = wanted
        with override("en"):
            answer = client.post(address, sent)
        if answer.status_code not in (200, 409, 422) or not is_page(answer):
            return answer
        again = form_with(answer, typed) or form_with(answer, ["shown"])
        if again is None:
            return answer
        form, path = again, urlsplit(address)._replace(fragment="").geturl()
    return answer


def is_page(answer: Any) -> bool:
    return str(answer.headers.get("Content-Type", "")).startswith("text/html")
