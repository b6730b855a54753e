"""A process as it has just started: nothing that pages are made of is remembered from before."""

from __future__ import annotations


def forget_everything() -> None:
    """Forget it all, and the language of the last request."""
    from django.utils.translation import deactivate

    from tournament.analysis.render_cache import shown_moments
    from tournament.core.page_cache import SharedReads, pages, versions
    from tournament.core.rendered_parts import forget_parts
    from tournament.play.match_cache import kept_matches

    pages.forget()
    versions.forget()
    SharedReads.forget_all()
    forget_parts()
    shown_moments.forget()
    kept_matches.forget()
    deactivate()


def keep_no_page() -> None:
    """From now on show what has just changed, whatever it was."""
    from tournament.core.page_cache import SharedReads, pages, versions

    versions.seconds = 0
    pages.most_bytes = 0
    SharedReads.most = 0
