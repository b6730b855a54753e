"""The options of `simulate`, and what it prints."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scoring.pairing.groups import group_sizes
from scoring.whole_numbers import whole_number
from tournament.accounts.queries import no_account_yet
from tournament.accounts.services import create_account
from tournament.core.actor import AT_THE_TERMINAL
from tournament.core.errors import UserError
from tournament.models import Role, User
from tournament.rehearsal.day import RoundPlayed, Step
from tournament.rehearsal.plan import Plan
from tournament.rehearsal.script_runner import Act
from tournament.rehearsal.venues import VenueOccasion, venue_plans
from tournament.stages.estimate import estimates
from tournament.stages.presets import PRESETS, Preset

USUAL_CONTESTANTS = 12
USUAL_MISTAKES = Fraction(1, 20)
LONGEST_PACE = 600
_ONLY_FOR_A_NEW_ONE = (
    *("pairs", "format", "rounds", "seed", "mistakes", "name"),
    *("minutes", "events", "two_legs", "slug", "organiser", "venues", "teams"),
)


_NOT_FOR_VENUES = ("slug", "pairs", "format", "open_round", "minutes", "events", "two_legs", "pace")


@dataclass(frozen=True, slots=True)
class PlayLimits:
    """Limits of the play: rounds to play to their end (None: all), and a part of the next."""

    play: int | None
    open_round: bool
    pace: float


def whole(options: Mapping[str, Any], name: str) -> int | None:
    """Return a whole number that was given for an option; None for none. Raises `UserError`."""
    given = options[name]
    if given is None:
        return None
    text = str(given).strip()
    number = whole_number(text, digits=16)
    if number is None:
        raise UserError(
            _("--%(option)s takes a whole number, not “%(given)s”.")
            % {"option": name, "given": text[:40]},
            field=name,
        )
    return number


def asked_plan(options: Mapping[str, Any]) -> Plan:
    """Return the plan of a new rehearsal. Without a seed one is drawn."""
    contestants = whole(options, "pairs")
    contestants = USUAL_CONTESTANTS if contestants is None else contestants
    preset = _preset(options["format"])
    begins = preset.begins
    groups = begins.intent.groups_for(begins.format, contestants)
    largest = max(group_sizes(contestants, groups), default=1)
    rounds, seed = whole(options, "rounds"), whole(options, "seed")
    legs = 2 if options["two_legs"] else 1
    usual = begins.intent.rounds_for(begins.format, max(largest, 1)) * legs
    # Let the plan refuse too few or too many pairs for a schedule first.
    return Plan(
        contestants=contestants,
        rounds=usual if rounds is None else rounds,
        format=preset.key,
        seed=secrets.randbelow(1_000_000) if seed is None else seed,
        mistakes=_share(options["mistakes"]),
        minutes=whole(options, "minutes"),
        events=bool(options["events"]),
        legs=legs,
    )


def asked_venues(options: Mapping[str, Any]) -> tuple[VenueOccasion, ...]:
    """Return the plans of a simultaneous event's venues."""
    for name in _NOT_FOR_VENUES:
        if options[name] not in (None, False, ""):
            raise UserError(
                _("--%(option)s is for one championship, not for venues.")
                % {"option": name.replace("_", "-")},
                field=name,
            )
    venues, seed = whole(options, "venues") or 0, whole(options, "seed")
    teams = whole(options, "teams")
    return venue_plans(
        venues=venues,
        pairs=venues * USUAL_CONTESTANTS if teams is None else teams,
        rounds=whole(options, "rounds"),
        seed=secrets.randbelow(1_000_000) if seed is None else seed,
        mistakes=_share(options["mistakes"]),
    )


def contestants_text(plan: Plan) -> str:
    """Return the number of contestants in words: "12 pairs"."""
    text = ngettext("%(count)d pair", "%(count)d pairs", plan.contestants)
    if plan.begins.format.of_players:
        text = ngettext("%(count)d player", "%(count)d players", plan.contestants)
    return text % {"count": plan.contestants}


def usual_name(plan: Plan) -> str:
    """Return the default name of a rehearsal."""
    text = _("%(pairs)d pairs, seed %(seed)d")
    if plan.begins.format.of_players:
        text = _("%(pairs)d players, seed %(seed)d")
    return text % {"pairs": plan.contestants, "seed": plan.seed}


def _preset(given: str) -> Preset:
    if not given:
        return next(iter(PRESETS.values()))
    if given not in PRESETS:
        raise UserError(
            _("--format takes one of: %(formats)s.") % {"formats": ", ".join(PRESETS)},
            field="format",
        )
    return PRESETS[given]


def all_rounds(plan: Plan) -> int:
    """Return the number of all rounds, those of a stage that is meant to follow included."""
    _first, *later = estimates(plan.begins, plan.contestants) or (None,)
    return plan.rounds + sum(one.rounds for one in later)


def asked_limits(options: Mapping[str, Any], *, rounds: int | None) -> PlayLimits:
    """Return the limits; `rounds` are those of a new rehearsal, None where one is continued."""
    play, part = whole(options, "play"), bool(options["open_round"])
    if rounds is None:
        play = (0 if part else 1) if play is None else play
        return PlayLimits(play, part, _pace(options["pace"]))
    if play is None:
        play = rounds - 1 if part else rounds
    if play > rounds or (part and play == rounds):
        raise UserError(
            ngettext(
                "There is %(rounds)d round: no more can be played, and none is left to stay open.",
                "There are %(rounds)d rounds: no more can be played, and none is left to stay "
                "open.",
                rounds,
            )
            % {"rounds": rounds},
            field="play",
        )
    return PlayLimits(play, part, _pace(options["pace"]))


def refuse_for_continuing(options: Mapping[str, Any]) -> None:
    """Raise `UserError` for an option that only a new rehearsal can have."""
    for name in _ONLY_FOR_A_NEW_ONE:
        if options[name] not in (None, False, ""):
            raise UserError(
                _("--%(option)s is only for a new rehearsal: a continued one keeps its own.")
                % {"option": name.replace("_", "-")},
                field=name,
            )


def organiser_of(username: str) -> tuple[User, str]:
    """Return the organiser, and the password of an account that was made for it, else "".

    Without a name: the first account that looks after the installation, or organises something.
    Only where there is no account at all is one made. Raises `UserError` (field "organiser").
    """
    if username:
        user = User.objects.filter(username__iexact=username, is_active=True).first()
        if user is not None:
            return user, ""
        if not no_account_yet():
            raise UserError(
                _("There is no active account “%(name)s”.") % {"name": username}, field="organiser"
            )
        return create_account(
            actor=AT_THE_TERMINAL, username=username, full_name="", may_make_accounts=True
        )
    able = Q(is_superuser=True) | Q(memberships__role=Role.ORGANISER)
    user = User.objects.filter(able, is_active=True).order_by("pk").first()
    if user is None:
        raise UserError(
            _(
                "Nobody has an account yet: name the organiser to make one for with "
                "--organiser NAME."
            ),
            field="organiser",
        )
    return user, ""


def _share(given: Any) -> Fraction:
    if given is None:
        return USUAL_MISTAKES
    try:
        share = Decimal(str(given).strip().replace(",", "."))
        # Billionths are enough, and an exponent can ask for a number that fills the memory.
        if not 0 <= share <= 1 or share != round(share, 9):
            raise InvalidOperation
    except InvalidOperation:
        raise UserError(
            _("The share of mistakes is from 0 to 1, such as 0.05."), field="mistakes"
        ) from None
    return Fraction(share)


def _pace(given: Any) -> float:
    """Return seconds between two acts; time is no score, so it may be inexact."""
    try:
        pace = Decimal(str(given or 0).strip().replace(",", "."))
        if not 0 <= pace <= LONGEST_PACE:
            raise InvalidOperation
    except InvalidOperation:
        raise UserError(
            _("--pace takes seconds, from 0 to %(most)d.") % {"most": LONGEST_PACE}, field="pace"
        ) from None
    return float(pace)


def act_text(act: Act) -> str:
    """Return an act at a table, in words."""
    return {
        Act.ENTERED: pgettext("rehearsal", "entered"),
        Act.CONFIRMED: pgettext("rehearsal", "confirmed"),
        Act.OBJECTED: pgettext("rehearsal", "the other pair disagrees"),
        Act.SENT_LATE: pgettext("rehearsal", "the phone sends its saved entries"),
        Act.DECIDED: pgettext("rehearsal", "the referee decides"),
        Act.CORRECTED: pgettext("rehearsal", "the referee corrects it"),
        Act.REBUILT: pgettext("rehearsal", "the referee rebuilds the play"),
        Act.RULED: pgettext("rehearsal", "ruling: rule-break"),
        Act.NOT_PLAYED: pgettext("rehearsal", "not played, time ran out"),
        Act.ASKED: pgettext("rehearsal", "a correction is asked for"),
        Act.ANSWERED: pgettext("rehearsal", "the opponents answer"),
    }[act]


def step_line(step: Step) -> str:
    """Return a line about something that happened at a table."""
    what = step.refused or (act_text(step.act) if step.act else "")
    if step.deal is None:
        return _("  table %(table)s: %(what)s") % {"table": step.table, "what": what}
    return _("  table %(table)s, hand %(hand)d: %(what)s") % {
        "table": step.table,
        "hand": step.deal,
        "what": what,
    }


def round_lines(played: RoundPlayed) -> Iterator[str]:
    """Yield what happened in a round, and what keeps it from being closed."""
    if played.games:
        count = ngettext("%(count)d game", "%(count)d games", played.hands)
    else:
        count = ngettext("%(count)d hand", "%(count)d hands", played.hands)
    yield _(
        "Round %(round)d, %(state)s: %(hands)s, mistakes %(mistakes)d, noticed %(noticed)d."
    ) % {
        "round": played.number,
        "state": pgettext("round", "closed") if played.closed else pgettext("round", "open"),
        "hands": count % {"count": played.hands},
        "mistakes": sum(played.mistakes.values()),
        "noticed": played.noticed,
    }
    for sentence in played.obstacles:
        yield f"  {sentence}"
