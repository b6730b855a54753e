"""What is said of the pages of tables and pairs, on their phones."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from tournament.guide.elements import PageHelp

PHONES: Mapping[str, PageHelp] = {
    "play": PageHelp(
        _(
            "Take your seat with a phone of your own, and play as at the table: only legal cards "
            "can be played. When the hand is over both pairs say that its result is right, and the "
            "next one follows. If anything is wrong, call the referee."
        ),
        "play",
        ("contro", "botifarra", "confirmation"),
    ),
    "phones:table": PageHelp(
        _(
            "Choose a hand, tap what was announced and your points, and send it. The other pair "
            "says on a phone of its own whether it is right. Without a network it is kept here "
            "and sent later."
        ),
        "table",
        ("makers", "contro", "botifarra", "confirmation"),
    ),
    "phones": PageHelp(
        _(
            "Your day, and what you have played so far. Of a closed round you can ask for a "
            "correction as long as its time runs. Your opponents say whether they agree, and a "
            "referee decides."
        ),
        "pair",
        ("provisional", "correction", "hand-points"),
    ),
    "links": PageHelp(
        _(
            "The codes on the cards open the page of a table or a pair. One that was renewed, or "
            "whose championship has ended, leads nowhere. Ask the organisers for a new card."
        ),
        "table",
        ("link",),
    ),
}
