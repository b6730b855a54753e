"""Sentences of a table's page, in the language in force, for the phone's script to fill in.

The script has no words of its own. It replaces the names between %( and )s.
"""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.game.seats import Seat
from tournament.core.labels import label
from tournament.core.phone_messages import texts_of_the_outbox


def texts_of_a_table(*, of_players: bool = False, alone: bool = False) -> dict[str, str]:
    """Return every sentence by its name in the script.

    `of_players`: two players sit on each side, who are called by their names; `alone`: each speaks
    alone.
    """
    own = _of_one_player() if alone else _of_players() if of_players else {}
    return {
        **texts_of_the_outbox(),
        **_places(),
        **_hands(),
        **_results(),
        **_score_sheet(),
        **_abarrotada(),
        **_questions(),
        **_calls(),
        **_link(),
        **own,
    }


def _of_players() -> dict[str, str]:
    """Return the sentences in which a pair is named, of two players: `pair` is their names."""
    return {
        "pair": "%(pair)s",
        "this phone": _("Phone of %(pair)s · %(side)s"),
        "at side": _("%(side)s: %(pair)s"),
        "correction_request": _("%(pair)s say: %(words)s"),
        "correction_request without words": _("%(pair)s say that this is wrong."),
        "game won": _("%(pair)s win: %(points)s–%(others)s"),
        "next hand": _("Hand %(hand)s: %(seat)s deals, %(pair)s make trumps."),
        "check": _("Please check: points of %(pair)s: %(points)s; of %(other)s: %(others)s."),
        "is it right": _("%(pair)s: is this right?"),
        "objector": _("%(pair)s say that this is wrong."),
        "they confirm": _("Waiting for the phone of %(pair)s, the slip or a referee."),
        "typed": _("Points of %(pair)s: %(points)s; of %(other)s: %(others)s."),
        "called": _("%(pair)s called the referee at %(time)s."),
        "coming": _("%(pair)s called the referee at %(time)s. The referee is coming."),
    }


def _of_one_player() -> dict[str, str]:
    """Return the sentences in which a pair is named, of a player alone: `pair` is the name."""
    return {
        "pair": "%(pair)s",
        "this phone": _("Phone of %(pair)s · %(side)s"),
        "correction_request": _("%(pair)s says: %(words)s"),
        "correction_request without words": _("%(pair)s says that this is wrong."),
        "is it right": _("%(pair)s: is this right?"),
        "objector": _("%(pair)s says that this is wrong."),
        "they confirm": _("Waiting for another player's phone, the slip or a referee."),
        "a referee confirms": _(
            "A referee confirms it. The other players only have to act if it is wrong."
        ),
        "called": _("%(pair)s called the referee at %(time)s."),
        "coming": _("%(pair)s called the referee at %(time)s. The referee is coming."),
    }


def _places() -> dict[str, str]:
    return {
        "round": _("Round %(round)s"),
        "pair": _("Pair %(pair)s"),
        "this phone": _("Phone of pair %(pair)s · %(side)s"),
        "at side": _("%(side)s, pair %(pair)s: %(name)s"),
        "at seat": _("%(seat)s: %(name)s"),
        "left": _("%(time)s left"),
        "paused": _("Pause: %(time)s left"),
        "time is up": _("Time is up"),
        "other round": _("Go to round %(round)s"),
        "phones": _("Phones opened with the table's code: %(counted)s"),
    }


def _hands() -> dict[str, str]:
    return {
        "all hands": _("All hands"),
        "to the match": _("To the match"),
        "pair head": _("Pair"),
        "points head": pgettext("trick points", "Points"),
        "hand score head": _("Hand score"),
        "dealer and makers": _("dealer %(seat)s · %(side)s make trumps"),
        "missing": pgettext("hand", "to be entered"),
        "played here": pgettext("hand", "to be played on phones"),
        "asking": pgettext("hand", "please check"),
        "entered": pgettext("hand", "entered by %(side)s"),
        "unconfirmed": pgettext("hand", "entered by %(side)s, not confirmed yet"),
        "unconfirmed here": pgettext(
            "hand", "entered by %(side)s, not confirmed yet: is it right?"
        ),
        "agreed here": pgettext("hand", "entered by %(side)s, agreed at the table on one phone"),
        "for the referee": pgettext("hand", "entered by %(side)s; a referee confirms it"),
        "agreed": pgettext(
            "hand", "entered by %(side)s, confirmed by %(other)s; a referee confirms it, too"
        ),
        "confirmed": pgettext("hand", "entered by %(side)s, confirmed by %(other)s"),
        "confirmed by a referee": pgettext("hand", "entered by %(side)s, confirmed by a referee"),
        "referee": pgettext("hand", "entered by a referee"),
        "requested": pgettext("hand", "with a referee"),
        "cancelled": pgettext("hand", "cancelled: nothing is to be entered"),
        "begun": pgettext("hand", "started here, not sent yet"),
    }


def _results() -> dict[str, str]:
    return {
        "correction_request": _("Pair %(pair)s says: %(words)s"),
        "correction_request without words": _("Pair %(pair)s says that this is wrong."),
        "wins": _("Pair %(pair)s wins by %(points)s"),
        "level": _("Nobody wins (36–36)"),
        "botifarra": _("botifarra by pair %(pair)s"),
        "contro": _("contro by pair %(pair)s"),
        "recontro": _("recontro by pair %(pair)s"),
        "game won": _("Pair %(pair)s wins: %(points)s–%(others)s"),
        "game drawn": _("A draw at %(points)s"),
        "and": _("%(one)s, %(other)s"),
        "summary": _("%(result)s; %(announced)s: %(one)s / %(other)s"),
        "plain summary": _("%(result)s: %(one)s / %(other)s"),
    }


def _score_sheet() -> dict[str, str]:
    return {
        **{f"seat {seat.value}": label(seat) for seat in Seat},
        "sheet hand": _("Hand %(hand)s, dealer %(seat)s"),
        "revoke by": _("revoke by %(side)s"),
        "game over": _("The game is over: %(ns)s–%(ew)s."),
        "who deals": _("Who deals the first hand?"),
        "next hand": _("Hand %(hand)s: %(seat)s deals, pair %(pair)s makes trumps."),
        "no hands": _("Write down a hand first."),
        "hand not written": _("Write down the hand that is typed, or erase it."),
    }


def _abarrotada() -> dict[str, str]:
    return {
        "player head": _("Player"),
        "hands head": _("Hands played"),
        "deals": pgettext("abarrotada", "deals"),
        "makes trumps": pgettext("abarrotada", "makes trumps"),
        "revokes": pgettext("abarrotada", "revokes"),
        "trumps by": _("trumps by %(pair)s"),
        "next solo hand": _("Hand %(hand)s: %(pair)s deals."),
        "table over": _("All hands are played: %(points)s."),
        "enter everybody": _("Enter the points of every player."),
        "how many hands": _("Enter how many hands were played: no more than were planned."),
        "check table": _("Please check: %(points)s; hands played: %(hands)s."),
        "table summary": _("%(points)s; hands played: %(hands)s"),
        "table undone": _("The points of the table: undone."),
    }


def _questions() -> dict[str, str]:
    return {
        "check": _(
            "Please check: points of pair %(pair)s: %(points)s; of pair %(other)s: %(others)s."
        ),
        "is it right": _("Pair %(pair)s: is this right?"),
        "objector": _("Pair %(pair)s says that this is wrong."),
        "they confirm": _("Waiting for pair %(pair)s's phone, the slip or a referee."),
        "a referee confirms": _(
            "A referee confirms it. The other side only has to act if it is wrong."
        ),
        "the table agreed": _("It counts as agreed at the table. If it is wrong, say so here."),
        "nobody confirms": _("It needs no confirmation. If it is wrong, say so here."),
        "undone": _("Hand %(deal)s: undone."),
        "game undone": _("The game: undone."),
        "not undone": _("It could not be undone. Try again."),
        "choose trumps": _("Choose the trumps."),
        "enter both": _("Enter the points of both sides."),
        "extra hands": _("A draw doesn't stand: play the extra hands, then enter the points."),
        "choose points": _("Enter the points of one side."),
        "typed": _("Points of pair %(pair)s: %(points)s; of pair %(other)s: %(others)s."),
    }


def _calls() -> dict[str, str]:
    return {
        "called": _("Pair %(pair)s called the referee at %(time)s."),
        "coming": _("Pair %(pair)s called the referee at %(time)s. The referee is coming."),
        "call not sent": _(
            "There is no connection, and the referee does not know that you call. Send somebody."
        ),
    }


def _link() -> dict[str, str]:
    return {
        "not held": _("There is no connection. Try again."),
        "scan again": _(
            "This phone's link is no longer valid: scan the code of your table again. What is "
            "waiting here is kept and will then be sent."
        ),
        "left over": _(
            "It was not sent, and its round is no longer open at this table. If you send it, "
            "it goes to a referee."
        ),
        "left begun": _(
            "It was begun but not sent, and its round is no longer open at this table. If it "
            "still matters, tell a referee."
        ),
        "to the referee": _("Send it to the referee"),
        "typed by": pgettext("hand", "typed by %(side)s"),
        "round over": _("The round has been closed. Anything you send now goes to a referee."),
    }
