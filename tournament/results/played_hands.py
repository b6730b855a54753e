"""Results of hands that were played on phones: they have to agree with the play.

Nobody enters anything for such a hand, but a referee who has set its play aside
(`play.services.aside`), or who has ended it without points.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from scoring.game.announcements import Announcement, Denomination, Double
from tournament.core.actor import Authority
from tournament.core.errors import NotNow
from tournament.models import HandInPlay, Match, Outcome, Result, RoundStatus
from tournament.results.kinds.dealt_hand import ResultInput, content_of
from tournament.results.kinds.kind import Content
from tournament.stages.formats import format_of, is_for_phones


@dataclass(frozen=True, slots=True)
class PlayBeside:
    """A hand whose result differs from its play: both, and who decided so.

    `played` is None where it was not played to its end, `counts` where it has no result.
    """

    deal: int
    played: ResultInput | None
    counts: ResultInput | None
    by: str
    reason: str
    at: datetime
    is_set_aside: bool
    """True where a referee has said that the play doesn't count."""


def is_on_phones(match: Match) -> bool:
    """Return whether the match is played on phones now. Reads its round, stage and championship."""
    return match.packs_since is None and may_be_on_phones(match)


def may_be_on_phones(match: Match) -> bool:
    """Return whether a match is played on phones unless a referee has changed its table to packs.

    False where its hands are public: after it was closed, or released in the other venues of a
    simultaneous event.
    """
    round = match.round
    return (
        round.status == RoundStatus.OPEN
        and round.handed_in_at is None
        and round.public_since is None
        and not match.cancelled
        and is_for_phones(round.stage)
        and round.stage.championship.ended_at is None
    )


def play_of(match: Match, deal: int) -> HandInPlay | None:
    """Return the row of a hand on phones, None where nobody has acted in it; 1 query."""
    return HandInPlay.objects.filter(match=match, deal=deal).order_by().first()


def made_by(play: HandInPlay | None) -> ResultInput | None:
    """Return the result of a hand's acts, None where they made no points."""
    if play is None or play.ns_points is None:
        return None
    trump = Denomination(play.trump) if play.trump else None
    return ResultInput(
        outcome=Outcome.PLAYED,
        ns_points=play.ns_points,
        announcement=Announcement(trump, Double(play.double)),
    )


def is_bound(match: Match, play: HandInPlay | None) -> bool:
    """Return whether a hand's result can only be what was, or will be, played on phones."""
    if play is not None and play.set_aside_at is not None:
        return False
    if play is not None and play.ended:
        return play.ns_points is not None
    return is_on_phones(match)


def why_bound(match: Match, deal: int) -> str:
    """Return the sentence that says that only the play of a hand is its result, "" where it isn't;
    1 query, none in a format that deals no hands."""
    if not format_of(match.round.stage).deals:
        return ""
    play = play_of(match, deal)
    return _why_bound(deal, made_by(play)) if is_bound(match, play) else ""


def _why_bound(deal: int, made: ResultInput | None) -> str:
    if made is None:
        return _(
            "Hand %(deal)d is played on phones at this table. To enter its result yourself, "
            "set its play aside."
        ) % {"deal": deal}
    return _(
        "Hand %(deal)d was played on phones and made %(made)s. To let something else "
        "count, a referee sets its play aside."
    ) % {"deal": deal, "made": made.words}


def may_go_back(match_id: int, deal: int, before: Result | None) -> bool:
    """Return whether undoing a result is possible: not across an act that set the play of the hand
    aside, or let it count again; 1 query."""
    play = HandInPlay.objects.filter(match=match_id, deal=deal).order_by().first()
    if play is None:
        return True
    made = made_by(play)
    was_played = made is None or before is None or is_what_was_played(content_of(before), made)
    return play.set_aside_at is None and was_played


def is_what_was_played(content: Content, made: ResultInput) -> bool:
    """Return whether a result agrees with the play, whatever a referee ruled or noted besides."""
    assert isinstance(content, ResultInput), "hands are dealt"
    has_ruling = bool(content.infraction or content.award)
    return (
        content.outcome is Outcome.PLAYED
        and content.announcement == made.announcement
        and (content.ns_points == made.ns_points or (has_ruling and content.ns_points is None))
    )


def refuse_links(match: Match, deal: int) -> None:
    """Raise `NotNow` if no pair and no table says anything of this hand's result by its link."""
    if is_on_phones(match):
        raise NotNow(
            _(
                "Hand %(deal)d is played on phones: what is played there is its result. If it is "
                "wrong, call a referee."
            )
            % {"deal": deal}
        )


def refuse_against_play(match: Match, deal: int, content: Content, *, authority: Authority) -> None:
    """Raise `NotNow` for a result that differs from the play on phones.

    Taking a result back is not refused: the played one can be agreed on again. 1 query, none in a
    format that deals no hands.
    """
    if not format_of(match.round.stage).deals:
        return
    play = play_of(match, deal)
    if authority is Authority.PLACE:
        _refuse_set_aside(play, deal)
    if content.outcome is Outcome.BLANK or not is_bound(match, play):
        return
    made = made_by(play)
    if made is None or not is_what_was_played(content, made):
        raise NotNow(_why_bound(deal, made))


def _refuse_set_aside(play: HandInPlay | None, deal: int) -> None:
    if play is not None and (play.set_aside_at is not None or _is_ended_without_points(play)):
        raise NotNow(
            _("A referee decides what hand %(deal)d counts: nobody else enters its result.")
            % {"deal": deal}
        )


def _is_ended_without_points(play: HandInPlay) -> bool:
    return bool(play.ended) and play.ns_points is None


def plays_beside(plays: Iterable[HandInPlay], results: Iterable[Result]) -> tuple[PlayBeside, ...]:
    """Return the hands whose result differs from their play, or whose play was set aside, in the
    order of `plays`.

    `results` are the current ones, of these matches among others. A result differs after a ruling,
    after a referee ended the hand without points, or by a forgery.
    """
    standing = {(one.match_id, one.deal): one for one in results if one.outcome != Outcome.BLANK}
    found = (_beside(play, standing.get((play.match_id, play.deal))) for play in plays)
    return tuple(one for one in found if one is not None)


def _beside(play: HandInPlay, result: Result | None) -> PlayBeside | None:
    made = made_by(play)
    counts = content_of(result) if result is not None else None
    if play.set_aside_at is not None:
        return PlayBeside(
            play.deal,
            made,
            counts,
            play.set_aside_by,
            play.set_aside_reason,
            play.set_aside_at,
            is_set_aside=True,
        )
    if result is None or counts is None or (made is None and not play.ended):
        return None
    if made is not None and counts.ns_points == made.ns_points and is_what_was_played(counts, made):
        return None
    return PlayBeside(
        play.deal,
        made,
        counts,
        result.entered_by,
        result.change_reason or result.note,
        result.entered_at,
        is_set_aside=False,
    )
