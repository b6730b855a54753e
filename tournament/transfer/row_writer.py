"""From a valid document to rows.

The rows get the times in the document, not those at which they are stored. What the database
refuses although the document is valid is reported with its place.
"""

from __future__ import annotations

from typing import Any

from django.db import DataError, IntegrityError, models
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from scoring.game.seats import Seat
from tournament.core.errors import UserError
from tournament.models import (
    AuditEvent,
    Championship,
    Contestant,
    CorrectionRequest,
    Match,
    MatchSeat,
    Player,
    Result,
    Round,
    Stage,
    Table,
)
from tournament.results.kinds.kinds import kind_of
from tournament.transfer import layout
from tournament.transfer.columns import Columns
from tournament.transfer.shapes import fault

Entry = dict[str, Any]


def store_document(document: Entry, *, slug: str) -> Championship:
    """Make the championship of a document, under this address.

    Call it inside a transaction, to be taken back if this raises `UserError`: the database refused
    a row, with the place of it in the sentence.
    """
    return _Storing().store(document, slug)


class _Storing:
    """The rows made so far, by the numbers that stand for them in the document."""

    def __init__(self) -> None:
        self.tables: dict[int, Table] = {}
        self.pairs: dict[int, Contestant] = {}
        self.players: dict[tuple[int, int], Player] = {}
        self.stages: dict[int, Stage] = {}
        self.rounds: dict[int, Round] = {}

    def store(self, document: Entry, slug: str) -> Championship:
        championship = self._championship(
            document["championship"], slug, is_rehearsal=_is_rehearsal(document["record"])
        )
        if document["logo"] is not None:
            _insert(layout.LOGO, document["logo"], "logo", championship=championship)
        self._tables_and_pairs(championship, document)
        self._stages_and_hands(championship, document)
        for index, round in enumerate(document["rounds"]):
            for place, match in enumerate(round["matches"]):
                self._match(match, round["number"], f"rounds[{index}].matches[{place}]")
        for index, call in enumerate(document["referee_calls"]):
            where = f"referee_calls[{index}]"
            _insert(layout.CALL, call, where, championship=championship)
        for index, ruling in enumerate(document["rulings"]):
            contestant = self.pairs[ruling["pair"]] if ruling["pair"] is not None else None
            _insert(
                layout.RULING,
                ruling,
                f"rulings[{index}]",
                championship=championship,
                contestant=contestant,
                stage=self.stages[ruling["stage"]] if ruling["stage"] is not None else None,
            )
        events = [
            AuditEvent(championship=championship, **layout.EVENT.loaded(event))
            for event in document["record"]
        ]
        try:
            AuditEvent.objects.bulk_create(events, batch_size=500)
        except (IntegrityError, DataError) as error:
            raise _refusal("record", error) from error
        return championship

    def _championship(self, entry: Entry, slug: str, *, is_rehearsal: bool) -> Championship:
        row = _insert(
            layout.CHAMPIONSHIP,
            {**entry, "slug": slug},
            "championship",
            record_number=entry["number"],
            is_rehearsal=is_rehearsal,
        )
        assert isinstance(row, Championship)
        return row

    def _tables_and_pairs(self, championship: Championship, document: Entry) -> None:
        for index, entry in enumerate(document["tables"]):
            table = _insert(layout.TABLE, entry, f"tables[{index}]", championship=championship)
            assert isinstance(table, Table)
            self.tables[table.number] = table
        for index, entry in enumerate(document["pairs"]):
            where = f"pairs[{index}]"
            fixed = self.tables[entry["fixed_table"]] if entry["fixed_table"] else None
            contestant = _insert(
                layout.PAIR, entry, where, championship=championship, fixed_table=fixed
            )
            assert isinstance(contestant, Contestant)
            self.pairs[contestant.number] = contestant
            for one in entry["players"]:
                player = _insert(layout.PLAYER, one, f"{where}.players", contestant=contestant)
                assert isinstance(player, Player)
                self.players[contestant.number, player.position] = player

    @sensitive_variables()
    def _stages_and_hands(self, championship: Championship, document: Entry) -> None:
        """The stages with their rounds, the deal sets, and who looked at hands early."""
        sets = {}
        for index, entry in enumerate(document["stages"]):
            stage = _insert(layout.STAGE, entry, f"stages[{index}]", championship=championship)
            assert isinstance(stage, Stage)
            self.stages[stage.number] = stage
            for one in entry["entrants"]:
                entrants = f"stages[{index}].entrants"
                pair = self.pairs[one["pair"]]
                _insert(layout.ENTRANT, one, entrants, stage=stage, contestant=pair)
            for one in entry["groups"]:
                groups = f"stages[{index}].groups"
                pair = self.pairs[one["pair"]]
                _insert(layout.GROUP_MEMBER, one, groups, stage=stage, contestant=pair)
        for index, entry in enumerate(document["deal_sets"]):
            where = f"deal_sets[{index}]"
            sets[entry["number"]] = _insert(
                layout.DEAL_SET, entry, where, championship=championship
            )
        for index, entry in enumerate(document["rounds"]):
            where = f"rounds[{index}]"
            stage = self.stages[entry["stage"]]
            round = _insert(layout.ROUND, entry, where, championship=championship, stage=stage)
            assert isinstance(round, Round)
            self.rounds[round.number] = round
            for one in entry["deals"]:
                deal_set = sets[one["deal_set"]] if one["deal_set"] else None
                own = {"championship": championship, "round": round, "deal_set": deal_set}
                _insert(layout.DEAL, one, f"{where}.deals", **own)
        for index, entry in enumerate(document["deal_sets"]):
            for place, access in enumerate(entry["accesses"]):
                _insert(
                    layout.ACCESS,
                    access,
                    f"deal_sets[{index}].accesses[{place}]",
                    deal_set=sets[entry["number"]],
                    round=self.rounds[access["round"]],
                )

    def _match(self, entry: Entry, round: int, where: str) -> None:
        match = _insert(
            layout.MATCH,
            entry,
            where,
            round=self.rounds[round],
            table=self.tables[entry["table"]],
        )
        assert isinstance(match, Match)
        playing_in = None if match.cancelled else match.round_id
        for one in entry["seats"]:
            pair_id = self.pairs[one["pair"]].pk
            seat = MatchSeat(
                match=match, held=one["held"], contestant_id=pair_id, round_id=playing_in
            )
            _save(seat, where)
        held = {one["held"]: one["pair"] for one in entry["seats"]}
        for one in entry["sittings"]:
            pair = held[Seat(one["seat"]).side]
            player = self.players[pair, one["player"]]
            _insert(layout.SITTING, one, f"{where}.sittings", match=match, player=player)
        for index, one in enumerate(entry["results"]):
            place = f"{where}.results[{index}]"
            result = _insert(layout.RESULT, one, place, match=match)
            assert isinstance(result, Result)
            for confirmation in one["confirmations"]:
                _insert(layout.CONFIRMATION, confirmation, f"{place}.confirmations", result=result)
            for play in one["plays"]:
                _insert(layout.ATTACHED, play, f"{place}.plays", result=result)
        for index, one in enumerate(entry["play_records"]):
            _insert(layout.PLAY_RECORD, one, f"{where}.play_records[{index}]", match=match)
        for index, one in enumerate(entry["hands_in_play"]):
            place = f"{where}.hands_in_play[{index}]"
            hand = _insert(layout.HAND_IN_PLAY, one, place, match=match)
            for act in one["acts"]:
                _insert(layout.ACT, act, f"{place}.acts", hand=hand)
        kind = kind_of(self.rounds[round].stage)
        for index, one in enumerate(entry["correction_requests"]):
            correction_request = _insert(
                layout.CORRECTION_REQUEST,
                one,
                f"{where}.correction-requests[{index}]",
                match=match,
                said=one["said"] and {name: one["said"][name] for name in kind.columns},
            )
            assert isinstance(correction_request, CorrectionRequest)


def _is_rehearsal(record: list[Entry]) -> bool:
    """What the record's first event says, which is what `verify` holds the row against."""
    told = record[0]["after"] if record else None
    return isinstance(told, dict) and "rehearsal" in told


def _insert(columns: Columns, entry: Entry, where: str, **others: Any) -> models.Model:
    """Store a row with exactly these values."""
    row = columns.model(**columns.loaded(entry), **others)
    _save(row, where)
    return row


def _save(row: models.Model, where: str) -> None:
    try:
        # Raw: what a column says of itself, such as "now" for when the row was made, is left out.
        row.save_base(raw=True, force_insert=True)
    except (IntegrityError, DataError) as error:
        raise _refusal(where, error) from error


def _refusal(where: str, error: Exception) -> UserError:
    reason = str(error).strip().splitlines()[0]
    return UserError(fault(where, _("the database refuses it: %(reason)s") % {"reason": reason}))
