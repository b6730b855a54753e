"""Content of the page of papers: each paper, whether it can be made, and the bundles.

Everything follows from the `PaperContext`: no query is made here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from tournament.core.permissions import Access
from tournament.exports.papers.assembly import PaperPart, parts_of
from tournament.exports.papers.base import Bundle, Paper, PaperContext, PaperRequest, Scope
from tournament.exports.rows import round_title, rounds_title
from tournament.models import RoundStatus


@dataclass(frozen=True, slots=True)
class PaperLine:
    """A paper on the page.

    `why_not` says why it can't be made at all, `partly` for which rounds it can't; `asks_why`: for
    some rounds its printing is recorded with a reason.
    """

    paper: Paper
    why_not: str
    partly: tuple[str, ...]
    asks_why: bool

    @property
    def of_rounds(self) -> bool:
        return self.paper.scope is Scope.ROUND


@dataclass(frozen=True, slots=True)
class BundleLine:
    """A bundle behind one button: its value, its name, and its papers that can be made now."""

    value: str
    title: str
    papers: tuple[Paper, ...]
    rounds: tuple[int, ...]


def papers_for(papers: Mapping[str, Paper], access: Access) -> tuple[Paper, ...]:
    """Return the papers of the championship that this visitor may print."""
    of_players = access.championship.of_players
    return tuple(
        paper
        for paper in papers.values()
        if paper.level <= access.level and (paper.for_players or not of_players)
    )


def paper_lines(request: PaperRequest, papers: tuple[Paper, ...]) -> tuple[PaperLine, ...]:
    whole = replace(request, rounds=tuple(one.number for one in request.known.rounds))
    return tuple(_line(paper, parts_of(whole, [paper])) for paper in papers)


def _line(paper: Paper, asked: tuple[PaperPart, ...]) -> PaperLine:
    if not asked:
        return PaperLine(paper, _("There is no schedule yet."), (), asks_why=False)
    why: dict[str, list[int]] = {}
    for part in asked:
        if part.missing:
            why.setdefault(part.missing, []).extend(part.request.rounds)
    possible = [part for part in asked if not part.missing]
    if not possible:
        return PaperLine(paper, " ".join(why), (), asks_why=False)
    partly = tuple(f"{rounds_title(rounds)}: {reason}" for reason, rounds in why.items())
    return PaperLine(paper, "", partly, asks_why=any(part.sealed_rounds for part in possible))


def bundles(request: PaperRequest, papers: tuple[Paper, ...]) -> tuple[BundleLine, ...]:
    """Return the bundles that can be asked for now: of the next round, of the last one, of all."""
    known = request.known
    found = []
    if not any(one.is_closed for one in known.rounds):
        rounds = tuple(one.number for one in known.rounds)
        members = _members(request, papers, Bundle.BEFORE_THE_DAY, rounds)
        found.append(BundleLine("before", _("Everything before the day"), members, rounds))
    for number in _rounds_that_matter(known):
        title = _("Everything for round %(number)d") % {"number": number}
        members = _members(request, papers, Bundle.OF_A_ROUND, (number,))
        found.append(BundleLine(f"round-{number}", title, members, (number,)))
    return tuple(one for one in found if one.papers)


def _members(
    request: PaperRequest, papers: tuple[Paper, ...], bundle: Bundle, rounds: tuple[int, ...]
) -> tuple[Paper, ...]:
    """Return the papers of a bundle that can be made, at least in part, for these rounds."""
    asked = replace(request, rounds=rounds)
    return tuple(
        paper
        for paper in papers
        if bundle in paper.bundles and any(not part.missing for part in parts_of(asked, [paper]))
    )


def _rounds_that_matter(known: PaperContext) -> tuple[int, ...]:
    """Return the round that is open or comes next, and the one that was closed last."""
    for status in (RoundStatus.OPEN, RoundStatus.PLANNED):
        now = next((one.number for one in known.rounds if one.status is status), None)
        if now is not None:
            break
    closed = [one.number for one in known.rounds if one.is_closed]
    return tuple(number for number in (now, closed[-1] if closed else None) if number is not None)


def likely_rounds(known: PaperContext) -> tuple[int, ...]:
    """Return the round that the page has chosen already: open or next, else the last."""
    return _rounds_that_matter(known)[:1]


def round_choices(known: PaperContext) -> list[tuple[int, str]]:
    return [(one.number, round_title(one.number)) for one in known.rounds]
