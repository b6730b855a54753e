"""Pairs that come late and pairs that leave, as organisers enter them."""

from tests.tournament.factories import actor_of, stage_of
from tournament.contestants.services.late_entry import join_late
from tournament.contestants.services.withdrawal import take_back_withdrawal, withdraw_contestant
from tournament.integrity.checks import Subject, championship_checks
from tournament.models import Championship, Contestant, Match, Outcome, Result, RoundStatus


def contestant(championship: Championship, number: int) -> Contestant:
    return championship.contestants.get(number=number)


def set_status(championship: Championship, status: RoundStatus, *numbers: int) -> None:
    stage_of(championship).rounds.filter(number__in=numbers).update(status=status)


def join(championship: Championship, **values: object) -> Contestant:
    defaults: dict = {"players": ["Tarda Una", "Tarda Dues"], "club": "", "name": ""}
    return join_late(
        actor=actor_of(championship), championship=championship, **{**defaults, **values}
    )


def withdraw(
    championship: Championship, number: int, from_round: int, reason: str = "ill"
) -> Contestant:
    return withdraw_contestant(
        actor=actor_of(championship),
        contestant=contestant(championship, number),
        from_round=from_round,
        reason=reason,
    )


def opponents(championship: Championship, number: int) -> dict[int, int]:
    """By round, whom a pair plays."""
    return {
        match.round.number: next(pair.number for pair in match.pairs if pair.number != number)
        for match in Match.objects.filter(
            round__stage__championship=championship,
            cancelled=False,
            seats__contestant__number=number,
        )
    }


def faults(championship: Championship) -> list[str]:
    """What pairs and matches say otherwise than the record."""
    checks = championship_checks(championship)
    return [one for check in checks if check.subject is Subject.PAIRS for one in check.faults]


def come_back(championship: Championship, number: int, reason: str = "well again") -> Contestant:
    return take_back_withdrawal(
        actor=actor_of(championship), contestant=contestant(championship, number), reason=reason
    )


def enter(championship: Championship, round_number: int, pair: int, outcome: Outcome) -> None:
    match = Match.objects.get(
        round__stage__championship=championship,
        round__number=round_number,
        seats__contestant__number=pair,
    )
    Result.objects.create(
        match=match,
        deal=1,
        version=1,
        outcome=outcome,
        ns_points=40 if outcome == Outcome.PLAYED else None,
        entered_by="x",
    )
