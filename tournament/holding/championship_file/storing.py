"""A document that is right in itself, made into rows.

The rows get the times that the document tells, not those at which they are stored. What no rule of
a document says and the database refuses is refused here, with the place where it stands.
"""

from __future__ import annotations

from typing import Any

from django.db import DataError, IntegrityError, models
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from scoring.seats import Seat, Side
from tournament.core.errors import UserError
from tournament.holding.championship_file import layout
from tournament.holding.championship_file.layout import Columns
from tournament.holding.championship_file.shapes import fault
from tournament.models import (
    AuditEvent,
    Championship,
    Claim,
    DealSet,
    Match,
    Player,
    Result,
    Round,
    Stage,
    Table,
    Team,
)

Entry = dict[str, Any]


def store_document(document: Entry, *, slug: str) -> Stage:
    """Make the championship of a document, under this address; its one stage.

    Call it inside a transaction, to be taken back if this raises `UserError`: the database refused
    a row, with the place of it in the sentence.
    """
    return _Storing().store(document, slug)


class _Storing:
    """The rows made so far, by the numbers that stand for them in the document."""

    def __init__(self) -> None:
        self.tables: dict[int, Table] = {}
        self.pairs: dict[int, Team] = {}
        self.players: dict[tuple[int, int], Player] = {}
        self.rounds: dict[int, Round] = {}

    def store(self, document: Entry, slug: str) -> Stage:
        championship = self._championship(
            document["championship"], slug, is_rehearsal=_is_rehearsal(document["record"])
        )
        if document["logo"] is not None:
            _insert(layout.LOGO, document["logo"], "logo", championship=championship)
        self._tables_and_pairs(championship, document)
        stage = self._stage(championship, document)
        for index, round in enumerate(document["rounds"]):
            for place, match in enumerate(round["matches"]):
                self._match(match, round["number"], f"rounds[{index}].matches[{place}]")
        for index, ruling in enumerate(document["rulings"]):
            team = self.pairs[ruling["pair"]] if ruling["pair"] is not None else None
            _insert(
                layout.RULING, ruling, f"rulings[{index}]", championship=championship, team=team
            )
        events = [
            AuditEvent(championship=championship, **layout.EVENT.loaded(event))
            for event in document["record"]
        ]
        try:
            AuditEvent.objects.bulk_create(events, batch_size=500)
        except (IntegrityError, DataError) as error:
            raise _refusal("record", error) from error
        return stage

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
            team = _insert(layout.PAIR, entry, where, championship=championship, fixed_table=fixed)
            assert isinstance(team, Team)
            self.pairs[team.number] = team
            for one in entry["players"]:
                player = _insert(layout.PLAYER, one, f"{where}.players", team=team)
                assert isinstance(player, Player)
                self.players[team.number, player.position] = player

    @sensitive_variables()
    def _stage(self, championship: Championship, document: Entry) -> Stage:
        """The stage with its rounds and hands, and who looked at those early."""
        hands = document["hands"]
        deal_set = _insert(layout.HANDS, hands, "hands") if hands is not None else None
        stage = _insert(
            layout.STAGE,
            document["stage"],
            "stage",
            championship=championship,
            deal_set=deal_set,
        )
        assert isinstance(stage, Stage)
        for index, entry in enumerate(document["rounds"]):
            round = _insert(layout.ROUND, entry, f"rounds[{index}]", stage=stage)
            assert isinstance(round, Round)
            self.rounds[round.number] = round
        if isinstance(deal_set, DealSet):
            for index, access in enumerate(hands["accesses"]):
                _insert(
                    layout.ACCESS,
                    access,
                    f"hands.accesses[{index}]",
                    deal_set=deal_set,
                    round=self.rounds[access["round"]],
                )
        return stage

    def _match(self, entry: Entry, round: int, where: str) -> None:
        match = _insert(
            layout.MATCH,
            entry,
            where,
            round=self.rounds[round],
            table=self.tables[entry["table"]],
            ns=self.pairs[entry["ns"]],
            ew=self.pairs[entry["ew"]],
        )
        assert isinstance(match, Match)
        for one in entry["sittings"]:
            pair = entry["ns" if Seat(one["seat"]).side is Side.NS else "ew"]
            player = self.players[pair, one["player"]]
            _insert(layout.SITTING, one, f"{where}.sittings", match=match, player=player)
        for index, one in enumerate(entry["results"]):
            place = f"{where}.results[{index}]"
            result = _insert(layout.RESULT, one, place, match=match)
            assert isinstance(result, Result)
            for look in one["looks"]:
                _insert(layout.LOOK, look, f"{place}.looks", result=result)
            for play in one["plays"]:
                _insert(layout.ATTACHED, play, f"{place}.plays", result=result)
        for index, one in enumerate(entry["play_records"]):
            _insert(layout.PLAY_RECORD, one, f"{where}.play_records[{index}]", match=match)
        for index, one in enumerate(entry["claims"]):
            claim = _insert(
                layout.CLAIM, one, f"{where}.claims[{index}]", match=match, said=one["said"]
            )
            assert isinstance(claim, Claim)


def _is_rehearsal(record: list[Entry]) -> bool:
    """What the record's first event says, which is what `verify` holds the row against."""
    told = record[0]["after"] if record else None
    return isinstance(told, dict) and "rehearsal" in told


def _insert(columns: Columns, entry: Entry, where: str, **others: Any) -> models.Model:
    """Store a row with exactly these values."""
    row = columns.model(**columns.loaded(entry), **others)
    try:
        # Raw: what a column says of itself, such as "now" for when the row was made, is left out.
        row.save_base(raw=True, force_insert=True)
    except (IntegrityError, DataError) as error:
        raise _refusal(where, error) from error
    return row


def _refusal(where: str, error: Exception) -> UserError:
    reason = str(error).strip().splitlines()[0]
    return UserError(fault(where, _("the database refuses it: %(reason)s") % {"reason": reason}))
