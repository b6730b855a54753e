"""What organisers do to a championship as a whole: this is the catalogue, one file a concern.

details    creating one, and its name, place and date
stages     adding one, and taking it back
settings   a stage's rules of scoring and ranking
members    its organisers and referees
end        final standings, and the key made public
archive    moved to what is past, or back
another    a new one like an earlier one
"""

from tournament.championships.services.another import CopiedParts, create_another
from tournament.championships.services.archive import set_archived
from tournament.championships.services.details import (
    NAME_LENGTH,
    SLUG_LENGTH,
    change_details,
    create_championship,
    details_version,
)
from tournament.championships.services.end import end_championship
from tournament.championships.services.members import (
    add_member,
    add_new_member,
    change_member,
    keep_an_organiser,
    remove_member,
)
from tournament.championships.services.settings import (
    change_settings,
    seed_for,
    settings_version,
    share_settings,
)
from tournament.championships.services.stages import add_stage, add_stage_of_best, remove_stage

__all__ = [
    "NAME_LENGTH",
    "SLUG_LENGTH",
    "CopiedParts",
    "add_member",
    "add_new_member",
    "add_stage",
    "add_stage_of_best",
    "change_details",
    "change_member",
    "change_settings",
    "create_another",
    "create_championship",
    "details_version",
    "end_championship",
    "keep_an_organiser",
    "remove_member",
    "remove_stage",
    "seed_for",
    "set_archived",
    "settings_version",
    "share_settings",
]
