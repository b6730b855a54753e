"""The forms of a page as a browser sees them: what it would send, and what may be filled in."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser


@dataclass
class PageForm:
    """A form of a page. `values` is what is sent as it stands, hidden fields included."""

    action: str
    method: str
    values: dict[str, list[str]] = field(default_factory=dict)
    names: set[str] = field(default_factory=set)
    """All fields and buttons, those that nothing is sent for as they stand too."""
    boxes: dict[str, str] = field(default_factory=dict)
    """What would be sent for boxes that are not ticked, if they were."""
    choices: dict[str, list[str]] = field(default_factory=dict)
    """What can be chosen in a list, among radio buttons or boxes, by the name of the field."""

    def filled(self, **changes: object) -> dict[str, object]:
        """What is sent after somebody typed `changes`; a list is several values of one field."""
        unknown = set(changes) - self.names
        assert not unknown, f"the form {self.action!r} has no {unknown}: {sorted(self.names)}"
        return {**self.values, **changes}


def forms_of(html: str) -> list[PageForm]:
    """The page's forms, in its order."""
    reader = _Reader()
    reader.feed(html)
    return reader.forms


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[PageForm] = []
        self._form: PageForm | None = None
        self._area: str | None = None
        self._select: str | None = None

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        name, value = given.get("name") or "", given.get("value")
        if tag == "form":
            method = (given.get("method") or "get").lower()
            self._form = PageForm(given.get("action") or "", method)
            self.forms.append(self._form)
        if self._form is None:
            return
        if tag in {"input", "select", "textarea", "button"} and name:
            self._form.names.add(name)
        if tag == "input" and name:
            self._input(self._form, name, value, given)
        elif tag == "textarea":
            self._area = name
            self._form.values[name] = [""]
        elif tag == "select":
            self._select = name
        elif tag == "option" and self._select:
            chosen = self._form.values.setdefault(self._select, [value or ""])
            self._form.choices.setdefault(self._select, []).append(value or "")
            if "selected" in given:
                chosen[:] = [value or ""]

    def _input(
        self, form: PageForm, name: str, value: str | None, given: dict[str, str | None]
    ) -> None:
        kind = given.get("type", "text")
        if kind in {"checkbox", "radio"}:
            sent = "on" if value is None else value
            if "checked" in given:
                form.values.setdefault(name, []).append(sent)
            elif kind == "checkbox":
                form.boxes[name] = sent
            form.choices.setdefault(name, []).append(sent)
        elif kind not in {"submit", "button", "file"}:
            form.values.setdefault(name, []).append(value or "")

    def handle_data(self, data: str) -> None:
        if self._form is not None and self._area is not None:
            # HTML drops the line break after the tag.
            self._form.values[self._area][0] += data.removeprefix("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "textarea":
            self._area = None
        elif tag == "select":
            self._select = None
