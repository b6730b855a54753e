"""What is said of the pages of organisers and referees."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.guide.elements import Key, PageHelp

UNDO = Key(("Ctrl", "Z"), _("Undo what was just stored"))
ENTRY_KEYS = (
    Key(("O", "C", "E", "B", "F"), _("Trumps: the suits by their letters, F for botifarra")),
    Key(("X", "R", "N"), _("Contro, recontro, neither")),
    Key((pgettext_lazy("key", "Enter"),), _("Store, and on to the next hand")),
    UNDO,
)

ORGANISERS: Mapping[str, PageHelp] = {
    "championships:start": PageHelp(
        _(
            "What is next stands at the top. Below it is everything that the day needs, in its "
            "order; what is optional can be left out. What waits for a referee stands above the "
            "list."
        ),
        "begin",
        ("pack", "slip", "link"),
    ),
    "contestants:list": PageHelp(
        _(
            "The pairs: register them one by one, paste a list, or upload a file. Numbers can be "
            "drawn by lot until the schedule is made. Late pairs, substitutes and withdrawals are "
            "here too."
        ),
        "pairs",
        ("withdrawal", "rest"),
    ),
    "contestants:tables": PageHelp(
        _(
            "There is a table for every two pairs. Give tables names, if the hall has them. "
            "Whoever can't move gets a fixed table and stays there all day."
        ),
        "pairs",
    ),
    "rounds:rests": PageHelp(
        _(
            "Enter here the pairs that ask to rest in a round, or have said that they can't come. "
            "Until the round is opened that can be changed. A rest that was asked for counts as "
            "the settings say."
        ),
        "schedule",
        ("rest", "round"),
    ),
    "rounds:absence": PageHelp(
        _(
            "One of a table of four has not come: the other three play. Say here who is missing. "
            "Should the player come after all, undo it, as long as the table has no result."
        ),
        "abarrotada",
        ("rest", "round"),
    ),
    "schedule:schedule": PageHelp(
        _(
            "Choose how many rounds are played and let the schedule be made. Look at the grid, and "
            "where all play all, how even it is. When you publish it, everybody can see the pages "
            "of the championship."
        ),
        "schedule",
        ("balance", "rest", "side"),
    ),
    "calendar:calendar": PageHelp(
        _(
            "On which days each round is played, and who is at home: the first of each match. "
            "Results stand there when their round has been closed. A pair's name leads to its page."
        ),
        "schedule",
        ("round", "match"),
    ),
    "calendar:days": PageHelp(
        _(
            "Give each round its days: all of them in turn, or one by one. A round can be played "
            "from its first day to its last. Days can change at any time; the record keeps what "
            "they were."
        ),
        "schedule",
        ("round",),
    ),
    "groups:groups": PageHelp(
        _(
            "Groups play by themselves and have standings of their own. Draw them by lot or by "
            "seeding, keep the pairs of a club apart if you like, and move single pairs by hand. "
            "Once the schedule is made the groups stand; without it they can be taken back."
        ),
        "schedule",
    ),
    "deals:deals": PageHelp(
        _(
            "Here the hands are made, get their salt, and are printed for the packs. Who looked at "
            "which hands stands in the record. Sealed hands are shown on the laptop itself only, "
            "or over HTTPS."
        ),
        "hands",
        ("commitment", "salt", "sealed", "pack"),
    ),
    "links:list": PageHelp(
        _(
            "Every table and every pair has a link of its own, printed as a code. Print the cards "
            "in the hall, as the laptop's address is part of them. A link in wrong hands is "
            "renewed, and the old one ends."
        ),
        "hall",
        ("link",),
    ),
    "championships:people": PageHelp(
        _(
            "Organisers can do everything; referees enter, decide, open and close. Add somebody "
            "who has an account, or make one: its password is shown once. The record names who did "
            "what. From accounts that play, results of open rounds are hidden."
        ),
        "begin",
    ),
    "looks": PageHelp(
        _(
            "Who plays and organises too is shown no hands of an open round, and of its results "
            "only those of the own table. You can look all the same: give a reason, it goes into "
            "the record. Organisers can say that an account doesn't play, with a reason too."
        ),
        "inbox",
    ),
    "championships:stages": PageHelp(
        _(
            "A championship is one stage or a row of them. When the rounds of the last one have "
            "been closed, another can be added for the best of it, with a format, a schedule and "
            "standings of its own. Until a round of it is opened it can be taken back."
        ),
        "begin",
        ("stage",),
    ),
    "championships:add_stage": PageHelp(
        _(
            "Choose the format, how many pairs go on and what they carry over, and see which "
            "pairs that would be. If pairs tie for the last place, or one can't come, you decide: "
            "tick another and say why. The record keeps who went on, with what, and the reason."
        ),
        "begin",
        ("stage",),
    ),
    "standings:overall": PageHelp(
        _(
            "The whole championship in one list. Those who play in the last stage stand first, in "
            "its order; then the others, in the order of the stage before it. Each stage has its "
            "own standings beside it."
        ),
        "scores",
        ("stage", "provisional"),
    ),
    "championships:settings": PageHelp(
        _(
            "The rules of scoring can be changed freely until round 1 opens, and from then on only "
            "with a reason. How the day runs, such as the countdown and who confirms, can be "
            "changed at any time. Each change is in the record."
        ),
        "begin",
        ("tie-break", "confirmation", "average"),
    ),
    "desk:desk": PageHelp(
        _(
            "A round on one screen: a tile for each hand of each table. A sign and a word say what "
            "is missing, waits, is disputed or unlikely. Type a table's number to enter its slip."
        ),
        "inbox",
        ("confirmation", "dispute", "slip"),
        (UNDO,),
    ),
    "inbox:inbox": PageHelp(
        _(
            "What waits for a referee in all rounds, what is most urgent first. Calls say how long "
            "a table has been waiting. What is done goes away by itself."
        ),
        "inbox",
        ("dispute", "correction", "confirmation"),
    ),
    "rounds:list": PageHelp(
        _(
            "Open the next round, and close it when everything is in. An opening can be taken back "
            "until a result comes in. Closing publishes results, hands and standings."
        ),
        "rounds",
        ("round", "provisional", "confirmation"),
    ),
    "results": PageHelp(
        _(
            "Enter the announcement and the points of one side; the other's follow. What it scores "
            "stands beside it while you type. What is unlikely is asked about before it is stored."
        ),
        "results",
        ("makers", "contro", "botifarra", "confirmation"),
        ENTRY_KEYS,
    ),
    "score_explanations:history": PageHelp(
        _(
            "All versions of one result: who entered what, when and why. The last one counts. None "
            "is ever lost."
        ),
        "results",
        ("record",),
    ),
    "rulings:list": PageHelp(
        _(
            "Decide on a hand: a rule-break, an average, a cancelled hand, or a deduction. You see "
            "what it changes before it is stored. A ruling can be withdrawn."
        ),
        "rulings",
        ("ruling", "rule-break", "average"),
    ),
    "play_records": PageHelp(
        _(
            "Lay the cards in the order in which they were played. The site says at which card a "
            "rule was broken, and which cards could have been played. A ruling can rest on it."
        ),
        "rulings",
        ("rule-break", "ruling"),
    ),
    "exports:papers": PageHelp(
        _(
            "Tick papers, choose rounds and a language, and make one file. The buttons above take "
            "everything that a round needs. Sealed hands ask why they are printed, and the record "
            "keeps it."
        ),
        "printing",
        ("slip", "pack", "record"),
    ),
    "audit:record": PageHelp(
        _(
            "Everything that was done, the newest first; nothing can be changed or taken out. "
            "Narrow it to a round, a pair, or some words. The digits on papers show that none is "
            "missing."
        ),
        "end",
        ("record",),
    ),
    "championships:end": PageHelp(
        _(
            "Ending makes the standings final and publishes the key of the hands. The page says "
            "what is still in the way. It can't be undone."
        ),
        "end",
        ("provisional", "commitment"),
    ),
    "play:played_with": PageHelp(
        _(
            "The hands of a stage are played with packs, or by the players on their phones. On "
            "phones nobody prepares packs, and results enter themselves. Over plain HTTP cards "
            "cross the hall's network unprotected: who turns phones on says that they know it."
        ),
        "begin",
        ("link",),
    ),
    "play:tables": PageHelp(
        _(
            "Where each table is that plays on phones: its hand and trick, who is waited for, and "
            "how long. A table's page has everything that a referee can do there. The page moves "
            "on by itself."
        ),
        "rounds",
        ("link",),
    ),
    "play:table": PageHelp(
        _(
            "Pause a table and let it go on, free a seat for another phone, let partners change "
            "places between two hands, give a card back that slipped out, end a hand, or go on "
            "with packs. Each is in the record, with its reason. What can't be undone says so."
        ),
        "rounds",
        ("link",),
    ),
    "play:hand": PageHelp(
        _(
            "What the players of a table made of a hand on their phones, and what it counts. Set "
            "the play aside if it doesn't count, or if the hand was played with packs: say what it "
            "counts instead, and why. What pairs have asked about the hand is decided by that."
        ),
        "rounds",
        ("confirmation",),
    ),
    "play:act": PageHelp(
        _(
            "What you do here changes a table in play. The page says what follows from it. Your "
            "name, the time and the reason go into the record."
        ),
        "rounds",
        ("link",),
    ),
}
