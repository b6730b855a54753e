"""Parties for which a phone speaks at a table, and whether it sees the results there.

While a round is open nobody is shown the results of another table. A phone belongs to the table of
the pair whose link it opened; without one, to the table of the round for which it first said who
holds it, on the page that the table's code opens. That is recorded, and told at the table and the
desk. Where the hands are played on phones the table's code speaks for nobody, nor does it for a
postponed match whose round was closed without it: nobody plays it at the table now, and its two
pairs have links.

A code is on the table, for everybody to photograph. So the first who speaks for a pair keeps others
from doing so by the code alone: once the pair's own link has spoken in a match, the code speaks for
it no more there; once a phone with the code has, no other phone with the code does, unless a
referee allows it. A phone that may speak for nobody at a table can't say who holds it either, and
reads nothing.

What a referee enters from a slip is told to those who sit there, by their own links, and to a phone
that has spoken about the hand: a photographed code in a private window says no more of it than that
it is there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from django.db.models import Q
from django.utils.translation import gettext as _

from scoring.game.seats import Party, party_named
from tournament.core.labels import label
from tournament.links.tokens import Place, PlaceKind
from tournament.models import Championship, Contestant, Match, PhoneAtTable
from tournament.results.postponed import is_put_off
from tournament.stages.formats import is_for_phones
from tournament.stages.parties import parties_of

MOST_PHONES = 16
"""Phones that may be opened with a table's code in a round: each is recorded for good."""


@dataclass(frozen=True, slots=True)
class Sender:
    """Origin of a request: a table's page, and the browser that asks.

    `phone` is its number ("" for none), `places` are the links it holds.
    """

    championship: Championship
    table: int
    places: Collection[Place]
    phone: str = ""

    @property
    def pairs(self) -> frozenset[int]:
        """Numbers of the pairs whose links it opened."""
        return frozenset(one.number for one in self.places if one.kind is PlaceKind.PAIR)

    @property
    def has_code(self) -> bool:
        """Return whether the page was opened with the table's code."""
        return any(one.kind is PlaceKind.TABLE and one.number == self.table for one in self.places)


@dataclass(frozen=True, slots=True)
class Reach:
    """Rights of a phone at a match."""

    parties: tuple[Party, ...] = ()
    """Parties for which it may speak."""
    by_code: bool = False
    """True where the phone speaks by the table's code, and not by a pair's own link."""
    sits_here: bool = False
    """True where the phone has the own link of somebody who sits there."""
    holder: Party | None = None
    """Party that holds it, if known."""
    sees: bool = False
    """True where the phone is shown the results of the match."""
    refused: Mapping[Party, str] = field(default_factory=dict)
    """Reasons why the table's code doesn't speak on this phone, by the parties of others."""
    held: Party | None = None
    """Party that has said that it holds it, after it was opened with the table's code."""
    spoken: Mapping[int, Party] = field(default_factory=dict)
    """Parties for which it has spoken, by hand."""
    why_not: str = ""
    """Sentence about where the phone belongs, if not here."""
    goes_to: int = 0
    """Number of the pair whose page says more; 0 for none."""


def reach_at(sender: Sender, match: Match) -> Reach:
    """Return `reaches` of one match."""
    return reaches(sender, [match])[match.pk]


@dataclass(slots=True)
class _Said:
    """Parties for which phones have spoken at a match."""

    by_deal: dict[int, Party] = field(default_factory=dict)
    """Party for which the sender's phone has spoken, by deal; at 0 its holder."""
    by_link: set[Party] = field(default_factory=set)
    """Parties whose own link has spoken."""
    by_others: set[Party] = field(default_factory=set)
    """Parties for whom another phone has spoken by the table's code, and may go on to."""


def reaches(sender: Sender, matches: Sequence[Match]) -> Mapping[int, Reach]:
    """Return the sender's rights at each of these matches of the table, by id; 1 query, and 1 where
    it holds pairs. Reads their rounds, stages and seats."""
    rounds = {one.round_id for one in matches}
    said = {one.pk: _Said() for one in matches}
    elsewhere: dict[int, str] = {}
    for one in _phones(sender, matches) if matches else ():
        if one.match_id in said:
            _hear(said[one.match_id], one, sender)
        elif one.match.table.number != sender.table:
            elsewhere[one.match.round_id] = one.match.table.shown_name
    seated = _seated_elsewhere(sender, rounds)
    return {one.pk: _reach(sender, one, said[one.pk], elsewhere, seated) for one in matches}


def _phones(sender: Sender, matches: Sequence[Match]) -> Iterable[PhoneAtTable]:
    """Return the phones at these matches, and the sender's phone elsewhere in their rounds."""
    own = Q(phone=sender.phone, match__round__in={one.round_id for one in matches})
    at_table = Q(match__in=matches)
    phones = PhoneAtTable.objects.filter(own | at_table if sender.phone else at_table)
    return phones.filter(match__cancelled=False).select_related("match__table")


def _hear(said: _Said, one: PhoneAtTable, sender: Sender) -> None:
    party = party_named(one.side)
    is_own = one.phone == sender.phone
    if is_own:
        said.by_deal[one.deal] = party
    if not one.deal:
        return
    if one.by_link:
        said.by_link.add(party)
    elif not (is_own or one.another_allowed):
        said.by_others.add(party)


def _seated_elsewhere(sender: Sender, rounds: Collection[int]) -> Mapping[int, tuple[int, str]]:
    """Return one of the sender's pairs that sits at another table, and that table, by round; 1
    query, none without pairs."""
    if not (sender.pairs and rounds):
        return {}
    matches = Match.objects.filter(
        round__in=rounds, cancelled=False, seats__contestant__number__in=sender.pairs
    ).exclude(table__number=sender.table)
    found = matches.select_related("table").prefetch_related("seats__contestant")
    return {
        match.round_id: (
            next(
                one.contestant.number
                for one in match.seats.all()
                if one.contestant.number in sender.pairs
            ),
            match.table.shown_name,
        )
        for match in found
    }


def _reach(
    sender: Sender,
    match: Match,
    said: _Said,
    elsewhere: Mapping[int, str],
    seated: Mapping[int, tuple[int, str]],
) -> Reach:
    parties = parties_of(match)
    spoken = {deal: party for deal, party in said.by_deal.items() if deal}
    held = said.by_deal.get(0)
    own = tuple(
        party
        for party, pairs in parties.items()
        if not sender.pairs.isdisjoint(one.number for one in pairs)
    )
    is_played_on_phones = is_for_phones(match.round.stage, match)
    is_later = is_put_off(match) and match.round.first_closed_at is not None
    by_code = sender.has_code and not is_played_on_phones and not is_later
    if own:
        holder = own[0] if len(own) == 1 else held
        return Reach(
            own, by_code, sits_here=True, holder=holder, sees=True, held=held, spoken=spoken
        )
    if not sender.has_code:
        return Reach()
    if is_played_on_phones:
        return Reach(
            why_not=_(
                "The hands of this table are played on phones. Open your pair's link: it leads to "
                "your seat."
            )
        )
    if is_later:
        return Reach(
            why_not=_(
                "This match was postponed: its pairs enter and confirm the result by their own "
                "links."
            )
        )
    values = {"round": match.round.number}
    if match.round_id in seated:
        number, table = seated[match.round_id]
        why_not = _(
            "In round %(round)d you play at table %(table)s. Until the round is closed each table "
            "sees its own results alone."
        )
        return Reach(why_not=why_not % {**values, "table": table}, goes_to=number)
    if match.round_id in elsewhere:
        why_not = _(
            "In round %(round)d this phone is at table %(table)s. Until the round is closed each "
            "table sees its own results alone. If you play here, open your pair's link."
        )
        return Reach(why_not=why_not % {**values, "table": elsewhere[match.round_id]})
    refused = dict(_refused(match, parties, said))
    speaks = tuple(party for party in parties if party not in refused)
    return Reach(
        speaks,
        by_code,
        holder=held if held in speaks else None,
        sees=held in speaks,
        held=held,
        spoken=spoken,
        refused=refused,
        why_not="" if speaks else " ".join(refused.values()),
    )


def _refused(
    match: Match, parties: Mapping[Party, Sequence[Contestant]], said: _Said
) -> Iterator[tuple[Party, str]]:
    """Yield the parties for which others have spoken, so that this phone doesn't by the table's
    code alone, with the reason."""
    for party, own in parties.items():
        if party in said.by_link:
            why = _(
                "%(who)s: an own link has spoken in this round, so the table's code doesn't any "
                "more. Open that link, or ask a referee."
            )
        elif party in said.by_others:
            why = _(
                "%(who)s: another phone has spoken with the table's code in this round. Take that "
                "phone or open an own link, or ask a referee to let this phone speak."
            )
        else:
            continue
        of_players = match.round.stage.championship.of_players
        who = label(party) if of_players else _("Pair %(number)d") % {"number": own[0].number}
        yield party, why % {"who": who}
