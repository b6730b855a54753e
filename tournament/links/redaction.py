"""Remove tokens from logs: whoever reads a log must not be able to open a link from it."""

from __future__ import annotations

import logging
import re

_LINK = re.compile(r"(/[tp]/\d+-\d+-)[\w-]+")


class WithoutTokens(logging.Filter):
    """A log filter that replaces the token of a link by an ellipsis.

    Message and arguments stay apart where they can: lines of one kind are counted by their message.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        if not _LINK.search(record.getMessage()):
            return True
        if isinstance(record.args, tuple):
            record.args = tuple(
                _hidden(one) if isinstance(one, str) else one for one in record.args
            )
        if _LINK.search(record.getMessage()):
            record.msg, record.args = _hidden(record.getMessage()), ()
        return True


def _hidden(text: str) -> str:
    return _LINK.sub(r"\1…", text)
