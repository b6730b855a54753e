"""The guide for everybody, and the help of each page."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament.core.public_pages import kept
from tournament.guide.chapters import CHAPTERS, chapters_for
from tournament.guide.elements import Audience
from tournament.guide.pages import help_of, keys_of, title_of
from tournament.guide.terms import TERMS


def _unchanging() -> str:
    """The version of pages that only another version of the program changes."""
    return "guide"


@require_safe
@kept(_unchanging)
def guide(request: HttpRequest) -> HttpResponse:
    """The chapters, by whom they are for."""
    groups = [(audience.label, chapters_for(audience)) for audience in Audience]
    return render(request, "guide/guide.html", {"groups": groups})


@require_safe
@kept(_unchanging)
def chapter(request: HttpRequest, chapter: str) -> HttpResponse:
    """A chapter, and where one goes on from it."""
    if chapter not in CHAPTERS:
        raise Http404
    names = list(CHAPTERS)
    place = names.index(chapter)
    context = {
        "chapter": CHAPTERS[chapter],
        "before": CHAPTERS[names[place - 1]] if place else None,
        "after": CHAPTERS[names[place + 1]] if place + 1 < len(names) else None,
    }
    return render(request, "guide/chapter.html", context)


@require_safe
@kept(_unchanging)
def words(request: HttpRequest) -> HttpResponse:
    """All words and what they mean."""
    return render(request, "guide/words.html", {"terms": TERMS.values()})


@require_safe
@kept(_unchanging, part="1")
def page(request: HttpRequest, view: str) -> HttpResponse:
    """What is said of the page of a view; with ?part=1 what a window over that page shows."""
    found = help_of(view)
    if found is None:
        raise Http404
    context = {
        "help": found,
        "page_title": title_of(view),
        "chapter": CHAPTERS[found.chapter],
        "terms": [TERMS[name] for name in found.terms],
        "keys": keys_of(view),
    }
    template = "guide/_dialog.html" if "part" in request.GET else "guide/page.html"
    return render(request, template, context)
