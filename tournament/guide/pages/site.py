"""What is said of the pages of the site: its championships, accounts, copies, rehearsals."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from tournament.guide.elements import PageHelp

SITE: Mapping[str, PageHelp] = {
    "home": PageHelp(
        _(
            "These are the championships of this site: yours, where you have a role, and those "
            "that are public. Choose one to see where and against whom people play, and who leads. "
            "Organisers begin a new one here."
        ),
        "begin",
    ),
    "accounts": PageHelp(
        _(
            "Only organisers and referees have accounts; players need none. A new account gets a "
            "password that its owner changes at the first login. Who forgot theirs gets a new one "
            "from whoever looks after the site."
        ),
        "begin",
    ),
    "backups": PageHelp(
        _(
            "A copy of the whole site is made after each closed round and every ten minutes in "
            "which something has changed. Choose a folder on another disk, a USB stick for "
            "instance. Whoever has a copy can compute all hands, so keep it as carefully as the "
            "laptop."
        ),
        "end",
    ),
    "transfer": PageHelp(
        _(
            "A championship can be written into one file with everything in it. Another "
            "installation reads it, checks that nothing in it contradicts the record, and goes on "
            "from there. As long as hands are sealed the file has their key: give it to nobody who "
            "plays."
        ),
        "end",
        ("record", "sealed"),
    ),
    "championships:choose_preset": PageHelp(
        _(
            "Each card is a championship as clubs hold them. Type how many pairs you expect, and "
            "each says how long it takes. Choose one to see its numbers, which can be changed."
        ),
        "begin",
    ),
    "championships:create": PageHelp(
        _(
            "A name and a date are enough to begin. The format can't be changed later; its numbers "
            "can, until they are used. Type how many pairs you expect to see rounds, tables, time "
            "and packs. You become its organiser, and nobody else sees it until the schedule is "
            "published."
        ),
        "begin",
    ),
    "simultaneous": PageHelp(
        _(
            "In a simultaneous event several venues play the same hands, and each is a "
            "championship of its own. The centre makes the hands and fixes their salt. A venue "
            "hands in each round when it is done, and all see it when the last one has, or when "
            "the centre releases it."
        ),
        "rounds",
        ("sealed", "record"),
    ),
    "envelopes": PageHelp(
        _(
            "A venue without a network gets its hands in an encrypted envelope and plays on its "
            "own laptop. The centre tells the passphrase when the packs are to be made up. The "
            "results come back in a file: the centre looks at what it brings, then takes it in."
        ),
        "rounds",
        ("sealed", "record"),
    ),
    "envelopes:for_the_centre": PageHelp(
        _(
            "Your venue plays without a network. After a round is handed in, fetch the results "
            "file here. Send it to the centre, which alone can read it."
        ),
        "rounds",
        ("record",),
    ),
    "rehearsal": PageHelp(
        _(
            "A rehearsal is a championship that bots play, with mistakes as they happen in halls. "
            "You can do everything in it that you do on the day. All pages and papers say what it "
            "is."
        ),
        "begin",
        ("rehearsal",),
    ),
    "guide": PageHelp(
        _(
            "This is the guide: short chapters for organisers, for referees, and for who plays. On "
            "each page the question mark opens what belongs to that page. The whole guide can be "
            "printed among the papers of a championship."
        ),
        "begin",
    ),
}
