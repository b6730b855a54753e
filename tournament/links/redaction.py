"""Keeping tokens out of logs: whoever reads a log must not be able to open a link from it."""

from __future__ import annotations

import logging
import re

_LINK = re.compile(r"(/[tp]/\d+-\d+-)[\w-]+")


class WithoutTokens(logging.Filter):
    """A log filter that replaces the token of a link by an ellipsis."""

    def filter(self, record: logging.LogRecord) -> bool:
        message = record.getMessage()
        hidden = _LINK.sub(r"\1…", message)
        if hidden != message:
            record.msg, record.args = hidden, ()
        return True
