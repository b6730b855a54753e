"""A rehearsal is made anew, is marked for good, and is all that bots ever play in."""

from __future__ import annotations

import pytest

from scoring.dealing.deal_set import commitment, deal_hashes
from tests.tournament.factories import make_championship, make_user, stage_of
from tests.tournament.rehearsal.rehearsed import REFEREE, faults, plan, played, rehearsal
from tournament.championships.services.end import end_championship
from tournament.core.errors import UserError
from tournament.deals.services.deal_sets import make_deals
from tournament.models import Action, Championship
from tournament.rehearsal.championship import Occasion, found_rehearsal, make_rehearsal

pytestmark = pytest.mark.django_db


def test_pairs_schedule_and_hands_are_there_and_no_round_is_open() -> None:
    made = rehearsal(contestants=5, rounds=4)
    stage = stage_of(made.championship)
    assert made.championship.is_rehearsal
    assert made.championship.contestants.count() == 5
    assert set(stage.rounds.values_list("number", "status")) == {
        (n, "planned") for n in range(1, 5)
    }
    assert stage.published_at is not None
    deal_set = made.championship.deal_set()
    assert deal_set is not None
    assert deal_set.commitment == commitment(deal_hashes(plan().key, deal_set.deals))
    assert faults(made.championship) == []


def test_what_is_there_already_is_never_touched() -> None:
    real = make_championship("Assaig")
    before = (real.name, real.events.count(), real.contestants.count())
    first, second = played(), rehearsal()
    assert len({real.slug, first.championship.slug, second.championship.slug}) == 3
    real.refresh_from_db()
    assert (real.name, real.events.count(), real.contestants.count()) == before


@pytest.mark.parametrize("slug", ["taken", "no address", "x" * 61])
def test_an_address_that_cannot_be_had_is_refused_and_leaves_nothing(slug: str) -> None:
    make_rehearsal(
        actor=REFEREE, user=make_user(), plan=plan(), occasion=Occasion("A", slug="taken")
    )
    with pytest.raises(UserError) as refused:
        make_rehearsal(
            actor=REFEREE, user=make_user(), plan=plan(), occasion=Occasion("B", slug=slug)
        )
    assert refused.value.field == "slug"
    assert Championship.objects.count() == 1


def test_going_on_finds_the_plan_again() -> None:
    made = rehearsal(minutes=40)
    assert found_rehearsal(made.championship.slug) == (made.championship, made.plan)


def test_bots_do_not_play_in_a_real_championship() -> None:
    real = make_championship()
    with pytest.raises(UserError, match="real championship"):
        found_rehearsal(real.slug)
    # Not even where somebody has changed the mark: the record does not say so.
    Championship.objects.update(is_rehearsal=True)
    with pytest.raises(UserError, match="real championship"):
        found_rehearsal(real.slug)
    assert any("rehearsal" in fault for fault in faults(real))


def test_nor_where_there_is_none_or_it_has_ended() -> None:
    with pytest.raises(UserError, match="no championship"):
        found_rehearsal("nowhere")
    made = played(rounds=1)
    end_championship(actor=REFEREE, championship=made.championship)
    with pytest.raises(UserError, match="has ended"):
        found_rehearsal(made.championship.slug)


def test_a_real_championship_never_gets_a_key_that_somebody_knows() -> None:
    real = make_championship()
    with pytest.raises(AssertionError):
        make_deals(actor=REFEREE, championship=real, rehearsal_key=plan().key)
    assert real.deal_set() is None


def test_a_mark_that_was_taken_away_is_found() -> None:
    made = rehearsal()
    Championship.objects.update(is_rehearsal=False)
    assert any("rehearsal" in fault for fault in faults(made.championship))


def test_the_first_event_of_the_record_tells_what_it_is() -> None:
    event = rehearsal().championship.events.order_by("sequence")[0]
    assert event.action == Action.CHAMPIONSHIP_CREATED
    assert event.after is not None
    assert event.after["rehearsal"]["seed"] == 7
