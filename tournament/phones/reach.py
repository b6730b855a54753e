"""For whom a phone speaks at a table, and whose results it sees there.

While a round is open nobody is shown the results of another table. A phone belongs where a pair
sits whose link it opened; without one, at the table of the round for which it first said who holds
it, on the page that the table's code opens. That is recorded, and told at the table and the desk.
Where the hands are played on phones the table's code speaks for nobody, nor does it for a postponed
match whose round was closed without it: nobody plays that at the table now, and its two pairs have
links.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from scoring.game.seats import Party, party_named
from tournament.links.tokens import Place, PlaceKind
from tournament.models import Championship, Match, PhoneAtTable
from tournament.results.postponed import is_put_off
from tournament.stages.formats import is_for_phones
from tournament.stages.parties import parties_of

MOST_PHONES = 16
"""Phones that may be opened with a table's code in a round: each is recorded for good."""


@dataclass(frozen=True, slots=True)
class Sender:
    """The origin of a request: a table's page, and the browser that asks.

    `phone` is its number ("" for none), `places` what it holds.
    """

    championship: Championship
    table: int
    places: Collection[Place]
    phone: str = ""

    @property
    def pairs(self) -> frozenset[int]:
        """The numbers of the pairs whose links it opened."""
        return frozenset(one.number for one in self.places if one.kind is PlaceKind.PAIR)

    @property
    def has_code(self) -> bool:
        """Return whether the page was opened with the table's code."""
        return any(one.kind is PlaceKind.TABLE and one.number == self.table for one in self.places)


@dataclass(frozen=True, slots=True)
class Reach:
    """What a phone may do at a match."""

    parties: tuple[Party, ...] = ()
    """For whom it may speak."""
    by_code: bool = False
    """The phone speaks by the table's code, and not by a pair's own link."""
    holder: Party | None = None
    """Who holds it, if that is known."""
    sees: bool = False
    """The phone is shown the results of the match."""
    held: Party | None = None
    """Who has said that they hold it, after it was opened with the table's code."""
    spoken: Mapping[int, Party] = field(default_factory=dict)
    """For whom it has spoken about which hand."""
    why_not: str = ""
    """Where the phone belongs, if not here."""
    goes_to: int = 0
    """The number of the pair whose page says more; 0 for none."""


def reach_at(sender: Sender, match: Match) -> Reach:
    """`reaches` of one match."""
    return reaches(sender, [match])[match.pk]


def reaches(sender: Sender, matches: Sequence[Match]) -> Mapping[int, Reach]:
    """What the sender may do at each of these matches of the table, by id; 1 query, and 1 where it
    holds pairs. Reads their rounds and stages, and who sits there."""
    rounds = {one.round_id for one in matches}
    said: dict[int, dict[int, Party]] = {}
    elsewhere: dict[int, str] = {}
    if sender.phone and matches:
        spoken = PhoneAtTable.objects.filter(
            phone=sender.phone, match__round__in=rounds, match__cancelled=False
        ).select_related("match__table")
        for one in spoken:
            said.setdefault(one.match_id, {})[one.deal] = party_named(one.side)
            if one.match.table.number != sender.table:
                elsewhere[one.match.round_id] = one.match.table.shown_name
    seated = _seated_elsewhere(sender, rounds)
    return {one.pk: _reach(sender, one, said.get(one.pk, {}), elsewhere, seated) for one in matches}


def _seated_elsewhere(sender: Sender, rounds: Collection[int]) -> Mapping[int, tuple[int, str]]:
    """One of the sender's pairs that sits at another table, and that table, by round; 1 query, none
    without pairs."""
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
    said: Mapping[int, Party],
    elsewhere: Mapping[int, str],
    seated: Mapping[int, tuple[int, str]],
) -> Reach:
    parties = parties_of(match)
    spoken = {deal: party for deal, party in said.items() if deal}
    own = tuple(
        party
        for party, pairs in parties.items()
        if not sender.pairs.isdisjoint(one.number for one in pairs)
    )
    is_played_on_phones = is_for_phones(match.round.stage, match)
    is_later = is_put_off(match) and match.round.first_closed_at is not None
    by_code = sender.has_code and not is_played_on_phones and not is_later
    if own:
        holder = own[0] if len(own) == 1 else said.get(0)
        return Reach(own, by_code, holder, sees=True, held=said.get(0), spoken=spoken)
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
    held = said.get(0)
    return Reach(tuple(parties), by_code, held, sees=0 in said, held=held, spoken=spoken)
