"""Hands that were played on phones as text, as docs/played-hands.md describes it.

Everybody may take them, so a referee's reasons are not told. The caller of `written_hands` checks
that the reader may see the hands; `make_written_hands` checks it itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from django.db.models import QuerySet
from django.http import HttpResponse
from django.utils.cache import add_never_cache_headers
from django.utils.text import slugify
from django.views.decorators.debug import sensitive_variables

from scoring.game.seats import Side
from scoring.game.variants import PlayVariant
from scoring.play.acts import Act, EndHand, TakeBack
from scoring.play.rules import TableRules
from scoring.play.written import WrittenHand, write_hands
from tournament.deals.queries import dealt_hands, hands_are_public
from tournament.jobs.worker import Made, Progress
from tournament.models import Championship, HandInPlay, Job, Round
from tournament.play.stored_acts import act_of
from tournament.standings.contestants import contestant_refs

CONTENT_TYPE = "text/plain; charset=utf-8"
UNTOLD = "-"
"""Placeholder for a referee's reason."""
_AT_ONCE = 100
"""Hands that are read together, with their fifty acts each."""


def public_hands(championship: Championship) -> QuerySet[HandInPlay]:
    """Return the hands on phones that everybody may see, in order; 1 query, and those of
    `hands_are_public` for each round."""
    rounds = Round.objects.filter(championship=championship).select_related("stage__championship")
    public = [one for one in rounds if hands_are_public(one)]
    found = HandInPlay.objects.begun().filter(match__round__in=public, match__cancelled=False)
    return found.order_by("match__round__number", "match__table__number", "deal")


def file_name(name: str) -> str:
    return f"{slugify(name)}-play.txt"


def as_file(text: str, name: str) -> HttpResponse:
    """Return the answer by which a browser saves such a text."""
    response = HttpResponse(text, content_type=CONTENT_TYPE)
    response["Content-Disposition"] = f'attachment; filename="{file_name(name)}"'
    response["X-Content-Type-Options"] = "nosniff"
    add_never_cache_headers(response)
    return response


@sensitive_variables()
def make_written_hands(job: Job, progress: Progress) -> Made:
    """Return all hands of a championship that everybody may see now, with their play."""
    championship = job.championship
    assert championship is not None, "it is a championship's"
    text = written_hands(championship, public_hands(championship), progress)
    return Made(text.encode(), file_name(championship.slug), CONTENT_TYPE)


@sensitive_variables()
def written_hands(
    championship: Championship, hands: Iterable[HandInPlay], progress: Progress | None = None
) -> str:
    """Return the hands with their play, in this order; 6 queries at most, for each hundred."""
    keys, parts = [one.pk for one in hands], list[str]()
    for begin in range(0, len(keys), _AT_ONCE):
        parts.append(write_hands(_hands(championship, keys[begin : begin + _AT_ONCE])))
        if progress is not None:
            progress(min(begin + _AT_ONCE, len(keys)), len(keys))
    return "\n".join(parts)


@sensitive_variables()
def _hands(championship: Championship, keys: list[int]) -> Iterator[WrittenHand]:
    rows = HandInPlay.objects.filter(pk__in=keys).select_related("match__round", "match__table")
    read = {one.pk: one for one in rows.prefetch_related("acts", "match__seats")}
    dealt = {one.number: one for one in dealt_hands(championship, {h.deal for h in read.values()})}
    refs = contestant_refs(championship)
    for one in (read[key] for key in keys):
        match, cards = one.match, dealt[one.deal]
        ids = match.pair_ids
        yield WrittenHand(
            deal=cards.deal,
            dealer=cards.dealer,
            rules=TableRules(PlayVariant(one.variant)),
            acts=tuple(
                _told(act_of(row)) for row in sorted(one.acts.all(), key=lambda act: act.number)
            ),
            about={
                "championship": championship.shown_name,
                "round": match.round.number,
                "table": match.table.shown_name,
                "hand": one.deal,
                "pairs": {
                    side.value: {"number": refs[ids[side]].number, "name": refs[ids[side]].name}
                    for side in Side
                },
            },
        )


def _told(act: Act) -> Act:
    """Return an act without a referee's reason."""
    return replace(act, reason=UNTOLD) if isinstance(act, TakeBack | EndHand) else act
