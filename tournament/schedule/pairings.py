"""Reading of a round that was paired by scores: the scores, the reasons, the cost of exchanges."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Max, Q, QuerySet
from django.utils.translation import gettext as _

from scoring.game.seats import Sides
from scoring.pairing.entrants import exchange
from scoring.pairing.swiss_field import Price, SwissField, SwissRound, price_of
from scoring.pairing.swiss_reasons import (
    Bar,
    Ground,
    MatchReasons,
    RestReasons,
    reasons_of,
    rest_reasons_of,
)
from scoring.schedule.plan import Pairing, RoundPlan
from tournament.core.numbers import number_text, score_text
from tournament.models import PAIR_NUMBERS, Action, AuditEvent, Match, Round, RoundStatus, Stage
from tournament.schedule.plan import read_planning, read_scores, recorded_scores, score_columns
from tournament.stages.format import Scores
from tournament.stages.formats import format_of
from tournament.standings.contestants import ContestantRef, stage_contestants
from tournament.standings.stage_rows import StoredRows

MOST_NAMED = 4
"""Most pairs that a sentence names."""

_CAME_OR_LEFT = (
    Action.CONTESTANT_JOINED_LATE,
    Action.CONTESTANT_WITHDRAWN,
    Action.WITHDRAWAL_TAKEN_BACK,
)


def paired_from(round: Round) -> Scores:
    """Return the scores that paired a round, by number; none for a first round. 1 query."""
    paired = _events(round).filter(action=Action.ROUND_PAIRED, round=round.number).last()
    scores = (paired.after or {}).get("scores", {}) if paired is not None else {}
    return recorded_scores(scores)


def read_round(round: Round) -> RoundPlan:
    """Return the matches in the order of the tables, and the contestants without an opponent, by
    numbers; 2 queries."""
    matches = Match.objects.filter(round=round, cancelled=False).order_by("table__number")
    seated = matches.with_pair_columns().values_list(*PAIR_NUMBERS)
    pairings = tuple(Pairing(ns, ew) for ns, ew in seated)
    playing = {number for pairing in pairings for number in pairing}
    resting = [
        one.number
        for one in stage_contestants(round.stage).values()
        if one.plays_in(round.number)
        and one.number not in playing
        and not one.has_asked_to_rest(round.number)
    ]
    return RoundPlan(round.number, pairings, resting[0] if len(resting) == 1 else None)


def why_not_exchanged(round: Round) -> str:
    """Return why two pairs of a round can't change places, in words; "" if they can. 2 queries."""
    if format_of(round.stage).swiss_field is None:
        return _("In this format nobody chooses who meets whom.")
    if round.status != RoundStatus.PLANNED or not round.paired:
        return _("Pairs change places only between the pairing of a round and its opening.")
    if came_or_left_since(round):
        return _("A pair has come or left since the round was paired: pair it anew first.")
    return ""


def came_or_left_since(round: Round) -> bool:
    """Return whether an entrant has come to a paired round or left it since it was paired, or its
    opponents were entered; 2 queries."""
    events = _events(round)
    paired = (
        Q(action__in=(Action.ROUND_PAIRED, Action.ROUND_ENTERED), round=round.number)
        | Q(action=Action.ROUNDS_REPLANNED, round__lte=round.number)
        | Q(action=Action.SCHEDULE_MADE)
    )
    since = events.filter(paired).aggregate(last=Max("sequence"))["last"] or 0
    changes = events.filter(action__in=_CAME_OR_LEFT, sequence__gt=since)
    return any(
        ({**(before or {}), **(after or {})}.get("from_round") or 1) <= round.number
        for before, after in changes.values_list("before", "after")
    )


def _events(round: Round) -> QuerySet[AuditEvent]:
    """Return the record of the round's championship, from the beginning."""
    events = AuditEvent.objects.filter(championship_id=round.championship_id)
    return events.order_by("sequence")


@dataclass(frozen=True, slots=True)
class PairingLine:
    """Match of the round: its pairs, the scores that they were ranked by, and why they meet."""

    pairs: Sides[ContestantRef]
    scores: Sides[str]
    why: str
    is_rematch: bool


@dataclass(frozen=True, slots=True)
class RoundPairings:
    """Round that was paired by scores."""

    lines: tuple[PairingLine, ...]
    resting: ContestantRef | None
    rest_score: str
    why_rest: str
    asked: tuple[ContestantRef, ...]
    """Contestants that rest because they asked to."""
    price: Price
    outdated: str
    """Changes since it was paired (`why_outdated`); "" for none."""
    refusal: str
    """Reason why pairs can't change places; "" if they can."""
    contestants: tuple[ContestantRef, ...]
    """All pairs of the round."""

    @property
    def cost(self) -> str:
        """Sum of the squared differences of all matches, as text."""
        return cost_text(self.price)


def cost_text(price: Price) -> str:
    """Return the sums of the squares of the differences, one for each key of the score."""
    return " / ".join(map(number_text, price.cost))


def round_pairings(round: Round) -> RoundPairings:
    """Return a paired round of a format that pairs by scores, with a sentence for each pairing;
    about 16 queries."""
    stage = round.stage
    scores = paired_from(round)
    field = _field(round, scores)
    plan = read_round(round)
    by_number = {one.number: one for one in stage_contestants(stage).values()}
    paired = SwissRound(tuple((match.ns, match.ew) for match in plan.pairings), plan.rest)
    by_hand = _exchanged(round)
    start = _start(round) if round.number == _stage_rounds(round)[0] else ""
    told = {}
    rematches = set()
    for reasons in reasons_of(field, paired):
        pair = frozenset((reasons.contestant, reasons.opponent))
        rematches |= {pair} if reasons.is_rematch else set()
        told[pair] = _why(reasons, start=start, by_hand=bool(pair & by_hand))
    rest = rest_reasons_of(field, paired)
    texts = {
        number: NOT_YET if start else _score_text(stage, scores.get(number, ()))
        for number in by_number
    }
    return RoundPairings(
        lines=tuple(
            PairingLine(
                pairs=match.map(by_number.__getitem__),
                scores=match.map(texts.__getitem__),
                why=told[frozenset(match)],
                is_rematch=frozenset(match) in rematches,
            )
            for match in plan.pairings
        ),
        resting=by_number[plan.rest] if plan.rest is not None else None,
        rest_score=texts[plan.rest] if plan.rest is not None else "",
        why_rest=_why_rest(rest, start=start, by_hand=plan.rest in by_hand),
        asked=tuple(one for one in by_number.values() if one.has_asked_to_rest(round.number)),
        price=price_of(field, paired.pairs),
        outdated=why_outdated(round),
        refusal=why_not_exchanged(round),
        contestants=tuple(by_number[one.contestant] for one in field.entrants),
    )


def _score_text(stage: Stage, keys: tuple[Fraction, ...]) -> str:
    """Return the score that a pair was paired by, as the standings write it: "3½ / +57"."""
    columns = score_columns(stage)
    if not columns:
        return score_text(keys[0] if keys else Fraction(0))
    values = keys or (Fraction(0),) * len(columns)
    return " / ".join(one.written(value) for one, value in zip(columns, values, strict=True))


def why_outdated(round: Round) -> str:
    """Return the changes since an unopened round was paired, in words; "" where pairing it anew
    would change nothing; 11 queries at most."""
    format = format_of(round.stage)
    if round.status != RoundStatus.PLANNED or not round.paired:
        return ""
    if not format.round_by_round:
        return ""
    if came_or_left_since(round):
        if format.by_hand:
            return _("Somebody has come or left since these opponents were entered.")
        return _("Somebody has come or left since this round was paired.")
    if not format.by_score:
        return ""
    now = read_scores(StoredRows(round.stage), first=round.number, rounds=_stage_rounds(round))
    if now != paired_from(round):
        return _("A result has changed since this round was paired.")
    return ""


NOT_YET = ""
"""Placeholder for the score in a first round."""


def price_of_exchange(round: Round, one: int, other: int) -> Price:
    """Return the cost of the round with these two pairs in each other's place."""
    plan = exchange(read_round(round), one, other)
    return price_of(
        _field(round, paired_from(round)), [(match.ns, match.ew) for match in plan.pairings]
    )


def _stage_rounds(round: Round) -> range:
    numbers = list(round.stage.rounds.order_by("number").values_list("number", flat=True))
    return range(numbers[0], numbers[-1] + 1)


def _field(round: Round, scores: Scores) -> SwissField[int]:
    field = format_of(round.stage).swiss_field
    assert field is not None, "asked only of formats that pair by scores"
    rounds = _stage_rounds(round)
    return field(
        read_planning(StoredRows(round.stage), first=round.number, rounds=rounds, scores=scores)
    )


def _exchanged(round: Round) -> set[int]:
    """Return the numbers of the pairs that have changed places since the round was last paired."""
    changed: set[int] = set()
    about = _events(round).filter(
        action__in=(Action.ROUND_PAIRED, Action.PAIRS_EXCHANGED), round=round.number
    )
    for event in about:
        if event.action == Action.ROUND_PAIRED:
            changed.clear()
        else:
            changed ^= set((event.after or {})["exchanged"])
    return changed


def _start(round: Round) -> str:
    """Return why pairs meet while nobody has a score."""
    if round.stage.seeded and round.stage.best is not None:
        return _("By seeding: the upper half meets the lower half, in the order of the standings.")
    if round.stage.seeded:
        return _("By seeding: the upper half meets the lower half, in the order of the numbers.")
    return _("By lot: nobody has a score yet.")


def _why(reasons: MatchReasons[int], *, start: str, by_hand: bool) -> str:
    """Return a sentence or two about why the pairs meet; `start` is the reason in a first round."""
    if by_hand:
        again = _("They have met before.") if reasons.is_rematch else ""
        return f"{_('Changed by hand.')} {again}".strip()
    if start:
        return start
    ground = {
        Ground.SAME_SCORE: _("The same score."),
        Ground.NEAREST: _("The nearest score."),
        Ground.NEAREST_LEFT: _nearest_left(reasons),
        Ground.SMALLEST_SUM: _("So the differences of all matches together are smallest."),
    }[reasons.ground]
    again = _("They meet again, as that can't be avoided.") if reasons.is_rematch else ""
    return f"{ground} {again}".strip()


def _nearest_left(reasons: MatchReasons[int]) -> str:
    """Return why the nearest contestant left was taken, such as "The nearest score without a
    rematch: pair 4 has met 7, 2."."""
    met = [number for number, bar in reasons.barred if bar is Bar.HAD_MET]
    said = {"pair": reasons.contestant, "met": _numbers(met)}
    if len(met) == len(reasons.barred):
        return _("The nearest score without a rematch: pair %(pair)d has met %(met)s.") % said
    said["rest"] = _numbers([number for number, bar in reasons.barred if bar is Bar.RESTS])
    if met:
        return (
            _(
                "The nearest score left to pair %(pair)d: it has met %(met)s, and pair %(rest)s "
                "rests."
            )
            % said
        )
    return _("The nearest score left to pair %(pair)d, as pair %(rest)s rests.") % said


def _numbers(numbers: list[int]) -> str:
    shown = ", ".join(map(str, numbers[:MOST_NAMED]))
    return f"{shown}…" if len(numbers) > MOST_NAMED else shown


def _why_rest(rest: RestReasons[int] | None, *, start: str, by_hand: bool) -> str:
    if rest is None:
        return ""
    if by_hand:
        return _("Changed by hand.")
    if start:
        return start
    if rest.lower:
        return _(
            "Has rested the fewest times; if a pair below rested, there would be more rematches."
        )
    return _("The lowest score of those that have rested the fewest times.")
