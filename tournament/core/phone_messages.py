"""Sentences about entries that wait unsent on a phone.

They are below all features because pages of several show them: a table, a pair, a link that is not
valid, a championship that has ended.
"""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.game.announcements import Denomination, Double
from scoring.game.seats import Seat, Side
from tournament.core.labels import label


def texts_of_the_outbox() -> dict[str, str]:
    """Return every sentence by the name that the script calls it by.

    What stands between %( and )s is filled in there.
    """
    return {
        **{f"side {one.value}": label(one) for one in (*Side, *Seat)},
        **{f"trump {one.value}": label(one) for one in Denomination},
        **{f"double {one.value}": label(one) for one in Double if one},
        **_what_was_said(),
        **_what_becomes_of_it(),
        **_on_the_way(),
    }


def _what_was_said() -> dict[str, str]:
    return {
        "hand": _("Hand %(deal)s"),
        "round and hand": _("Round %(number)s, hand %(deal)s"),
        "game": _("Game"),
        "solo table": _("Table"),
        "round and game": _("Round %(number)s"),
        "table": _("Table %(table)s"),
        "said": pgettext("hand", "entered by %(side)s"),
        "said to be right": pgettext("hand", "confirmed by %(side)s"),
        "said to be wrong": pgettext("hand", "wrong, says %(side)s"),
    }


def _what_becomes_of_it() -> dict[str, str]:
    return {
        "waiting": pgettext("hand", "waiting for the network"),
        "not sent yet": _("It has not been sent yet: please check it."),
        "stored": _("Hand %(deal)s: stored."),
        "confirmed now": _("Hand %(deal)s: confirmed."),
        "with the referee": _("Hand %(deal)s: a referee will check it."),
        "refused": _("Hand %(deal)s was not accepted: %(why)s"),
        "game stored": _("The game is stored."),
        "game confirmed now": _("The game is confirmed."),
        "game with the referee": _("A referee will check the game."),
        "game refused": _("The game was not accepted: %(why)s"),
        "table stored": _("The points of the table are stored."),
        "table confirmed now": _("The points of the table are confirmed."),
        "table with the referee": _("A referee will check the points of the table."),
        "table refused": _("The points of the table were not accepted: %(why)s"),
        "link needed": _(
            "Not sent: this phone's link is no longer valid. Scan the new code of the table or "
            "your own to send it, or show this to a referee."
        ),
        "too late": _(
            "Not sent: the championship has ended. Show this to a referee or the organisers."
        ),
        "that is right": _("Yes, send it"),
        "discard": pgettext("what was typed", "Discard"),
        "seen": pgettext("a notice", "Seen"),
    }


def _on_the_way() -> dict[str, str]:
    return {
        "one waits": _("1 entry is waiting for the network. It is kept on this phone."),
        "some wait": _(
            "%(count)s entries are waiting for the network. They are kept on this phone."
        ),
        "on its way": _("Sending…"),
        "no network": _("No network: this page may be out of date."),
        "not kept": _(
            "This phone keeps nothing for this page (a private window, perhaps): leave the page "
            "open until everything has been sent."
        ),
    }
