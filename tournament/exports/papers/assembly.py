"""Several papers, for several rounds, in one file with a table of contents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from django.utils.translation import gettext as _

from tournament.core.errors import NotNow
from tournament.exports.heading import Heading
from tournament.exports.papers.base import Paper, PaperRequest, Progress, Scope
from tournament.exports.pdf.paper import Part, write, write_parts
from tournament.exports.rows import round_title, rounds_title

_UNITS = 100
"""Units of progress of the whole file."""
_LAYING_OUT = 0.6
"""Share of a part's time before its first page is drawn."""


_ANY = 1_000_000
"""More pages than any file has."""


class TooLong(Exception):
    """A file has more pages than were wanted."""


@dataclass(frozen=True, slots=True)
class BoundFile:
    content: bytes
    heading: Heading


@dataclass(frozen=True, slots=True)
class PaperPart:
    """A paper for the round (or the championship) that `request` asks for."""

    paper: Paper
    request: PaperRequest

    @property
    def missing(self) -> str:
        """Return why the part can't be made, or ""."""
        return self.paper.missing(self.request)

    @property
    def sealed_rounds(self) -> tuple[int, ...]:
        if not self.paper.private:
            return ()
        of_all = self.paper.scope is Scope.CHAMPIONSHIP
        return tuple(
            one.number
            for one in self.request.known.rounds
            if not one.hands_public and (of_all or one.number in self.request.rounds)
        )


def parts_of(request: PaperRequest, papers: Sequence[Paper]) -> tuple[PaperPart, ...]:
    """Return each paper for each round that it is asked for, whether it can be made or not.

    `request.options` is for all papers: "paper:option" is the key of an option.
    """
    found = []
    for paper in papers:
        own = replace(request, options=_options(paper, request))
        if paper.scope is Scope.CHAMPIONSHIP:
            found.append(PaperPart(paper, replace(own, rounds=())))
        else:
            found += [PaperPart(paper, replace(own, rounds=(number,))) for number in request.rounds]
    return tuple(found)


def _options(paper: Paper, request: PaperRequest) -> dict[str, str]:
    return {
        option.name: request.options.get(f"{paper.name}:{option.name}", option.default)
        for option in paper.options
    }


def sealed_rounds(request: PaperRequest, papers: Sequence[Paper]) -> tuple[int, ...]:
    """Return the rounds of which the file of these papers tells sealed hands."""
    possible = [part for part in parts_of(request, papers) if not part.missing]
    return tuple(sorted({number for part in possible for number in part.sealed_rounds}))


def refuse_nothing(request: PaperRequest, papers: Sequence[Paper]) -> None:
    """Raise `NotNow`, in the language in force, where none of these papers can be made yet."""
    asked = parts_of(request, papers)
    if all(part.missing for part in asked):
        raise NotNow(asked[0].missing if asked else _("Choose at least one paper."))


def bind_papers(request: PaperRequest, papers: Sequence[Paper], *, most: int = _ANY) -> BoundFile:
    """Return one file of these papers for the rounds of the request, in the language in force.

    Papers that can't be made yet are left out; raises `NotNow` where none is left, and `TooLong` as
    soon as there are more than `most` pages. The rounds must be the championship's. The caller has
    checked whether the hands may be seen.
    """
    refuse_nothing(request, papers)
    possible = [part for part in parts_of(request, papers) if not part.missing]
    heading = _heading(request, papers)
    counter = _Counter(request.progress, len(possible))
    return BoundFile(write_parts(_parts(possible, counter, most), heading, counter.drawn), heading)


def one_paper(request: PaperRequest, paper: Paper) -> BoundFile:
    """Return a paper by itself for the rounds of the request, named by its first page.

    Its pages are numbered through, and it has no table of contents but its own. It must be possible
    to make it, and the caller has checked whether the hands may be seen.
    """
    pages = list(paper.pages(replace(request, options=_options(paper, request))))
    heading = pages[0].heading
    if len(request.rounds) > 1:
        heading = replace(heading, subtitle=rounds_title(request.rounds))
    return BoundFile(write(pages, heading), heading)


def _heading(request: PaperRequest, papers: Sequence[Paper]) -> Heading:
    of_rounds = any(paper.scope is Scope.ROUND for paper in papers) and request.rounds
    title = str(papers[0].title) if len(papers) == 1 else _("Papers")
    return request.heading(title, subtitle=rounds_title(request.rounds) if of_rounds else "")


class _Counter:
    """Progress through the parts of a file, each laid out and then drawn."""

    def __init__(self, progress: Progress, parts: int) -> None:
        self._progress = progress
        self._parts = parts
        self._begun = 0

    def begin(self) -> None:
        self._begun += 1
        self._tell(0.0)

    def laid_out(self, done: int, of: int) -> None:
        self._tell(_LAYING_OUT * done / max(of, 1))

    def drawn(self, done: int, of: int) -> None:
        self._tell(_LAYING_OUT + (1 - _LAYING_OUT) * done / of)

    def _tell(self, of_part: float) -> None:
        self._progress(int(_UNITS * (self._begun - 1 + of_part) / self._parts), _UNITS)


def _parts(possible: Sequence[PaperPart], counter: _Counter, most: int) -> Iterator[Part]:
    """Yield the parts, each read and laid out when the one before it is drawn."""
    several = len({part.paper.name for part in possible}) > 1
    for part in possible:
        counter.begin()
        titles = [str(part.paper.title)] if several else []
        titles += [round_title(number) for number in part.request.rounds]
        laid_out = part.paper.pages(replace(part.request, progress=counter.laid_out))
        pages = list(islice(laid_out, most + 1))
        most -= len(pages)
        if most < 0:
            raise TooLong
        yield Part(tuple(titles), pages)
