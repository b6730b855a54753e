"""Reading the logs of acts: a championship's record, and the installation's own.

chains   the events of a log, and whether its chain is whole
lines    an event in words
search   finding words in a log
heads    heads of the record, as papers and pages show them
pages    the events that a filter lets pass, page by page or all
"""

from tournament.audit.queries.chains import ChainCheck, ChainState, Log, chain_state, check_chain
from tournament.audit.queries.heads import HEAD_LENGTH, closing_head
from tournament.audit.queries.lines import (
    Detail,
    RecordLine,
    done_text,
    line_of,
    own_acts,
    place_words,
    target_text,
)
from tournament.audit.queries.pages import (
    PAGE_LENGTH,
    RecordPage,
    installation_page,
    record_page,
    recorded_events,
)

__all__ = [
    "HEAD_LENGTH",
    "PAGE_LENGTH",
    "ChainCheck",
    "ChainState",
    "Detail",
    "Log",
    "RecordLine",
    "RecordPage",
    "chain_state",
    "check_chain",
    "closing_head",
    "done_text",
    "installation_page",
    "line_of",
    "own_acts",
    "place_words",
    "record_page",
    "recorded_events",
    "target_text",
]
