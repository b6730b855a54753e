"""What a document holds: the parts of a championship, most of them columns of its tables.

What refers to a table, a pair, a round or a player does so by number. Left out are accounts and
roles, the secret of links, and what phones sent.
"""

from __future__ import annotations

from scoring.game.seats import Seat
from tournament.contestants.rows import MAX_CONTESTANTS, MAX_SUBSTITUTES
from tournament.models import (
    MOST_HANDS_PER_MATCH,
    AttachedPlay,
    AuditEvent,
    Championship,
    ChampionshipLogo,
    Contestant,
    CorrectionRequest,
    DealSet,
    Entrant,
    GroupMember,
    HandAccess,
    HandInPlay,
    Match,
    PlayAct,
    Player,
    PlayRecord,
    RefereeCall,
    Result,
    ResultConfirmation,
    Round,
    RoundDeal,
    Ruling,
    Sitting,
    Stage,
    Table,
)
from tournament.models.places import COLUMNS
from tournament.models.schedule import HELD
from tournament.results.kinds.kinds import RESULT_KINDS
from tournament.transfer.columns import MOST_ROUNDS, SMALL, Columns
from tournament.transfer.shapes import Choice, ListOf, Nullable, Record, Schema, Whole

FORMAT = "botifarra-championship"
VERSION = 1
_MOST_STAGES = 100
_MANY = 1_000_000

CHAMPIONSHIP = Columns(
    Championship,
    (
        *("slug", "name", "place", "date", "created_at", "ended_at", "is_archived"),
        *("confirmation", "round_minutes", "correction_minutes", "of_players"),
    ),
)
LOGO = Columns(ChampionshipLogo, ("png", "width", "height", "digest"))
TABLE = Columns(Table, ("number", "name", "link_number"))
PAIR = Columns(
    Contestant,
    (
        *("number", "name", "club", "joined_round", "withdrawn_from", "asked_rests"),
        *("here", "paid", "link_number"),
    ),
)
PLAYER = Columns(Player, ("position", "name"))
DEAL_SET = Columns(
    DealSet,
    (
        *("number", "deals_before", "deals", "spares_used", "key", "hashes", "secrets"),
        "commitment",
        *("salt", "salt_fixed_at", "created_at"),
    ),
)
ACCESS = Columns(HandAccess, ("kind", "at", "actor", "reason", "exchanged"))
STAGE = Columns(
    Stage,
    (
        *("number", "name", "best", "carry", "best_of_each", "group_names", "compared_with"),
        *("kind", "pairing_seed", "seeded", "hands_per_match", "intended", "published_at"),
        *("played_with", "agree_after", "settings", "draw_seed", "reserve_days"),
    ),
)
GROUP_MEMBER = Columns(GroupMember, ("group",))
ENTRANT = Columns(Entrant, ("seed", "carried", "carried_hands"))
DEAL = Columns(RoundDeal, ("number", "number_in_set"))
ROUND = Columns(
    Round,
    (
        *("number", "paired", "status", "first_day", "last_day", "opened_at", "handed_in_at"),
        *("closed_at", "first_closed_at", "released_at"),
        *("ends_at", "seconds_left", "corrections_until"),
    ),
)
MATCH = Columns(
    Match,
    ("number", "cancelled", "packs_since", "paused_since", "waits_from", "postponed_to"),
)
SITTING = Columns(Sitting, ("seat",))
SAID = Columns(
    Result, tuple(dict.fromkeys(name for kind in RESULT_KINDS.values() for name in kind.columns))
)
"""What somebody says a result was, of any kind: in a version, and in a correction request."""
RESULT = Columns(
    Result,
    (
        *("deal", "kind", "version", "is_current"),
        *SAID.names,
        *("entered_at", "entered_by", "entered_side", "entered_contestant", "entered_table"),
        *("change_reason", "corrections_until"),
    ),
)
_ACTOR = ("actor", "actor_contestant", "actor_table")
CONFIRMATION = Columns(ResultConfirmation, ("by", "at", *_ACTOR))
PLAYED = ("trump", "double", "leader", "gone", "plays")
"""What was played, in a record of play and in the copy that a ruling rests on."""
PLAY_RECORD = Columns(PlayRecord, ("deal", "version", *PLAYED, "left_over", "at", "by"))
ATTACHED = Columns(AttachedPlay, ("number", "variant", *PLAYED, "nonce", "at", "by"))
HAND_IN_PLAY = Columns(
    HandInPlay,
    (
        *("deal", "variant", "nonce", "ended", "ns_points", "trump", "double"),
        *("set_aside_at", "set_aside_by", "set_aside_reason"),
    ),
)
ACT = Columns(
    PlayAct,
    (
        *("number", "kind", "seat", "own_number", "trump", "card", "reason", "ns_points"),
        *("by", "at"),
    ),
)
CORRECTION_REQUEST = Columns(
    CorrectionRequest,
    (
        *("number", "deal", "kind", "side", "based_on", "words", "at", *_ACTOR),
        *("answer", "answered_at", "answered_by", "answered_contestant", "answered_table"),
        *("decision", "decided_at", "decided_by", "decision_reason"),
    ),
)
CALL = Columns(
    RefereeCall,
    (
        *("number", "round", "table", "side", "at", *_ACTOR, "coming_at", "coming_by"),
        *("outcome", "ended_at", "ended_by", "ended_contestant", "ended_table"),
    ),
)
RULING = Columns(
    Ruling,
    (
        *("number", "kind", "deal", "hundredths", "reason", "at", "actor"),
        *("withdrawn_at", "withdrawn_by", "withdrawal_reason"),
    ),
)
EVENT = Columns(
    AuditEvent,
    (
        *("sequence", "at", *_ACTOR, "actor_side", "actor_phone", "own_table"),
        *("public_actor", "installation_head"),
        *("action", *COLUMNS, "target", "before", "after", "reason", "rows"),
        *("previous_hash", "hash"),
    ),
)

_NUMBER = Whole(1, SMALL)


_RESULT = Record(
    {
        **RESULT.shapes,
        "confirmations": ListOf(Record(CONFIRMATION.shapes), 5),
        "plays": ListOf(Record(ATTACHED.shapes), SMALL),
    }
)
_MATCH = Record(
    {
        "table": _NUMBER,
        "seats": ListOf(Record({"held": Choice(HELD), "pair": _NUMBER}), len(Seat)),
        **MATCH.shapes,
        "sittings": ListOf(Record({**SITTING.shapes, "player": _NUMBER}), 4),
        "results": ListOf(_RESULT, SMALL),
        "correction_requests": ListOf(
            Record({**CORRECTION_REQUEST.shapes, "said": Nullable(Record(SAID.shapes))}), SMALL
        ),
        "play_records": ListOf(Record(PLAY_RECORD.shapes), MOST_HANDS_PER_MATCH),
        "hands_in_play": ListOf(
            Record({**HAND_IN_PLAY.shapes, "acts": ListOf(Record(ACT.shapes), SMALL)}),
            MOST_HANDS_PER_MATCH,
        ),
    }
)
_PAIR = Record(
    {
        **PAIR.shapes,
        "fixed_table": Nullable(_NUMBER),
        "players": ListOf(Record(PLAYER.shapes), 2 + MAX_SUBSTITUTES),
    }
)
_DEAL_SET = Record(
    {
        **DEAL_SET.shapes,
        "accesses": ListOf(Record({"round": _NUMBER, **ACCESS.shapes}), _MANY),
    }
)
_STAGE = Record(
    {
        **STAGE.shapes,
        "entrants": ListOf(Record({"pair": _NUMBER, **ENTRANT.shapes}), MAX_CONTESTANTS),
        "groups": ListOf(Record({"pair": _NUMBER, **GROUP_MEMBER.shapes}), MAX_CONTESTANTS),
    }
)
_ROUND = Record(
    {
        "stage": _NUMBER,
        **ROUND.shapes,
        "deals": ListOf(
            Record({**DEAL.shapes, "deal_set": Nullable(_NUMBER)}), MOST_HANDS_PER_MATCH
        ),
        "matches": ListOf(_MATCH, MOST_ROUNDS),
    }
)
DOCUMENT = Record(
    {
        "format": Choice((FORMAT,)),
        "version": Whole(VERSION, VERSION),
        "championship": Record({"number": Whole(1), **CHAMPIONSHIP.shapes}),
        "logo": Nullable(Record(LOGO.shapes)),
        "tables": ListOf(Record(TABLE.shapes), MOST_ROUNDS),
        "pairs": ListOf(_PAIR, MAX_CONTESTANTS),
        "deal_sets": ListOf(_DEAL_SET, _MOST_STAGES),
        "stages": ListOf(_STAGE, _MOST_STAGES),
        "rounds": ListOf(_ROUND, MOST_ROUNDS),
        "referee_calls": ListOf(Record(CALL.shapes), _MANY),
        "rulings": ListOf(
            Record({**RULING.shapes, "pair": Nullable(_NUMBER), "stage": Nullable(_NUMBER)}), _MANY
        ),
        "record": ListOf(Record(EVENT.shapes), _MANY),
    }
)
"""Everything, in the order in which it is written."""


def json_schema() -> Schema:
    """The format as JSON Schema. It says what each value may be, not whether the parts fit."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A championship of duplicate botifarra",
        "description": "See championship-file.md beside this file.",
        **DOCUMENT.schema(),
    }
