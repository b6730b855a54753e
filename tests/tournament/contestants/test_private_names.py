"""No path lets a telephone number, an address, an identity number or brackets into a name."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.examples import examples
from tests.page_forms import forms_of
from tests.tournament.contestants.lists import workbook
from tests.tournament.core.test_private_data import LINES
from tests.tournament.factories import (
    actor_of,
    add_contestants,
    english_client,
    make_championship,
    make_scheduled,
    organiser_of,
)
from tests.tournament.transfer.refusals import SOMEBODY, forge, rehash
from tournament.contestants.list_import.drafts import begin
from tournament.contestants.list_import.files import read_file, read_text
from tournament.contestants.list_import.preview import Preview, make_preview
from tournament.contestants.rows import ContestantRow
from tournament.contestants.services.late_entry import join_late, join_with_room
from tournament.contestants.services.list_import import import_contestants
from tournament.contestants.services.players import join_late_player
from tournament.contestants.services.register import add_contestant, change_contestant
from tournament.core.errors import UserError
from tournament.core.private_data import private_in
from tournament.models import AuditEvent, Championship, Contestant, Player
from tournament.stages.individuals import INDIVIDUALS
from tournament.transfer.services import export_championship, import_championship

pytestmark = [pytest.mark.django_db, pytest.mark.long, pytest.mark.promise]

PRIVATE = (
    *("Anna Puig 600 11 22 33", "Pere Mas 12345678Z", "oriol@exemple.cat", "Mas (pagat)"),
    *("[suplent] Pere", "+34 600.112.233", "Y-1234567-X Lluc", "Joan 93/804/11/22"),
)


def before_the_schedule() -> Championship:
    championship = make_championship()
    add_contestants(championship, 4)
    return championship


def _added(typed: str, **more: Any) -> None:
    championship = before_the_schedule()
    row: dict[str, Any] = {"players": ["Aina", "Bru"], **more}
    row["players"] = [typed if one == "?" else one for one in row["players"]]
    add_contestant(actor=actor_of(championship), championship=championship, **row)


def _renamed(name: str) -> None:
    pair = make_scheduled(4).contestants.all()[0]
    actor = actor_of(pair.championship)
    change_contestant(actor=actor, contestant=pair, players=["Aina", name])


def _late(name: str) -> None:
    championship = make_scheduled(5)
    join_late(actor=actor_of(championship), championship=championship, players=["Aina", name])


def _with_room(name: str) -> None:
    championship = make_scheduled(6)
    pairs = [ContestantRow(("Aina", "Bru", name))]
    join_with_room(actor=actor_of(championship), championship=championship, pairs=pairs)


def _imported(name: str) -> None:
    championship = before_the_schedule()
    rows = [ContestantRow(("Aina", name))]
    import_contestants(actor=actor_of(championship), championship=championship, rows=rows)


def _player_alone(name: str) -> None:
    championship = make_championship(format=INDIVIDUALS)
    add_contestant(actor=actor_of(championship), championship=championship, players=[name])


def _late_player(name: str) -> None:
    championship = make_championship(format=INDIVIDUALS)
    actor = actor_of(championship)
    join_late_player(actor=actor, championship=championship, player=name)


PATHS: dict[str, Callable[[str], None]] = {
    "player": lambda name: _added(name, players=["Aina", "?"]),
    "substitute": lambda name: _added(name, players=["Aina", "Bru", "?"]),
    "club": lambda name: _added(name, club=name),
    "name of a pair": lambda name: _added(name, name=name),
    "player alone": _player_alone,
    "renamed": _renamed,
    "late": _late,
    "late where nobody rests": _with_room,
    "late player": _late_player,
    "list": _imported,
}


@pytest.mark.parametrize("name", PRIVATE)
@pytest.mark.parametrize("path", PATHS)
def test_services_refuse_it(path: str, name: str) -> None:
    with pytest.raises(UserError, match="Names stand on public pages") as caught:
        PATHS[path](name)
    assert name not in str(caught.value)
    assert caught.value.field
    assert_nothing_private()


def assert_nothing_private() -> None:
    """Neither in the register nor in the record."""
    stored = [*Player.objects.values_list("name", flat=True)]
    for both in Contestant.objects.values_list("name", "club"):
        stored += both
    assert not [name for name in stored if private_in(name)]
    told = json.dumps([*AuditEvent.objects.values_list("after", "before")], default=str)
    assert not [name for name in PRIVATE if name in told]


def previewed(source: Any, *, of_players: bool = False) -> Preview:
    championship = make_championship(format=INDIVIDUALS) if of_players else make_championship()
    return make_preview(championship, begin(source, of_players=of_players))


def test_a_table_with_headings_is_cleaned_and_says_so() -> None:
    rows = [
        ["Jugador 1", "Jugador 2", "Club", "Suplents"],
        ["Anna Puig 600 11 22 33", "Pere Mas 12345678Z", "Valls (pagat)", "Ona (633112233)"],
        ["oriol@exemple.cat", "(pagat)", "tel. 93 804 11 22", ""],
        ["Lluc", "Joan (falta)", "Els 4 Gats", ""],
    ]
    first, second, third = previewed(read_file(workbook(rows))).lines
    assert first.row == ContestantRow(("Anna Puig", "Pere Mas", "Ona"), club="Valls")
    assert first.taken == ("an identity number", "a telephone number", "brackets")
    assert first.good
    assert second.row.players == ("", "")
    assert second.has_faults
    assert second.row.club == ""
    assert [doubt.message for doubt in third.doubts] == [
        "“falta” is not used.",
        "Is the number in “Els 4 Gats” part of the name?",
    ]


def test_a_text_with_commas_is_cleaned() -> None:
    (line,) = previewed(read_file(b"Anna Puig,633 11 22 33,Pere Mas\n", "x.txt")).lines
    assert line.has_faults
    assert line.taken == ("a telephone number",)
    assert "633" not in " ".join(line.row.players)


SHAPES = (
    "Jugador 1;Jugador 2;Club\n{line};Bru Mas;Valls\nAina;{line};Reus\nAina Pi;Bru Pi;{line}",
    "Parella;Jugador\n1;{line}\n1;Bru Mas",
    "Parella\n{line} - Bru Mas",
    "1. {line} i Bru Mas\n2. Aina Roca / {line}\nAina Pi i Bru Pi ({line})\nsuplent: {line}",
    "{line}",
)


@given(LINES, st.sampled_from(SHAPES), st.booleans(), st.booleans())
@settings(max_examples=examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_the_list_nothing_private_can_be_registered(
    line: tuple[str, str, str, str], shape: str, is_file: bool, of_players: bool
) -> None:
    before, private, between, after = line
    text = shape.format(line=f"{before}{between}{private} {after}")
    source = read_file(text.encode(), "x.csv") if is_file else read_text(text)
    try:
        preview = previewed(source, of_players=of_players)
    except UserError:  # there is nobody in it
        return
    for one in preview.lines:
        if not one.has_faults:
            row = one.row
            assert not [name for name in (*row.players, row.club, row.name) if private_in(name)]


def test_what_is_kept_of_faulty_lines_is_without_it() -> None:
    championship = make_championship()
    client = english_client(organiser_of(championship))
    address = f"/c/{championship.slug}/manage/pairs/"
    text = "Anna;Bru\nPere Mas 600 11 22 33;\nOna o@x.cat;"
    page = client.post(f"{address}paste/", {"text": text}).content.decode()
    (form,) = [one for one in forms_of(page) if one.action.endswith("/confirm/")]
    sent = client.post(f"{address}confirm/", {**form.values, "leave_out": "on"})
    assert sent.status_code == 302
    kept = str(dict(client.session))
    assert "Pere Mas" in kept
    assert "600" not in kept
    assert "@" not in kept
    assert_nothing_private()


def test_a_form_asks_about_a_figure() -> None:
    championship = make_championship()
    client = english_client(organiser_of(championship))
    address = f"/c/{championship.slug}/manage/pairs/add/"
    data = {"player_1": "Aina", "player_2": "Bru", "name": "Els 4 Gats"}
    asked = client.post(address, data)
    assert asked.status_code == 422
    assert "Is the number in “Els 4 Gats” part of the name?" in asked.content.decode()
    assert not championship.contestants.exists()
    refused = client.post(address, {**data, "club": "600 11 22 33", "names_known": "on"})
    assert refused.status_code == 422
    assert client.post(address, {**data, "names_known": "on"}).status_code == 302


@pytest.mark.parametrize("where", ["player", "club", "record"])
def test_a_file_is_refused_with_the_place(where: str, client: Client) -> None:
    championship = before_the_schedule()
    content = export_championship(actor=SOMEBODY, championship=championship).content
    document = json.loads(content)
    if where == "player":
        forge(document, Player, -1, name=PRIVATE[0])
    elif where == "club":
        forge(document, Contestant, -1, club=PRIVATE[0])
    else:
        (added, *_others) = [
            one for one in document["record"] if one["action"] == "contestant-added"
        ]
        added["after"]["players"][0] = PRIVATE[0]
        rehash(document)
    with pytest.raises(UserError) as caught:
        import_championship(
            actor=SOMEBODY, file=BytesIO(json.dumps(document).encode()), slug="another"
        )
    said = str(caught.value)
    assert "a name must not hold a telephone number" in said
    place = {"player": "Player[", "club": "Contestant[", "record": "record["}[where]
    assert place in said
    assert "600" not in said
    assert not Championship.objects.filter(slug="another").exists()
