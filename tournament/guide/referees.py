"""The guide's chapters for referees."""

from django.utils.translation import gettext_lazy as _

from tournament.guide.elements import Audience, Chapter, Picture, Text

ROUNDS = Chapter(
    "rounds",
    _("Opening and closing rounds"),
    Audience.REFEREES,
    (
        Text(
            _(
                "On the page *Rounds* the next round has the button *Open…*. Opening it starts the "
                "countdown and lets tables enter results. It can be taken back as long as no "
                "result has come in."
            )
        ),
        Text(
            _(
                "*Close…* asks for what is still missing: every hand needs a result or a reason "
                "why it was not played, its confirmation, and a decision where the pairs disagree. "
                "Closing publishes the results, the hands and the standings. The page after it "
                "says what comes next."
            )
        ),
        Text(
            _(
                "For some time after that the results are provisional, and pairs can ask for "
                "corrections. A round that must be played on is opened again with *Reopen…*."
            )
        ),
    ),
)
RESULTS = Chapter(
    "results",
    _("Entering results"),
    Audience.REFEREES,
    (
        Text(
            _(
                "Type the number or the name of a table into *Enter the slip of table* and press "
                "the Enter key. Then a letter for trumps (*O*, *C*, *E*, *B*, or F for botifarra), "
                "X for contro, R for recontro, and the points of one side; Enter stores it and "
                "goes on to the next hand. You needn't wait for it: what you type meanwhile goes "
                "there too."
            )
        ),
        Picture("entry", _("The entry of a result, and what it scores")),
        Text(
            _(
                "For two minutes *Undo* takes back what you stored last in the round; Ctrl and Z "
                "do the same. Later, a change needs a reason. No version is lost: *History* shows "
                "them all."
            )
        ),
        Text(
            _(
                "A result that is unlikely is asked about once. Look at the slip, and if it is "
                "right, say so."
            )
        ),
        Text(
            _(
                "Who plays and referees too sees on the desk which hands wait for what, but no "
                "result of another table and no hand of an open round. *Look all the same* asks "
                "why, and the record says who looked at what. An account counts as a player's once "
                "it opens its pair's link; the page *People* has a list of them."
            )
        ),
    ),
)
INBOX = Chapter(
    "inbox",
    _("The desk and what waits there"),
    Audience.REFEREES,
    (
        Text(
            _(
                "The page *Desk* shows a round on one screen: a tile for each hand of each table, "
                "with a sign and a word for what is missing, waits for confirmation, is disputed "
                "or unlikely. Choose a tile to look at it."
            )
        ),
        Picture("desk", _("The desk: what each table has entered")),
        Text(
            _(
                "The *Inbox* has what waits for a referee in all rounds: calls, disputes, late "
                "entries, requests for a correction and unlikely results, what is most urgent "
                "first. The bar above each page says how many there are."
            )
        ),
        Picture("inbox", _("What waits for a referee")),
        Text(
            _(
                "When a table calls, press *I'm coming*: its phone says so. Where two pairs enter "
                "different results, you see both and decide which one stands."
            )
        ),
        Text(
            _(
                "Where hands are played on phones, the page of a round leads to a list of where "
                "each table is, who is waited for, and how long. A table's page lets you pause it, "
                "free a seat or let another phone take it, see which phones have held it, let "
                "partners change places between two hands, give the last card "
                "back, end a hand, or go on with packs."
            )
        ),
        Text(
            _(
                "What was played on phones is the result. Where it doesn't count, or the hand was "
                "played with packs, set its play aside on the page of its table, and say what it "
                "counts and why. The phones go on, and what pairs have asked about the hand is "
                "decided by it. The same page lets the play count again."
            )
        ),
    ),
)
RULINGS = Chapter(
    "rulings",
    _("Rulings"),
    Audience.REFEREES,
    (
        Text(
            _(
                "On the page *Rulings* choose the hand at a table, or all tables of a hand. A pair "
                "that broke a rule gets nothing for the hand, and its opponents the average of the "
                "pairs that played it with the same cards. A hand that could not be played is "
                "cancelled."
            )
        ),
        Picture("ruling", _("A ruling on a hand")),
        Text(
            _(
                "*Show what it does* shows how scores and standings would change; nothing is "
                "stored before you agree. A ruling needs a reason, and can be withdrawn: then the "
                "result counts as before."
            )
        ),
        Text(
            _(
                "Where players disagree about the cards, the *Rules desk* rebuilds the play card "
                "by card and finds the cards that broke a rule."
            )
        ),
    ),
)
