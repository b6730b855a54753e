"""A championship as one file: taken in elsewhere it is the same, to the last byte and fraction."""

from __future__ import annotations

import json
import subprocess
import sys
import textwrap
from collections.abc import Iterable, Iterator
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import jsonschema
import pytest
from django.db import models
from PIL import Image
from pytest_django import DjangoAssertNumQueries, DjangoDbBlocker

from tests.tournament.factories import actor_of, make_championship, make_scheduled, make_user
from tests.tournament.recorded_day import play, recorded_day, standings_of
from tests.tournament.transfer.refusals import forge
from tests.tournament.visitors import undone
from tournament.audit.images import recorded_models
from tournament.championships.logo import set_logo
from tournament.championships.services.end import end_championship
from tournament.contestants.services.register import change_contestant
from tournament.core.actor import Actor
from tournament.core.errors import UserError
from tournament.deals.services.accesses import open_hands_early
from tournament.deals.services.deal_sets import make_deals
from tournament.integrity.checks import championship_checks
from tournament.links.tokens import secret_of
from tournament.models import (
    STAGE_SETTINGS,
    AttachedPlay,
    AuditEvent,
    Championship,
    ChampionshipLogo,
    InstallationAction,
    InstallationEvent,
    LinkSecret,
    Membership,
    PlayRecord,
    Result,
)
from tournament.models.recorder import Shape
from tournament.transfer.document import BESIDE, apart_columns, document_of, json_schema
from tournament.transfer.services import export_championship, import_championship

pytestmark = [pytest.mark.django_db, pytest.mark.long, pytest.mark.promise]

SOMEBODY = Actor("somebody")
DOCS = Path(__file__).resolve().parents[3] / "docs"


def exported(championship: Championship) -> bytes:
    return export_championship(actor=SOMEBODY, championship=championship).content


def imported(content: bytes, slug: str = "again") -> Championship:
    return import_championship(actor=SOMEBODY, file=BytesIO(content), slug=slug)


def give_logo(championship: Championship) -> ChampionshipLogo:
    file = BytesIO()
    Image.new("RGB", (300, 100), (200, 30, 30)).save(file, "PNG")
    file.seek(0)
    return set_logo(actor=SOMEBODY, championship=championship, file=file)


def with_slug(content: bytes, slug: str) -> bytes:
    """The file as it would be if the championship had that address; not a byte else."""
    before = json.loads(content)["slug"]
    return content.replace(f'"slug": "{before}"'.encode(), f'"slug": "{slug}"'.encode(), 1)


@pytest.fixture(scope="module")
def played(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Championship]:
    """A day with everything in it, hands seen early and links made too; made once for all."""
    with django_db_blocker.unblock(), undone():
        day = recorded_day()
        open_hands_early(
            actor=actor_of(day), championship=day, round=5, reason="A pack was lost: «així»"
        )
        secret_of(day)
        yield day


@pytest.fixture
def day(played: Championship) -> Championship:
    """That day as it stands in the database."""
    return Championship.objects.get(pk=played.pk)


class TestThereAndBack:
    def test_the_file_is_the_same(self, day: Championship) -> None:
        file = exported(day)
        twin = imported(file)
        assert exported(twin) == with_slug(file, "again")

    def test_and_once_more_from_there(self, day: Championship) -> None:
        file = exported(day)
        third = imported(exported(imported(file)), slug="third")
        assert exported(third) == with_slug(file, "third")

    def test_the_standings_are_the_same(self, day: Championship) -> None:
        assert standings_of(imported(exported(day))) == standings_of(day)

    def test_nothing_is_wrong_with_it(self, day: Championship) -> None:
        twin = imported(exported(day))
        assert [check.faults for check in championship_checks(twin)] == [()] * 7

    def test_records_of_play_come_along_without_the_steps_to_them(self, day: Championship) -> None:
        twin = imported(exported(day))
        here, there = (
            PlayRecord.objects.filter(match__round__stage__championship=one).order_by("deal")
            for one in (day, twin)
        )
        assert here.count() == 8
        columns = ("deal", "version", "gone", "plays", "left_over", "by", "at")
        newest = [here.filter(deal=deal).latest("version").version for deal in (1, 2)]
        assert [row[:2] for row in there.values_list(*columns)] == [(1, newest[0]), (2, newest[1])]
        assert {*there.values_list(*columns)} <= {*here.values_list(*columns)}
        kept = AttachedPlay.objects.values_list("plays", "nonce", "variant", "at")
        assert len(kept) == 2
        assert len({*kept}) == 1

    def test_its_record_goes_on(self, day: Championship) -> None:
        twin = imported(exported(day))
        contestant = twin.contestants.get(number=1)
        change_contestant(
            actor=SOMEBODY, contestant=contestant, players=["Aina", "Bru"], name="Later"
        )
        assert [check.faults for check in championship_checks(twin)] == [()] * 7

    def test_rows_keep_their_times(self, day: Championship) -> None:
        twin = imported(exported(day))
        assert twin.created_at == day.created_at
        entered, entered_here = (
            list(
                Result.objects.filter(match__round__championship=one)
                .order_by("entered_at")
                .values_list("entered_at", flat=True)
            )
            for one in (day, twin)
        )
        assert entered_here == entered
        assert len(set(entered)) > 40

    @pytest.mark.parametrize("contestants", [0, 3, 4])
    def test_before_play(self, contestants: int) -> None:
        championship = make_scheduled(contestants) if contestants else make_championship()
        file = exported(championship)
        assert exported(imported(file)) == with_slug(file, "again")

    def test_after_the_end(self) -> None:
        day = make_scheduled(4, rounds=1)
        make_deals(actor=actor_of(day), championship=day)
        play(day, 1)
        end_championship(actor=actor_of(day), championship=day)
        made = export_championship(actor=SOMEBODY, championship=day)
        assert not made.holds_sealed_hands
        assert exported(imported(made.content)) == with_slug(made.content, "again")


class TestWhatIsInIt:
    def test_no_accounts_and_no_secret_of_links(self, day: Championship) -> None:
        file = exported(day)
        assert LinkSecret.objects.get().key.hex().encode() not in file
        twin = imported(file)
        assert not Membership.objects.filter(championship=twin).exists()
        assert secret_of(twin) != secret_of(day)

    def test_the_logo_is_in_it(self, day: Championship) -> None:
        logo = give_logo(day)
        twin = imported(exported(day))
        assert bytes(twin.logo.png) == bytes(logo.png)
        assert [check.faults for check in championship_checks(twin)] == [()] * 7

    @pytest.mark.parametrize(
        ("changed", "said"),
        [
            ({"digest": "0" * 64}, "digest of the logo is not that of the picture"),
            ({"width": 301}, "size or the digest of the logo"),
            ({"png": b"<svg/>".hex(), "digest": sha256(b"<svg/>").hexdigest()}, "of the logo"),
            ({"png": "0"}, "png: must be written in pairs of hex digits"),
            ({"png": "00" * (512 * 1024 + 1)}, "png: must have at most 524288 bytes"),
            ({"height": 241}, "ChampionshipLogo: the database refuses it"),
        ],
    )
    def test_a_picture_that_is_not_ours_is_refused(
        self, day: Championship, changed: dict[str, str], said: str
    ) -> None:
        give_logo(day)
        document = json.loads(exported(day))
        columns = dict(changed)
        if png := columns.pop("png", None):
            document["apart"]["ChampionshipLogo"] = [[png]]
        forge(document, ChampionshipLogo, **columns)
        with pytest.raises(UserError, match=said):
            imported(json.dumps(document).encode())

    def test_the_key_is_in_it_and_it_says_so(self, day: Championship) -> None:
        made = export_championship(actor=SOMEBODY, championship=day)
        deal_set = day.deal_set()
        assert deal_set is not None
        assert bytes(deal_set.key or b"").hex().encode() in made.content
        assert made.holds_sealed_hands

    def test_making_it_changes_nothing_but_the_installations_log(self, day: Championship) -> None:
        events = AuditEvent.objects.count()
        first = exported(day)
        assert exported(day) == first
        assert AuditEvent.objects.count() == events
        logged = InstallationEvent.objects.filter(
            action=InstallationAction.CHAMPIONSHIP_EXPORTED
        ).values_list("actor", "target", "after")
        assert list(logged) == [("somebody", day.slug, {"name": "Day", "sealed_hands": True})] * 2

    def test_what_it_costs_does_not_grow_with_the_day(
        self, day: Championship, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        for championship in (make_scheduled(4), day):
            play_if_new(championship)
            with django_assert_max_num_queries(24):
                document_of(championship)

    def test_it_is_as_the_schema_in_the_documents_says(self, day: Championship) -> None:
        schema = json.loads((DOCS / "championship-file.schema.json").read_text())
        assert schema == json_schema()
        jsonschema.Draft202012Validator.check_schema(schema)
        jsonschema.Draft202012Validator(schema).validate(json.loads(exported(day)))

    def test_every_part_and_column_of_an_act_is_told_in_the_documents(self) -> None:
        told = (DOCS / "championship-file.md").read_text()
        parts = json_schema()["properties"]
        names = [*parts, *(f"record[].{name}" for name in parts["record"]["items"]["properties"])]
        assert [name for name in names if f"`{name}`" not in told] == []

    def test_the_script_of_the_documents_follows_the_chain(
        self, day: Championship, tmp_path: Path
    ) -> None:
        text = (DOCS / "championship-file.md").read_text()
        script = textwrap.dedent(text.partition("<<'END'\n")[2].partition("    END\n")[0])
        file = tmp_path / "day.json"
        file.write_bytes(exported(day))
        ended = subprocess.run(
            [sys.executable, "-c", script, file], capture_output=True, text=True, check=True
        )
        last = day.events.order_by("sequence").last()
        assert last is not None
        assert ended.stdout == f"{last.sequence} events, {last.hash}\n"

    def test_every_setting_is_told_in_the_documents(self) -> None:
        told = (DOCS / "championship-file.md").read_text()
        names = {name for kind in STAGE_SETTINGS for name in kind.fields()}
        assert [name for name in names if f"`Stage.settings.{name}`" not in told] == []

    @pytest.mark.parametrize("model", dict.fromkeys((*recorded_models().values(), *BESIDE)))
    def test_every_row_is_told_in_the_documents(self, model: type[models.Model]) -> None:
        shape = Shape.of(model)
        lines = (DOCS / "championship-file.md").read_text().splitlines()
        (line,) = [one for one in lines if one.startswith(f"| {model.__name__} |")]
        _empty, _name, key, columns, apart, _end = (one.strip() for one in line.split("|"))
        assert ", ".join(one for one in (key, columns) if one) == _in_code(shape.columns)
        assert apart == _in_code(apart_columns(model))


def play_if_new(championship: Championship) -> None:
    """Let phones play a hand, so that the file has something of each kind of row."""
    if championship.deal_set() is None:
        make_deals(actor=actor_of(championship), championship=championship)
        play(championship, 1)


def _in_code(columns: Iterable[str]) -> str:
    return ", ".join(f"`{one.replace('__', '.')}`" for one in columns)


class TestTakingIn:
    def test_under_its_own_address_where_that_is_free(self, day: Championship) -> None:
        file = exported(day)
        day.slug = "moved"
        day.save()
        assert imported(file, slug="").slug == "day"
        with pytest.raises(
            UserError, match="already a championship with the address “day”"
        ) as refused:
            imported(file, slug="")
        assert refused.value.field == "slug"

    def test_whoever_takes_it_in_may_run_it_and_the_log_says_so(self, day: Championship) -> None:
        keeper = make_user("keeper", superuser=True)
        twin = import_championship(
            actor=Actor.of_user(keeper),
            file=BytesIO(exported(day)),
            slug="again",
            organiser=keeper,
        )
        assert Membership.objects.get(championship=twin).user == keeper
        event = InstallationEvent.objects.get(action=InstallationAction.CHAMPIONSHIP_IMPORTED)
        assert (event.actor, event.target) == ("keeper", "again")
        assert event.after == {
            "name": "Day",
            "organiser": "keeper",
            "username": "keeper",
            "events": twin.events.count(),
            "head": twin.events.get(sequence=twin.events.count()).hash,
        }

    @pytest.mark.parametrize("slug", ["a b", "x" * 81, "../x", "\0"])
    def test_not_under_what_is_no_address(self, day: Championship, slug: str) -> None:
        with pytest.raises(UserError) as refused:
            imported(exported(day), slug=slug)
        assert refused.value.field == "slug"
