"""The players of a line, and what stands beside them: a club, a third player, a remark."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from tournament.contestants.list_import.club_names import is_remark
from tournament.contestants.list_import.doubts import Doubt, Proposal
from tournament.contestants.list_import.line_tokens import Piece, Token
from tournament.contestants.list_import.people import (
    begins_with_given_name,
    has_remark,
    people_of,
    sections,
    trimmed,
    written,
)
from tournament.core.private_data import Private


@dataclass(slots=True)
class Reading:
    """A line while it is read."""

    index: int
    players: tuple[str, ...] = ()
    clubs: list[str] = field(default_factory=list)
    name: str = ""
    substitutes: list[str] = field(default_factory=list)
    doubts: list[Doubt] = field(default_factory=list)
    is_missing: bool = False
    alone: bool = False
    """Whether the line holds a single player."""
    marks: list[Private] = field(default_factory=list)
    """Private data taken out of the line."""

    def doubt(self, kind: str, about: str, message: str) -> None:
        """Add a doubt of this kind."""
        self.doubts.append(Doubt(f"{kind} {about}", message))

    def aside(self, text: str) -> None:
        """Add a doubt about a text that is not understood; none about mere signs."""
        if any(map(str.isalnum, text)):
            self.doubt("aside", text, _("“%(text)s” is not used.") % {"text": text})

    def take_club(self, text: str) -> None:
        """Take a text for the club, with a doubt."""
        self.clubs.append(text)
        message = _("“%(text)s” was taken for the club.") % {"text": text}
        self.doubt("club", text, message)

    def add_third(self, name: str) -> None:
        """Add somebody beside two players, or beside one who plays alone."""
        if self.alone:
            self.aside(name)
            return
        self.substitutes.append(name)
        message = _("%(name)s is a third player and becomes a substitute.") % {"name": name}
        self.doubt("third", name, message)


SIGNS = {Token.COLUMN, Token.SIGN, Token.DASH}


@dataclass(frozen=True, slots=True)
class _Part:
    """The pieces between two signs, and the sign before them."""

    sign: Token
    pieces: list[Piece]

    @property
    def text(self) -> str:
        return written(self.pieces)


def find_player(reading: Reading, pieces: Sequence[Piece]) -> None:
    """Find the player of a line who plays alone, and what else stands there."""
    parts = _parts(reading, _without_days(reading, pieces))
    if not parts:
        return
    if len(people_of(parts[0].pieces, alone=True).names) > 1:
        message = _("Are these two players, or has one of them two surnames?")
        reading.doubt("join", parts[0].text, message)
    reading.players = (_before_comma(reading, parts[0]),)
    _take_others(reading, parts[1:])


def find_players(reading: Reading, pieces: Sequence[Piece]) -> None:
    """Find the players, and what else stands beside them."""
    parts = _parts(reading, _without_days(reading, pieces))
    if len(parts) == 1:
        parts = [_Part(sign, section) for sign, section in sections(parts[0].pieces, {Token.COMMA})]
        parts = list(_with_letters(reading, parts))
        if len(parts) == 1:
            _take_words(reading, parts[0].pieces)
            return
    if parts:
        _take_parts(reading, parts)


def _without_days(reading: Reading, pieces: Sequence[Piece]) -> list[Piece]:
    """Return the pieces without dates, and without the words that a partner is missing."""
    words: list[Piece] = []
    for piece in pieces:
        if piece.kind is Token.DAY:
            reading.aside(piece.text)
        elif piece.kind is Token.MISSING:
            reading.is_missing = True
            if words and words[-1].kind in {Token.JOIN, Token.WITH}:
                words.pop()
        else:
            words.append(piece)
    return words


def _parts(reading: Reading, pieces: Sequence[Piece]) -> list[_Part]:
    """Return the parts that signs separate; an empty column stays where a player is expected."""
    parts = [_Part(sign, section) for sign, section in sections(pieces, SIGNS)]
    in_columns = len(parts) > 2 and all(one.sign is Token.COLUMN for one in parts[1:])
    if in_columns and not all(part.text for part in parts[:2]):
        filled = any(part.text for part in parts[2:])
        kept = parts[:2] if filled or any(part.text for part in parts[:2]) else []
        return [*kept, *_with_letters(reading, parts[2:])]
    return list(_with_letters(reading, parts))


def _with_letters(reading: Reading, parts: Sequence[_Part]) -> Iterator[_Part]:
    for part in parts:
        if any(map(str.isalpha, part.text)):
            yield part
        else:
            reading.aside(part.text)


def _take_words(reading: Reading, pieces: Sequence[Piece]) -> None:
    """Take the players of a line without any sign."""
    people = people_of(pieces, alone=True)
    reading.players = people.names[:2]
    for name in people.names[2:]:
        reading.add_third(name)
    if people.otherwise:
        _ask_which(reading, [(names, "") for names in (people.names, *people.otherwise)])


def _take_parts(reading: Reading, parts: Sequence[_Part]) -> None:
    """Take the players of a line with signs: the first two parts, or both in the first."""
    first, second = parts[:2]
    both = people_of(first.pieces, alone=False).names
    if len(both) > 1:
        reading.players = both[:2]
        for name in both[2:]:
            reading.add_third(name)
        _take_others(reading, parts[1:])
        return
    names = [_before_comma(reading, first), *people_of(second.pieces, alone=False).names]
    if len(names) == 2:
        names[1] = _before_comma(reading, second)
    reading.players = (names[0], names[1])
    for name in names[2:]:
        reading.add_third(name)
    split = people_of(first.pieces, alone=True)
    if len(parts) == 2 and len(split.names) == 2 and not begins_with_given_name(second.text):
        _ask_which(reading, [(reading.players, ""), (split.names, second.text)])
    _take_others(reading, parts[2:])


def _before_comma(reading: Reading, part: _Part) -> str:
    """Return the name in a part; after a comma stands a club, or the given name of "Puig, Anna"."""
    head, *tails = [_Part(sign, section) for sign, section in sections(part.pieces, {Token.COMMA})]
    tails = list(_with_letters(reading, tails))
    if not tails:
        return head.text
    if begins_with_given_name(tails[0].text) and not begins_with_given_name(head.text):
        name = f"{head.text}, {tails[0].text}"
        message = _("“%(name)s” is registered as it stands here, with the surname first.")
        reading.doubt("surname", name, message % {"name": name})
        tails = tails[1:]
    else:
        name = head.text
    _take_others(reading, tails)
    return name


def _take_others(reading: Reading, parts: Sequence[_Part]) -> None:
    """Take the parts beside two players: the club, a third player, or something else."""
    has_club = bool(reading.clubs)
    for part in parts:
        text = part.text
        if begins_with_given_name(text):
            for name in people_of(part.pieces, alone=True).names:
                reading.add_third(name)
        elif is_remark(text) or has_club:
            reading.aside(text)
        elif text:
            has_club = True
            if part.sign is Token.SIGN:
                reading.take_club(text)
            else:
                reading.clubs.append(text)


def _ask_which(reading: Reading, readings: Sequence[tuple[tuple[str, ...], str]]) -> None:
    """Ask whether a word joins two players or two surnames: each reading as players and club."""
    key = f"join {'/'.join(readings[0][0])}"
    proposals = []
    for players, club in readings:
        both = (*players, "")[:2]
        texts = dict(zip(("player_1", "player_2"), both)) | ({"club": club} if club else {})
        label = " / ".join(name for name in both if name) + (f" ({club})" if club else "")
        fields = tuple((f"{name}-{reading.index}", text) for name, text in texts.items())
        proposals.append(Proposal(label, (*fields, (f"settle-{reading.index}", key))))
    message = _("Are these two players, or has one of them two surnames?")
    reading.doubts.append(Doubt(key, message, tuple(proposals)))


def look_at_names(reading: Reading) -> None:
    """Add doubts about the names that were found."""
    for name in (*reading.players, *reading.substitutes):
        if has_remark(name):
            message = _("Is all of “%(name)s” a name?") % {"name": name}
            reading.doubt("long", name, message)
    if reading.is_missing and len(reading.players) == 2 and all(reading.players):
        reading.doubt("missing", "", _("It says that a partner is missing."))
    reading.players = tuple(map(trimmed, reading.players))
