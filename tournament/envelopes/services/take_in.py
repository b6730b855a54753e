"""Taking a venue's results in: what happened on its laptop is done again by the same services.

So the venue stands here as if it had played on line, and what can't be done here is refused as it
would be on line. Looking at a file before it is taken in does everything and takes it back.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.audit.event_text import place_text
from tournament.audit.services import record_event
from tournament.contestants.services import (
    add_contestant,
    change_contestant,
    join_late,
    remove_contestant,
    withdraw_contestant,
)
from tournament.core.actor import Actor
from tournament.core.errors import NotNow, UserError
from tournament.core.locks import lock_running_championship
from tournament.core.stages import stages_of
from tournament.envelopes.services.results_file import (
    hands_that_do_not_count,
    read_results,
    refuse_older,
)
from tournament.models import (
    Action,
    Championship,
    Match,
    NotPlayedReason,
    Outcome,
    Result,
    ResultConfirmation,
    ResultsFile,
    Round,
    RoundStatus,
    Ruling,
    Stage,
    Venue,
)
from tournament.models.places import HandPlace
from tournament.results.kinds.dealt_hand import ResultInput
from tournament.results.kinds.kinds import RESULT_KINDS, content_of
from tournament.results.services import confirm_result, enter_result
from tournament.rounds.queries import closing_obstacles
from tournament.rounds.services import open_round
from tournament.rulings.services import cancel_hand, deduct, withdraw_ruling
from tournament.schedule.by_hand import SeatedMatch, seated_matches
from tournament.schedule.services import (
    enter_pairings,
    make_schedule,
    pair_round,
    publish_schedule,
    remove_schedule,
)
from tournament.simultaneous.services import hand_in, take_back
from tournament.simultaneous.services.locks import lock_event, refuse_elsewhere
from tournament.stages.formats import format_of

Entry = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Change:
    """Something that becomes another than it is here: where, what it was and what it is."""

    where: str
    before: str
    after: str


@dataclass
class TakenIn:
    """What taking a file in does, or did."""

    rounds: list[int] = field(default_factory=list)
    """Those that the venue has handed in."""
    pairs_new: int = 0
    results_new: int = 0
    results_same: int = 0
    changes: list[Change] = field(default_factory=list)
    """Results and names that are here already, and were others."""
    rulings: list[str] = field(default_factory=list)
    not_counted: list[int] = field(default_factory=list)
    """Hands that were played with cards which the centre has exchanged since."""

    @property
    def is_nothing(self) -> bool:
        """Everything in the file is here already."""
        return not (self.pairs_new or self.results_new or self.changes or self.rulings)


def preview_results(*, actor: Actor, results: ResultsFile) -> TakenIn:
    """What `take_in_results` would do now; nothing stays. Raises the same."""
    with transaction.atomic():
        found = _take_in(actor, results)
        transaction.set_rollback(True)
    return found


@transaction.atomic
def take_in_results(*, actor: Actor, results: ResultsFile) -> TakenIn:
    """Make what a results file tells the venue's results here. Twice is once.

    What stands here already becomes a new version, with the file for its reason. Raises `NotNow`
    for a file that is older than what was taken in, and `UserError` with the place of what can't
    be: nothing is taken in then.
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
    _Venue(actor, championship, document, why, taken).take_in()
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
    """A venue's championship here, and the document of it that its laptop has made."""

    def __init__(
        self, actor: Actor, championship: Championship, document: Entry, why: str, taken: TakenIn
    ) -> None:
        self.actor, self.championship, self.document = actor, championship, document
        self.why, self.taken = why, taken
        (self.stage,) = stages_of(championship)
        (self.told_stage,) = document["stages"]
        self.old_cards = hands_that_do_not_count(championship, document)

    def take_in(self) -> None:
        done = [one for one in self.document["rounds"] if _is_done(one)]
        self.taken.rounds = [one["number"] for one in done]
        brought = {hand["number"] for one in done for hand in one["deals"]}
        self.taken.not_counted = sorted(brought & self.old_cards)
        if not self.championship.rounds.exclude(status=RoundStatus.PLANNED).exists():
            self._register()
        self._rename()
        for told in sorted(self.document["rounds"], key=lambda one: one["number"]):
            if not _is_done(told):
                break
            self._round(told)
        self._deductions()

    # Pairs and schedule

    def _register(self) -> None:
        """The pairs with which the laptop made its schedule, and that schedule."""
        first = [one for one in self.document["pairs"] if one["joined_round"] == 1]
        here = {one.number: one for one in self.championship.contestants.all()}
        numbers = {one["number"] for one in first}
        told = self.told_stage
        is_as_told = (
            set(here) == numbers
            and self._stage().published_at is not None
            and self.stage.pairing_seed == told["pairing_seed"]
        )
        if is_as_told:
            return
        if told["groups"]:
            raise NotNow(_("The venue plays in groups of its own: its file can't be taken in."))
        remove_schedule(actor=self.actor, stage=self._stage())
        for number, contestant in here.items():
            if number not in numbers:
                remove_contestant(actor=self.actor, contestant=contestant)
        for one in first:
            if one["number"] not in here:
                self._add(one)
        make_schedule(
            actor=self.actor,
            stage=self._stage(),
            seed=told["pairing_seed"],
            seeded=told["seeded"],
        )
        publish_schedule(actor=self.actor, stage=self._stage())

    def _add(self, told: Entry) -> None:
        add_contestant(
            actor=self.actor, championship=self.championship, number=told["number"], **_row(told)
        )
        self.taken.pairs_new += 1

    def _rename(self) -> None:
        """Names that were corrected at the venue."""
        here = self.championship.contestants.prefetch_related("players")
        told = {one["number"]: one for one in self.document["pairs"]}
        for contestant in here:
            row = _row(told[contestant.number]) if contestant.number in told else None
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

    def _stage(self) -> Stage:
        return Stage.objects.select_related("championship").get(pk=self.stage.pk)

    # Rounds

    def _round(self, told: Entry) -> None:
        """A round that the venue has handed in, from its pairings to its handing in here."""
        number = told["number"]
        round = self._stored(number)
        if round is None:
            raise NotNow(_("There is no round %(round)d.") % {"round": number})
        if round.status == RoundStatus.PLANNED:
            self._come_and_go(number)
            self._open(round, told)
        else:
            self._same_matches(round, told)
        round = self._now(number)
        entries = list(self._entries(round, told))
        cancelled = list(self._cancelled(round))
        if not entries and not cancelled and _is_over(round):
            return
        if round.handed_in_at is not None:
            take_back(actor=self.actor, round=round, reason=self.why)
        for match, result in entries:
            self._enter(match, result)
        for ruling in cancelled:
            self._cancel(ruling)
        round = self._now(number)
        if round.status == RoundStatus.OPEN and round.first_closed_at is None:
            self._confirm(round)
            hand_in(actor=self.actor, round=round)

    def _come_and_go(self, number: int) -> None:
        """Pairs that came late to this round, and those that have left before it."""
        here = {one.number: one for one in self.championship.contestants.all()}
        for told in self.document["pairs"]:
            if told["joined_round"] == number and told["number"] not in here:
                made = join_late(actor=self.actor, championship=self.championship, **_row(told))
                if (made.number, made.joined_round) != (told["number"], number):
                    raise self._differs(number)
                self.taken.pairs_new += 1
            leaves = told["withdrawn_from"] == number and told["number"] in here
            if leaves and here[told["number"]].withdrawn_from is None:
                withdraw_contestant(
                    actor=self.actor,
                    contestant=here[told["number"]],
                    from_round=number,
                    reason=self.why,
                )

    def _open(self, round: Round, told: Entry) -> None:
        if format_of(self.stage).by_hand:
            enter_pairings(actor=self.actor, round=round, matches=_seated(told))
        elif not round.paired:
            pair_round(actor=self.actor, round=round)
        self._same_matches(round, told)
        open_round(actor=self.actor, round=self._now(round.number))

    def _same_matches(self, round: Round, told: Entry) -> None:
        here = {(one.ns, one.ew) for one in seated_matches(round)}
        if here != {(one.ns, one.ew) for one in _seated(told)}:
            raise self._differs(round.number)

    def _differs(self, number: int) -> NotNow:
        return NotNow(
            _(
                "Round %(round)d: the pairs that meet at the venue are not those that meet "
                "here. The schedule was changed there or here."
            )
            % {"round": number}
        )

    def _stored(self, number: int) -> Round | None:
        related = ("stage__championship", "stage__championship__venue__simultaneous")
        return self.stage.rounds.select_related(*related).filter(number=number).first()

    def _now(self, number: int) -> Round:
        found = self._stored(number)
        assert found is not None, "it was there"
        return found

    # Results

    def _entries(self, round: Round, told: Entry) -> Iterator[tuple[Match, Entry]]:
        """The results of a round that are not here yet, or are others here."""
        related = ("round__stage__championship", "table")
        matches = {}
        for match in Match.objects.filter(round=round, cancelled=False).select_related(*related):
            matches[match.pk] = match
        seated = Match.objects.filter(pk__in=matches).seated("pk", by="contestant__number")
        at = {tuple(sorted(held.values())): matches[pk] for pk, held in seated}
        current = {
            (one.match_id, one.deal): one
            for one in Result.objects.filter(match__in=matches, is_current=True)
        }
        for entry in told["matches"]:
            if entry["cancelled"]:
                continue
            match = at[tuple(sorted(seat["pair"] for seat in entry["seats"]))]
            for result in entry["results"]:
                if not result["is_current"]:
                    continue
                stands = current.get((match.pk, result["deal"]))
                if stands is not None and self._is_as_told(stands, result):
                    self.taken.results_same += 1
                else:
                    yield match, result

    def _is_as_told(self, stands: Result, told: Entry) -> bool:
        if told["deal"] in self.old_cards:
            return bool(stands.outcome == Outcome.NOT_PLAYED)
        return bool(content_of(stands) == _content(told))

    def _entry(self, told: Entry) -> Any:
        """What a result says here. With cards that the hand no longer has it was not played; what
        was made with them stays in the file."""
        if told["deal"] not in self.old_cards:
            return _content(told)
        return ResultInput(
            outcome=Outcome.NOT_PLAYED,
            not_played_reason=NotPlayedReason.OTHER,
            note=_("played with the cards that the centre has exchanged"),
        )

    def _enter(self, match: Match, told: Entry) -> None:
        deal = told["deal"]
        current = Result.objects.current(match, deal)
        entry = self._entry(told)
        where = place_text(HandPlace(match.round.number, match.table.number, deal))
        try:
            enter_result(
                actor=self.actor,
                match=match,
                deal=deal,
                entry=entry,
                based_on=current.version if current else 0,
                reason=self.why if current else "",
            )
        except UserError as error:
            raise UserError(*(f"{where}: {one}" for one in error.messages)) from error
        if current is None or current.outcome == Outcome.BLANK:
            self.taken.results_new += 1
        else:
            before = content_of(current)
            self.taken.changes.append(Change(where, before.words, entry.words))

    def _confirm(self, round: Round) -> None:
        """What the championship wants confirmed was confirmed at the venue, or it would not have
        handed the round in."""
        if not closing_obstacles(round):
            return
        results = Result.objects.filter(match__round=round, match__cancelled=False, is_current=True)
        for one in results.select_related("match__round__stage__championship", "match__table"):
            if one.outcome != Outcome.BLANK:
                confirm_result(
                    actor=self.actor,
                    match=one.match,
                    deal=one.deal,
                    version=one.version,
                    by=ResultConfirmation.By.REFEREE,
                )

    # Rulings

    def _cancelled(self, round: Round) -> Iterator[Entry]:
        """Rulings that cancel a hand of the round, or no longer, and are not here."""
        deals = set(round.round_deals.values_list("number", flat=True))
        here = set(
            self.championship.rulings.filter(
                kind=Ruling.Kind.HAND_CANCELLED, withdrawn_at=None
            ).values_list("deal", flat=True)
        )
        kind = Ruling.Kind.HAND_CANCELLED
        told = [one for one in self.document["rulings"] if one["kind"] == kind]
        newest = {one["deal"]: one for one in told if one["deal"] in deals}
        for deal, one in newest.items():
            if (deal in here) == (one["withdrawn_at"] is not None):
                yield one

    def _cancel(self, told: Entry) -> None:
        deal = told["deal"]
        if told["withdrawn_at"] is None:
            cancel_hand(
                actor=self.actor,
                championship=self.championship,
                deal=deal,
                reason=told["reason"],
            )
        else:
            standing = self.championship.rulings.get(
                kind=Ruling.Kind.HAND_CANCELLED, deal=deal, withdrawn_at=None
            )
            withdraw_ruling(actor=self.actor, ruling=standing, reason=told["withdrawal_reason"])
        words = {"hand": deal, "reason": told["reason"]}
        self.taken.rulings.append(_("Hand %(hand)d: %(reason)s") % words)

    def _deductions(self) -> None:
        """Deductions in the order in which the venue made them; each here once. The first of a pair
        that comes in a later file waits for that file, and so do those after it."""
        here = list(
            self.championship.rulings.filter(kind=Ruling.Kind.DEDUCTION)
            .order_by("number")
            .select_related("contestant")
        )
        kind = Ruling.Kind.DEDUCTION
        told = [one for one in self.document["rulings"] if one["kind"] == kind]
        known = set(self.championship.contestants.values_list("number", flat=True))
        for place, one in enumerate(told):
            if one["pair"] not in known:
                break
            stored = here[place] if place < len(here) else self._deduct(one)
            assert stored.contestant is not None
            if (stored.contestant.number, stored.hundredths) != (one["pair"], one["hundredths"]):
                raise NotNow(_("The deductions here are not those of the venue."))
            if one["withdrawn_at"] is not None and stored.withdrawn_at is None:
                withdraw_ruling(actor=self.actor, ruling=stored, reason=one["withdrawal_reason"])
                self.taken.rulings.append(one["withdrawal_reason"])

    def _deduct(self, told: Entry) -> Ruling:
        contestant = self.championship.contestants.get(number=told["pair"])
        self.taken.rulings.append(
            _("Pair %(pair)d: %(reason)s") % {"pair": told["pair"], "reason": told["reason"]}
        )
        made = deduct(
            actor=self.actor,
            stage=self._stage(),
            contestant=contestant,
            hundredths=told["hundredths"],
            reason=told["reason"],
        )
        return Ruling.objects.select_related("contestant", "championship").get(pk=made.pk)


def _is_done(told: Entry) -> bool:
    return told["handed_in_at"] is not None or told["first_closed_at"] is not None


def _is_over(round: Round) -> bool:
    return round.handed_in_at is not None or round.first_closed_at is not None


def _row(told: Entry) -> dict[str, Any]:
    players = sorted(told["players"], key=lambda one: one["position"])
    return {
        "players": [one["name"] for one in players],
        "name": told["name"],
        "club": told["club"],
    }


def _names(row: dict[str, Any]) -> str:
    return ", ".join(filter(None, (row["name"], *row["players"], row["club"])))


def _seated(told: Entry) -> tuple[SeatedMatch, ...]:
    found = []
    for match in told["matches"]:
        if not match["cancelled"]:
            held = {seat["held"]: seat["pair"] for seat in match["seats"]}
            found.append(SeatedMatch(match["table"], held["NS"], held["EW"]))
    return tuple(sorted(found))


def _content(told: Entry) -> Any:
    """What a version in a document says."""
    kind = RESULT_KINDS[told["kind"]]
    return kind.read({name: told[name] for name in kind.columns})
