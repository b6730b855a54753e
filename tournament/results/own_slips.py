"""Results stored by mistake: for two minutes their author can undo or change them without a reason.

The server's clock decides. Nobody may rely on the result yet: once it is confirmed or disputed, a
change needs a reason, and a referee, as any other. An undoing or a change is a version like any
other, with a set reason.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache

from django.conf import settings
from django.db.models import Q
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _
from django.utils.translation import override

from tournament.core.permissions import Access
from tournament.models import (
    CorrectionRequest,
    Outcome,
    Result,
    ResultConfirmation,
    Round,
    RoundStatus,
)
from tournament.models.places import ActedBy
from tournament.results.kinds.kind import Content
from tournament.results.kinds.kinds import RESULT_KINDS, content_of
from tournament.results.played_hands import may_go_back

UNDO_TIME = timedelta(minutes=2)


def own_slip() -> str:
    """Return the reason of a version that undoes or mends a slip."""
    return _("Own slip")


def slip_until(result: Result, actor: ActedBy, *, disputed: bool | None = None) -> datetime | None:
    """Return until when this actor may undo or change this version; None where they may not.

    2 queries at most; fewer where `confirmations` were prefetched, or `disputed` is given.
    """
    until = result.entered_at + UNDO_TIME
    if not result.is_current or result.entered != actor or timezone.now() >= until:
        return None
    if is_relied_on(result):
        return None
    return None if (_is_disputed(result) if disputed is None else disputed) else until


def is_relied_on(result: Result) -> bool:
    """Return whether anybody but those who entered a version has confirmed it; 1 query, none where
    its confirmations were prefetched."""
    return any(one.by != ResultConfirmation.By.TABLE for one in result.confirmations.all())


def _is_disputed(result: Result) -> bool:
    """Return whether a pair has asked for a correction of it, decided since or not."""
    requests = CorrectionRequest.objects.filter(match=result.match_id, deal=result.deal)
    since = Q(decision="") | Q(based_on=result.version) | Q(decided_at__gte=result.entered_at)
    return requests.filter(since).exists()


def version_before(result: Result) -> Result | None:
    """Return the content that stood before this version; None for nothing. 1 query at most."""
    before = _earlier(result, 1) if result.version > 1 else None
    return None if before is None or before.outcome == Outcome.BLANK else before


def _earlier(result: Result, by: int) -> Result | None:
    """Return the hand's result as it was `by` versions ago; 1 query."""
    return Result.objects.numbered(result.match_id, result.deal, result.version - by)


@dataclass(frozen=True, slots=True)
class UndoOffer:
    """A result that somebody has just stored and can still undo."""

    round: int
    table: int
    table_name: str
    deal: int
    version: int
    content: Content | None
    """Stored content; None where a result was taken back."""
    until: datetime
    numbered: bool
    """True where the hand is one of several of its match (`ResultKind.numbered`)."""
    counts: bool
    """True where the round is closed: the stored result counts at once."""

    @property
    def milliseconds_left(self) -> int:
        """Milliseconds for which the page shows the offer."""
        return max(0, (self.until - timezone.now()) // timedelta(milliseconds=1))


def undo_offer(round: Round, actor: ActedBy) -> UndoOffer | None:
    """Return the newest result that this person's account has stored in the round, if it can be
    undone now; 4 queries at most.

    An older one is never offered: nobody expects to lose a result that they don't look at.
    """
    result = (
        Result.objects.filter(
            match__round=round,
            match__cancelled=False,
            entered_by=actor.name,
            entered_table=None,
            entered_contestant=None,
            entered_at__gt=timezone.now() - UNDO_TIME,
        )
        .select_related("match__round", "match__table")
        .order_by("-entered_at", "-pk")
        .first()
    )
    until = undo_until(result, actor) if result else None
    if result is None or until is None:
        return None
    match = result.match
    return UndoOffer(
        round=match.round.number,
        table=match.table.number,
        table_name=match.table.shown_name,
        deal=result.deal,
        version=result.version,
        content=None if result.outcome == Outcome.BLANK else content_of(result),
        until=until,
        numbered=RESULT_KINDS[result.kind].numbered,
        counts=match.round.status == RoundStatus.CLOSED,
    )


def later_undo_offer(round: Round, access: Access) -> SimpleLazyObject:
    """Return the `undo_offer` for a page, evaluated where it is drawn: not by a refresh."""
    return SimpleLazyObject(lambda: undo_offer(round, access.acting.acted_by))


def undo_until(result: Result, actor: ActedBy) -> datetime | None:
    """Return until when this person can undo this version; None where they can't. 6 queries at
    most, 3 for the first version in an open round."""
    until = slip_until(result, actor)
    if until is None or goes_back(result) or _would_leave_a_hole(result):
        return None
    return until if may_go_back(result.match_id, result.deal, version_before(result)) else None


def goes_back(result: Result) -> bool:
    """Return whether a version is an undoing; 1 query at most.

    An undoing repeats the content of two versions ago as a slip, and the version before it is no
    undoing itself. An undone result can be entered again.
    """
    if result.version < 2 or result.change_reason not in _own_slips():
        return False
    versions = Result.objects.filter(match=result.match_id, deal=result.deal)
    said: list[Content | None] = [None]
    undoes = False
    for one in versions.filter(version__lte=result.version).order_by("version"):
        said.append(None if one.outcome == Outcome.BLANK else content_of(one))
        is_slip = one.change_reason in _own_slips()
        undoes = is_slip and not undoes and said[-1] == said[-3]
    return undoes


@cache
def _own_slips() -> frozenset[str]:
    """Return the reason of a slip in all languages: it is stored in its writer's language."""
    texts = set()
    for language, _name in settings.LANGUAGES:
        with override(language):
            texts.add(own_slip())
    return frozenset(texts)


def _would_leave_a_hole(result: Result) -> bool:
    """Return whether undoing the first result of a hand would leave a closed round without one."""
    return result.match.round.status == RoundStatus.CLOSED and version_before(result) is None
