"""Printing papers that show sealed hands, with a reason that goes into the record."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.http import HttpResponse

from tournament.core.errors import UserError
from tournament.core.forms import ReasonForm, add_user_error
from tournament.core.permissions import Access
from tournament.deals.services import record_hand_printing
from tournament.exports.files import pdf_response
from tournament.exports.papers.assembly import BoundFile


def print_sealed(
    access: Access, form: ReasonForm, rounds: Sequence[int], make: Callable[[], BoundFile]
) -> HttpResponse | None:
    """The paper that `make` makes, once the form's reason for these rounds is recorded.

    None where the form can't be taken: it says why. Whoever calls it has asked whether the visitor
    may print sealed hands, and over which line.
    """
    if not (form.is_bound and form.is_valid()):
        return None
    try:
        record_hand_printing(
            actor=access.acting,
            championship=access.championship,
            rounds=rounds,
            reason=form.cleaned_data["reason"],
        )
    except UserError as error:
        add_user_error(form, error)
        return None
    bound = make()
    # Shown and not saved, so that sealed hands don't lie about in a folder.
    return pdf_response(bound.content, bound.heading)
