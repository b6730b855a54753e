"""A day in which every kind of row of a championship occurs, and most columns have a value."""

from __future__ import annotations

from io import BytesIO

from PIL import Image

from scoring.carry import Carry
from scoring.game.seats import Seat, Side
from tests.tournament.factories import (
    actor_of,
    add_contestants,
    make_championship,
    make_referee,
    make_scheduled,
)
from tests.tournament.play.four_phones import hand_at, play_on, sit
from tests.tournament.recorded_day import recorded_day, round_of
from tournament.championships.logo import set_logo
from tournament.championships.services.members import change_member
from tournament.championships.services.stages import add_stage_of_best
from tournament.check_in.services import note_payment, note_presence
from tournament.contestants.services.tables import set_tables
from tournament.deals.services.accesses import open_hands_early, record_hand_printing
from tournament.deals.services.deal_sets import make_deals
from tournament.groups.services import draw_groups
from tournament.looks.services import note_playing
from tournament.models import Championship, Match, Membership, Outcome, Role, Table
from tournament.play.services.acts import take_back_card
from tournament.play.services.aside import set_play_aside
from tournament.results.kinds.dealt_hand import ResultInput
from tournament.results.services.entry import enter_result
from tournament.rounds.services.clock import pause_clock
from tournament.rounds.services.lifecycle import close_round, open_round
from tournament.rounds.services.sittings import note_sitting
from tournament.schedule.services.schedule import make_schedule, publish_schedule


def full_day() -> Championship:
    """`recorded_day`, with its people, tables, check-in, logo, early looks, sittings and phones."""
    championship = recorded_day()
    actor = actor_of(championship)
    make_referee(championship)
    promoted = Membership.objects.get(user=make_referee(championship))
    change_member(actor=actor, membership=promoted, role=Role.ORGANISER)
    picture = BytesIO()
    Image.new("RGB", (300, 100), (200, 30, 30)).save(picture, "PNG")
    picture.seek(0)
    set_logo(actor=actor, championship=championship, file=picture)
    staying = championship.contestants.get(number=4)
    assert Table.objects.filter(number=2).exists()
    set_tables(
        actor=actor,
        championship=championship,
        names={2: "by the window"},
        fixed={staying.pk: 1},
    )
    note_presence(actor=actor, contestant=staying, here=True)
    note_playing(actor=actor, championship=championship, user=promoted.user, contestant=4)
    note_payment(actor=actor, contestant=staying, paid=True)
    open_hands_early(actor=actor, championship=championship, round=5, reason="a card is missing")
    record_hand_printing(actor=actor, championship=championship, rounds=(4, 5), reason="packs")
    match = Match.objects.filter(round__number=3, cancelled=False).first()
    assert match is not None
    north, south = match.pairs[Side.NS].main_players
    note_sitting(actor=actor, match=match, players={Seat.N: north, Seat.S: south})
    pause_clock(actor=actor, round=round_of(championship, 3))
    open_round(actor=actor, round=round_of(championship, 4))
    play_on_phones(championship, 4)
    day_of_groups()
    other_day()
    return championship


def play_on_phones(championship: Championship, number: int) -> None:
    """A hand on four phones, of which a referee gives a card back; nobody says what it made. The
    play of the next one is set aside."""
    actor = actor_of(championship)
    match = Match.objects.filter(round__number=number, cancelled=False).first()
    assert match is not None
    sit(match)
    play_on(match, until=11)
    hand = hand_at(match)
    take_back_card(actor=actor, match=match, deal=hand.number, reason="a slip", acts=len(hand.acts))
    play_on(match)
    set_play_aside(
        actor=actor,
        match=match,
        deal=hand.number + 1,
        entry=ResultInput(Outcome.NOT_PLAYED, not_played_reason="time"),
        based_on=0,
        reason="the hall closes",
    )


def other_day() -> None:
    """A championship beside it, to which rows could be moved; with a final that is being played."""
    other = make_scheduled(name="Other", rounds=1)
    actor = actor_of(other)
    make_deals(actor=actor, championship=other)
    round = open_round(actor=actor, round=round_of(other, 1))
    for match in Match.objects.filter(round=round).select_related("table"):
        for deal in round.deals:
            points = 20 + 9 * match.table.number + deal
            entry = ResultInput(outcome=Outcome.PLAYED, ns_points=points)
            enter_result(actor=actor, match=match, deal=deal, entry=entry, based_on=0)
    close_round(actor=actor, round=round)
    final = add_stage_of_best(
        actor=actor,
        championship=other,
        kind="round-robin",
        name="Final",
        best=3,
        carry=Carry.HALF,
        chosen=[1, 2, 3],
        reason="a card was drawn",
    )
    make_schedule(actor=actor, stage=final)
    publish_schedule(actor=actor, stage=final)
    open_round(actor=actor, round=round_of(other, 2))


def day_of_groups() -> None:
    """Make a championship in two groups, whose schedule is made."""
    championship = make_championship("Groups")
    add_contestants(championship, 6)
    (stage,) = championship.stages.all()
    draw_groups(actor=actor_of(championship), stage=stage, count=2)
    make_schedule(actor=actor_of(championship), stage=stage)
