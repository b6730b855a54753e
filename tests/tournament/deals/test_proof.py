"""The public proof agrees with what is really dealt, and its command repeats it elsewhere."""

from __future__ import annotations

import hashlib
import json
import shlex
import subprocess
import sys

import pytest
from django.utils import timezone

from scoring.dealing.deal_set import deal_number
from scoring.game.deals import N_DEALS
from scoring.game.seats import Seat
from tests.tournament.day import KEY, Day, make_day
from tournament.deals.proof import Opened, proof_of
from tournament.deals.services import set_salt

pytestmark = pytest.mark.django_db


def opened(salt: str, *, deal: int = 1) -> tuple[Day, Opened]:
    day = make_day()
    set_salt(actor=day.acting_organiser, championship=day.championship, salt=salt)
    day.championship.ended_at = timezone.now()
    day.stage.refresh_from_db()
    proof = proof_of(day.championship, deal=deal)
    assert proof is not None
    assert proof.opened is not None
    return day, proof.opened


def test_there_is_no_key_before_the_end() -> None:
    day = make_day()
    proof = proof_of(day.championship)
    assert proof is not None
    assert proof.opened is None
    assert KEY.hex() not in repr(proof)


def test_the_bytes_it_shows_give_the_commitment() -> None:
    _day, proof = opened("")
    digest = hashlib.sha256(bytes.fromhex(proof.commit_prefix + proof.key)).hexdigest()
    assert digest == proof.recomputed


@pytest.mark.parametrize("salt", ["", "Grossa 12345", "l·l ç à"])
def test_the_bytes_it_shows_give_the_deal(salt: str) -> None:
    _day, proof = opened(salt, deal=7)
    shown = proof.shown
    assert shown is not None
    assert hashlib.sha256(bytes.fromhex(proof.salt_bytes)).hexdigest() == shown.steps.salt_hash
    fed = shown.prefix + proof.key + shown.steps.salt_hash + shown.index
    assert fed == shown.steps.message
    stream = hashlib.shake_256(bytes.fromhex(fed)).digest(11 * len(shown.steps.blocks))
    assert stream.hex() == "".join(block.hex for block in shown.steps.blocks)
    *skipped, last = (int.from_bytes(stream[i : i + 11], "big") for i in range(0, len(stream), 11))
    assert all(value >= N_DEALS for value in skipped)
    assert last == shown.steps.number == deal_number(KEY, salt, 7) == shown.hand.deal.number


@pytest.mark.parametrize("salt", ["", "Grossa 12345", 'it\'s $HOME `x` "y" l·l', "-x", "--salt"])
def test_its_command_repeats_every_hand(salt: str) -> None:
    _day, proof = opened(salt, deal=12)
    (command,) = proof.commands
    _python, *arguments = shlex.split(command)
    answer = subprocess.run(
        [sys.executable, *arguments, "--format", "json"],
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    dealt = json.loads(answer.stdout)
    assert [one["number"] for one in dealt] == [str(one.number) for one in proof.deals]
    assert len(dealt) == 12
    assert proof.shown is not None
    assert {seat.value: dealt[-1][seat.value] for seat in Seat} == {
        seat.value: text for seat, text in proof.shown.texts
    }
