"""Texts of the record in its reader's language.

What is stored is chained and never changes, so it is written in the code's own words. Here they are
translated. A word without a translation is shown as it is stored, so nothing is left out.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import Enum
from functools import lru_cache
from typing import Any

from django.db.models import Choices
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import get_language, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.carry import Carry
from scoring.duplicate.scores import Award, Infraction
from scoring.game.announcements import Denomination, Double
from scoring.game.seats import Seat, Side, party_named
from scoring.game.variants import PlayVariant
from scoring.pairing.groups import GroupsBy
from tournament.audit.chain import recorded
from tournament.core.actor import NAMELESS
from tournament.core.labels import LABELS, label
from tournament.core.messages import said
from tournament.models import (
    STAGE_SETTINGS,
    Action,
    ComparedWith,
    ConfirmationRule,
    CorrectionRequest,
    HandAccess,
    InstallationAction,
    LeftOut,
    NotPlayedReason,
    Outcome,
    PlayedWith,
    RefereeCall,
    ResultConfirmation,
    Role,
    RoundStatus,
    Ruling,
    Stage,
    VenuesField,
)
from tournament.models.places import ActedBy, Place, RulingPlace, coordinates

_WHERE: Mapping[str, Promise] = {
    "round": pgettext_lazy("in the record", "round %(number)s"),
    "table": pgettext_lazy("in the record", "table %(number)s"),
    "deal": pgettext_lazy("in the record", "hand %(number)s"),
    "contestant": pgettext_lazy("in the record", "pair %(number)s"),
    "player": pgettext_lazy("in the record", "player %(number)s"),
    "correction_request": pgettext_lazy("in the record", "correction request %(number)s"),
    "call": pgettext_lazy("in the record", "call %(number)s"),
    "ruling": pgettext_lazy("in the record", "ruling %(number)s"),
}
"""Words for the columns of a place."""

_SETTINGS = [told for kind in STAGE_SETTINGS for told in kind.fields().items()]
PARTS: Mapping[str, Promise] = {
    **{name: said(one.record) for name, one in _SETTINGS},
    # a championship, its people and settings
    "name": _("name"),
    "place": _("place"),
    "date": _("date"),
    "logo": pgettext_lazy("in the record", "logo"),
    "organiser": _("organiser"),
    "rehearsal": pgettext_lazy("in the record", "rehearsal"),
    "format": pgettext_lazy("in the record", "format"),
    "mistakes": pgettext_lazy("in the record", "share of mistakes"),
    "role": pgettext_lazy("in the record", "role"),
    "kind": pgettext_lazy("in the record", "format"),
    "hands_per_match": pgettext_lazy("in the record", "hands a match"),
    "intended": pgettext_lazy("in the record", "meant to become"),
    "group_size": pgettext_lazy("in the record", "pairs in a group"),
    "then": pgettext_lazy("in the record", "then"),
    "each": pgettext_lazy("in the record", "so many of each group"),
    "played_with": pgettext_lazy("in the record", "played with"),
    "agree_after": pgettext_lazy("in the record", "results are right after seconds"),
    "knows_plain_http": pgettext_lazy("in the record", "knows that http:// can be read"),
    "draw_seed": pgettext_lazy("in the record", "seed"),
    "like": pgettext_lazy("in the record", "made after"),
    "archived": pgettext_lazy("in the record", "in the archive"),
    "is_archived": pgettext_lazy("in the record", "in the archive"),
    "rounds_not_played": pgettext_lazy("in the record", "rounds not played"),
    # who plays in a stage
    "best": pgettext_lazy("in the record", "so many go on"),
    "carry": pgettext_lazy("in the record", "carried over"),
    "entrants": pgettext_lazy("in the record", "pairs that go on"),
    "order": pgettext_lazy("in the record", "place"),
    "carried": pgettext_lazy("in the record", "carries over"),
    "carried_hands": pgettext_lazy("in the record", "of so many hands"),
    "moved_in": pgettext_lazy("in the record", "go on by hand"),
    "moved_out": pgettext_lazy("in the record", "stay out by hand"),
    "best_of_each": pgettext_lazy("in the record", "of each group"),
    "group_names": pgettext_lazy("in the record", "groups"),
    "compared_with": pgettext_lazy("in the record", "compared with"),
    "groups": pgettext_lazy("in the record", "pairs of the groups"),
    "group": pgettext_lazy("in the record", "group"),
    "in_groups": pgettext_lazy("in the record", "group of the pair"),
    "groups_by": pgettext_lazy("in the record", "divided"),
    "drawn_from": pgettext_lazy("in the record", "in the order"),
    "kept_apart": pgettext_lazy("in the record", "kept apart"),
    # pairs and tables
    "number": pgettext_lazy("in the record", "number"),
    "players": pgettext_lazy("in the record", "players"),
    "absent": pgettext_lazy("in the record", "missing"),
    "came": pgettext_lazy("in the record", "has come"),
    "substitutes": pgettext_lazy("in the record", "substitutes"),
    "club": _("club"),
    "pairs": pgettext_lazy("in the record", "pairs"),
    "token": pgettext_lazy("in the record", "mark of the list"),
    "seed": pgettext_lazy("in the record", "seed"),
    "numbers": pgettext_lazy("in the record", "numbers"),
    "earlier_numbers": pgettext_lazy("in the record", "numbers before"),
    "from_round": pgettext_lazy("in the record", "from round"),
    "matches": pgettext_lazy("in the record", "matches"),
    "scores": pgettext_lazy("in the record", "scores"),
    "seeded": pgettext_lazy("in the record", "first round by seeding"),
    "exchanged": pgettext_lazy("in the record", "exchanged pairs"),
    "resting": pgettext_lazy("in the record", "pairs that rest"),
    "cancelled": pgettext_lazy("in the record", "cancelled matches"),
    "reinstated": pgettext_lazy("in the record", "matches that are played again"),
    "opponent": pgettext_lazy("in the record", "opponents"),
    "instead_of": pgettext_lazy("in the record", "instead of pair"),
    "side": pgettext_lazy("in the record", "side"),
    "here": pgettext_lazy("in the record", "here"),
    "paid": pgettext_lazy("in the record", "paid"),
    "names": pgettext_lazy("in the record", "names"),
    "fixed": pgettext_lazy("in the record", "pairs that stay"),
    # a simultaneous event
    "simultaneous": pgettext_lazy("in the record", "simultaneous event"),
    "venue": pgettext_lazy("in the record", "venue"),
    "field": pgettext_lazy("in the record", "compared with"),
    "left_out": pgettext_lazy("in the record", "left out"),
    "release_at": pgettext_lazy("in the record", "hour of release"),
    "released_at": pgettext_lazy("in the record", "public in the other venues since"),
    # the schedule and the hands
    "stage": pgettext_lazy("in the record", "stage"),
    "first_round": pgettext_lazy("in the record", "first round"),
    "published": pgettext_lazy("in the record", "published"),
    "rounds": pgettext_lazy("in the record", "rounds"),
    "round": pgettext_lazy("in the record", "round"),
    "table": pgettext_lazy("in the record", "table"),
    "balance": pgettext_lazy("in the record", "balance"),
    "max": pgettext_lazy("in the record", "largest imbalance"),
    "zero_pairs": pgettext_lazy("in the record", "pairs of pairs at 0"),
    "sum_of_squares": pgettext_lazy("in the record", "sum of squares"),
    "deal_set": pgettext_lazy("in the record", "deal set"),
    "hands_before": pgettext_lazy("in the record", "hands before it"),
    "deals": pgettext_lazy("in the record", "hands in it"),
    "days": pgettext_lazy("in the record", "days"),
    "reserve_days": pgettext_lazy("in the record", "reserve days"),
    "postponed_to": pgettext_lazy("in the record", "postponed to"),
    "first_day": pgettext_lazy("in the record", "from"),
    "last_day": pgettext_lazy("in the record", "to"),
    "commitment": pgettext_lazy("in the record", "commitment"),
    "salt": pgettext_lazy("in the record", "salt"),
    "spare_deals": pgettext_lazy("in the record", "spare deals of the deal set"),
    "not_counted": pgettext_lazy("in the record", "hands that don't count"),
    "hands_seen": pgettext_lazy("in the record", "hands had been seen"),
    "settings_frozen": pgettext_lazy("in the record", "settings stay frozen"),
    # a result
    "version": pgettext_lazy("in the record", "version"),
    "outcome": pgettext_lazy("in the record", "hand"),
    "ns_points": pgettext_lazy("in the record", "points of NS"),
    "trump": pgettext_lazy("in the record", "trumps"),
    "double": pgettext_lazy("in the record", "contro"),
    "infraction": pgettext_lazy("in the record", "rule-break"),
    "award": pgettext_lazy("in the record", "awarded average"),
    "game_ns": pgettext_lazy("in the record", "points of NS"),
    "game_ew": pgettext_lazy("in the record", "points of EW"),
    "given_to": pgettext_lazy("in the record", "given to"),
    "game_n": pgettext_lazy("in the record", "points of North"),
    "game_w": pgettext_lazy("in the record", "points of West"),
    "game_s": pgettext_lazy("in the record", "points of South"),
    "game_e": pgettext_lazy("in the record", "points of East"),
    "hands_played": pgettext_lazy("in the record", "hands played"),
    "sheet": pgettext_lazy("in the record", "score sheet"),
    "not_played_reason": pgettext_lazy("in the record", "why not played"),
    "note": _("note"),
    "entered_side": pgettext_lazy("in the record", "entered by the side"),
    "by": pgettext_lazy("in the record", "by"),
    # how the day runs
    "confirmation": pgettext_lazy("in the record", "confirmation"),
    "round_minutes": pgettext_lazy("in the record", "minutes a round"),
    "correction_minutes": pgettext_lazy("in the record", "minutes for corrections"),
    "ends_at": pgettext_lazy("in the record", "ends at"),
    "seconds_left": pgettext_lazy("in the record", "seconds left in the pause"),
    "corrections_until": pgettext_lazy("in the record", "corrections until"),
    "corrections_anew": pgettext_lazy("in the record", "time for corrections restarted"),
    # correction requests and rulings
    "correction_request": pgettext_lazy("in the record", "correction request"),
    "based_on": pgettext_lazy("in the record", "about version"),
    "said": pgettext_lazy("in the record", "asked for"),
    "words": pgettext_lazy("in the record", "in words"),
    "answer": pgettext_lazy("in the record", "opponents"),
    "decision": pgettext_lazy("in the record", "decision"),
    "ruling": pgettext_lazy("in the record", "ruling"),
    "hand": pgettext_lazy("in the record", "hand"),
    "pair": pgettext_lazy("in the record", "pair"),
    "hundredths": pgettext_lazy("in the record", "hundredths of a point"),
    "link_number": pgettext_lazy("in the record", "number of the link"),
    "call": pgettext_lazy("in the record", "call"),
    # a record of play that a ruling rests on
    "play": pgettext_lazy("in the record", "record of play"),
    "cards": pgettext_lazy("in the record", "cards"),
    "digest": pgettext_lazy("in the record", "digest"),
    # a hand on phones
    "seat": pgettext_lazy("in the record", "seat"),
    "acts": pgettext_lazy("in the record", "acts"),
    "hands": pgettext_lazy("in the record", "hands"),
    "waits_from": pgettext_lazy("in the record", "waiting counts from"),
    "packs_since": pgettext_lazy("in the record", "with packs since"),
    "paused_since": pgettext_lazy("in the record", "paused since"),
    # who sat where
    "positions": pgettext_lazy("in the record", "players by position"),
    # the installation
    "folder": pgettext_lazy("in the record", "folder of the backups"),
    "faults": pgettext_lazy("in the record", "faults found"),
    "sealed_hands": pgettext_lazy("in the record", "with sealed hands"),
    "events": pgettext_lazy("in the record", "events in the record"),
    "id": pgettext_lazy("in the record", "number on this site"),
    "why": pgettext_lazy("in the record", "why"),
    "head": pgettext_lazy("in the record", "newest hash of the record"),
    # what the hall was told
    "message": pgettext_lazy("in the record", "message"),
    # accounts
    "username": _("user name"),
    "full_name": _("full name"),
    "looks_after": _("administrator of the site"),
    "active": pgettext_lazy("in the record", "active"),
    # who sat where
    **{seat.value: LABELS[Seat][seat] for seat in Seat},
}
"""Names of the parts that an act records before or after it, without those that go by a number."""
_NUMBERED: Mapping[str, str] = {
    "days": "round",
    "fixed": "contestant",
    "scores": "contestant",
    "spare_deals": "deal",
}
"""Parts whose own parts go by a number, with the kind of that number."""
DAYS = {"date", "first_day", "last_day", "postponed_to"}
MOMENTS = {"ends_at", "corrections_until", "release_at", "released_at"}
"""Parts that are times, written as ISO 8601."""
_ACTIONS: Mapping[str, Action | InstallationAction] = {
    one.value: one for known in (Action, InstallationAction) for one in known
}
_CHOICES: Mapping[str, dict[str, Promise]] = {
    name: {
        value.value if isinstance(value, Enum) else one.plain(value): said(choice.name)
        for other, one in _SETTINGS
        if other == name
        for value, choice in one.choices.items()
        if choice.name is not None
    }
    for name, _one in _SETTINGS
}
"""Named choices of settings; rules that split ties are choices of several rankings."""
_VALUES: Mapping[str, type[Enum]] = {
    "role": Role,
    "kind": Stage.Kind,
    "format": Stage.Kind,
    "carry": Carry,
    "compared_with": ComparedWith,
    "groups_by": GroupsBy,
    "played_with": PlayedWith,
    "field": VenuesField,
    "left_out": LeftOut,
    "seat": Seat,
    "given_to": Side,
    "side": Side,
    "status": RoundStatus,
    "look": HandAccess.Kind,
    "variant": PlayVariant,
    "outcome": Outcome,
    "trump": Denomination,
    "double": Double,
    "infraction": Infraction,
    "award": Award,
    "entered_side": Side,
    "by": ResultConfirmation.By,
    "confirmation": ConfirmationRule,
    "correction_request": CorrectionRequest.Kind,
    "answer": CorrectionRequest.Answer,
    "decision": CorrectionRequest.Decision,
    "call_outcome": RefereeCall.Outcome,
    "ruling": Ruling.Kind,
    "not_played_reason": NotPlayedReason,
}


def action_text(action: str) -> str:
    """Return the name of an act of any log; the stored value for an unknown one."""
    known = _ACTIONS.get(action)
    return str(known.label) if known else action  # written by another version of this program


@dataclass(frozen=True, slots=True)
class PlaceWords:
    """Words that tell places.

    In the rounds that are `games` a match is one game, and no hand is named; `of_players`:
    contestants are players, not pairs.
    """

    games: Collection[int] = ()
    of_players: bool = False

    def kind(self, kind: str) -> str:
        """Return the kind by which numbers are called: "player" for contestants who are players."""
        return "player" if self.of_players and kind == "contestant" else kind


IN_PAIRS = PlaceWords()


def place_text(place: Place, words: PlaceWords = IN_PAIRS) -> str:
    """Return a place in words: "round 3, table 2, hand 10"; a ruling by its number alone."""
    if isinstance(place, RulingPlace):
        return numbered_text("ruling", place.ruling)
    told = coordinates(place)
    is_game = told.get("round") in words.games
    return ", ".join(
        numbered_text(words.kind(kind), number)
        for kind, number in told.items()
        if not (is_game and kind == "deal")
    )


def numbered_text(kind: str, number: int | str) -> str:
    """Return a column of a place in words: ("ruling", 2) → "ruling 2"."""
    return _where(get_language())[kind] % {"number": number}


def several_text_of(sizes: Sequence[int]) -> str:
    """Return the number of pairs, or of single players, in words, from their sizes."""
    text = ngettext("%(count)d pair", "%(count)d pairs", len(sizes))
    if 1 in sizes:
        text = ngettext("%(count)d player", "%(count)d players", len(sizes))
    return text % {"count": len(sizes)}


@lru_cache(maxsize=16)  # a search puts thousands of places into words
def _where(_language: str | None) -> Mapping[str, str]:
    """Return the words for the columns of a place in that language, which is the one in force."""
    return {kind: str(words) for kind, words in _WHERE.items()}


def actor_text(actor: ActedBy) -> str:
    """Return a table, a pair, the machine or a nameless person in words; any other actor's name."""
    if actor.contestant is None:
        return str(NAMELESS.get(actor.name, actor.name))
    is_player = actor.name.endswith(f"player {actor.contestant}")
    own = numbered_text("player" if is_player else "contestant", actor.contestant)
    if actor.table is None or actor.side is None:
        return own
    at_table = (numbered_text("table", actor.table), label(actor.side))
    # Which of two partners held the table's phone is not known.
    of_two = is_player and isinstance(actor.side, Side)
    return ", ".join(at_table if of_two else (*at_table, own))


def part_name(name: str, within: str = "", words: PlaceWords = IN_PAIRS) -> str:
    """Return the name of a part of a value before or after an act; `within` is the part around
    it."""
    if within in _NUMBERED:
        return numbered_text(words.kind(_NUMBERED[within]), name)
    return str(PARTS[name]) if name in PARTS else name


def value_text(value: Any, name: str = "", words: PlaceWords = IN_PAIRS) -> str:
    """Return a value of the part called `name`, recorded or not yet, in words; "" for nothing."""
    value = recorded(value)
    if value is None or value == "":
        return ""
    if isinstance(value, bool):
        return str(_("yes")) if value else str(_("no"))
    if isinstance(value, dict):
        parts = (
            (part_name(key, name, words), value_text(one, key, words)) for key, one in value.items()
        )
        return ", ".join(f"{key}: {one}" for key, one in parts if one)
    if isinstance(value, str | int):
        return _word(str(value), name)
    if isinstance(value, Sequence):
        between = "; " if any(isinstance(one, dict) for one in value) else ", "
        return between.join(value_text(one, name, words) for one in value)
    return json.dumps(value, ensure_ascii=False)


def _member(name: str, value: str) -> Enum:
    """Return the enum member that a part's value stands for."""
    if _VALUES[name] is Side:  # where everybody plays alone, a seat
        return party_named(value)
    return _VALUES[name](value)


def _word(value: str, name: str) -> str:
    if value in _CHOICES.get(name, {}):
        return str(_CHOICES[name][value])
    try:
        if name in DAYS:
            return date_format(date.fromisoformat(value), "DATE_FORMAT")
        if name in MOMENTS:
            moment = timezone.localtime(datetime.fromisoformat(value))
            return date_format(moment, "SHORT_DATETIME_FORMAT")
        if name in _VALUES:
            member = _member(name, value)
            return str(member.label) if isinstance(member, Choices) else label(member)
    except (ValueError, OverflowError, StopIteration):  # so late that another zone has no such time
        pass  # written by another version of this program
    return value
