"""Numbers drawn by lot, so that anybody can draw them again."""

import json
from collections.abc import Sequence
from hashlib import sha256

LOTS = 1 << 64
"""A lot is a whole number from 0 to this, less one."""


def draw_lot(purpose: str, drawn_for: Sequence[str | int]) -> int:
    """Return the first eight bytes, the highest first, of SHA-256( purpose ‖ 0x00 ‖ JSON of the
    list ).

    The JSON has no spaces and is in UTF-8, as in `["08142",3,"meet",4,11]`.
    """
    text = json.dumps(list(drawn_for), ensure_ascii=False, separators=(",", ":"))
    digest = sha256(f"{purpose}\x00{text}".encode()).digest()
    return int.from_bytes(digest[:8], "big")
