"""Taking a venue's results in: the acts on its laptop are done again by the same services.

So the venue has the state it would have if it had played on line, and what can't be done here is
refused as it would be on line. A preview of a file does everything and takes it back.
"""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.audit.services import record_event
from tournament.contestants.services.late_entry import join_late
from tournament.contestants.services.register import (
    add_contestant,
    change_contestant,
    remove_contestant,
)
from tournament.contestants.services.withdrawal import withdraw_contestant
from tournament.core.actor import Actor
from tournament.core.errors import NotNow
from tournament.core.locks import lock_running_championship
from tournament.core.stages import stages_of
from tournament.envelopes.services.intake import Change, Intake, TakenIn
from tournament.envelopes.services.results_file import (
    hands_that_do_not_count,
    read_results,
    refuse_older,
)
from tournament.envelopes.services.venue_results import confirm_results, enter, entries_that_differ
from tournament.envelopes.services.venue_rulings import (
    cancel,
    cancellations_that_differ,
    take_deductions,
)
from tournament.models import (
    Action,
    Contestant,
    GroupMember,
    Match,
    Player,
    ResultsFile,
    Round,
    RoundDeal,
    RoundStatus,
    Stage,
    Venue,
)
from tournament.rounds.services.lifecycle import open_round
from tournament.schedule.by_hand import SeatedMatch, seated_matches
from tournament.schedule.services.rounds import enter_pairings, pair_round
from tournament.schedule.services.schedule import make_schedule, publish_schedule, remove_schedule
from tournament.simultaneous.services.locks import lock_event, refuse_elsewhere
from tournament.simultaneous.services.rounds import hand_in, take_back
from tournament.stages.formats import format_of


def preview_results(*, actor: Actor, results: ResultsFile) -> TakenIn:
    """Return what `take_in_results` would do now; nothing stays. Raises the same."""
    with transaction.atomic():
        found = _take_in(actor, results)
        transaction.set_rollback(True)
    return found


@transaction.atomic
def take_in_results(*, actor: Actor, results: ResultsFile) -> TakenIn:
    """Make the results in a file the venue's results here. A second call changes nothing.

    Results that are already here and differ get a new version, with the file for its reason. Raises
    `NotNow` for a file that is older than what was taken in, and `UserError` with the place of what
    can't be: nothing is taken in then.
    """
    return _take_in(actor, results)


def _take_in(actor: Actor, results: ResultsFile) -> TakenIn:
    venue = Venue.objects.select_related("simultaneous", "championship").get(pk=results.venue_id)
    refuse_elsewhere(lock_event(venue.simultaneous))
    results = ResultsFile.objects.select_for_update().get(pk=results.pk)
    if results.taken_in_at is not None:
        return TakenIn()
    championship = lock_running_championship(venue.championship)
    document = read_results(venue, bytes(results.content))
    refuse_older(venue, document)
    taken = TakenIn()
    why = _("results file %(file)s of the venue") % {"file": results.digest[:8]}
    (stage,) = stages_of(championship)
    old_cards = hands_that_do_not_count(championship, document)
    _Venue(Intake(actor, championship, document, why, taken, stage, old_cards)).take_in()
    results.taken_in_at = timezone.now()
    results.save(update_fields=["taken_in_at"])
    record_event(
        championship=championship,
        actor=actor,
        action=Action.RESULTS_TAKEN_IN,
        target=results.digest[:8],
        after={
            **{"rounds": taken.rounds, "digest": results.digest},
            **{"events": results.events, "head": results.head},
            **{"results_new": taken.results_new, "results_changed": len(taken.changes)},
            **({"not_counted": taken.not_counted} if taken.not_counted else {}),
        },
    )
    return taken


class _Venue:
    """Venue's championship here, changed to agree with the document of its laptop."""

    def __init__(self, intake: Intake) -> None:
        self.intake = intake
        self.actor, self.championship = intake.actor, intake.championship
        self.document, self.why, self.taken = intake.document, intake.why, intake.taken
        self.stage = intake.stage
        (self.told_stage,) = intake.document.all(Stage)

    def take_in(self) -> None:
        rounds = self.document.all(Round)
        self.taken.rounds = [one.number for one in rounds if _is_over(one)]
        brought = {one.number for one in self.document.all(RoundDeal) if _is_over(one.round)}
        self.taken.not_counted = sorted(brought.intersection(self.intake.old_cards))
        if not self.championship.rounds.exclude(status=RoundStatus.PLANNED).exists():
            self._register()
        self._rename()
        for told in rounds:
            if not _is_over(told):
                break
            self._round(told.number)
        take_deductions(self.intake)

    # Pairs and schedule

    def _register(self) -> None:
        """Register the pairs with which the laptop made its schedule, and make that schedule."""
        first = [one for one in self.document.all(Contestant) if one.joined_round == 1]
        here = {one.number: one for one in self.championship.contestants.all()}
        numbers = {one.number for one in first}
        told = self.told_stage
        is_as_told = (
            set(here) == numbers
            and self.intake.stage_now().published_at is not None
            and self.stage.pairing_seed == told.pairing_seed
        )
        if is_as_told:
            return
        if self.document.all(GroupMember):
            raise NotNow(_("The venue plays in groups of its own: its file can't be taken in."))
        remove_schedule(actor=self.actor, stage=self.intake.stage_now())
        for number, contestant in here.items():
            if number not in numbers:
                remove_contestant(actor=self.actor, contestant=contestant)
        for one in first:
            if one.number not in here:
                self._add(one)
        make_schedule(
            actor=self.actor,
            stage=self.intake.stage_now(),
            seed=told.pairing_seed,
            seeded=told.seeded,
        )
        publish_schedule(actor=self.actor, stage=self.intake.stage_now())

    def _add(self, told: Contestant) -> None:
        add_contestant(
            actor=self.actor, championship=self.championship, number=told.number, **self._row(told)
        )
        self.taken.pairs_new += 1

    def _rename(self) -> None:
        """Change the names that were corrected at the venue."""
        here = self.championship.contestants.prefetch_related("players")
        told = {one.number: one for one in self.document.all(Contestant)}
        for contestant in here:
            row = self._row(told[contestant.number]) if contestant.number in told else None
            players = [one.name for one in contestant.players.all()]
            before = {"players": players, "name": contestant.name, "club": contestant.club}
            if row is None or row == before:
                continue
            change_contestant(actor=self.actor, contestant=contestant, **row)
            self.taken.changes.append(
                Change(
                    _("Pair %(pair)d") % {"pair": contestant.number}, _names(before), _names(row)
                )
            )

    # Rounds

    def _round(self, number: int) -> None:
        """Take in a round that the venue has handed in, from its pairings to handing it in here."""
        round = self._stored(number)
        if round is None:
            raise NotNow(_("There is no round %(round)d.") % {"round": number})
        if round.status == RoundStatus.PLANNED:
            self._come_and_go(number)
            self._open(round)
        else:
            self._same_matches(round)
        round = self._now(number)
        entries = list(entries_that_differ(self.intake, round))
        cancelled = list(cancellations_that_differ(self.intake, round))
        if not entries and not cancelled and _is_over(round):
            return
        if round.handed_in_at is not None:
            take_back(actor=self.actor, round=round, reason=self.why)
        for match, result in entries:
            enter(self.intake, match, result)
        for ruling in cancelled:
            cancel(self.intake, ruling)
        round = self._now(number)
        if round.status == RoundStatus.OPEN and round.first_closed_at is None:
            confirm_results(self.intake, round)
            hand_in(actor=self.actor, round=round)

    def _come_and_go(self, number: int) -> None:
        """Add the pairs that came late to this round, and withdraw those that left before it."""
        here = {one.number: one for one in self.championship.contestants.all()}
        for told in self.document.all(Contestant):
            if told.joined_round == number and told.number not in here:
                made = join_late(
                    actor=self.actor, championship=self.championship, **self._row(told)
                )
                if (made.number, made.joined_round) != (told.number, number):
                    raise self._differs(number)
                self.taken.pairs_new += 1
            leaves = told.withdrawn_from == number and told.number in here
            if leaves and here[told.number].withdrawn_from is None:
                withdraw_contestant(
                    actor=self.actor,
                    contestant=here[told.number],
                    from_round=number,
                    reason=self.why,
                )

    def _open(self, round: Round) -> None:
        if format_of(self.stage).by_hand:
            enter_pairings(actor=self.actor, round=round, matches=self._seated(round.number))
        elif not round.paired:
            pair_round(actor=self.actor, round=round)
        self._same_matches(round)
        open_round(actor=self.actor, round=self._now(round.number))

    def _same_matches(self, round: Round) -> None:
        here = {(one.ns, one.ew) for one in seated_matches(round)}
        if here != {(one.ns, one.ew) for one in self._seated(round.number)}:
            raise self._differs(round.number)

    def _differs(self, number: int) -> NotNow:
        return NotNow(
            _(
                "Round %(round)d: the pairs that meet at the venue are not those that meet "
                "here. The schedule was changed there or here."
            )
            % {"round": number}
        )

    def _row(self, told: Contestant) -> dict[str, Any]:
        players = [one.name for one in self.document.all(Player) if one.contestant is told]
        return {"players": players, "name": told.name, "club": told.club}

    def _seated(self, number: int) -> tuple[SeatedMatch, ...]:
        tables = {
            one.number: one.table.number
            for one in self.document.all(Match)
            if one.round.number == number
        }
        met = self.intake.who_met(number)
        return tuple(
            sorted(SeatedMatch(tables[one], by["NS"], by["EW"]) for one, by in met.items())
        )

    def _stored(self, number: int) -> Round | None:
        related = ("stage__championship", "stage__championship__venue__simultaneous")
        return self.stage.rounds.select_related(*related).filter(number=number).first()

    def _now(self, number: int) -> Round:
        found = self._stored(number)
        assert found is not None, "it was there"
        return found


def _is_over(round: Round) -> bool:
    return round.handed_in_at is not None or round.first_closed_at is not None


def _names(row: dict[str, Any]) -> str:
    return ", ".join(filter(None, (row["name"], *row["players"], row["club"])))
