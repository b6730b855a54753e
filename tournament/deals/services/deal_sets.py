"""Making deal sets, giving their deals to the planned hands, and their salt."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from scoring.dealing.deal_set import KEY_BYTES, commitment, deal_hashes, normalise_salt
from scoring.errors import SaltError
from tournament.audit.services import record_event
from tournament.core.actor import Actor
from tournament.core.errors import NotNow, UserError
from tournament.core.locks import lock_running_championship
from tournament.core.names import is_shown_whole
from tournament.core.ties import refuse_in_a_venue
from tournament.deals.exchanges import places_now
from tournament.deals.queries import deal_sets_now, last_hand
from tournament.deals.secrets import secret_of
from tournament.models import MOST_DEALS_IN_A_SET, Action, Championship, DealSet, Round, RoundDeal
from tournament.stages.formats import any_deals, deals_per_round, format_of

LONGEST_SALT = 200
LEAST_TO_SPARE = 40
"""Least number of deals of a set that are not planned (or a quarter as many as are planned): for
rounds that are added, and for hands that somebody sees."""
PAIRS_EXPECTED = 40
"""Number of pairs a set is made for, at least, while no round is planned."""


@sensitive_variables("key", "rehearsal_key", "hashes")
@transaction.atomic
def make_deals(
    *, actor: Actor, championship: Championship, rehearsal_key: bytes | None = None
) -> DealSet:
    """Draw the key of the hands of the championship and return its deal set.

    While the newest set has deals enough it is returned as it is; when it has run out another one
    is made, for the hands that come after it. Only a rehearsal, which says of itself what it is,
    can be given a key that somebody may know.
    """
    championship = lock_running_championship(championship)
    refuse_in_a_venue(championship)
    if not any_deals(championship.stages.all()):
        raise NotNow(_("No hands are played that were dealt beforehand."))
    newest = championship.deal_set()
    if newest is not None and not deal_sets_now(championship).need_more:
        return newest
    assert rehearsal_key is None or championship.is_rehearsal, "a championship's key is drawn"
    key = secrets.token_bytes(KEY_BYTES) if rehearsal_key is None else rehearsal_key
    before = _hands_with_cards(championship)
    hashes = deal_hashes(key, _how_many(championship, before))
    deal_set = DealSet.objects.create(
        championship=championship,
        number=1 if newest is None else newest.number + 1,
        deals_before=before,
        deals=len(hashes),
        key=key,
        commitment=commitment(hashes),
    )
    _record_making(actor, championship, deal_set)
    return deal_set


@sensitive_variables("key", "hashes")
def share_deals(
    *, actor: Actor, championships: Sequence[Championship], deals: int, key: bytes = b""
) -> None:
    """Give championships without a deal set a common one: the venues of an event.

    `key` is that of the set which other venues have already; without one it is drawn. Part of
    another act: call it inside that act's transaction, with the championships locked.
    """
    key = key or secrets.token_bytes(KEY_BYTES)
    hashes = deal_hashes(key, deals)
    for championship in championships:
        assert not championship.has_hands, "its hands would be others than those it has promised"
        deal_set = DealSet.objects.create(
            championship=championship, deals=deals, key=key, commitment=commitment(hashes)
        )
        _record_making(actor, championship, deal_set)


def _record_making(actor: Actor, championship: Championship, deal_set: DealSet) -> None:
    give_cards(championship)
    record_event(
        championship=championship,
        actor=actor,
        action=Action.DEALS_MADE,
        after={
            "deal_set": deal_set.number,
            "hands_before": deal_set.deals_before,
            "deals": deal_set.deals,
            "commitment": deal_set.commitment,
        },
        at=deal_set.created_at,
    )


def _hands_with_cards(championship: Championship) -> int:
    """Return the number of hands before those of the next set."""
    without = championship.round_deals.filter(deal_set=None).order_by("number").first()
    return last_hand(championship) if without is None else without.number - 1


def _how_many(championship: Championship, before: int) -> int:
    """Return the size of a new set: the deals planned after the first `before`, and spares."""
    planned = last_hand(championship) - before
    if not last_hand(championship):
        pairs = max(championship.contestants.count(), PAIRS_EXPECTED)
        planned = sum(
            format_of(stage).usual_rounds(pairs) * deals_per_round(stage)
            for stage in championship.stages.all()
        )
    return with_spares(planned)


def with_spares(planned: int) -> int:
    """Return the size of a set with `planned` deals, spares included."""
    return min(planned + max(LEAST_TO_SPARE, planned // 4), MOST_DEALS_IN_A_SET)


def give_cards(championship: Championship) -> None:
    """Let the hands that have no cards yet come from the sets, as far as they go.

    Part of another act, which made hands or planned rounds.
    """
    without = list(championship.round_deals.filter(deal_set=None).order_by("number"))
    places = places_now(championship, [one.number for one in without])
    for hand in without:
        if (place := places.get(hand.number)) is not None:
            hand.deal_set, hand.number_in_set = place
    RoundDeal.objects.bulk_update(without, ["deal_set", "number_in_set"])


@transaction.atomic
def set_salt(
    *, actor: Actor, championship: Championship, salt: str, deal_set: int | None = None
) -> DealSet:
    """Give a deal set, by default the newest, its salt, or another one, or none ("").

    Raises `NotNow` before the hands are made and after the salt was fixed, and `UserError` (field
    "salt") for a text that can't be one, or that was known before the hands were made.
    """
    championship = lock_running_championship(championship)
    refuse_in_a_venue(championship)
    return _set_salt(actor, championship, _deal_set(championship, deal_set), salt)


def share_salt(*, actor: Actor, championships: Iterable[Championship], salt: str) -> None:
    """Fix this salt, which may be "", for the deal set that these venues share. As `share_deals`.

    Raises `UserError` as `set_salt`.
    """
    for championship in championships:
        deal_set = _set_salt(actor, championship, _deal_set(championship, None), salt)
        if deal_set.salt_fixed_at is None:
            _fix(actor, championship, deal_set)


def _set_salt(actor: Actor, championship: Championship, found: DealSet, salt: str) -> DealSet:
    new = _checked_salt(salt)
    if new == found.salt:
        return found
    if found.salt_fixed_at is not None:
        raise NotNow(
            _("The salt is fixed: a hand has been opened or printed with it."), field="salt"
        )
    known = championship.deal_sets.filter(salt=new, salt_fixed_at__lte=found.created_at)
    if new and known.exists():
        raise UserError(
            _("This salt was known before these hands were made: take a newer one."), field="salt"
        )
    before, found.salt = found.salt, new
    found.save(update_fields=["salt"])
    record_event(
        championship=championship,
        actor=actor,
        action=Action.SALT_CHANGED,
        before={"salt": before},
        after={"deal_set": found.number, "salt": new},
    )
    return found


def fix_salt(*, actor: Actor, championship: Championship, round: Round) -> DealSet:
    """Fix the salts of a round's hands for good, as the first of them is about to be seen.

    Returns the set of its first hand; harmless afterwards. Part of another act: call it inside
    that act's transaction, with the championship locked. Raises `NotNow` while a hand of the round
    has no cards.
    """
    hands = list(round.round_deals.order_by("number"))
    if not hands or any(one.deal_set_id is None for one in hands):
        raise NotNow(
            _("Round %(round)d has no hands yet. Make them first.") % {"round": round.number}
        )
    sets = {
        one.pk: one
        for one in championship.deal_sets.select_for_update().filter(round_deals__in=hands)
    }
    _refuse_in_an_envelope(round, hands, sets)
    for deal_set in sorted(sets.values(), key=lambda one: one.number):
        if deal_set.salt_fixed_at is None:
            if championship.tie is not None:
                raise NotNow(
                    _("The centre of “%(event)s” has not fixed the salt of the hands yet.")
                    % {"event": championship.tie.simultaneous.name}
                )
            _fix(actor, championship, deal_set)
    assert hands[0].deal_set_id is not None, "it was looked at"
    return sets[hands[0].deal_set_id]


@sensitive_variables()
def _refuse_in_an_envelope(
    round: Round, hands: Sequence[RoundDeal], sets: Mapping[int, DealSet]
) -> None:
    """Raise `NotNow` if the secret of a hand is not here: its envelope is still to be opened."""
    for one in hands:
        assert one.deal_set_id is not None, "it was looked at"
        assert one.number_in_set is not None, "the database holds that it has both"
        if secret_of(sets[one.deal_set_id], one.number_in_set) is None:
            raise NotNow(
                _("The hands of round %(round)d are in an envelope that has not been opened here.")
                % {"round": round.number}
            )


def _fix(actor: Actor, championship: Championship, deal_set: DealSet) -> None:
    deal_set.salt_fixed_at = timezone.now()
    deal_set.save(update_fields=["salt_fixed_at"])
    record_event(
        championship=championship,
        actor=actor,
        action=Action.SALT_FIXED,
        after={
            "deal_set": deal_set.number,
            "salt": deal_set.salt,
            "commitment": deal_set.commitment,
        },
        at=deal_set.salt_fixed_at,
    )


def _deal_set(championship: Championship, number: int | None) -> DealSet:
    sets = championship.deal_sets.select_for_update().order_by("number")
    found = (sets if number is None else sets.filter(number=number)).last()
    if found is None:
        raise NotNow(_("There are no hands yet. Make them first."))
    return found


def _checked_salt(text: str) -> str:
    try:
        salt = normalise_salt(text)
    except SaltError:
        raise UserError(_("This text can't be a salt."), field="salt") from None
    if not is_shown_whole(salt):  # nobody could type it again to recompute the hands
        raise UserError(_("A salt is one line of ordinary text."), field="salt")
    if len(salt) > LONGEST_SALT:
        raise UserError(
            _("A salt has at most %(most)d characters; this one has %(count)d.")
            % {"most": LONGEST_SALT, "count": len(salt)},
            field="salt",
        )
    return salt
