"""Which values the fields of forms refuse of themselves, whatever is sent beside them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager

import pytest
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField
from django.forms.forms import BaseForm
from django.http import QueryDict

CLEAN = "_clean_fields"


class Refusals:
    """What was found out about some values, each sent as the only one of a field's name."""

    def __init__(self, values: Collection[str]) -> None:
        self._values = values
        self._asked: set[tuple[type[BaseForm], str]] = set()
        self._taken: defaultdict[str, set[str]] = defaultdict(set)

    def of(self, name: str) -> set[str]:
        """The values that every field of this name refuses; none where no form has such a field."""
        return {*self._values} - self._taken[name] if name in self._taken else set()

    def ask(self, form: BaseForm) -> None:
        """Ask the form's fields, those that weren't asked before."""
        for _name, field in form._bound_items():  # type: ignore[attr-defined]  # not among the stubs
            if (type(form), field.html_name) not in self._asked:
                self._asked.add((type(form), field.html_name))
                self._taken[field.html_name].update(filter(_takes(field), self._values))


def _takes(bound: BoundField) -> Callable[[str], bool]:
    def takes(value: str) -> bool:
        sent = QueryDict(mutable=True)
        sent[bound.html_name] = value
        try:
            bound.field.clean(bound.field.widget.value_from_datadict(sent, {}, bound.html_name))
        except ValidationError:
            return False
        return True

    return takes


@contextmanager
def refusals(values: Collection[str]) -> Iterator[Refusals]:
    """What fields of the forms that are looked at inside refuse of these values."""
    found = Refusals(values)
    clean = getattr(BaseForm, CLEAN)

    def clean_and_ask(form: BaseForm) -> None:
        clean(form)
        found.ask(form)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BaseForm, CLEAN, clean_and_ask)
        yield found
