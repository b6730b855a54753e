"""What Django remembers for each thread, without a lock that all threads share.

The language, the time zone and the prefix of addresses of a request are kept in `asgiref.local`'s
`Local`, which takes one lock for all threads whenever it is read. A page reads the language a
thousand times. Where eight threads render beside each other, each waits for that lock while another
one holds it, and gives up the processor for it: measured with 200 pages of pairs at once, the
process changed threads 27,000 times a second, and a page took three times what it takes alone. One
thread by itself translates a text in 0.5 µs instead of 1.8, and looks an address up in half the
time.

The locks are there for code that moves between an event loop and threads. None of this site's does:
its requests stay in their threads, and need only a thread's own memory.
"""

from __future__ import annotations

import threading

from django.urls import base as addresses
from django.utils import timezone
from django.utils.translation import trans_real

KEPT_IN = (
    (trans_real, "_active"),
    (timezone, "_active"),
    (addresses, "_prefixes"),
    (addresses, "_urlconfs"),
)
"""The modules of Django that keep something for each thread, and by which name."""


def use_thread_locals() -> None:
    """From now on, let each thread of this process keep them by itself.

    Called once, before anything else: what the calling thread has chosen until now is forgotten.
    """
    for module, name in KEPT_IN:
        setattr(module, name, threading.local())
