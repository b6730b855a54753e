"""The guide's chapters for organisers."""

from django.utils.translation import gettext_lazy as _

from tournament.guide.elements import Audience, Chapter, Picture, Steps, Text

BEGIN = Chapter(
    "begin",
    _("From nothing to round 1"),
    Audience.ORGANISERS,
    (
        Text(
            _(
                "The page *What comes next* leads through the day. It lists what is to be done, "
                "marks what is next, and has the button for it. The menus have the same pages in "
                "the order of the day: *Prepare*, *Play*, *Print* and *Finish*."
            )
        ),
        Picture("start", _("What comes next, in the middle of the day")),
        Steps(
            (
                _(
                    "On the first page press *New championship*. A name, a place and a date will "
                    "do. Choose the format with care: it alone can't be changed later."
                ),
                _("Register the pairs, and look at the tables."),
                _("Make the schedule, check it and publish it: now everybody can see these pages."),
                _("Make the hands, add the salt, and print the hands for the packs."),
                _("Print the slips; where phones are used, the cards with the codes too."),
                _(
                    "Open round 1. Until then the rules of scoring can be changed freely on the "
                    "page *Settings*, from then on only with a reason, which the record keeps."
                ),
            )
        ),
        Text(
            _(
                "While there is no championship yet, *Try a rehearsal* on the first page makes one "
                "that bots play. Every page and paper of it says that it is a rehearsal."
            )
        ),
    ),
)
PAIRS = Chapter(
    "pairs",
    _("Pairs and tables"),
    Audience.ORGANISERS,
    (
        Text(
            _(
                "*Paste a list* takes a list as people write it, from a message or a spreadsheet: "
                "a pair on each line. You see what was understood beside each line before anything "
                "is registered. Lines in doubt are marked, and not counted until you have looked "
                "at them. Names stand on public pages: telephone numbers, e-mail addresses, "
                "identity numbers and brackets are taken out of them, and never stored."
            )
        ),
        Text(
            _(
                "*Draw the numbers* gives the pairs their numbers by lot. The draw is recorded, "
                "and anybody can repeat it. On the page *Tables* the tables get names, and whoever "
                "can't move gets a fixed one."
            )
        ),
        Text(
            _(
                "On the day, note on the page *Check-in* who has come and who has paid, with one "
                "tap each. Who is missing can be shown on the wall, and is named before a round "
                "opens. Nobody has to use it."
            )
        ),
        Text(
            _(
                "A pair that comes late takes the place of rests: where several pairs rest in a "
                "round, that of the one that has rested most often. Where nobody rests, the page "
                "offers what can be done. Two that rest in the same round can play each other, if "
                "they meet less often than others do. A pair that leaves is withdrawn from a round "
                "on, and what it has played stands. Both are on the page *Pairs* of the menu "
                "*Prepare*."
            )
        ),
        Text(
            _(
                "Where single players compete, the rounds that have not begun are planned anew for "
                "those who are there when one comes late or leaves, and the page says which. A "
                "substitute needs neither: change the player's name."
            )
        ),
    ),
)
SCHEDULE = Chapter(
    "schedule",
    _("The schedule"),
    Audience.ORGANISERS,
    (
        Text(
            _(
                "On *Schedule* you choose how many rounds are played. Where all play all, the site "
                "seats the pairs so that everybody is compared with everybody as evenly as can be. "
                "With an odd number of pairs, one rests in each round."
            )
        ),
        Picture("schedule", _("The schedule: a row for each pair, a column for each round")),
        Text(
            _(
                "Look at the grid before you publish it. As long as no round is open it can be "
                "removed and made again."
            )
        ),
        Text(
            _(
                "In the other formats each round is paired on the page *Rounds*. By lot, that can "
                "be done once the one before it is open. In a Swiss the one before it has to be "
                "closed: then pairs meet that stand near each other in the standings, with as few "
                "rematches as possible. The page of the round says why everybody meets whom; two "
                "pairs can be exchanged there, and it says first what that costs."
            )
        ),
        Text(
            _(
                "In a knock-out the winners of each round meet in the next, as the bracket on the "
                "page *Standings* shows. After a draw extra hands are played. If only one pair has "
                "come, a referee gives it the game."
            )
        ),
        Text(
            _(
                "The settings can ask for two games against the same pair, and for a second chance "
                "for those who lose in the first round. Choose that before the schedule is made."
            )
        ),
    ),
)
HANDS = Chapter(
    "hands",
    _("The hands and their proof"),
    Audience.ORGANISERS,
    (
        Text(
            _(
                "All tables play the same hands. They come from a secret key, which the site draws "
                "when you press *Make the hands*. Its commitment is published at once: a number "
                "that tells nothing about the hands, and proves afterwards that none was exchanged."
            )
        ),
        Steps(
            (
                _("Make the hands on the page *Hands*, and hang up the printed commitment."),
                _(
                    "Add a salt that nobody controls and nobody knew before, such as that day's "
                    "lottery number. With it nobody can have chosen the hands."
                ),
                _(
                    "Print the hands to prepare, on the laptop itself. It is recorded, and from "
                    "then on the salt is fixed."
                ),
                _("Helpers who don't play make up the packs, and seal them."),
            )
        ),
        Text(
            _(
                "If a pack falls open, the hands of that round can be looked at with *Open "
                "early…*, and exchanged for spare ones. Both are in the record. When a round is "
                "closed its hands are public, and the page *Proof* shows everybody how to check "
                "them."
            )
        ),
    ),
)
HALL = Chapter(
    "hall",
    _("Phones and screens in the hall"),
    Audience.ORGANISERS,
    (
        Text(
            _(
                "Print the cards on the page *Links* when the laptop is in the hall's network: its "
                "address is part of the codes. Whoever scans a table's code has the page of that "
                "table, without an account. A pair's code opens the page of the pair."
            )
        ),
        Text(
            _(
                "A card that was lost or photographed is made worthless by *Renew…*: the old code "
                "leads nowhere from then on. When the championship ends, all of them do."
            )
        ),
        Text(
            _(
                "For the projector open *For the wall* on the pairings or the standings. The page "
                "refreshes itself, counts down the round, and needs nobody at the keyboard."
            )
        ),
        Text(
            _(
                "What the wall of the standings shows is chosen on the page *Wall*: standings, "
                "their course, the next pairings, the countdown, by turns or one of them alone. "
                "A message to the hall stands above everything for as long as you say."
            )
        ),
        Picture("wall", _("The standings on the wall")),
    ),
)
PRINTING = Chapter(
    "printing",
    _("What is printed when"),
    Audience.ORGANISERS,
    (
        Text(
            _(
                "The menu *Print* has all papers. Tick those you want, choose the rounds and the "
                "language, and press *Make the file*: it becomes one file with a table of "
                "contents. Long ones are made behind the page, which says how far they are."
            )
        ),
        Picture("papers", _("The page of papers")),
        Steps(
            (
                _("Before the day: *Everything before the day*, and the hands to prepare."),
                _("Before each round: pairings for the wall, and slips where they are used."),
                _("After each round: standings, and the sheets of the hands."),
                _("At the end: the official record, and the pairs' sheets to take home."),
            )
        ),
    ),
)
END = Chapter(
    "end",
    _("The end, and what stays"),
    Audience.ORGANISERS,
    (
        Text(
            _(
                "When the last round is closed and its time for corrections is over, press *End "
                "the championship* on the page *End*. The standings become final and the key of "
                "the hands is public. It can't be undone."
            )
        ),
        Text(
            _(
                "*Record* has everything that was done, by whom, when and why; nothing in it can "
                "be changed. *File* writes the whole championship into one file, which another "
                "installation can read. The workbooks are on the page of the standings, and so is "
                "*What if?*: the same results, scored in other ways, which count for nothing."
            )
        ),
        Text(
            _(
                "*A new one like this…* begins the next championship with the same settings, and "
                "with the pairs if you like. What will never be ended goes out of the way with "
                "*Move it to the archive*; it comes back as easily. *Delete it…* is there for what "
                "nobody will miss: a championship in which no round was ever opened, a rehearsal, "
                "an untouched copy."
            )
        ),
    ),
)
