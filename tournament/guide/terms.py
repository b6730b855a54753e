"""The words of the game and of the site, for who meets them on a page."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.guide.elements import Term

TERMS: Mapping[str, Term] = {
    "round": Term(
        pgettext_lazy("glossary", "round"),
        _("What is played at all tables at the same time, with the same hands."),
    ),
    "match": Term(
        pgettext_lazy("glossary", "match"),
        _("Two pairs that play the hands of a round at a table."),
    ),
    "hand": Term(
        pgettext_lazy("glossary", "hand"),
        _("Forty-eight cards dealt before the day, the same at all tables."),
    ),
    "side": Term(
        pgettext_lazy("glossary", "side"),
        _("The two seats of a pair: North–South or East–West."),
    ),
    "makers": Term(
        pgettext_lazy("glossary", "makers"), _("The side that makes trumps: always the dealer's.")
    ),
    "botifarra": Term(
        pgettext_lazy("glossary", "botifarra"),
        _("Play without trumps; it doubles the hand score of the makers."),
    ),
    "contro": Term(
        pgettext_lazy("glossary", "contro"),
        _("The opponents' double; it doubles their own hand score, and nobody else's."),
    ),
    "hand-score": Term(
        pgettext_lazy("glossary", "hand score"),
        _("A side's points less 36, doubled if it announced a double."),
    ),
    "hand-points": Term(
        pgettext_lazy("glossary", "hand points"),
        _(
            "A pair's result in a hand, compared with the others that held the same cards; the "
            "rules of the championship say how."
        ),
    ),
    "stage": Term(
        pgettext_lazy("glossary", "stage"),
        _("A part of a championship with its own format, schedule and standings, as a final."),
    ),
    "rest": Term(
        pgettext_lazy("glossary", "rest"),
        _("A round in which a pair doesn't play, because their number is odd."),
    ),
    "balance": Term(
        pgettext_lazy("glossary", "balance"),
        _("How evenly each pair is compared with all others over the day."),
    ),
    "tie-break": Term(
        pgettext_lazy("glossary", "tie-break"), _("What decides between pairs that have the same.")
    ),
    "provisional": Term(
        pgettext_lazy("glossary", "provisional"),
        _("It can still change, as the time for corrections runs or rounds are left."),
    ),
    "confirmation": Term(
        pgettext_lazy("glossary", "confirmation"),
        _(
            "Somebody else says that a result is right: the other pair on a phone of its own, or a "
            "referee. Where one phone enters for the whole table it counts as agreed there."
        ),
    ),
    "dispute": Term(
        pgettext_lazy("glossary", "dispute"),
        _("Two pairs say different things of a hand; a referee decides."),
    ),
    "correction": Term(
        pgettext_lazy("glossary", "correction request"),
        _("A pair asks to have a result of a closed round changed."),
    ),
    "ruling": Term(
        pgettext_lazy("glossary", "ruling"),
        _("A referee's decision on a hand: a rule-break, an average, a cancelled hand."),
    ),
    "rule-break": Term(
        pgettext_lazy("glossary", "rule-break"),
        _("A card played against the rules, or another offence, which costs the hand."),
    ),
    "average": Term(
        pgettext_lazy("glossary", "average"),
        _("The mean of what the other pairs got with the same cards."),
    ),
    "withdrawal": Term(
        pgettext_lazy("glossary", "withdrawal"),
        _("A pair leaves: what it has played stands, its later opponents rest."),
    ),
    "commitment": Term(
        pgettext_lazy("glossary", "commitment"),
        _("A number that fixes all hands in public without giving any away."),
    ),
    "salt": Term(
        pgettext_lazy("glossary", "salt"),
        _("A public text that nobody chose, and that goes into every hand."),
    ),
    "sealed": Term(
        pgettext_lazy("glossary", "sealed"),
        _("Not to be seen by anybody before the round; each look is recorded."),
    ),
    "pack": Term(
        pgettext_lazy("glossary", "pack"),
        _("The cards of a hand, made up and sealed for a table before the day."),
    ),
    "slip": Term(
        pgettext_lazy("glossary", "result slip"),
        _("The paper on which a table writes down its results, and signs them."),
    ),
    "link": Term(
        pgettext_lazy("glossary", "link"),
        _("A secret address, printed as a code, that opens the page of a table or a pair."),
    ),
    "record": Term(
        pgettext_lazy("glossary", "record"),
        _("All that was done, in order and unchangeable: who, when, what and why."),
    ),
    "rehearsal": Term(
        pgettext_lazy("glossary", "rehearsal"),
        _("A championship that bots play, to practise with."),
    ),
}
"""Every word by its name in the code, in the order of the glossary."""
