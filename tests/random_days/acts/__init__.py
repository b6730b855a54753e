"""What can be done on a day, a file an area.

act        what an act is: data that can be read, stored and done again
register   who takes part
preparing  settings, groups, schedule, hands, calendar, stages, the end
playing    rounds, and who sits where
results    what tables and referees enter, and what pairs ask for
rulings    what referees decide
on_phones  hands that are played on the players' phones
"""

from __future__ import annotations

from collections.abc import Mapping

from tests.random_days.acts import on_phones, playing, preparing, register, results, rulings
from tests.random_days.acts.act import Act, Kind

KINDS: Mapping[str, Kind] = {
    one.name: one
    for area in (preparing, register, playing, results, rulings, on_phones)
    for one in area.KINDS
}
"""Every kind of act by its name."""

__all__ = ["KINDS", "Act", "Kind"]
