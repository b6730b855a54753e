"""What is said of each page, by the name of its view ("desk:round") or of its feature ("desk").

A page that has nothing of its own says what is said of its feature, or else of the menu's entry
that covers it (`core.navigation`).
"""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.core.navigation import entry_of
from tournament.guide.elements import Key, PageHelp

SEARCH = Key(("/",), _("Search the championship"))
HELP = Key(("?",), _("This help"))
UNDO = Key(("Ctrl", "Z"), _("Undo what was just stored"))
ENTRY_KEYS = (
    Key(("O", "C", "E", "B", "F"), _("Trumps: the suits by their letters, F for botifarra")),
    Key(("X", "R", "N"), _("Contro, recontro, neither")),
    Key((pgettext_lazy("key", "Enter"),), _("Store, and on to the next hand")),
    UNDO,
)
WALL_KEYS = (
    Key((pgettext_lazy("key", "Space"),), _("Pause, and go on")),
    Key(("←", "→"), _("A screen back, a screen on")),
)
REPLAY_KEYS = (Key(("←", "→"), _("A card back, a card on")),)
PRACTICE_KEYS = (
    Key(("←", "→"), _("From card to card")),
    Key((pgettext_lazy("key", "Backspace"),), _("Take back what you did last")),
)
WITHOUT_A_HEADER = {"wall:wall", "check_in:wall"}
"""Pages of championships on which nothing can be searched."""

PAGES: Mapping[str, PageHelp] = {
    # The site.
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
    # For everybody.
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
    # Organisers and referees.
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
            "what."
        ),
        "begin",
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
    "play:act": PageHelp(
        _(
            "What you do here changes a table in play. The page says what follows from it. Your "
            "name, the time and the reason go into the record."
        ),
        "rounds",
        ("link",),
    ),
    # On phones.
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
            "says whether it is right. Without a network it is kept here and sent later."
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


def help_of(view: str) -> PageHelp | None:
    """What is said of the page of a view ("desk:table"); None where there is no such page."""
    feature = view.split(":")[0]
    entry = entry_of(view)
    for name in (view, feature, entry.view if entry else ""):
        if name in PAGES:
            return PAGES[name]
    return None


def title_of(view: str) -> str:
    """What the menus call a page; "" where it is in none of them itself."""
    entry = entry_of(view)
    return str(entry.label) if entry and entry.view == view else ""


def keys_of(view: str) -> tuple[Key, ...]:
    """The keys of a page: its own, and those of all pages."""
    page = help_of(view)
    own = page.keys if page else ()
    searches = entry_of(view) is not None and view not in WITHOUT_A_HEADER
    return (*own, SEARCH, HELP) if searches else (*own, HELP)
