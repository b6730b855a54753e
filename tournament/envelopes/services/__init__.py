"""What is done with envelopes: this is the catalogue.

make           making one and telling its passphrase, at the centre
open           receiving and opening one, and the results on their way back, at the venue
results_file   a results file that came back, checked and kept, at the centre
take_in        what is in it done again here; what that would be
intake         what taking one in needs and tells
venue_results  the results in it, entered here
venue_rulings  the rulings in it, made here
"""

from tournament.envelopes.services.intake import Change, TakenIn
from tournament.envelopes.services.make import make_envelope, tell_passphrase
from tournament.envelopes.services.open import (
    discard_envelope,
    make_results_file,
    open_envelope,
    receive_envelope,
)
from tournament.envelopes.services.results_file import bring_results
from tournament.envelopes.services.take_in import preview_results, take_in_results

__all__ = [
    "Change",
    "TakenIn",
    "bring_results",
    "discard_envelope",
    "make_envelope",
    "make_results_file",
    "open_envelope",
    "preview_results",
    "receive_envelope",
    "take_in_results",
    "tell_passphrase",
]
