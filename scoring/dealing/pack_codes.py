"""Check codes: three letters with each seat's cards, by which cards in the wrong place are noticed.

Dealt hands look alike from outside, so each seat of each hand has a code of its own. All follow
from key and salt, and everybody can recompute them once the key is public; until then they tell
nothing of key or cards, as the hash they are read from is fed something else than those of the
hands.

    stream = SHAKE-256( "botifarra-check-code-v1" ‖ 0x00 ‖ key ‖ SHA-256(salt) )

The stream is read byte by byte. A byte of 255 is skipped; any other stands for the letter of
`ALPHABET` whose place, from 0, is what is left over when the byte is divided by 17 (255 is 15 × 17,
so all letters are equally likely). Three letters are a code, and one that came before is skipped.
The codes belong to deal 1 in the order of seats N, W, S, E, then to deal 2, and so on: more deals
change nothing about those before them. After 4913 codes, in the middle of deal 1229, there are no
new ones, and from then on only those that came since are skipped.
"""

from collections.abc import Iterator
from hashlib import sha256, shake_256
from itertools import islice

from scoring.dealing.deal_set import KEY_BYTES, normalise_salt
from scoring.errors import DealError, DealFault, KeyFormatError
from scoring.game.seats import Seat

ALPHABET = "BCDFHJKLMPRSTWXYZ"
"""No vowels, so that no word comes about; of letters that look or sound alike only one."""
LETTERS = 3
MOST_DIFFERENT: int = len(ALPHABET) ** LETTERS
"""How many codes there are."""

_CODES = b"botifarra-check-code-v1\x00"
_SKIPPED = 256 // len(ALPHABET) * len(ALPHABET)


def check_codes(key: bytes, salt: str, deals: int) -> dict[tuple[int, Seat], str]:
    """The codes of the deals 1 … `deals`, by deal and seat.

    Raises `KeyFormatError`, `SaltError`, and `DealError` for less than one deal.
    """
    if deals < 1:
        raise DealError(f"deals count from 1, not {deals}", fault=DealFault.INDEX, where=str(deals))
    if len(key) != KEY_BYTES:
        raise KeyFormatError(f"a key is {KEY_BYTES} bytes", length=len(key))
    message = _CODES + key + sha256(normalise_salt(salt).encode()).digest()
    places = ((deal, seat) for deal in range(1, deals + 1) for seat in Seat)
    # The places first: `zip` must not draw a code that nobody gets.
    return dict(zip(places, _different(_letters(message))))


def _different(letters: Iterator[str]) -> Iterator[str]:
    """Codes of the next letters, no two alike until there are no others."""
    drawn: set[str] = set()
    while True:
        code = "".join(islice(letters, LETTERS))
        if code not in drawn:
            drawn.add(code)
            yield code
        if len(drawn) == MOST_DIFFERENT:
            drawn.clear()


def _letters(message: bytes) -> Iterator[str]:
    """The letters that the stream stands for, without end."""
    stream = shake_256(message)
    start, size = 0, 4096
    while True:
        # `digest` begins anew each time, so a longer one continues what was read.
        for byte in stream.digest(size)[start:]:
            if byte < _SKIPPED:
                yield ALPHABET[byte % len(ALPHABET)]
        start, size = size, 2 * size
