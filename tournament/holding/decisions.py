"""Second looks, claims and rulings as the tables have them, held against the record."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from django.utils.translation import gettext as _

from tournament.audit.wording import actor_text, target_text, value_text
from tournament.holding.differences import difference
from tournament.holding.recorded import Look, Place, RecordedClaim, RecordedRuling, Replay
from tournament.models import Claim, Ruling, SecondLook, Stage


def place_text(place: Place) -> str:
    """A round, a table and a hand in words."""
    number, table, deal = place
    return target_text(f"round {number} table {table} hand {deal}")


def look_faults(state: Replay, stage: Stage) -> Iterator[str]:
    """Second looks that only the tables, or only the record, know of; 1 query."""
    stored: dict[Place, set[Look]] = defaultdict(set)
    looks = SecondLook.objects.filter(result__match__round__stage=stage)
    for number, table, deal, version, by, actor in looks.values_list(
        "result__match__round__number",
        "result__match__table__number",
        "result__deal",
        "result__version",
        "by",
        "actor",
    ):
        stored[number, table, deal].add((version, by, actor))
    for place in sorted(stored.keys() | state.looks.keys()):
        now, said = stored.get(place, set()), state.looks.get(place, set())
        for look in sorted(now ^ said):
            version, by, actor = look
            fault = (
                _("%(where)s: version %(number)d is confirmed (%(by)s), other than recorded.")
                if look in now
                else _("%(where)s: version %(number)d is not confirmed (%(by)s) as recorded.")
            )
            yield fault % {
                "where": place_text(place),
                "number": version,
                "by": f"{value_text(by, 'by')}, {actor_text(actor)}",
            }


def claim_faults(state: Replay, stage: Stage) -> Iterator[str]:
    """What claims say, or what became of them, that the record doesn't, or otherwise; 1 query."""
    claims = Claim.objects.filter(match__round__stage=stage).select_related(
        "match__round", "match__table"
    )
    yield from _faults(
        "claim",
        [(claim.number, _claim_now(claim)) for claim in claims],
        {number: _claim_said(claim) for number, claim in state.claims.items()},
    )


def _claim_now(claim: Claim) -> Mapping[str, Any]:
    match = claim.match
    return {
        "place": place_text((match.round.number, match.table.number, claim.deal)),
        "claim": claim.kind,
        "side": claim.side,
        "based_on": claim.based_on,
        "said": claim.said,
        "words": claim.words,
        "made_by": claim.actor,
        "answer": claim.answer,
        "answered_by": claim.answered_by,
        "decision": claim.decision,
        "decided_by": claim.decided_by,
        "decision_reason": claim.decision_reason,
    }


def _claim_said(claim: RecordedClaim) -> Mapping[str, Any]:
    said = asdict(claim)
    content, place, actor = said.pop("content"), said.pop("place"), said.pop("actor")
    return {"place": place_text(place), **content, "made_by": actor, **said}


def ruling_faults(state: Replay, stage: Stage) -> Iterator[str]:
    """What rulings say that the record doesn't, or otherwise; 1 query."""
    rulings = Ruling.objects.filter(championship=stage.championship).select_related("team")
    now = list(rulings)
    yield from _faults(
        "ruling",
        [(ruling.number, _ruling_now(ruling)) for ruling in now],
        {number: _ruling_said(ruling) for number, ruling in state.rulings.items()},
    )
    for ruling in now:
        recorded = state.rulings.get(ruling.number)
        if recorded and (ruling.withdrawn_at is not None) != bool(recorded.withdrawal_reason):
            yield _("%(where)s is withdrawn, or not, other than recorded.") % {
                "where": target_text(f"ruling {ruling.number}")
            }


def _ruling_now(ruling: Ruling) -> Mapping[str, Any]:
    return {
        "ruling": ruling.kind,
        "hand": ruling.deal,
        "pair": ruling.team.number if ruling.team else None,
        "hundredths": ruling.hundredths,
        "made_by": ruling.actor,
        "reason": ruling.reason,
        "withdrawn_by": ruling.withdrawn_by,
        "withdrawal_reason": ruling.withdrawal_reason,
    }


def _ruling_said(ruling: RecordedRuling) -> Mapping[str, Any]:
    return {
        **ruling.content,
        "made_by": ruling.actor,
        "reason": ruling.reason,
        "withdrawn_by": ruling.withdrawn_by,
        "withdrawal_reason": ruling.withdrawal_reason,
    }


def _faults(
    kind: str,
    stored: Sequence[tuple[int, Mapping[str, Any]]],
    recorded: Mapping[int, Mapping[str, Any]],
) -> Iterator[str]:
    """What differs between the stored and the recorded ones of a kind, by their numbers."""
    by_number = dict(stored)
    times = Counter(number for number, _content in stored)
    for number in sorted(by_number.keys() | recorded.keys()):
        where = {"where": target_text(f"{kind} {number}")}
        if times[number] > 1:
            yield _("%(where)s is stored more than once.") % where
        if number not in recorded:
            yield _("%(where)s is stored and not in the record.") % where
        elif number not in by_number:
            yield _("%(where)s is in the record and not stored.") % where
        else:
            said = recorded[number]
            differences = [
                difference(name, now, said[name])
                for name, now in by_number[number].items()
                if now != said[name]
            ]
            if differences:
                yield f"{where['where']}: {'; '.join(differences)}."
