"""The links on every page of a championship, with the current page marked."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

from tournament.core.permissions import Access, Level


@dataclass(frozen=True, slots=True)
class Entry:
    """A link for visitors of at least `level`; `covers` are the views that lie below it."""

    view: str
    label: Promise
    level: Level = Level.PUBLIC
    covers: frozenset[str] = frozenset()
    """Names of views ("pairs:add") or of whole features ("results")."""
    of_deals: bool = False
    """The page is about hands dealt beforehand: where none are, nobody is led there."""
    of_pairs: bool = False
    """The page is about pairs: where single players compete, nobody is led there."""
    of_players: Promise | None = None
    """Label where single players compete."""

    def is_for(self, access: Access, *, deals: bool) -> bool:
        """Return whether a visitor may follow it; `deals`: a stage plays hands dealt beforehand."""
        if self.of_pairs and access.championship.of_players:
            return False
        return access.level >= self.level and (deals or not self.of_deals)

    def label_for(self, access: Access) -> str:
        """Return the label in this championship."""
        alone = self.of_players is not None and access.championship.of_players
        return str(self.of_players if alone else self.label)


@dataclass(frozen=True, slots=True)
class Link:
    """An entry for one visitor: `current` is "page", "true" (a page below it) or ""."""

    url: str
    label: str
    current: str


@dataclass(frozen=True, slots=True)
class Group:
    """Entries that belong together."""

    label: Promise
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Menu:
    """A group for one visitor: a menu of links; where there is only one, that link itself."""

    label: str
    links: list[Link]

    @property
    def current(self) -> bool:
        """Return whether the visitor is on one of its pages."""
        return any(link.current for link in self.links)


PUBLIC_ENTRIES = (
    Entry("public:home", pgettext_lazy("navigation", "Now")),
    Entry(
        "public:current_pairings",
        pgettext_lazy("navigation", "Pairings"),
        covers=frozenset({"public:pairings"}),
    ),
    Entry(
        "standings:standings",
        pgettext_lazy("navigation", "Standings"),
        covers=frozenset(
            {
                "standings",
                "score_explanations:score",
                "analysis:replay",
                "practice:play",
                "play:played",
            }
        ),
    ),
    Entry(
        "public:schedule",
        pgettext_lazy("navigation", "Schedule"),
        covers=frozenset({"calendar:calendar"}),
    ),
    Entry(
        "public:contestants",
        pgettext_lazy("navigation", "Pairs"),
        of_players=pgettext_lazy("navigation", "Players"),
    ),
    Entry("championships:rules", pgettext_lazy("navigation", "Rules")),
    Entry("deals:proof", pgettext_lazy("navigation", "Proof"), of_deals=True),
)
START = Entry("championships:start", pgettext_lazy("navigation", "What comes next"), Level.REFEREE)
GROUPS = (
    Group(
        pgettext_lazy("navigation", "Prepare"),
        (
            Entry(
                "contestants:list",
                pgettext_lazy("navigation", "Pairs"),
                Level.REFEREE,
                frozenset({"contestants"}),
                of_players=pgettext_lazy("navigation", "Players"),
            ),
            Entry("contestants:tables", pgettext_lazy("navigation", "Tables"), Level.ORGANISER),
            Entry(
                "schedule:schedule",
                pgettext_lazy("navigation", "Schedule"),
                Level.ORGANISER,
                frozenset({"schedule", "groups", "calendar"}),
            ),
            Entry(
                "championships:stages",
                pgettext_lazy("navigation", "Stages"),
                Level.ORGANISER,
                frozenset({"championships:add_stage", "championships:remove_stage"}),
            ),
            Entry(
                "deals:deals",
                pgettext_lazy("navigation", "Hands"),
                Level.ORGANISER,
                frozenset(
                    {"deals:open_early", "deals:hands", "deals:exchange", "exports:hands_pdf"}
                ),
                of_deals=True,
            ),
            Entry(
                "links:list",
                pgettext_lazy("navigation", "Links"),
                Level.ORGANISER,
                frozenset({"links:renew"}),
            ),
            Entry(
                "championships:people",
                pgettext_lazy("navigation", "People"),
                Level.ORGANISER,
                frozenset(
                    {
                        "championships:add_person",
                        "championships:new_person",
                        "championships:remove_person",
                    }
                ),
            ),
            Entry(
                "championships:settings",
                pgettext_lazy("navigation", "Settings"),
                Level.ORGANISER,
                frozenset({"championships:day", "championships:details", "play:played_with"}),
            ),
        ),
    ),
    Group(
        pgettext_lazy("navigation", "Play"),
        (
            Entry("check_in:list", pgettext_lazy("navigation", "Check-in"), Level.REFEREE),
            Entry(
                "desk:desk", pgettext_lazy("navigation", "Desk"), Level.REFEREE, frozenset({"desk"})
            ),
            Entry("inbox:inbox", pgettext_lazy("navigation", "Inbox"), Level.REFEREE),
            Entry(
                "rounds:list",
                pgettext_lazy("navigation", "Rounds"),
                Level.REFEREE,
                frozenset(
                    {
                        *("rounds", "results", "score_explanations:history", "analysis:progress"),
                        *("play:tables", "play:table", "play:act", "play:hand"),
                    }
                ),
            ),
            Entry(
                "rulings:list",
                pgettext_lazy("navigation", "Rulings"),
                Level.REFEREE,
                frozenset({"rulings", "play_records"}),
            ),
            Entry("wall:steer", pgettext_lazy("navigation", "Wall"), Level.REFEREE),
        ),
    ),
    Group(
        pgettext_lazy("navigation", "Print"),
        (
            Entry(
                "exports:papers",
                pgettext_lazy("navigation", "Print"),
                Level.REFEREE,
                frozenset({"jobs", "championships:logo"}),
            ),
        ),
    ),
    Group(
        pgettext_lazy("navigation", "Finish"),
        (
            Entry("audit:record", pgettext_lazy("navigation", "Record"), Level.REFEREE),
            Entry("transfer:file", pgettext_lazy("navigation", "File"), Level.ORGANISER),
            Entry(
                "championships:end",
                pgettext_lazy("navigation", "End"),
                Level.ORGANISER,
                frozenset({"championships:another", "transfer:delete"}),
            ),
        ),
    ),
)
"""The parts of an organiser's work, in the order of the day."""
MANAGE_ENTRIES = (START, *(entry for group in GROUPS for entry in group.entries))


_OWN_NAMES = frozenset(entry.view for entry in (*PUBLIC_ENTRIES, *MANAGE_ENTRIES))


def entry_of(view: str) -> Entry | None:
    """Return the entry of a view ("rounds:list"), or the one that covers it ("rounds:close")."""
    entries = (*PUBLIC_ENTRIES, *MANAGE_ENTRIES)
    found = (entry for entry in entries if entry.view == view)
    covering = (entry for entry in entries if entry.covers & {view, view.split(":")[0]})
    return next(found, None) or next(covering, None)


def menus(access: Access, request: HttpRequest, *, deals: bool) -> list[Menu]:
    """Return the menu of next steps and the groups with entries for this visitor; none is empty."""
    found = [Menu("", links((START,), access, request, deals=deals))]
    found += [
        Menu(str(one.label), links(one.entries, access, request, deals=deals)) for one in GROUPS
    ]
    return [menu for menu in found if menu.links]


def links(
    entries: tuple[Entry, ...], access: Access, request: HttpRequest, *, deals: bool
) -> list[Link]:
    """Return this visitor's entries, the current one marked; `deals` as in `is_for`."""
    match = request.resolver_match
    name = match.view_name if match else ""
    feature = name.split(":")[0]
    found = []
    for entry in entries:
        if not entry.is_for(access, deals=deals):
            continue
        url = reverse(entry.view, args=[access.championship.slug])
        current = ""
        if name == entry.view:
            current = "page"
        elif name not in _OWN_NAMES and (name in entry.covers or feature in entry.covers):
            current = "true"
        found.append(Link(url, entry.label_for(access), current))
    return found
