"""Help of each page, by the name of its view ("desk:round") or of its feature ("desk").

A page without help of its own has that of its feature, or else of the menu's entry that covers it
(`core.navigation`). The three sentences stand in templates/guide/…/pages.md, the words in words.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.core.navigation import entry_of
from tournament.guide.texts import plain, texts


@dataclass(frozen=True, slots=True)
class Key:
    """Keys that do something on a page: ("Ctrl", "Z") are pressed together."""

    keys: tuple[str | Promise, ...]
    does: Promise


@dataclass(frozen=True, slots=True)
class PageHelp:
    """The chapter of a page, its words by their names, and its keys."""

    chapter: str
    words: str = ""
    keys: tuple[Key, ...] = ()


_UNDO = Key(("Ctrl", "Z"), _("Undo what was just stored"))
_ENTRY_KEYS = (
    Key(("O", "C", "E", "B", "F"), _("Trumps: the suits by their letters, F for botifarra")),
    Key(("X", "R", "N"), _("Contro, recontro, neither")),
    Key((pgettext_lazy("key", "Enter"),), _("Save, and on to the next hand")),
    _UNDO,
)
_WALL_KEYS = (
    Key((pgettext_lazy("key", "Space"),), _("Pause, and go on")),
    Key(("←", "→"), _("A screen back, a screen on")),
)
_REPLAY_KEYS = (Key(("←", "→"), _("A card back, a card on")),)
_PRACTICE_KEYS = (
    Key(("←", "→"), _("From card to card")),
    Key((pgettext_lazy("key", "Backspace"),), _("Take back what you did last")),
)
_SEARCH = Key(("/",), _("Search the championship"))
_HELP = Key(("?",), _("This help"))
_WITHOUT_A_HEADER = {"wall:wall", "check_in:wall"}
"""Pages of championships on which nothing can be searched."""

PAGES: Mapping[str, PageHelp] = {
    "home": PageHelp("begin"),
    "accounts": PageHelp("begin"),
    "backups": PageHelp("end"),
    "transfer": PageHelp("end", "record sealed"),
    "championships:choose_preset": PageHelp("begin"),
    "championships:create": PageHelp("begin"),
    "simultaneous": PageHelp("rounds", "sealed record"),
    "envelopes": PageHelp("rounds", "sealed record"),
    "envelopes:for_the_centre": PageHelp("rounds", "record"),
    "rehearsal": PageHelp("begin", "rehearsal"),
    "guide": PageHelp("begin"),
    "public:home": PageHelp("scores", "round provisional"),
    "public:share": PageHelp("hall"),
    "public:current_pairings": PageHelp("pair", "match side rest"),
    "public:schedule": PageHelp("schedule", "round hand rest side"),
    "public:contestants": PageHelp("pair", "withdrawal"),
    "standings:standings": PageHelp("scores", "hand-points provisional tie-break average"),
    "standings:course": PageHelp("scores", "round"),
    "standings:what_if": PageHelp("scores", "hand-points"),
    "wall:wall": PageHelp("hall", keys=_WALL_KEYS),
    "wall:steer": PageHelp("hall"),
    "check_in": PageHelp("rounds", "withdrawal"),
    "standings:hand_sheet": PageHelp("scores", "hand-score hand-points makers average"),
    "score_explanations:score": PageHelp("scores", "hand-score hand-points rule-break average"),
    "analysis:replay": PageHelp("scores", "makers botifarra", _REPLAY_KEYS),
    "play:played": PageHelp("scores", "makers botifarra"),
    "friendly": PageHelp("scores", "botifarra"),
    "practice:play": PageHelp("scores", "makers botifarra hand-score", _PRACTICE_KEYS),
    "championships:rules": PageHelp("scores", "hand-score hand-points average tie-break"),
    "deals:proof": PageHelp("hands", "commitment salt sealed"),
    "search": PageHelp("pair"),
    "exports": PageHelp("printing"),
    "jobs": PageHelp("printing"),
    "championships:start": PageHelp("begin", "pack slip link"),
    "contestants:list": PageHelp("pairs", "withdrawal rest"),
    "contestants:tables": PageHelp("pairs"),
    "rounds:rests": PageHelp("schedule", "rest round"),
    "rounds:absence": PageHelp("abarrotada", "rest round"),
    "schedule:schedule": PageHelp("schedule", "balance rest side"),
    "calendar:calendar": PageHelp("schedule", "round match"),
    "calendar:days": PageHelp("schedule", "round"),
    "groups:groups": PageHelp("schedule"),
    "deals:deals": PageHelp("hands", "commitment salt sealed pack"),
    "links:list": PageHelp("hall", "link"),
    "championships:people": PageHelp("begin"),
    "looks": PageHelp("inbox"),
    "championships:stages": PageHelp("begin", "stage"),
    "championships:add_stage": PageHelp("begin", "stage"),
    "standings:overall": PageHelp("scores", "stage provisional"),
    "championships:settings": PageHelp("begin", "tie-break confirmation average"),
    "desk:desk": PageHelp("inbox", "confirmation dispute slip", (_UNDO,)),
    "inbox:inbox": PageHelp("inbox", "dispute correction confirmation"),
    "rounds:list": PageHelp("rounds", "round provisional confirmation"),
    "results": PageHelp("results", "makers contro botifarra confirmation", _ENTRY_KEYS),
    "score_explanations:history": PageHelp("results", "record"),
    "rulings:list": PageHelp("rulings", "ruling rule-break average"),
    "play_records": PageHelp("rulings", "rule-break ruling"),
    "exports:papers": PageHelp("printing", "slip pack record"),
    "audit:record": PageHelp("end", "record"),
    "championships:end": PageHelp("end", "provisional commitment"),
    "play:played_with": PageHelp("begin", "link"),
    "play:tables": PageHelp("rounds", "link"),
    "play:table": PageHelp("rounds", "link"),
    "play:hand": PageHelp("rounds", "confirmation"),
    "play:act": PageHelp("rounds", "link"),
    "play": PageHelp("play", "contro botifarra confirmation"),
    "phones:table": PageHelp("table", "makers contro botifarra confirmation"),
    "phones": PageHelp("pair", "provisional correction hand-points"),
    "links": PageHelp("table", "link"),
}


def help_of(view: str) -> str:
    """Return the name under which a view's page ("desk:table") has its help; "" without help."""
    feature = view.split(":")[0]
    entry = entry_of(view)
    names = (view, feature, entry.view if entry else "")
    return next((name for name in names if name in PAGES), "")


def title_of(view: str) -> str:
    """Return the page's name in the menus; "" where it is in none of them itself."""
    entry = entry_of(view)
    return str(entry.label) if entry and entry.view == view else ""


def keys_of(view: str) -> tuple[Key, ...]:
    """Return the keys of a page: its own, and those of all pages."""
    name = help_of(view)
    own = PAGES[name].keys if name else ()
    searches = entry_of(view) is not None and view not in _WITHOUT_A_HEADER
    return (*own, _SEARCH, _HELP) if searches else (*own, _HELP)


def words() -> Mapping[str, tuple[str, str]]:
    """Return every word of the game and of the site by its name in the code, and its meaning."""
    found = {}
    for heading, meaning in texts("words").items():
        name, word = heading.split(": ", 1)
        found[name] = (word, plain(meaning))
    return found
