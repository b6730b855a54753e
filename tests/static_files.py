"""Static files for tests: by their plain names, so that nothing has to be collected first."""

from __future__ import annotations

from typing import Any

from django.contrib.staticfiles.storage import StaticFilesStorage


class PlainStaticFiles(StaticFilesStorage):
    """Keeps addresses as `HashedStaticFiles` does: a page names some forty files."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self._addresses: dict[str, str] = {}
        super().__init__(*arguments, **options)

    def url(self, name: str | None) -> str:
        """The address of a file."""
        assert name is not None
        if (known := self._addresses.get(name)) is None:
            known = self._addresses[name] = super().url(name)
        return known
