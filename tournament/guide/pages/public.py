"""What is said of the pages that everybody may see."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.guide.elements import Key, PageHelp

WALL_KEYS = (
    Key((pgettext_lazy("key", "Space"),), _("Pause, and go on")),
    Key(("←", "→"), _("A screen back, a screen on")),
)
REPLAY_KEYS = (Key(("←", "→"), _("A card back, a card on")),)
PRACTICE_KEYS = (
    Key(("←", "→"), _("From card to card")),
    Key((pgettext_lazy("key", "Backspace"),), _("Take back what you did last")),
)

PUBLIC: Mapping[str, PageHelp] = {
    "public:home": PageHelp(
        _(
            "Here is what happens now: the round, how much time is left, and who leads. The page "
            "refreshes itself. Find your table by your name, or choose another page above."
        ),
        "scores",
        ("round", "provisional"),
    ),
    "public:share": PageHelp(
        _(
            "This is the championship's link, to be copied, sent or scanned. It leads to the pages "
            "that everybody may see, and needs no account. The address is the one by which you "
            "have come here yourself."
        ),
        "hall",
    ),
    "public:current_pairings": PageHelp(
        _(
            "Who plays whom in this round, at which table and on which side. Type a name to find "
            "it, or order the list by name or surname. A pair that rests stands at the end."
        ),
        "pair",
        ("match", "side", "rest"),
    ),
    "public:schedule": PageHelp(
        _(
            "The whole day: a row for each pair, a column for each round, and in it the table and "
            "the opponents. In a round all tables play the same hands. A pair's name leads to its "
            "page."
        ),
        "schedule",
        ("round", "hand", "rest", "side"),
    ),
    "public:contestants": PageHelp(
        _(
            "All pairs with their numbers and clubs. A number stays with a pair all day and stands "
            "on slips and sheets. Choose a pair to see what it has played."
        ),
        "pair",
        ("withdrawal",),
    ),
    "standings:standings": PageHelp(
        _(
            "The pairs in their order, after the rounds that are closed. Where two have the same, "
            "the page says which rule decided. Choose a pair to see where its points come from."
        ),
        "scores",
        ("hand-points", "provisional", "tie-break", "average"),
    ),
    "standings:course": PageHelp(
        _(
            "A line for each pair: where it stood after each round. Choose a pair to follow its "
            "line among the others. The same stands below as a table."
        ),
        "scores",
        ("round",),
    ),
    "standings:what_if": PageHelp(
        _(
            "The results as other ways of scoring would rank them. Only the first column counts. A "
            "mark beside a rank says how many places a pair would gain or lose."
        ),
        "scores",
        ("hand-points",),
    ),
    "wall:wall": PageHelp(
        _(
            "This page is for a projector. It turns its own pages and refreshes itself. Nobody has "
            "to touch it during the day."
        ),
        "hall",
        keys=WALL_KEYS,
    ),
    "wall:steer": PageHelp(
        _(
            "Choose what the walls of the hall show, by turns or one screen alone. A message "
            "stands above everything until its time is over. A wall follows in a few seconds; "
            "nobody has to go there."
        ),
        "hall",
    ),
    "check_in": PageHelp(
        _(
            "Note who is here and who has paid, with one tap each; another tap takes it back. "
            "Choose the missing ones to see whom to look for, or show them on the wall. A round "
            "that opens without some of its pairs names them first."
        ),
        "rounds",
        ("withdrawal",),
    ),
    "standings:hand_sheet": PageHelp(
        _(
            "All results of one hand, with its cards. Both sides are compared with those who held "
            "the same cards. Choose a figure to see how it came about, or replay the hand card by "
            "card."
        ),
        "scores",
        ("hand-score", "hand-points", "makers", "average"),
    ),
    "score_explanations:score": PageHelp(
        _(
            "Step by step, how the points of one pair in one hand came about. The results of the "
            "others with the same cards are the scale. Rulings and changes of the result are "
            "listed below."
        ),
        "scores",
        ("hand-score", "hand-points", "rule-break", "average"),
    ),
    "analysis:replay": PageHelp(
        _(
            "The hand card by card, with either side against the best defence. The values are "
            "those with all cards known, which nobody at a table could see. The arrow keys go back "
            "and on."
        ),
        "scores",
        ("makers", "botifarra"),
        REPLAY_KEYS,
    ),
    "play:played": PageHelp(
        _(
            "Every card of a hand as a table played it on phones, what each one lost, and best "
            "play with the same trumps beside it. Each card is a link to its moment in the replay. "
            "The text can be saved and read by other programs."
        ),
        "scores",
        ("makers", "botifarra"),
    ),
    "friendly": PageHelp(
        _(
            "A friendly table is for a game among friends: it belongs to no championship, and is "
            "gone a day after its last use. Whoever has its code or link takes one of its places, "
            "and bots play on the others. Somebody at the table deals; everything that may be done "
            "stands out. In abarrotada everybody plays alone: whoever could make trumps may "
            "delegate to the left, or say estevet, which delegates with a contro."
        ),
        "scores",
        ("botifarra",),
    ),
    "practice:play": PageHelp(
        _(
            "A hand that has been played, for you to play against three bots, which see their own "
            "cards only. They play alike for everybody who plays the same. At the end the page "
            "says what it would have scored. Nothing of it is stored: the address has all you did."
        ),
        "scores",
        ("makers", "botifarra", "hand-score"),
        PRACTICE_KEYS,
    ),
    "championships:rules": PageHelp(
        _(
            "How this championship is scored, and what was chosen where the rules leave a choice. "
            "What stands here is in force now. From round 1 on a change needs a reason, and the "
            "record keeps it."
        ),
        "scores",
        ("hand-score", "hand-points", "average", "tie-break"),
    ),
    "deals:proof": PageHelp(
        _(
            "The number was published before anybody held a card, and fixes all hands. When a "
            "round is closed, its hands can be computed and compared by everybody. Nobody has to "
            "believe the organisers."
        ),
        "hands",
        ("commitment", "salt", "sealed"),
    ),
    "search": PageHelp(
        _(
            "Type a name, a number, or a word and a number, such as “table 4” or “hand 12”. Pairs, "
            "players, tables, rounds, hands and pages are found. Accents and capitals don't matter."
        ),
        "pair",
    ),
    "exports": PageHelp(
        _(
            "A file is made here, to be printed or kept. What takes long is made behind the page, "
            "which says how far it is. The same data gives the same file."
        ),
        "printing",
    ),
    "jobs": PageHelp(
        _(
            "Your file is being made. You can leave the page open, or go on working and come back "
            "to *Print*. It is kept for a while and then thrown away."
        ),
        "printing",
    ),
}
