"""What is said of each page, by the name of its view ("desk:round") or of its feature ("desk").

A page that has nothing of its own says what is said of its feature, or else of the menu's entry
that covers it (`core.navigation`).
"""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from tournament.core.navigation import entry_of
from tournament.guide.elements import Key, PageHelp
from tournament.guide.pages.organisers import ORGANISERS
from tournament.guide.pages.phones import PHONES
from tournament.guide.pages.public import PUBLIC
from tournament.guide.pages.site import SITE

PAGES: Mapping[str, PageHelp] = {**SITE, **PUBLIC, **ORGANISERS, **PHONES}

SEARCH = Key(("/",), _("Search the championship"))
HELP = Key(("?",), _("This help"))
WITHOUT_A_HEADER = {"wall:wall", "check_in:wall"}
"""Pages of championships on which nothing can be searched."""


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
