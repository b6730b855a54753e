"""The tie-breaks in words: the name of each rule, and what it does in a sentence.

How a rule is worked out is in `scoring.duplicate.tie_breaks`; how its values are written follows
from its unit there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.duplicate.tie_breaks import TieBreak


@dataclass(frozen=True, slots=True)
class TieBreakWords:
    """The name of a rule, such as "head-to-head", and a sentence for players and organisers."""

    name: Promise
    sentence: Promise


TIE_BREAK_WORDS: Mapping[TieBreak, TieBreakWords] = {
    TieBreak.HEAD_TO_HEAD: TieBreakWords(
        _("head-to-head"),
        _(
            "The final scores in the hands the tied pairs played against each other; only if all "
            "of them have met."
        ),
    ),
    TieBreak.HAND_SCORES: TieBreakWords(
        _("sum of hand scores"),
        _("The sum of the hand scores, which count points and announcements."),
    ),
    TieBreak.BEST_RESULTS: TieBreakWords(
        _("number of best results"), _("How many hands were the best of all.")
    ),
    TieBreak.FEWEST_INFRACTIONS: TieBreakWords(
        _("fewest rule-breaks"), _("The pair that broke fewer rules.")
    ),
    TieBreak.DRAW: TieBreakWords(
        _("drawing a card"),
        _(
            "Each pair draws a card, and the higher one wins: manilla, ace, king, horse, jack, "
            "8 … 2; between equal ranks coins beat cups, cups beat swords, and swords beat "
            "batons. The cards come from the seed, so anybody can draw them again."
        ),
    ),
}
"""Every rule's words, in the order in which the settings page offers them."""
