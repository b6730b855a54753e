"""Who may come in where: every address, its door, and what is answered to those who get in.

A new address needs a row, and more than one where different arguments open different doors.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.tournament.visitors import Who, addresses

Answer = int | str
"""A status, or the name of the address to which one is sent on."""
Door = Mapping[Who, Answer]
"""The answers of visitors who do not get in; whoever has none here gets in."""

LOGIN = "accounts:login"
REFEREES = {Who.REFEREE, Who.ORGANISER, Who.SUPERUSER}
ORGANISERS = {Who.ORGANISER, Who.SUPERUSER}
WITHOUT_A_ROLE = {Who.OUTSIDER, Who.OTHER}


def _only(inside: set[Who], *, anonymous: Answer, others: Answer) -> Door:
    outside = dict.fromkeys(set(Who) - inside, others)
    return {**outside, Who.ANONYMOUS: anonymous} if Who.ANONYMOUS in outside else outside


ANYBODY: Door = {}
NOBODY = _only(set(), anonymous=404, others=404)
LOGGED_OUT = _only({Who.ANONYMOUS}, anonymous=200, others="home")
LOGGED_IN: Door = {Who.ANONYMOUS: LOGIN}
SUPERUSER = _only({Who.SUPERUSER}, anonymous=LOGIN, others=403)
INSIDERS = _only(REFEREES, anonymous=404, others=404)
"""What is there for referees before it is there for everybody."""
REFEREE = _only(REFEREES, anonymous=LOGIN, others=403)
ORGANISER = _only(ORGANISERS, anonymous=LOGIN, others=403)
ORGANISER_ANYWHERE = _only({*ORGANISERS, Who.OTHER}, anonymous=LOGIN, others=403)
INSIDE_ORGANISER = {**INSIDERS, Who.REFEREE: 403}
LINK = _only(set(), anonymous=403, others=403)
"""Whoever opened the link of the table or pair, which none of them did: tests/tournament/phones."""
INSIDE_LINK = {**INSIDERS, **dict.fromkeys(REFEREES, 403)}

_OF_A_CHAMPIONSHIP = {one.name for one in addresses() if "slug" in one.arguments}


@dataclass(frozen=True)
class Row:
    """An address, its door, and what those who get in are answered to GET and to POST.

    `hidden` says what is different while the championship is not public; the door of `ANYBODY`'s
    championship pages is then that of insiders, unless it says so otherwise. Who has an account
    and no role in it is then told that there is nothing, as for a name that nothing has.
    """

    name: str
    door: Door
    get: Answer = 200
    post: Answer = 405
    arguments: Mapping[str, int] = field(default_factory=dict)
    hidden: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return " ".join([self.name, *(f"{name}={one}" for name, one in self.arguments.items())])

    @property
    def of_a_championship(self) -> bool:
        return self.name in _OF_A_CHAMPIONSHIP

    def expected(self, who: Who, method: str, *, public: bool) -> Answer:
        """What `who` is answered."""
        told: dict[str, Any] = {"door": self.door, "get": self.get, "post": self.post}
        if not public:
            if self.door is ANYBODY and self.of_a_championship:
                told["door"] = INSIDERS
            told |= self.hidden
        answer: Answer = told[method]
        if answer == 405:  # whoever asks
            return answer
        door: Door = told["door"]
        found = door.get(who, answer)
        is_hidden = not public and self.of_a_championship
        return 404 if is_hidden and found == 403 and who in WITHOUT_A_ROLE else found


TABLE = (
    Row("home", ANYBODY),
    Row("guide:guide", ANYBODY),
    Row("guide:words", ANYBODY),
    Row("guide:chapter", ANYBODY),
    Row("guide:page", ANYBODY),
    Row("set_language", ANYBODY, get="home", post="home"),
    Row("accounts:first_organiser", NOBODY, post=422),  # there are accounts
    Row("accounts:login", LOGGED_OUT, post=422),
    Row("accounts:logout", ANYBODY, get=405, post="home"),
    Row("accounts:password", LOGGED_IN, post=422),
    Row("accounts:list", SUPERUSER),
    Row("accounts:log", SUPERUSER),
    Row("accounts:new", SUPERUSER, post=422),
    Row("accounts:new_password", SUPERUSER, post=200),
    Row("accounts:deactivate", SUPERUSER, get=405, post="accounts:list"),
    Row("accounts:activate", SUPERUSER, get=405, post="accounts:list"),
    # Links of tables and pairs, here a wrong one; right ones: tests/tournament/links.
    Row("links:table", NOBODY),
    Row("links:pair", NOBODY),
    # What those links lead to.
    Row("phones:table", LINK, hidden={"door": INSIDE_LINK}),
    Row("phones:state", LINK, hidden={"door": INSIDE_LINK}),
    Row("phones:entries", LINK, get=405, post=200, hidden={"door": INSIDE_LINK}),
    Row("phones:confirmations", LINK, get=405, post=200, hidden={"door": INSIDE_LINK}),
    Row("phones:undo", LINK, get=405, post=200, hidden={"door": INSIDE_LINK}),
    Row("phones:holder", LINK, get=405, post=200, hidden={"door": INSIDE_LINK}),
    Row("phones:objections", LINK, get=405, post=200, hidden={"door": INSIDE_LINK}),
    Row("phones:calls", LINK, get=405, post=200, hidden={"door": INSIDE_LINK}),
    Row("phones:withdrawals", LINK, get=405, post=200, hidden={"door": INSIDE_LINK}),
    Row("phones:pair", LINK, hidden={"door": INSIDE_LINK}),
    Row("phones:pair_call", LINK, get=405, post="phones:pair", hidden={"door": INSIDE_LINK}),
    Row("phones:pair_here", LINK, get=405, post="phones:pair", hidden={"door": INSIDE_LINK}),
    Row("phones:correction", LINK, post=422, hidden={"door": INSIDE_LINK}),
    Row("phones:answer", LINK, get=405, post="phones:pair", hidden={"door": INSIDE_LINK}),
    Row("play:seats", LINK, post="play:seats", hidden={"door": INSIDE_LINK}),
    Row("play:seat", LINK, hidden={"door": INSIDE_LINK}),
    Row("play:state", LINK, hidden={"door": INSIDE_LINK}),
    Row("play:acts", LINK, get=405, post=200, hidden={"door": INSIDE_LINK}),
    Row("play:agreements", LINK, get=405, post=200, hidden={"door": INSIDE_LINK}),
    Row("play:free", LINK, get=405, post="play:seats", hidden={"door": INSIDE_LINK}),
    Row("play:call", LINK, get=405, post="play:seat", hidden={"door": INSIDE_LINK}),
    # Friendly tables: whoever has the code, and what a phone without a place is told.
    Row("friendly:new", ANYBODY, post=422),
    Row("friendly:table", ANYBODY),
    Row("friendly:written", ANYBODY),
    Row("friendly:take", ANYBODY, get=405, post="friendly:table"),
    Row("friendly:free", ANYBODY, get=405, post="friendly:table"),
    Row("friendly:place", ANYBODY, get="friendly:table"),
    Row("friendly:state", ANYBODY, get=403),
    Row("friendly:acts", ANYBODY, get=405, post=403),
    Row("friendly:deal", ANYBODY, get=405, post=400),
    # Simultaneous events; one that is public.
    Row("simultaneous:make", ORGANISER_ANYWHERE, post=422),
    Row("simultaneous:event", ANYBODY),
    Row("simultaneous:standings", ANYBODY),
    Row("simultaneous:standings_json", ANYBODY),
    Row("simultaneous:pair", NOBODY),  # nobody is ranked yet
    Row("exports:event_standings_pdf", ANYBODY),
    Row("exports:event_standings_xlsx", ANYBODY),
    Row("exports:event_job", NOBODY),  # nothing has been asked for
    Row("exports:event_job_file", NOBODY),
    Row("simultaneous:centre", ORGANISER),
    Row("simultaneous:details", ORGANISER, post=422),
    Row("simultaneous:settings", ORGANISER, post=422),
    Row("simultaneous:exchange", ORGANISER, post=422),
    Row("simultaneous:delete", ORGANISER, get=405, post="simultaneous:centre"),
    Row("simultaneous:add_venue", ORGANISER, post=422),
    Row("simultaneous:tie", ORGANISER, get=405, post=422),
    Row("simultaneous:untie", ORGANISER, get=405, post="simultaneous:centre"),
    Row("simultaneous:leave_out", ORGANISER, post=422),
    Row("simultaneous:hour", ORGANISER, get=405, post="simultaneous:centre"),
    Row("simultaneous:make_hands", ORGANISER, get=405, post="simultaneous:centre"),
    Row("simultaneous:fix_salt", ORGANISER, get=405, post=422),
    Row("simultaneous:add_person", ORGANISER, get=405, post=422),
    Row("simultaneous:remove_person", ORGANISER, get=405, post="simultaneous:centre"),
    Row("simultaneous:open", ORGANISER, get=405, post="simultaneous:centre"),
    Row("simultaneous:release", ORGANISER, post=422),
    Row("envelopes:venue", ORGANISER),
    Row("envelopes:make", ORGANISER, get=405, post=422),
    Row("envelopes:file", ORGANISER),
    Row("envelopes:passphrase", ORGANISER, get=405, post=200),
    Row("envelopes:bring", ORGANISER, get=405, post=422),
    Row("envelopes:results", ORGANISER, post=422),
    Row("envelopes:received", SUPERUSER, post=422),
    Row("envelopes:open", SUPERUSER, get=405, post=422),
    Row("envelopes:discard", SUPERUSER, get=405, post="envelopes:received"),
    Row("envelopes:for_the_centre", ORGANISER, post="envelopes:for_the_centre"),
    Row("simultaneous:hand_in", REFEREE, get="rounds:close", post="rounds:close"),
    Row("simultaneous:take_back", REFEREE, get="rounds:round", post="rounds:round"),
    # What keeps the installation.
    Row("backups:backups", SUPERUSER, post="backups:backups"),
    Row("backups:back_up_now", SUPERUSER, get=405, post="backups:backups"),
    Row("transfer:import", SUPERUSER, post=422),
    Row("transfer:file", ORGANISER, post=422),
    # Everybody's pages of a championship.
    Row("public:home", ANYBODY),
    Row("public:share", ANYBODY),
    Row("public:schedule", ANYBODY),
    Row("calendar:calendar", ANYBODY, get=404),
    Row("public:current_pairings", ANYBODY, get="public:pairings"),
    Row("public:pairings", ANYBODY),
    Row("public:contestants", ANYBODY),
    Row("championships:rules", ANYBODY),
    Row("deals:proof", ANYBODY),
    Row("deals:proof_json", ANYBODY),
    Row("deals:hashes", ANYBODY),
    Row("check_in:wall", ANYBODY),
    Row("search:search", ANYBODY),
    Row("standings:standings", ANYBODY),
    Row("standings:what_if", ANYBODY),
    Row("standings:standings_json", ANYBODY),
    Row("standings:course", ANYBODY),
    Row("standings:overall", ANYBODY, get="standings:standings"),
    Row("standings:overall_json", ANYBODY),
    Row("standings:results_json", ANYBODY),
    Row("wall:wall", ANYBODY),
    Row("standings:pair_sheet", ANYBODY),
    Row("standings:round", ANYBODY, hidden={"get": 404}),  # round 1: closed, in hiding planned
    Row("standings:round", INSIDERS, arguments={"number": 2}, hidden={"get": 404}),
    Row("standings:round", NOBODY, arguments={"number": 3}),
    Row("standings:hand_sheet", ANYBODY, hidden={"get": 404}),
    Row("standings:hand_sheet", INSIDERS, arguments={"deal": 5}, hidden={"get": 404}),
    Row("standings:hand_sheet", NOBODY, arguments={"deal": 9}),
    Row("analysis:replay", ANYBODY, hidden={"get": 404}),  # hand 1: public, in hiding sealed
    Row("analysis:replay", NOBODY, arguments={"deal": 5}),
    Row("analysis:replay", NOBODY, arguments={"deal": 9}),
    Row("play:played", NOBODY),  # nobody has played hand 1 on phones
    Row("play:written", NOBODY),
    Row("play:all_written", ANYBODY),
    Row("practice:play", ANYBODY, hidden={"get": 404}),
    Row("practice:play", NOBODY, arguments={"deal": 5}),
    Row("practice:play", NOBODY, arguments={"deal": 9}),
    Row("analysis:progress", REFEREE, post="analysis:progress"),
    Row("score_explanations:score", ANYBODY, hidden={"get": 404}),
    Row("score_explanations:score", INSIDERS, arguments={"deal": 5}, hidden={"get": 404}),
    Row("score_explanations:score", NOBODY, arguments={"deal": 9}),
    Row("exports:standings_pdf", ANYBODY),
    Row("exports:standings_xlsx", ANYBODY),
    Row("exports:hand_sheets_xlsx", ANYBODY),
    Row("exports:auditor_xlsx", ANYBODY),
    Row("exports:results_xlsx", ANYBODY),
    Row("jobs:made", ANYBODY),
    Row("jobs:made_file", ANYBODY, get=404),  # nothing has been made
    Row("exports:standings_csv", ANYBODY),
    Row("exports:results_csv", ANYBODY),
    Row("exports:commitment_pdf", ANYBODY),
    Row("exports:pairings_pdf", ANYBODY),
    Row("exports:hand_sheets_pdf", ANYBODY, hidden={"get": 404}),
    Row("exports:hand_sheets_pdf", NOBODY, arguments={"number": 2}),
    # Hands: of a round that was closed, of an open one, of one to come.
    Row("deals:hands", ANYBODY, hidden={"get": 403}),
    Row("deals:hands", REFEREE, arguments={"round": 2}, hidden={"door": INSIDERS, "get": 403}),
    Row("deals:hands", REFEREE, 403, arguments={"round": 3}, hidden={"door": INSIDERS}),
    Row("exports:hands_pdf", ANYBODY, post=200, hidden={"door": INSIDE_ORGANISER, "post": 422}),
    Row(
        "exports:hands_pdf",
        ORGANISER,
        post=422,
        arguments={"number": 3},
        hidden={"door": INSIDE_ORGANISER},
    ),
    # Referees.
    Row("championships:start", REFEREE),
    Row("audit:record", REFEREE),
    Row("audit:record_csv", REFEREE),
    Row("audit:record_json_lines", REFEREE),
    Row("contestants:list", REFEREE),
    Row("check_in:list", REFEREE),
    Row("check_in:note", REFEREE, get=405, post="check_in:list"),
    Row("exports:check_in_csv", REFEREE),
    Row("exports:check_in_pdf", REFEREE),
    Row("rounds:list", REFEREE),
    Row("rounds:round", REFEREE),
    Row("rounds:open", REFEREE, get="rounds:round", post="rounds:list", hidden={"get": 200}),
    Row(
        "rounds:open",
        REFEREE,
        post="rounds:round",
        arguments={"number": 3},
        hidden={"post": 422},  # out of turn
    ),
    Row(  # round 1: closed, in hiding planned
        "rounds:take_back",
        REFEREE,
        post=422,
        hidden={"get": "rounds:round", "post": "rounds:round"},
    ),
    Row("rounds:draw", REFEREE, get=405, post="rounds:round"),
    # Everybody meets everybody there: no round is paired by scores, or by hand.
    Row("rounds:opponents", REFEREE, get=404, post=404),
    Row("calendar:postpone", REFEREE, get=404, post=404),
    Row("rounds:pairing", REFEREE, get=404, post=404),
    Row("rounds:rests", REFEREE, get=404, post=404),
    Row("rounds:close", REFEREE, get="rounds:round", post="rounds:closed", hidden={"post": 422}),
    Row(
        "rounds:close",
        REFEREE,
        post=422,
        arguments={"number": 2},
        hidden={"get": "rounds:round"},
    ),
    Row(
        "rounds:reopen",
        REFEREE,
        post=422,
        hidden={"get": "rounds:round", "post": "rounds:round"},
    ),
    Row("rounds:closed", REFEREE, hidden={"get": "rounds:round"}),
    Row("rounds:sitting", REFEREE, post="rounds:round"),
    Row("rounds:absence", REFEREE, get=404, post=404),
    Row("desk:now", REFEREE),
    Row("desk:desk", REFEREE, get="desk:round", hidden={"get": 200}),
    Row("desk:round", REFEREE, hidden={"get": "rounds:round"}),
    Row("desk:clock", REFEREE, get=405, post="desk:round"),
    Row("desk:table", REFEREE, hidden={"get": 404}),
    Row("desk:confirm", REFEREE, get=405, post="desk:table", hidden={"post": 404}),
    Row("phones:let_speak", REFEREE, get=405, post="desk:table"),
    Row("desk:correction_requests", REFEREE, post=422),
    Row("desk:correction_request", REFEREE, post=422, hidden={"get": 404, "post": 404}),
    Row("wall:steer", REFEREE),
    Row("wall:act", REFEREE, get=405, post="wall:steer"),
    Row("play:tables", REFEREE),
    Row("play:free_seat", REFEREE, get=405, post="play:table"),
    Row("play:table", REFEREE),
    Row("play:act", REFEREE, post=422),
    Row("play:hand", REFEREE, post=422, hidden={"get": 404, "post": 404}),
    Row("play:hand_counts", REFEREE, get=405, post="play:hand", hidden={"post": 404}),
    Row("inbox:inbox", REFEREE),
    Row("inbox:summary", REFEREE),
    Row("inbox:call", REFEREE, get=405, post="inbox:inbox", hidden={"post": 404}),
    Row("results:entry", REFEREE, post=422),
    Row("results:preview", REFEREE),
    Row("score_explanations:history", REFEREE),
    Row("results:take_back", REFEREE, post=422),
    Row("results:undo", REFEREE, get=405, post="results:entry"),
    Row("jobs:job", REFEREE),
    Row("jobs:file", REFEREE, get=404),  # nothing has been made
    Row("play_records:list", REFEREE),
    Row("play_records:desk", REFEREE, post=422, hidden={"get": 403, "post": 403}),
    Row("play_records:attached", REFEREE, get=404),  # no ruling rests on one
    Row("exports:play_record_pdf", REFEREE, hidden={"get": 403}),
    Row("exports:attached_play_pdf", REFEREE, get=404),
    Row("rulings:list", REFEREE),
    Row("rulings:choose", REFEREE, get="rulings:list"),
    Row("rulings:hand", REFEREE, post=422),
    Row("rulings:withdraw_from_hand", REFEREE, post=422),
    Row("rulings:cancel", REFEREE, post=422),
    Row("rulings:deduct", REFEREE, post=422),
    Row("rulings:withdraw", REFEREE, post=422),
    # Organisers.
    Row("contestants:add", ORGANISER, post=422),
    Row("contestants:edit", ORGANISER, post=422),
    Row("contestants:remove", ORGANISER, post="contestants:list"),
    Row("contestants:paste", ORGANISER, post=422),
    Row("contestants:upload", ORGANISER, post=422),
    Row("contestants:empty_workbook", ORGANISER),
    Row("contestants:empty_text", ORGANISER),
    Row("contestants:confirm_import", ORGANISER, get="contestants:paste", post="contestants:list"),
    Row("contestants:draw", ORGANISER, post=422),
    Row("contestants:late", ORGANISER, post=422),
    Row("contestants:withdraw", ORGANISER, post=422),
    Row("contestants:take_back_withdrawal", ORGANISER, post=422),
    Row("deals:exchange", ORGANISER, post=422),
    Row("contestants:tables", ORGANISER, post="contestants:tables"),
    Row("championships:choose_preset", ORGANISER_ANYWHERE),
    Row("championships:create", ORGANISER_ANYWHERE, post=422),
    Row("rehearsal:begin", ORGANISER_ANYWHERE, get=405, post="championships:start"),
    Row("championships:details", ORGANISER, post=422),
    Row("championships:settings", ORGANISER, post=422),
    Row("championships:day", ORGANISER, post=422),
    Row("play:played_with", ORGANISER, post=422),
    Row("championships:end", ORGANISER, post=422),
    Row("championships:stages", ORGANISER),
    Row(
        "championships:add_stage",
        ORGANISER,
        get="championships:stages",  # a round is open, in hiding none is closed
        post="championships:stages",
    ),
    Row("championships:remove_stage", ORGANISER, post="championships:stages"),
    Row("championships:another", ORGANISER, post=422),
    Row("championships:archive", ORGANISER, get=405, post="championships:end"),
    Row("transfer:delete", ORGANISER, post="transfer:delete", hidden={"post": "home"}),
    Row("championships:people", ORGANISER),
    Row("championships:add_person", ORGANISER, get=405, post=422),
    Row("championships:new_person", ORGANISER, get=405, post=422),
    Row("championships:change_person", ORGANISER, get=405, post="championships:people"),
    Row("championships:remove_person", ORGANISER, post="championships:people"),
    Row("looks:note", ORGANISER, get=405, post="championships:people"),
    Row("looks:look", REFEREE, get="desk:desk", post="desk:desk"),  # nothing is hidden from them
    Row("looks:withdraw", ORGANISER, post=422),
    Row("links:list", ORGANISER),
    Row("links:renew", ORGANISER, post=422),
    Row("exports:table_hands_pdf", ORGANISER, get=404, post=404),  # it has no packs
    Row("exports:table_cards_pdf", ORGANISER),
    Row("exports:papers", REFEREE, post=422),
    Row("championships:logo", ORGANISER, post=422),
    Row("championships:logo_picture", ORGANISER, get=404),  # there is none
    Row("exports:pair_cards_pdf", ORGANISER),
    # Everybody meets everybody there on one day: no round has days of its own.
    Row("calendar:days", ORGANISER, get=404, post=404),
    Row("calendar:in_turn", ORGANISER, get=405, post=404),
    Row("calendar:reserve", ORGANISER, get=405, post=404),
    Row("groups:groups", ORGANISER),
    Row("groups:draw", ORGANISER, get=405, post="groups:groups"),
    Row("groups:change", ORGANISER, get=405, post="groups:groups"),
    Row("groups:remove", ORGANISER, get=405, post="groups:groups"),
    Row("schedule:schedule", ORGANISER),
    Row("schedule:make", ORGANISER, get=405, post="schedule:schedule"),
    Row("schedule:publish", ORGANISER, get=405, post="championships:start"),
    Row("schedule:remove", ORGANISER, post="schedule:schedule"),
    Row("deals:deals", ORGANISER, post="deals:deals"),
    Row("deals:make", ORGANISER, get=405, post="deals:deals"),
    Row(
        "deals:open_early",
        ORGANISER,
        get="deals:hands",
        post="deals:hands",
        hidden={"get": 200, "post": 422},
    ),
    Row("deals:open_early", ORGANISER, post=422, arguments={"round": 3}),
)
