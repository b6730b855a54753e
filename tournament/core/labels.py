"""The words of the game: each value of `scoring`'s enums as translated text.

`scoring` knows no language; every page, paper and workbook takes its words from here. Seats and
suits are spelt out, because the initials O and E are both a seat and a suit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.carry import Carry
from scoring.duplicate.methods import Method
from scoring.duplicate.scores import Award, Infraction, Origin
from scoring.duplicate.settings import AverageOf, Scale
from scoring.duplicate.tie_breaks import TieBreak
from scoring.game.announcements import Denomination, Double, SantVicencRule
from scoring.game.cards import Card, Rank, Suit
from scoring.game.seats import Seat, Side
from scoring.game.variants import PlayVariant
from scoring.ordinary.dealers import Misdeal
from scoring.ordinary.hands import Revoke
from scoring.ordinary.solo_standings import SoloTieBreak
from scoring.ordinary.standings import GameScore, GameTieBreak, Rest
from scoring.pairing.groups import GroupsBy
from scoring.participation import Withdrawn
from scoring.rank_by import RankBy
from tournament.core.private_data import Private


@dataclass(frozen=True, slots=True)
class TieBreakWords:
    """The name of a rule, such as "head-to-head", and a sentence for players and organisers."""

    name: Promise
    sentence: Promise


TIE_BREAK_WORDS: Mapping[TieBreak, TieBreakWords] = {
    TieBreak.HEAD_TO_HEAD: TieBreakWords(
        _("head-to-head"),
        _(
            "The hand points in the hands the tied pairs played against each other; only if all "
            "of them have met."
        ),
    ),
    TieBreak.HAND_SCORES: TieBreakWords(
        _("sum of hand scores"),
        _("The sum of the hand scores, which count points and announcements."),
    ),
    TieBreak.BEST_RESULTS: TieBreakWords(
        _("number of best results"),
        _("How many hands got the best possible score; a difference from the mean has none."),
    ),
    TieBreak.FEWEST_INFRACTIONS: TieBreakWords(
        _("fewest rule-breaks"), _("The pair that broke fewer rules.")
    ),
    TieBreak.DRAW: TieBreakWords(
        _("drawing a card"),
        _(
            "Each of them draws a card, and the higher one wins: manilla, ace, king, horse, jack, "
            "8 … 2; between equal ranks coins beat cups, cups beat swords, and swords beat "
            "batons. The cards come from the seed, so anybody can draw them again."
        ),
    ),
}
"""Every rule's words, in the order in which the settings page offers them."""

GAME_TIE_BREAK_WORDS: Mapping[GameTieBreak, TieBreakWords] = {
    GameTieBreak.WINS: TieBreakWords(
        _("games won"), _("Games won at the table; rests and drawn games don't count.")
    ),
    GameTieBreak.DIFFERENCE: TieBreakWords(
        _("difference of points"), _("The points for, less the points against.")
    ),
    GameTieBreak.POINTS_FOR: TieBreakWords(_("points for"), _("The own points in all games.")),
    GameTieBreak.POINTS_AGAINST: TieBreakWords(
        _("fewest points against"), _("The opponents' points in all games: the fewer the better.")
    ),
    GameTieBreak.HEAD_TO_HEAD: TieBreakWords(
        _("head-to-head"),
        _("The games of those tied against each other; only if all of them have met."),
    ),
    GameTieBreak.BUCHHOLZ: TieBreakWords(
        _("Buchholz"), _("The sum of the scores of all opponents; a rest adds nothing.")
    ),
    GameTieBreak.DRAW: TIE_BREAK_WORDS[TieBreak.DRAW],
}
"""The words of every rule of games, in the order in which the settings page offers them."""
SOLO_TIE_BREAK_WORDS: Mapping[SoloTieBreak, TieBreakWords] = {
    SoloTieBreak.TABLES_WON: TieBreakWords(
        _("tables won"), _("At how many tables nobody had more points.")
    ),
    SoloTieBreak.BEST_ROUND: TieBreakWords(
        _("best round"), _("The points of the round in which the player made most.")
    ),
    SoloTieBreak.DRAW: TIE_BREAK_WORDS[TieBreak.DRAW],
}
"""The words of every rule of abarrotada, in the order in which the settings page offers them."""


# By class first: two string enums' members with one value (Side.NS, Infraction.NS) are equal keys.
LABELS: Mapping[type[Enum], Mapping[Any, Promise]] = {
    Seat: {
        Seat.N: pgettext_lazy("seat", "North"),
        Seat.W: pgettext_lazy("seat", "West"),
        Seat.S: pgettext_lazy("seat", "South"),
        Seat.E: pgettext_lazy("seat", "East"),
    },
    Side: {
        Side.NS: pgettext_lazy("side", "NS"),
        Side.EW: pgettext_lazy("side", "EW"),
    },
    Suit: {
        Suit.OROS: pgettext_lazy("suit", "coins"),
        Suit.COPES: pgettext_lazy("suit", "cups"),
        Suit.ESPASES: pgettext_lazy("suit", "swords"),
        Suit.BASTOS: pgettext_lazy("suit", "batons"),
    },
    Denomination: {
        Denomination.OROS: pgettext_lazy("suit", "coins"),
        Denomination.COPES: pgettext_lazy("suit", "cups"),
        Denomination.ESPASES: pgettext_lazy("suit", "swords"),
        Denomination.BASTOS: pgettext_lazy("suit", "batons"),
        Denomination.BOTIFARRA: pgettext_lazy("announcement", "botifarra"),
    },
    Double: {
        Double.NONE: pgettext_lazy("announcement", "none"),
        Double.CONTRO: pgettext_lazy("announcement", "contro"),
        Double.RECONTRO: pgettext_lazy("announcement", "recontro"),
        Double.SANT_VICENC: pgettext_lazy("announcement", "Sant Vicenç"),
    },
    Infraction: {
        Infraction.NONE: pgettext_lazy("rule-break", "none"),
        Infraction.NS: pgettext_lazy("rule-break", "by NS"),
        Infraction.EW: pgettext_lazy("rule-break", "by EW"),
        Infraction.BOTH: pgettext_lazy("rule-break", "by both"),
    },
    Award: {
        Award.NONE: pgettext_lazy("awarded average", "none"),
        Award.NS: pgettext_lazy("awarded average", "for NS"),
        Award.EW: pgettext_lazy("awarded average", "for EW"),
        Award.BOTH: pgettext_lazy("awarded average", "for both"),
    },
    Origin: {
        Origin.FORMULA: pgettext_lazy("origin of a final score", "by comparison"),
        Origin.FLAT: pgettext_lazy("origin of a final score", "all level"),
        Origin.INFRACTION: pgettext_lazy("origin of a final score", "rule-break"),
        Origin.AVERAGE: pgettext_lazy("origin of a final score", "average"),
        Origin.AVERAGE_OF_NOBODY: pgettext_lazy("origin of a final score", "nobody to average"),
        Origin.ANNULLED: pgettext_lazy("origin of a final score", "annulled"),
        Origin.CANCELLED: pgettext_lazy("origin of a final score", "hand cancelled"),
    },
    Method: {
        Method.MIN_MAX: _("between the lowest and the highest"),
        Method.MATCHPOINTS: _("by matchpoints"),
        Method.MEAN: _("by the difference from the mean"),
    },
    AverageOf: {
        AverageOf.PLAYED: _("of the pairs that played the hand out"),
        AverageOf.ALL_OTHERS: _("of all other pairs, offenders included"),
    },
    Scale: {
        Scale.ONE_TWO: _("from 1 to 2"),
        Scale.HUNDRED: _("from 0 to 100"),
    },
    RankBy: {
        RankBy.AUTO: _("by total; by mean while the number of hands differs"),
        RankBy.TOTAL: _("by total"),
        RankBy.MEAN: _("by mean per hand"),
    },
    Withdrawn: {
        Withdrawn.KEEP: _("its results stand"),
        Withdrawn.ANNUL: _("its results are annulled"),
    },
    TieBreak: {rule: words.name for rule, words in TIE_BREAK_WORDS.items()},
    GameTieBreak: {rule: words.name for rule, words in GAME_TIE_BREAK_WORDS.items()},
    SoloTieBreak: {rule: words.name for rule, words in SOLO_TIE_BREAK_WORDS.items()},
    Carry: {
        Carry.NOTHING: pgettext_lazy("what is carried over", "nothing"),
        Carry.HALF: pgettext_lazy("what is carried over", "half"),
        Carry.ALL: pgettext_lazy("what is carried over", "all"),
    },
    GroupsBy: {
        GroupsBy.LOT: pgettext_lazy("how pairs come into groups", "by lot"),
        GroupsBy.SERPENTINE: pgettext_lazy(
            "how pairs come into groups", "by seeding, in serpentine"
        ),
    },
    Rest: {
        Rest.WIN: pgettext_lazy("what a rest counts", "a win"),
        Rest.DRAW: pgettext_lazy("what a rest counts", "a draw"),
        Rest.NOTHING: pgettext_lazy("what a rest counts", "nothing"),
    },
    GameScore: {
        GameScore.GAMES_WON: _("by games won"),
        GameScore.POINTS: _("by the sum of points"),
    },
    SantVicencRule: {
        SantVicencRule.ALLOWED: pgettext_lazy("Sant Vicenç", "allowed"),
        SantVicencRule.NOT_AFTER_BOTIFARRA: pgettext_lazy("Sant Vicenç", "not after botifarra"),
        SantVicencRule.NOT_ALLOWED: pgettext_lazy("Sant Vicenç", "not allowed"),
    },
    Revoke: {
        Revoke.ALL_POINTS: pgettext_lazy("what a revoke costs", "all points of the game"),
        Revoke.STAKE: pgettext_lazy("what a revoke costs", "the points at stake"),
    },
    Misdeal: {
        Misdeal.SAME_DEALER_ONCE: pgettext_lazy("who deals again", "the same player, once"),
        Misdeal.SAME_DEALER: pgettext_lazy("who deals again", "the same player"),
        Misdeal.RIGHT_OF_ERRING: pgettext_lazy(
            "who deals again", "the player on the right of whoever erred"
        ),
    },
    PlayVariant: {
        PlayVariant.OBLIGADA: _("obligatory play"),
        PlayVariant.OBLIGADA_SECOND_HAND: _("obligatory play, second hand may count"),
        PlayVariant.OBLIGADA_SAFE_THIRD: _("obligatory play, third hand may count on a safe card"),
        PlayVariant.LLIURE: _("free play"),
        PlayVariant.ABARROTADA: _("abarrotada"),
    },
}


_RANKS: Mapping[Rank, Promise] = {
    Rank.MANILLA: pgettext_lazy("card", "manilla"),
    Rank.ACE: pgettext_lazy("card", "ace"),
    Rank.KING: pgettext_lazy("card", "king"),
    Rank.HORSE: pgettext_lazy("card", "horse"),
    Rank.JACK: pgettext_lazy("card", "jack"),
}
"""The ranks that have a name; the others go by their figure."""
_CARDS: Mapping[Suit, Promise] = {
    Suit.OROS: pgettext_lazy("card", "%(rank)s of coins"),
    Suit.COPES: pgettext_lazy("card", "%(rank)s of cups"),
    Suit.ESPASES: pgettext_lazy("card", "%(rank)s of swords"),
    Suit.BASTOS: pgettext_lazy("card", "%(rank)s of batons"),
}


def rank_name(rank: Rank) -> str:
    """The name of a rank, "ace", or its figure."""
    return str(_RANKS[rank]) if rank in _RANKS else rank.letter


def card_name(card: Card) -> str:
    """A card in words: "ace of cups"."""
    return str(_CARDS[card.suit]) % {"rank": rank_name(card.rank)}


def label(value: Enum) -> str:
    """The word for a value of one of `scoring`'s enums, in the language in force.

    Raises KeyError for a value without a word; a test asks for all of them.
    """
    return str(LABELS[type(value)][value])


PRIVATE_LABELS: Mapping[Private, Promise] = {
    Private.ADDRESS: _("an e-mail address"),
    Private.IDENTITY: _("an identity number"),
    Private.PHONE: _("a telephone number"),
    Private.NUMBER: _("a long number"),
    Private.BRACKETS: _("brackets"),
}
"""What must not stand in a name, as sentences tell it; what it says is never repeated."""
