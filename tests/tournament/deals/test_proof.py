"""The public proof agrees with what is really dealt, and its commands repeat it elsewhere."""

from __future__ import annotations

import hashlib
import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from scoring.dealing.deal_set import COMMIT_PREFIX, deal_hashes, deal_number, deal_secret
from scoring.game.deals import N_DEALS
from scoring.game.seats import Seat
from tests.tournament.day import DEALS, KEY, Day, make_day
from tests.tournament.standings.test_documents import described, fields_of
from tournament.championships.services.end import end_championship
from tournament.deals.proof import DealProof, Proof, proof_of
from tournament.deals.services.accesses import exchange_hands, record_hand_printing
from tournament.deals.services.deal_sets import set_salt
from tournament.rounds.services.lifecycle import close_round, reopen_round

pytestmark = [pytest.mark.django_db, pytest.mark.long]

ROOT = Path(__file__).resolve().parents[3]


def played(salt: str = "", *, rounds: int = 1) -> Day:
    """A day whose first rounds are closed."""
    day = make_day()
    set_salt(actor=day.acting_organiser, championship=day.championship, salt=salt)
    for number in range(1, rounds + 1):
        day.open(number)
        day.enter_whole_round(number)
        close_round(actor=day.acting, round=day.round(number))
    day.stage.refresh_from_db()
    return day


def proof(day: Day, *, hand: int | None = None) -> Proof:
    found = proof_of(day.championship, hand=hand)
    assert found is not None
    return found


def shown(day: Day, *, hand: int | None = None) -> DealProof:
    found = proof(day, hand=hand).shown
    assert found is not None
    return found


def secrets(day: Day) -> dict[int, str]:
    """The secrets that are public, by the numbers of their deals in the set."""
    (one,) = proof(day).sets
    return {listed.number: listed.secret for listed in one.listed if listed.secret}


def secrets_of(*deals: range) -> dict[int, str]:
    return {index: deal_secret(KEY, index).hex() for some in deals for index in some}


def run(command: str, folder: Path) -> Any:
    """What a command of the page gives on another computer, as JSON."""
    _python, *arguments = shlex.split(command)
    answer = subprocess.run(
        [sys.executable, *arguments, "--format", "json"],
        capture_output=True,
        check=True,
        encoding="utf-8",
        cwd=folder,
        env={"PYTHONPATH": str(ROOT)},
    )
    return json.loads(answer.stdout)


class TestWhatIsPublicWhen:
    def test_before_the_first_round_is_closed_commitment_and_list(self) -> None:
        day = make_day()
        day.open(1)
        (one,) = proof(day).sets
        assert [listed.hash for listed in one.listed] == [
            hashed.hex() for hashed in deal_hashes(KEY, DEALS)
        ]
        assert secrets(day) == {}
        assert proof(day, hand=1).shown is None
        assert one.key is None
        assert KEY.hex() not in repr(proof(day))

    def test_from_then_on_the_secrets_of_closed_rounds(self) -> None:
        day = played(rounds=2)
        day.open(3)
        assert secrets(day) == secrets_of(range(1, 9))
        assert proof(day, hand=9).shown is None
        assert shown(day).hand.number == 1
        (one,) = proof(day).sets
        assert one.key is None
        assert one.commands == ()

    def test_they_stay_when_a_round_is_reopened(self) -> None:
        day = played(rounds=2)
        reopen_round(actor=day.acting, round=day.round(1), reason="a slip was wrong")
        assert secrets(day) == secrets_of(range(1, 9))

    def test_of_hands_that_were_exchanged_those_that_were_played(self) -> None:
        day = make_day()
        by: dict[str, Any] = {
            "actor": day.acting_organiser,
            "championship": day.championship,
            "reason": "seen",
        }
        record_hand_printing(rounds=[1], **by)
        exchange_hands(round=1, **by)
        day.open(1)
        day.enter_whole_round(1)
        close_round(actor=day.acting, round=day.round(1))
        assert secrets(day) == secrets_of(range(DEALS - 3, DEALS + 1))
        assert [one.hand for one in proof(day).sets[0].told] == [1, 2, 3, 4]
        assert shown(day, hand=2).listed.number == DEALS - 2

    def test_at_the_end_the_key_and_all_of_them(self) -> None:
        day = played()
        end_championship(
            actor=day.acting_organiser, championship=day.championship, reason="a storm"
        )
        day.championship.refresh_from_db()
        (one,) = proof(day).sets
        assert one.key == KEY.hex()
        assert secrets(day) == secrets_of(range(1, DEALS + 1))
        assert [listed.hand for listed in one.told] == list(range(1, 13))


def test_the_bytes_it_shows_give_the_commitment() -> None:
    found = proof(make_day())
    (one,) = found.sets
    message = COMMIT_PREFIX.hex() + one.deals.to_bytes(4, "big").hex()
    message += "".join(listed.hash for listed in one.listed)
    digest = hashlib.sha256(bytes.fromhex(message)).hexdigest()
    assert digest == one.recomputed == one.commitment
    assert one.is_kept


def test_a_key_that_was_exchanged_is_told() -> None:
    day = played()
    day.championship.deal_sets.update(key=bytes(32))
    (one,) = proof(day).sets
    assert not one.is_kept


@pytest.mark.parametrize("salt", ["", "Grossa 12345", "l·l ç à"])
def test_the_bytes_it_shows_give_the_deal(salt: str) -> None:
    found = shown(played(salt, rounds=2), hand=7)
    secret = found.listed.secret
    assert secret is not None
    assert found.in_list
    hashed = hashlib.sha256(bytes.fromhex(found.hash_prefix + secret)).hexdigest()
    assert hashed == found.listed.hash
    assert hashlib.sha256(bytes.fromhex(found.salt_bytes)).hexdigest() == found.steps.salt_hash
    fed = found.prefix + secret + found.steps.salt_hash + found.index
    assert fed == found.steps.message
    stream = hashlib.shake_256(bytes.fromhex(fed)).digest(11 * len(found.steps.blocks))
    assert stream.hex() == "".join(block.hex for block in found.steps.blocks)
    *skipped, last = (int.from_bytes(stream[i : i + 11], "big") for i in range(0, len(stream), 11))
    assert all(value >= N_DEALS for value in skipped)
    assert last == found.steps.number == deal_number(KEY, salt, 7) == found.hand.deal.number


SALTS = ["", "Grossa 12345", 'it\'s $HOME `x` "y" l·l', "-x", "--salt"]


@pytest.mark.parametrize("salt", SALTS)
def test_its_command_checks_a_hand_with_the_list_it_gives(
    salt: str, client: Client, tmp_path: Path
) -> None:
    day = played(salt)
    found = shown(day, hand=3)
    answer = client.get(f"/c/{day.slug}/proof/{found.deal_set.hashes_file}")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert found.deal_set.hashes_file in answer["Content-Disposition"]
    (tmp_path / found.deal_set.hashes_file).write_bytes(answer.content)
    hand = run(found.command, tmp_path)
    assert hand["number"] == str(found.hand.deal.number)
    assert {seat.value: hand[seat.value] for seat in Seat} == {
        seat.value: text for seat, text in found.texts
    }


@pytest.mark.parametrize("salt", SALTS)
def test_at_the_end_its_commands_repeat_everything(salt: str, tmp_path: Path) -> None:
    day = played(salt)
    day.championship.ended_at = timezone.now()
    (one,) = proof(day).sets
    commit, deal = one.commands
    assert commit == f"python -m scoring commit {KEY.hex()} --deals {DEALS}"
    dealt = run(deal, tmp_path)
    assert [hand["secret"] for hand in dealt] == [listed.secret for listed in one.listed]
    assert dealt[4]["number"] == str(shown(day, hand=5).hand.deal.number)


class TestForPrograms:
    def document(self, client: Client, day: Day) -> Any:
        answer = client.get(f"/c/{day.slug}/proof.json")
        assert answer["Content-Type"] == "application/json"
        return json.loads(answer.content)

    def test_everything_that_is_described_is_there(self, client: Client) -> None:
        document = self.document(client, played("Grossa 12345"))
        assert list(dict.fromkeys(fields_of(document))) == described("proof.json")

    def test_it_has_what_the_page_has(self, client: Client) -> None:
        day = played("Grossa 12345")
        (one,) = self.document(client, day)["deal_sets"]
        (of_page,) = proof(day).sets
        assert one["commitment"] == of_page.commitment
        assert one["key"] is None
        assert [deal["hash"] for deal in one["deals"]] == [listed.hash for listed in of_page.listed]
        told = {deal["deal"]: deal["secret"] for deal in one["deals"] if deal["secret"]}
        assert told == secrets_of(range(1, 5))
        assert one["deals"][4] == {
            "deal": 5,
            "hand": 5,
            "round": 2,
            "hash": of_page.listed[4].hash,
            "secret": None,
        }
        assert (one["deals"][-1]["hand"], one["deals"][-1]["round"]) == (None, None)

    def test_before_there_are_hands_it_is_empty(self, client: Client) -> None:
        assert self.document(client, make_day(deals=False)) == {"deal_sets": []}

    @pytest.mark.parametrize("number", [0, 2, 10**9])
    def test_a_list_that_is_not_there(self, client: Client, number: int) -> None:
        day = make_day()
        assert client.get(f"/c/{day.slug}/proof/hashes-{number}.txt").status_code == 404
