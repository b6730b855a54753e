"""Comparing a championship's settings, its rounds and their times with the record."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from typing import Any

from django.utils.translation import gettext as _

from tournament.audit.event_text import place_text
from tournament.championships.pictures import Picture, is_our_own
from tournament.integrity.differences import difference
from tournament.integrity.recorded_state import RecordedRound, Replay
from tournament.models import Championship, ChampionshipLogo, Match, Round, RoundStatus, Stage
from tournament.models.places import RoundPlace
from tournament.models.schedule import in_order
from tournament.schedule.plan import Seated, digest_of_seating

_TIMES = ("opened_at", "handed_in_at", "closed_at", "first_closed_at", "released_at")
_AS_TEXT = ("ends_at", "corrections_until")
"""Times that events tell after the act, in ISO 8601."""


def championship_faults(
    state: Replay, championship: Championship, stages: Sequence[Stage]
) -> Iterator[str]:
    """The championship's name, settings and end, and the state of every round."""
    yield from _settings_faults(state, championship, stages)
    if championship.is_rehearsal != state.rehearsal:
        yield _("Whether it is a rehearsal differs from the record.")
    for name in ("created_at", "ended_at", "is_archived", "of_players"):
        if (stored := getattr(championship, name)) != (recorded := getattr(state, name)):
            yield f"{difference(name, stored, recorded)}."
    yield from _round_faults(state, championship)


def _round_faults(state: Replay, championship: Championship) -> Iterator[str]:
    """2 queries."""
    rounds = {one.number: one for one in championship.rounds.all()}
    seated: dict[int, list[Seated]] = defaultdict(list)
    matches = Match.objects.filter(round__championship=championship)
    for number, table, held in matches.seated(
        "round__number", "table__number", by="contestant__number"
    ):
        meeting = (number, *in_order(held))
        known = state.rounds.get(number, RecordedRound()).reseated
        seated[number].append((table, *known.get(meeting, meeting)[1:]))
    for number in sorted(rounds.keys() | state.rounds.keys()):
        where = place_text(RoundPlace(number))
        one, recorded = rounds.get(number, Round()), state.rounds.get(number, RecordedRound())
        status = RoundStatus(one.status)
        if status is not recorded.status:
            yield _("%(where)s is %(stored)s, the record says %(recorded)s.") % {
                "where": where,
                "stored": status.label,
                "recorded": recorded.status.label,
            }
        found = list(_differences(one, recorded))
        if found:
            yield f"{where}: {'; '.join(found)}."
        if recorded.seating and digest_of_seating(seated[number]) != recorded.seating:
            yield _("%(where)s: not everybody sits where they sat when it was opened.") % {
                "where": where
            }


def _differences(one: Round, recorded: RecordedRound) -> Iterator[str]:
    said: dict[str, Any] = {
        **{name: getattr(recorded, name) for name in ("paired", "seconds_left", *_TIMES)},
        **{name: _moment(getattr(recorded, name)) for name in _AS_TEXT},
        **{name: _day(getattr(recorded, name)) for name in ("first_day", "last_day")},
    }
    for name, value in said.items():
        if (stored := getattr(one, name)) != value:
            yield difference(name, stored, value)


def _day(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None


def _moment(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


def _settings_faults(
    state: Replay, championship: Championship, stages: Sequence[Stage]
) -> Iterator[str]:
    logo = ChampionshipLogo.objects.filter(championship=championship).first()
    picture = logo and Picture(bytes(logo.png), logo.width, logo.height)
    details = {"date": championship.date.isoformat(), "logo": picture.digest if picture else None}
    for name, recorded in {**state.details, **state.day}.items():
        stored: Any = details[name] if name in details else getattr(championship, name)
        if stored != recorded:
            yield f"{difference(name, stored, recorded)}."
    if logo and picture and (logo.digest != picture.digest or not is_our_own(picture)):
        yield _("The size or the digest of the logo is not that of the picture.")
    stored_stages = {stage.number: stage for stage in stages}
    for number in sorted(stored_stages.keys() | state.stages.keys()):
        where = {"where": _("Stage %(number)s") % {"number": number}}
        if number not in state.stages:
            yield _("%(where)s is stored but not in the record.") % where
        elif number not in stored_stages:
            yield _("%(where)s is in the record but not stored.") % where
        else:
            stage = stored_stages[number]
            plain = stage.settings.plain()
            for name, recorded in state.stages[number].told.items():
                stored = plain[name] if name in plain else getattr(stage, name, None)
                if stored != recorded:
                    yield f"{difference(name, stored, recorded)}."
