"""What an organiser is asked about a line before it is registered, and what can be answered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlencode


@dataclass(frozen=True, slots=True)
class Proposal:
    """An answer that one click gives: texts for fields of the page.

    By field ("player_1-3" is in line 3), what it is to hold. "club" and "new_club" change a club
    in all lines, and "settle-3" holds the key of the doubt that is answered with this.
    """

    label: str
    texts: tuple[tuple[str, str], ...]

    @property
    def value(self) -> str:
        """The texts as a button sends them."""
        return urlencode(self.texts)


def with_proposal(sent: Mapping[str, str]) -> dict[str, str]:
    """What a page sent, with the texts of the proposal whose button was pressed."""
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
    """What the doubt is about, in no language: a look at one doubt is not a look at another."""
    message: str
    proposals: tuple[Proposal, ...] = ()
