"""What the centre of a simultaneous event does, and what venues do together: the catalogue.

events   making one, its name and date, its people, deleting one
venues   adding one, tying a championship, untying it, leaving one out
deals    one deal set for all venues, its salt, and exchanging hands
settings how hands are scored and compared in all of them
rounds   opening in all venues, handing in, releasing

Whoever writes in more than one venue locks the event first and then the venues in one order; who
writes in one venue locks that alone. So two acts never wait for each other.
"""

from tournament.simultaneous.services.deals import (
    exchange_for_all,
    fix_salt_for_all,
    make_deals_for_all,
)
from tournament.simultaneous.services.events import (
    add_organiser,
    change_event,
    delete_event,
    make_event,
    remove_organiser,
)
from tournament.simultaneous.services.rounds import (
    Opened,
    hand_in,
    open_for_all,
    release,
    release_what_is_due,
    set_release_hour,
    take_back,
)
from tournament.simultaneous.services.settings import (
    change_settings_for_all,
    event_settings_version,
    event_stage,
    has_begun,
)
from tournament.simultaneous.services.venues import (
    add_venue,
    count_again,
    leave_out,
    tie_championship,
    untie,
)

__all__ = [
    "Opened",
    "add_organiser",
    "add_venue",
    "change_event",
    "change_settings_for_all",
    "count_again",
    "delete_event",
    "event_settings_version",
    "event_stage",
    "exchange_for_all",
    "fix_salt_for_all",
    "hand_in",
    "has_begun",
    "leave_out",
    "make_deals_for_all",
    "make_event",
    "open_for_all",
    "release",
    "release_what_is_due",
    "remove_organiser",
    "set_release_hour",
    "take_back",
    "tie_championship",
    "untie",
]
