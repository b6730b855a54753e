"""A championship through the services alone, so that its record tells everything that happened."""

from __future__ import annotations

from typing import Any

from scoring.duplicate.scores import Award, Infraction
from scoring.duplicate.settings import Settings
from scoring.game.announcements import Announcement, Denomination, Double
from scoring.game.seats import Seat, Side
from scoring.participation import Withdrawn
from tests.tournament.factories import actor_of, add_contestants, make_championship, stage_of
from tests.tournament.play_records.played import TRUMP, line_of_play
from tournament.championships.day_settings import change_day
from tournament.championships.services.settings import change_settings
from tournament.contestants.rows import ContestantRow
from tournament.contestants.services.late_entry import join_late
from tournament.contestants.services.list_import import import_contestants
from tournament.contestants.services.number_draw import draw_numbers
from tournament.contestants.services.register import change_contestant, remove_contestant
from tournament.contestants.services.withdrawal import withdraw_contestant
from tournament.core.actor import Actor
from tournament.correction_requests.services import (
    answer_correction_request,
    decide_correction_request,
    make_correction_request,
)
from tournament.deals.services.deal_sets import make_deals, set_salt
from tournament.models import (
    Championship,
    ConfirmationRule,
    Contestant,
    CorrectionRequest,
    Match,
    NotPlayedReason,
    Outcome,
    PlayedWith,
    Result,
    ResultConfirmation,
    Round,
)
from tournament.play.services.aside import set_play_aside
from tournament.play.services.tables import (
    change_to_packs,
    choose_played_with,
    let_table_go_on,
    pause_table,
)
from tournament.play_records.edits import choose_trump, lay, remove_card, set_aside
from tournament.play_records.queries import the_hand
from tournament.play_records.services import attach_play, change_play
from tournament.referee_calls.services import answer_call, call_referee, end_call, withdraw_call
from tournament.results.kinds.dealt_hand import ResultInput
from tournament.results.played_hands import why_bound
from tournament.results.services.entry import confirm_result, enter_result
from tournament.rounds.services.lifecycle import close_round, open_round, reopen_round
from tournament.rulings.services import cancel_hand, deduct, withdraw_ruling
from tournament.schedule.services.schedule import make_schedule, publish_schedule, remove_schedule
from tournament.standings.queries.table import standings_view

SPECIAL = {
    (1, 1): ResultInput(Outcome.PLAYED, infraction=Infraction.EW, note="seen by the referee"),
    (2, 2): ResultInput(Outcome.NOT_PLAYED, not_played_reason=NotPlayedReason.TIME.value),
    (2, 3): ResultInput(Outcome.PLAYED, 41, award=Award.NS, note="disturbed"),
    (5, 1): ResultInput(Outcome.PLAYED, award=Award.BOTH, note="the lights went out"),
    (6, 2): ResultInput(
        Outcome.NOT_PLAYED, not_played_reason=NotPlayedReason.FOULED.value, note="13 cards"
    ),
    (3, 1): ResultInput(
        Outcome.PLAYED, 50, Announcement(Denomination.BOTIFARRA, Double.CONTRO), note="fast"
    ),
}
"""What is not plain, by deal and table."""


def recorded_day(name: str = "Day") -> Championship:
    """Seven pairs, then an eighth that is late and one that leaves; two rounds closed, one open.

    With second looks, correction requests, calls of the referee and rulings.
    """
    championship = make_championship(name)
    actor = actor_of(championship)
    _register(championship, actor)
    make_schedule(actor=actor, stage=stage_of(championship), rounds=2)
    remove_schedule(actor=actor, stage=stage_of(championship))
    make_schedule(actor=actor, stage=stage_of(championship))
    publish_schedule(actor=actor, stage=stage_of(championship))
    make_deals(actor=actor, championship=championship)
    set_salt(actor=actor, championship=championship, salt="a first one")
    set_salt(actor=actor, championship=championship, salt="Grossa 12345")
    settings = Settings(withdrawn=Withdrawn.ANNUL)
    change_settings(actor=actor, stage=stage_of(championship), settings=settings, draw_seed="x")
    change_day(
        actor=actor,
        championship=championship,
        confirmation=ConfirmationRule.OTHER_SIDE,
        round_minutes=50,
        correction_minutes=20,
    )
    play(championship, 1)
    correct(championship, 1)
    join_late(actor=actor, championship=championship, players=["Late", "Later"], club="Club 9")
    play(championship, 2)
    correction_request(championship)
    rule(championship)
    rebuild(championship)
    withdraw_contestant(
        actor=actor,
        contestant=championship.contestants.get(number=2),
        from_round=4,
        reason="the last bus",
    )
    choose_played_with(
        actor=actor,
        stage=stage_of(championship),
        played_with=PlayedWith.PHONES,
        knows_plain_http=True,
        agree_after=20,
    )
    open_round(actor=actor, round=round_of(championship, 3))
    change_tables(championship, 3)
    call(championship, 3)
    enter_round(championship, 3)
    return championship


def _register(championship: Championship, actor: Actor) -> None:
    """Seven pairs by every way in which a register can change."""
    first, *_rest, last = add_contestants(championship, 6)
    rows = [
        ContestantRow(("Àngela", "Blai", "Cesc"), name="The Aces"),
        ContestantRow(("Dolça", "Eudald")),
    ]
    import_contestants(actor=actor, championship=championship, rows=rows, token="list")
    remove_contestant(actor=actor, contestant=last)
    draw_numbers(actor=actor, championship=championship, seed="a seed")
    change_contestant(
        actor=actor,
        contestant=Contestant.objects.get(pk=first.pk),
        players=["Aina", "Bru"],
        name="New",
    )


def play(championship: Championship, number: int) -> None:
    actor = actor_of(championship)
    open_round(actor=actor, round=round_of(championship, number))
    enter_round(championship, number)
    close_round(actor=actor, round=round_of(championship, number))


def change_tables(championship: Championship, number: int) -> None:
    """A table on phones goes on with packs, another one is paused for the second time."""
    actor = actor_of(championship)
    matches = Match.objects.filter(round=round_of(championship, number), cancelled=False)
    first, second = matches.select_related("round__stage__championship").order_by("table")[:2]
    change_to_packs(actor=actor, match=first, reason="a battery")
    pause_table(actor=actor, match=second)
    let_table_go_on(actor=actor, match=second)
    pause_table(actor=actor, match=second)


def enter_round(championship: Championship, number: int) -> None:
    """A result for every hand of an open round, no two tables alike; where a table is to play it on
    phones, by a referee who sets that aside."""
    matches = Match.objects.filter(round=round_of(championship, number), cancelled=False)
    for match in matches.select_related("table", "round__stage__championship"):
        table = match.table.number
        for deal in round_of(championship, number).deals:
            plain = ResultInput(Outcome.PLAYED, 30 + 5 * table + deal % 4)
            said: dict[str, Any] = {
                "actor": actor_of(championship),
                "match": match,
                "deal": deal,
                "entry": SPECIAL.get((deal, table), plain),
                "based_on": 0,
            }
            if why_bound(match, deal):
                set_play_aside(**said, reason="played with packs")
                continue
            enter_result(**said, side=Side.NS if deal % 4 == 1 else None)
            if deal % 4 == 1:
                confirm_result(
                    actor=Actor.of_table(table, Side.EW, match.pairs.ew.number),
                    match=match,
                    deal=deal,
                    version=1,
                    by=ResultConfirmation.By.EW,
                )


def correct(championship: Championship, number: int) -> None:
    """A result of a closed round gets a second version."""
    actor = actor_of(championship)
    reopen_round(actor=actor, round=round_of(championship, number), reason="a wrong figure")
    match = Match.objects.get(round=round_of(championship, number), table__number=3)
    enter_result(
        actor=actor,
        match=match,
        deal=4 * number,
        entry=ResultInput(Outcome.PLAYED, 11),
        based_on=1,
        reason="read from the slip",
    )
    close_round(actor=actor, round=round_of(championship, number))


def correction_request(championship: Championship) -> None:
    """Grant one correction request of round 2's first table, refuse one, and leave one
    undecided."""
    match = Match.objects.get(round=round_of(championship, 2), table__number=1)
    pairs = {
        Side.NS: Actor.of_pair(match.pairs.ns.number),
        Side.EW: Actor.of_pair(match.pairs.ew.number),
    }
    entry = ResultInput(Outcome.PLAYED, 44)
    for deal, side, agrees in ((6, Side.NS, True), (7, Side.EW, False), (8, Side.NS, True)):
        made = make_correction_request(
            actor=pairs[side],
            match=match,
            deal=deal,
            kind=CorrectionRequest.Kind.CORRECTION,
            side=side,
            based_on=1,
            entry=entry if agrees else None,
            words="it was something else",
        )
        theirs = side.opponents
        answer_correction_request(
            actor=pairs[theirs], correction_request=made, side=theirs, agrees=agrees
        )
        if deal < 8:
            decide_correction_request(
                actor=actor_of(championship),
                correction_request=made,
                entry=entry if agrees else None,
                reason="the slip says so",
            )


def call(championship: Championship, number: int) -> None:
    """Make four calls: one is dealt with, one taken back, and a referee is on the way to
    another."""
    actor = actor_of(championship)
    matches = Match.objects.filter(round=round_of(championship, number), cancelled=False)
    first, second = matches.select_related("table", "round__stage__championship")[:2]
    own = Actor.of_pair(first.pairs.ns.number)
    at_table = Actor.of_table(second.table.number, Side.EW, second.pairs.ew.number)
    end_call(actor=actor, call=call_referee(actor=own, match=first, side=Side.NS))
    waiting = call_referee(actor=at_table, match=second, side=Side.EW)
    withdraw_call(actor=at_table, call=waiting)
    answer_call(actor=actor, call=call_referee(actor=own, match=first, side=Side.NS))
    call_referee(actor=at_table, match=second, side=Side.EW)


def rule(championship: Championship) -> None:
    """A hand is cancelled and two pairs lose points; one more of each is withdrawn."""
    actor = actor_of(championship)
    first, second = championship.contestants.filter(number__in=(3, 4)).order_by("number")
    cancel_hand(actor=actor, championship=championship, deal=3, reason="two equal packs")
    stage = stage_of(championship)
    deduct(actor=actor, stage=stage, contestant=first, hundredths=50, reason="late")
    deduct(actor=actor, stage=stage, contestant=second, hundredths=5, reason="late too")
    for made in (
        cancel_hand(actor=actor, championship=championship, deal=8, reason="a card too many"),
        deduct(actor=actor, stage=stage, contestant=first, hundredths=9, reason="noise"),
    ):
        withdraw_ruling(actor=actor, ruling=made, reason="it was another table")


def rebuild(championship: Championship) -> None:
    """A rule-break rests on nine cards of a record that went on afterwards; another has just been
    begun, from the second trick on."""
    actor = actor_of(championship)
    stage = stage_of(championship)
    match = Match.objects.get(round=round_of(championship, 1), table__number=1)
    hand = the_hand(stage.championship, 1)
    assert hand is not None
    cards = line_of_play(12, hand=hand)
    changes = (choose_trump(TRUMP), lay(cards[:9]), lay(cards[9:]), remove_card(10))
    for based_on, change in enumerate(changes):
        change_play(actor=actor, match=match, deal=1, change=change, based_on=based_on)
        if based_on == 1:
            result = Result.objects.get(match=match, deal=1, is_current=True)
            attach_play(actor=actor, result=result, version=2)
    second = the_hand(stage.championship, 2)
    assert second is not None
    for based_on, card in enumerate(second.deal.hand(seat)[0] for seat in Seat):
        aside = set_aside(card)
        change_play(actor=actor, match=match, deal=2, change=aside, based_on=based_on)


def round_of(championship: Championship, number: int) -> Round:
    return Round.objects.select_related("stage__championship").get(
        stage__championship=championship, number=number
    )


def standings_of(championship: Championship) -> list[tuple[object, ...]]:
    """Everything that ranks the pairs, as exact fractions."""
    lines = standings_view(stage_of(championship)).lines
    return [
        (
            one.rank,
            one.contestant.number,
            one.figures.total,
            one.figures.mean,
            one.figures.hand_score_sum,
            one.splits,
        )
        for one in lines
    ]
