"""The two rows of links on a championship's pages, with the current page marked."""

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


@dataclass(frozen=True, slots=True)
class Link:
    """An entry for one visitor: `current` is "page", "true" (a page below it) or ""."""

    url: str
    label: str
    current: str


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
        covers=frozenset({"standings", "score_explanations:score", "analysis:replay"}),
    ),
    Entry("public:schedule", pgettext_lazy("navigation", "Schedule")),
    Entry("public:contestants", pgettext_lazy("navigation", "Pairs")),
    Entry("championships:rules", pgettext_lazy("navigation", "Rules")),
    Entry("deals:proof", pgettext_lazy("navigation", "Proof")),
)
MANAGE_ENTRIES = (
    Entry("championships:start", pgettext_lazy("navigation", "What comes next"), Level.REFEREE),
    Entry(
        "desk:desk",
        pgettext_lazy("navigation", "Desk"),
        Level.REFEREE,
        frozenset({"desk", "inbox"}),
    ),
    Entry(
        "rounds:list",
        pgettext_lazy("navigation", "Rounds and results"),
        Level.REFEREE,
        frozenset({"rounds", "results", "score_explanations:history", "analysis:progress"}),
    ),
    Entry(
        "rulings:list",
        pgettext_lazy("navigation", "Rulings"),
        Level.REFEREE,
        frozenset({"rulings", "play_records"}),
    ),
    Entry(
        "contestants:list",
        pgettext_lazy("navigation", "Registration"),
        Level.REFEREE,
        frozenset({"contestants"}),
    ),
    Entry("contestants:tables", pgettext_lazy("navigation", "Tables"), Level.ORGANISER),
    Entry(
        "links:list",
        pgettext_lazy("navigation", "Links"),
        Level.ORGANISER,
        frozenset({"links:renew"}),
    ),
    Entry(
        "schedule:schedule",
        pgettext_lazy("navigation", "Plan"),
        Level.ORGANISER,
        frozenset({"schedule"}),
    ),
    Entry(
        "deals:deals",
        pgettext_lazy("navigation", "Hands"),
        Level.ORGANISER,
        frozenset({"deals:open_early", "deals:hands", "exports:hands_pdf"}),
    ),
    Entry(
        "exports:papers",
        pgettext_lazy("navigation", "Papers"),
        Level.REFEREE,
        frozenset({"jobs", "championships:logo"}),
    ),
    Entry("audit:record", pgettext_lazy("navigation", "Record"), Level.REFEREE),
    Entry("championships:people", pgettext_lazy("navigation", "People"), Level.ORGANISER),
    Entry(
        "championships:settings",
        pgettext_lazy("navigation", "Settings"),
        Level.ORGANISER,
        frozenset({"championships:day"}),
    ),
    Entry(
        "championships:end",
        pgettext_lazy("navigation", "End"),
        Level.ORGANISER,
        frozenset({"transfer:file"}),
    ),
)


def links(entries: tuple[Entry, ...], access: Access, request: HttpRequest) -> list[Link]:
    """The entries this visitor may follow, the one they are on marked."""
    match = request.resolver_match
    name = match.view_name if match else ""
    feature = name.split(":")[0]
    own_names = {entry.view for entry in (*PUBLIC_ENTRIES, *MANAGE_ENTRIES)}
    found = []
    for entry in entries:
        if access.level < entry.level:
            continue
        url = reverse(entry.view, args=[access.championship.slug])
        current = ""
        if name == entry.view:
            current = "page"
        elif name not in own_names and (name in entry.covers or feature in entry.covers):
            current = "true"
        found.append(Link(url, str(entry.label), current))
    return found
