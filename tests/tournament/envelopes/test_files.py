"""Envelopes and results files as files: passphrases with slips, cut, changed and hostile bytes."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from io import BytesIO
from time import perf_counter

import pytest

from tests.tournament.envelopes.laptop import brought, envelope_of, opened
from tests.tournament.simultaneous.venues import make_venues
from tournament.core.actor import AT_THE_TERMINAL
from tournament.core.errors import UserError
from tournament.envelopes import sealed_file
from tournament.envelopes.passphrases import GROUPS, cleaned_passphrase, new_passphrase
from tournament.envelopes.sealed_file import (
    LARGEST_FILE,
    SCRYPT_N,
    parse_sealed,
    read_sealed,
    seal,
    unseal,
)
from tournament.envelopes.services.open import open_envelope, receive_envelope

FORMAT = "botifarra-envelope"
HEADER = {"format": FORMAT, "event": "Simultània", "venue": "Àngel·la", "rounds": [1, 2]}


def resealed(line: bytes, rest: bytes = b"AAAA\n") -> bytes:
    """A file with another header, and the last line that belongs to it."""
    body = line + b"\n" + rest
    return body + sha256(body).hexdigest().encode() + b"\n"


def with_header(**changes: object) -> bytes:
    told = json.loads(seal(HEADER, b"x", passphrase="p").split(b"\n")[0]) | changes
    return resealed(json.dumps(told).encode())


class TestPassphrases:
    def test_it_is_long_enough_and_read_however_it_is_typed(self) -> None:
        made = new_passphrase()
        digits = made.replace(" ", "")
        assert len(digits) == 35
        assert 10 ** (4 * GROUPS) > 2**80
        assert cleaned_passphrase(f" {digits[:9]}-{digits[9:20]}.{digits[20:]} ") == made
        assert new_passphrase() != made

    def test_every_slip_is_noticed_and_its_group_named(self) -> None:
        groups = new_passphrase().split()
        for digit in "0123456789":
            if digit != groups[2][1]:
                wrong = groups[2][0] + digit + groups[2][2:]
                with pytest.raises(UserError, match="group 3"):
                    cleaned_passphrase(" ".join([*groups[:2], wrong, *groups[3:]]))
        if groups[0] != groups[1]:
            with pytest.raises(UserError, match="groups 1, 2"):
                cleaned_passphrase(" ".join([groups[1], groups[0], *groups[2:]]))

    @pytest.mark.parametrize("typed", ["", "12345", "x" * 35, "١" * 35, "1" * 36])
    def test_what_is_none(self, typed: str) -> None:
        with pytest.raises(UserError, match="7 groups of 5 digits"):
            cleaned_passphrase(typed)


class TestSealedFiles:
    def test_what_goes_in_comes_out(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sealed_file, "SCRYPT_N", SCRYPT_N)  # as long as in life
        raw = seal(HEADER, b"secret", passphrase="right")
        found = parse_sealed(raw, format=FORMAT)
        assert found.header["venue"] == "Àngel·la"
        assert found.header["scrypt"]["n"] == 2**15
        assert raw.isascii()
        assert b"secret" not in raw
        assert unseal(found, passphrase="right") == b"secret"
        with pytest.raises(UserError, match="not the passphrase"):
            unseal(found, passphrase="wrong")

    def test_a_changed_or_missing_byte_is_told(self) -> None:
        raw = seal(HEADER, b"secret" * 50, passphrase="right")
        middle = len(raw) // 2
        for damaged in (raw[:-1] + b"0" * 9, raw[:middle], raw[:middle] + b"A" + raw[middle:]):
            with pytest.raises(UserError, match="damaged or cut short"):
                parse_sealed(damaged, format=FORMAT)

    def test_who_changes_the_header_changes_the_file(self) -> None:
        line, rest = seal(HEADER, b"secret", passphrase="right").split(b"\n", 1)
        changed = resealed(line.replace(b"[1, 2]", b"[1, 9]"), rest[:-65])
        with pytest.raises(UserError, match="not the passphrase"):
            unseal(parse_sealed(changed, format=FORMAT), passphrase="right")

    @pytest.mark.parametrize(
        ("made", "told"),
        [
            (lambda: b"", "not an envelope"),
            (lambda: b"x" * 9000, "not an envelope"),
            (lambda: b"[" * 4000 + b"\n", "not an envelope"),
            (lambda: b'{"format": "botifarra-championship"}\n', "not an envelope"),
            (
                lambda: seal({**HEADER, "format": "botifarra-results"}, b"x", key=bytes(32)),
                "an envelope",
            ),
            (lambda: b"1" * 4000 + b"\n", "not an envelope"),
            (lambda: with_header(version=2), "newer version"),
            (lambda: with_header(version="1"), "as this program writes it"),
            (lambda: with_header(nonce="00"), "as this program writes it"),
            (lambda: with_header(scrypt=[]), "as this program writes it"),
            (
                lambda: resealed(seal(HEADER, b"x", key=bytes(32)).split(b"\n")[0]),
                "as this program",
            ),
            (
                lambda: with_header(scrypt={"salt": "00" * 16, "n": 2**30, "r": 8, "p": 1}),
                "as this",
            ),
            (
                lambda: with_header(scrypt={"salt": "00" * 16, "n": 2**15, "r": 64, "p": 1}),
                "as this",
            ),
            (
                lambda: with_header(scrypt={"salt": "00" * 16, "n": 12345, "r": 8, "p": 1}),
                "as this",
            ),
            (lambda: b" " * (LARGEST_FILE + 1), "larger than"),
        ],
    )
    def test_a_hostile_file_is_refused_at_once(self, made: Callable[[], bytes], told: str) -> None:
        raw = made()
        begun = perf_counter()
        with pytest.raises(UserError, match=told):
            read_sealed(BytesIO(raw), format=FORMAT)
        assert perf_counter() - begun < 1


@pytest.mark.django_db
class TestContents:
    def test_whoever_knows_the_passphrase_of_nonsense_gets_no_further(self) -> None:
        passphrase = new_passphrase()
        for content, told in (
            (b"[" * 100_000, "nested|more than"),
            (b"{}", "as this program writes it"),
            (b'{"about": {"rounds": "x"}, "championship": {}}', "about"),
            (b'{"about": ' + b"[" * 500_000 + b"}", "more than"),
        ):
            raw = seal(HEADER, content, passphrase=passphrase)
            received = receive_envelope(file=BytesIO(raw))
            with pytest.raises(UserError, match=told):
                open_envelope(actor=AT_THE_TERMINAL, received=received, passphrase=passphrase)

    def test_an_envelope_is_not_for_its_own_centre(self) -> None:
        envelope = envelope_of(make_venues(2))
        with pytest.raises(UserError, match="was made here"):
            receive_envelope(file=BytesIO(bytes(envelope.content)))

    def test_results_of_another_venue_and_changed_ones(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        event = make_venues(2)
        envelope_of(event, 1)
        laptop = opened(monkeypatch, event, envelope_of(event, 0))
        laptop.as_event().play(0, 1)
        content = laptop.results()
        with pytest.raises(UserError, match=r"not from the laptop of “Seu 2”: it says .* Seu 1"):
            brought(event, content, 1)
        with pytest.raises(UserError, match="damaged"):
            brought(event, content.replace(b"\n", b"\nA", 1), 0)
        with pytest.raises(UserError, match="not a results file"):
            brought(event, b"{}\n", 0)
