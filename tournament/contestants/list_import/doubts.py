"""Questions to an organiser about a line before it is registered, with possible answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlencode


@dataclass(frozen=True, slots=True)
class Proposal:
    """An answer that one click gives: texts for fields of the page, by the name of the field.

    "player_1-3" is a field of line 3. "club" and "new_club" change a club in all lines, and
    "settle-3" holds the key of the doubt that is answered.
    """

    label: str
    texts: tuple[tuple[str, str], ...]

    @property
    def value(self) -> str:
        """Return the texts as a button sends them."""
        return urlencode(self.texts)


def with_proposal(sent: Mapping[str, str]) -> dict[str, str]:
    """Return the page's fields, with the texts of the proposal whose button was pressed."""
    page = {name: sent[name] for name in sent}
    try:
        texts = dict(parse_qsl(page.get("take", ""), keep_blank_values=True, max_num_fields=9))
    except ValueError:  # no button sends so many
        return page
    if (club := texts.pop("club", "")) and (new := texts.pop("new_club", "")):
        texts |= {
            name: new
            for name, text in page.items()
            if name.startswith("club-") and " ".join(text.split()) == club
        }
    return page | texts


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something that may be right, and that somebody has to look at."""

    key: str
    """Subject of the doubt, in no language: a look at one doubt is not a look at another."""
    message: str
    proposals: tuple[Proposal, ...] = ()
