"""The guide for everybody, and the help of each page."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament.core.public_pages import kept
from tournament.guide.pages import PAGES, help_of, keys_of, title_of
from tournament.guide.pages import words as all_words
from tournament.guide.texts import CHAPTERS, Audience, chapter_named, chapters, html, texts


def _unchanging() -> str:
    """Return the version of pages that only another version of the program changes."""
    return "guide"


@require_safe
@kept(_unchanging)
def guide(request: HttpRequest) -> HttpResponse:
    """Show the chapters, by their readers."""
    groups = [(one.label, chapters([one])) for one in Audience]
    return render(request, "guide/guide.html", {"groups": groups})


@require_safe
@kept(_unchanging)
def chapter(request: HttpRequest, chapter: str) -> HttpResponse:
    """Show a chapter, with the ones before and after it."""
    if chapter not in CHAPTERS:
        raise Http404
    around = [None, *chapters(), None]
    place = list(CHAPTERS).index(chapter)
    before, shown, after = around[place : place + 3]
    context = {"chapter": shown, "before": before, "after": after}
    return render(request, "guide/chapter.html", context)


@require_safe
@kept(_unchanging)
def words(request: HttpRequest) -> HttpResponse:
    return render(request, "guide/words.html", {"terms": all_words().values()})


@require_safe
@kept(_unchanging, part="1")
def page(request: HttpRequest, view: str) -> HttpResponse:
    """Show the help of a view's page; with ?part=1 what a window over that page shows."""
    name = help_of(view)
    if not name:
        raise Http404
    words = all_words()
    context = {
        "text": html(texts("pages")[name]),
        "page_title": title_of(view),
        "chapter": chapter_named(PAGES[name].chapter),
        "terms": [words[one] for one in PAGES[name].words.split()],
        "keys": keys_of(view),
    }
    template = "guide/_dialog.html" if "part" in request.GET else "guide/page.html"
    return render(request, template, context)
