"""What there is to know of simultaneous events: this is the catalogue, one file a concern.

hands      whose hands somebody has seen
state      the venues, how far each round is, versions, and the first page's lines
overall    everybody ranked together, and by venue and by club
"""

from tournament.simultaneous.queries.event_standings import (
    EventFigures,
    EventStandings,
    GroupLine,
    HandOfPair,
    LateVenue,
    LeftOutVenue,
    VenueRef,
)
from tournament.simultaneous.queries.hands import exchangeable_rounds, rounds_seen
from tournament.simultaneous.queries.overall import overall_standings, shared_standings
from tournament.simultaneous.queries.state import (
    EventLine,
    EventState,
    Progress,
    event_lines,
    event_state,
    event_version,
    is_of_the_centre,
    is_public,
    venues_waited_for,
    version_for_everybody,
    version_for_the_centre,
)

__all__ = [
    "EventFigures",
    "EventLine",
    "EventStandings",
    "EventState",
    "GroupLine",
    "HandOfPair",
    "LateVenue",
    "LeftOutVenue",
    "Progress",
    "VenueRef",
    "event_lines",
    "event_state",
    "event_version",
    "exchangeable_rounds",
    "is_of_the_centre",
    "is_public",
    "overall_standings",
    "rounds_seen",
    "shared_standings",
    "venues_waited_for",
    "version_for_everybody",
    "version_for_the_centre",
]
