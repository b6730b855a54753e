"""Check codes: three letters with each seat's cards, by which cards in the wrong place are noticed.

Dealt hands look alike from outside, so each seat of each hand has a code of its own. All follow
from the public list of hashes (`deal_set`) and the salt: they tell nothing of the cards, everybody
can recompute them at any time, and a hand whose salt was changed, and so its cards, has others.

    stream(i) = SHAKE-256( "botifarra-check-code-v2" ‖ 0x00 ‖ hash(i) ‖ SHA-256(salt) )

The stream of deal i is read byte by byte. A byte of 255 is skipped; any other stands for the letter
of `ALPHABET` whose place, from 0, is what is left over when the byte is divided by 17 (255 is
15 × 17, so all letters are equally likely). Three letters are a code, and one that came before, in
this deal or one before it, is skipped. The first four are the deal's, in the order of seats N, W,
S, E: more deals change nothing about those before them. After 4913 codes, in the middle of deal
1229, there are no new ones, and from then on only those that came since are skipped.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256, shake_256
from itertools import islice

from scoring.dealing.deal_set import KEY_BYTES, normalise_salt
from scoring.errors import KeyFormatError
from scoring.game.seats import Seat

ALPHABET = "BCDFHJKLMPRSTWXYZ"
"""No vowels, so that no word comes about; of letters that look or sound alike only one."""
LETTERS = 3
MOST_DIFFERENT: int = len(ALPHABET) ** LETTERS
"""Number of different codes."""

_CODES = b"botifarra-check-code-v2\x00"
_SKIPPED = 256 // len(ALPHABET) * len(ALPHABET)


def check_codes(hashes: Sequence[bytes], salt: str) -> dict[tuple[int, Seat], str]:
    """Return the codes of the deals from 1 on whose hashes these are, by deal and seat.

    Raises `KeyFormatError` for a hash that is not 32 bytes, and `SaltError`.
    """
    salt_hash = sha256(normalise_salt(salt).encode()).digest()
    codes: dict[tuple[int, Seat], str] = {}
    drawn: set[str] = set()
    for deal, one in enumerate(hashes, start=1):
        if len(one) != KEY_BYTES:
            raise KeyFormatError(f"a hash is {KEY_BYTES} bytes", length=len(one))
        different = _different(_letters(_CODES + one + salt_hash), drawn)
        codes |= {(deal, seat): next(different) for seat in Seat}
    return codes


def _different(letters: Iterator[str], drawn: set[str]) -> Iterator[str]:
    """Yield codes of the next letters and add them to `drawn`; repeat codes once all are drawn."""
    while True:
        code = "".join(islice(letters, LETTERS))
        if code not in drawn:
            drawn.add(code)
            if len(drawn) == MOST_DIFFERENT:
                drawn.clear()
            yield code


def _letters(message: bytes) -> Iterator[str]:
    """Yield the letters that the stream stands for, without end."""
    stream = shake_256(message)
    start, size = 0, 136  # As much as SHAKE-256 squeezes out at once.
    while True:
        # `digest` begins anew each time, so a longer one continues what was read.
        for byte in stream.digest(size)[start:]:
            if byte < _SKIPPED:
                yield ALPHABET[byte % len(ALPHABET)]
        start, size = size, 2 * size
