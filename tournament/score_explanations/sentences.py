"""Sentences of an explanation, in the language in force."""

from __future__ import annotations

from fractions import Fraction
from typing import assert_never

from django.utils.translation import gettext as _

from scoring.duplicate.scores import Award, Origin
from scoring.duplicate.settings import AverageOf
from tournament.audit.event_text import actor_text
from tournament.core.labels import label
from tournament.core.method_words import method_words
from tournament.core.numbers import number_text, score_text
from tournament.models import CorrectionRequest, NotPlayedReason, Outcome, ResultConfirmation
from tournament.score_explanations.acts import (
    Answered,
    AtTable,
    CancellationWithdrawn,
    Confirmed,
    Decided,
    Entered,
    HandCancelled,
    PairReturned,
    PairWithdrew,
    PlayAttached,
    PlayJudged,
    Requested,
    RoundClosed,
    RoundReopened,
    RulesChanged,
    Scoring,
)
from tournament.score_explanations.breakdown import (
    Doubling,
    HandScore,
    LeftOut,
    Seen,
    WhyNone,
    WhyOut,
)
from tournament.score_explanations.queries.explanations import Explanation
from tournament.score_explanations.timeline import Step


def doubling_text(score: HandScore) -> str:
    """Return why the hand score counts twice, or doesn't."""
    return {
        Doubling.OWN_BOTIFARRA: _("Doubled, because this side announced botifarra."),
        Doubling.OWN_CONTRO: _("Doubled, because this side announced contro."),
        Doubling.OTHERS_BOTIFARRA: _(
            "Not doubled: the opponents announced botifarra, which counts for them alone."
        ),
        Doubling.OTHERS_CONTRO: _(
            "Not doubled: the opponents announced contro, which counts for them alone."
        ),
        Doubling.NOTHING: _("Not doubled: nobody announced botifarra or contro."),
    }[score.why]


def left_out_text(out: LeftOut) -> str:
    """Return why a table is left out of the comparison."""
    entry = out.seen.entry
    if out.why is WhyOut.NOT_PLAYED:
        return not_played_text(out.seen)
    if out.why is WhyOut.INFRACTION:
        return _("rule-break %(by_whom)s") % {"by_whom": label(entry.infraction)}
    return {
        WhyOut.NO_RESULT: _("no result yet"),
        WhyOut.AWARD: _("awarded the average"),
        WhyOut.ANNULLED: _("annulled: a pair of this table withdrew"),
    }[out.why]


def not_played_text(seen: Seen) -> str:
    """Return why a table did not play the hand, in words that everybody may read."""
    reason = seen.entry.reason
    assert reason is not None
    return _("not played: %(reason)s") % {"reason": seen.entry.public_note or str(reason.label)}


def none_text(told: Explanation) -> str:
    """Return why the pair has no hand points."""
    why, seen, contestant = told.breakdown.why_none, told.breakdown.seen, told.contestant
    if why is WhyNone.NOT_PLAYED and seen is not None:
        if seen.entry.reason is NotPlayedReason.FOULED:
            return _(
                "The hand was fouled at this table: its cards were not those of the others, so it "
                "is compared with nobody and has no score."
            )
        return _(
            "This table did not play the hand (%(why)s), so neither pair has a score in it."
        ) % {"why": seen.entry.public_note or (seen.entry.reason and seen.entry.reason.label)}
    return {
        WhyNone.NO_RESULT: _("This table has no result yet."),
        WhyNone.ANNULLED: _(
            "A pair of this table has withdrawn, and in this championship its hands are annulled: "
            "neither pair has a score in them, and nobody is compared with them."
        ),
        WhyNone.CANCELLED: _("The hand was cancelled for all tables: nobody has a score in it."),
        WhyNone.RESTED: _("This pair rested in round %(round)d, so it did not have this hand.")
        % {"round": told.sheet.round},
        WhyNone.NOT_YET_THERE: _(
            "This pair plays from round %(round)d on: it came after this hand."
        )
        % {"round": contestant.joined_round},
        WhyNone.WITHDRAWN: _("This pair has withdrawn: it does not play from round %(round)d on.")
        % {"round": contestant.withdrawn_from or 0},
    }[why or WhyNone.NO_RESULT]


def origin_text(told: Explanation) -> str:
    """Return the rule that gave the final score; "" if there is none."""
    origin, flat = told.breakdown.origin, score_text(told.breakdown.flat)
    if origin is Origin.FORMULA:
        return method_words(told.settings).how(told.settings)
    if origin is Origin.FLAT:
        if len(told.breakdown.field) == 1:
            return _(
                "There is no other result with the same cards to compare with, so this pair gets "
                "%(flat)s."
            ) % {"flat": flat}
        return _(
            "All hand scores with the same cards are equal: none is best and none is worst, so "
            "everybody gets %(flat)s."
        ) % {"flat": flat}
    if origin is Origin.INFRACTION:
        return _offence_text(told)
    if origin in (Origin.AVERAGE, Origin.AVERAGE_OF_NOBODY):
        return f"{_why_averaged(told)} {_what_is_averaged(told)}"
    return ""


def _offence_text(told: Explanation) -> str:
    final = told.breakdown.final
    assert final is not None
    shown = number_text(final)
    text = _("This pair broke a rule of play in this hand, so it gets %(score)s.") % {
        "score": shown
    }
    return " ".join(filter(None, [text, str(method_words(told.settings).offence_how)]))


def _why_averaged(told: Explanation) -> str:
    seen = told.breakdown.seen
    if seen is not None and seen.entry.award is not Award.NONE:
        return _("A referee awarded this pair the average instead of what it made.")
    return _("The opponents broke a rule of play, so this table is compared with nobody.")


def _what_is_averaged(told: Explanation) -> str:
    if told.breakdown.origin is Origin.AVERAGE_OF_NOBODY:
        return _("Nobody else with the same cards has a score to average, so it gets %(flat)s.") % {
            "flat": score_text(told.breakdown.flat)
        }
    if told.settings.average_of is AverageOf.ALL_OTHERS:
        return _(
            "It gets the average of all other pairs with the same cards, those that broke a rule "
            "included."
        )
    return _("It gets the average of the pairs with the same cards that played the hand out.")


def step_text(step: Step) -> str:
    """Return a description of a step."""
    what = step.act.what
    if isinstance(what, AtTable):
        return _at_table_text(step, what)
    match what:
        case PairWithdrew(pair=pair):
            return _("Pair %(pair)d withdrew, and its hands are annulled") % {"pair": pair}
        case PairReturned(pair=pair):
            return _("Pair %(pair)d plays again, and its hands count again") % {"pair": pair}
        case HandCancelled():
            return _("Hand cancelled for all tables")
        case CancellationWithdrawn():
            return _("Cancellation of the hand withdrawn")
        case RulesChanged():
            return _("Rules of scoring changed")
        case RoundClosed():
            return _("Round closed")
        case RoundReopened():
            return _("Round reopened")
        case _:
            assert_never(what)


def _at_table_text(step: Step, what: AtTable) -> str:
    match what:
        case Entered():
            return _entered_text(step, what)
        case Confirmed():
            return _confirmed_text(step, what)
        case PlayAttached():
            return _("Table %(table)s: the ruling rests on a record of play") % _where(step)
        case PlayJudged(counts=False):
            return _("Table %(table)s: play on phones set aside") % _where(step)
        case PlayJudged():
            return _("Table %(table)s: play on phones counts again") % _where(step)
        case Requested() | Answered() | Decided():
            return _about_a_request(step, what)
        case _:
            assert_never(what)


def _where(step: Step) -> dict[str, str | int]:
    """Return the values for a step's text: the table, and the pair that acted if one did."""
    assert step.place is not None
    told: dict[str, str | int] = {"table": step.place.name}
    return {**told, "pair": step.contestant.number} if step.contestant else told


def _entered_text(step: Step, what: Entered) -> str:
    if what.entry.outcome is Outcome.BLANK:
        return _("Table %(table)s: result taken back") % _where(step)
    if step.replaced is None or step.replaced.outcome is Outcome.BLANK:
        return _("Table %(table)s: result entered") % _where(step)
    return _("Table %(table)s: result changed") % _where(step)


def _confirmed_text(step: Step, what: Confirmed) -> str:
    if what.by is ResultConfirmation.By.TABLE:
        return _("Table %(table)s: agreed at the table on one phone") % _where(step)
    if step.contestant is None:
        return _("Table %(table)s: a referee confirmed the result") % _where(step)
    return _("Table %(table)s: pair %(pair)d confirmed the result") % _where(step)


def _about_a_request(step: Step, what: Requested | Answered | Decided) -> str:
    told = {**_where(step), "correction_request": what.number}
    match what:
        case Requested():
            return _requested_text(what.why) % told
        case Answered(answer=CorrectionRequest.Answer.AGREED):
            return _("Correction request %(correction_request)d: pair %(pair)d agrees") % told
        case Answered():
            return (
                _("Correction request %(correction_request)d: pair %(pair)d does not agree") % told
            )
        case Decided(decision=CorrectionRequest.Decision.GRANTED):
            return (
                _("Correction request %(correction_request)d decided: the result was changed")
                % told
            )
        case Decided():
            return _("Correction request %(correction_request)d decided: the result stands") % told
        case _:
            assert_never(what)


def _requested_text(why: CorrectionRequest.Kind) -> str:
    return {
        CorrectionRequest.Kind.DISAGREEMENT: _(
            "Table %(table)s: pair %(pair)d does not agree with the result "
            "(correction request %(correction_request)d)"
        ),
        CorrectionRequest.Kind.MEANWHILE: _(
            "Table %(table)s: pair %(pair)d sent another result too late (correction request "
            "%(correction_request)d)"
        ),
        CorrectionRequest.Kind.LATE: _(
            "Table %(table)s: pair %(pair)d sent another result after the time for corrections "
            "(correction request %(correction_request)d)"
        ),
        CorrectionRequest.Kind.CORRECTION: _(
            "Table %(table)s: pair %(pair)d asked for a correction "
            "(correction request %(correction_request)d)"
        ),
    }[why]


def effect_text(step: Step) -> str:
    """Return the effect of an act on the pair's final score; "" if it can't change one."""
    if not isinstance(step.act.what, Scoring):
        return ""
    if not step.moved:
        return _("It left this pair's hand points as they were.")
    if step.before is None:
        return _("It gave this pair its hand points, %(after)s.") % {
            "after": score_text(step.after)
        }
    if step.after is None:
        return _("It took this pair's hand points away, %(before)s.") % {
            "before": score_text(step.before)
        }
    told = {"before": score_text(step.before), "after": score_text(step.after)}
    if told["before"] == told["after"]:
        return _("It moved this pair's hand points by less than a hundredth, at %(after)s.") % told
    told["difference"] = difference_text(step.after - step.before)
    return (
        _("It moved this pair's hand points from %(before)s to %(after)s (%(difference)s).") % told
    )


def difference_text(difference: Fraction) -> str:
    """Return the change of a score, with its sign."""
    text = score_text(difference)
    return f"+{text}" if difference > 0 else text


def who_text(step: Step) -> str:
    """Return who did it."""
    return actor_text(step.act.actor)
