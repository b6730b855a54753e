"""Form that makes a schedule."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.schedule.plan import full_length
from scoring.whole_numbers import whole_number
from tournament.models import SEED_LENGTH, Stage
from tournament.stages.format import Format
from tournament.stages.intent import Intent


class MakeForm(forms.Form):
    """Number of rounds, seed of lots, and the confirmation to replace a published schedule."""

    rounds = forms.IntegerField(label=gettext_lazy("Rounds"), required=False, min_value=1)
    seed = forms.CharField(
        label=gettext_lazy("Seed of the lots"),
        required=False,
        max_length=SEED_LENGTH,
        help_text=gettext_lazy(
            "Any text that nobody could choose, such as a number of today's lottery; left empty, "
            "one is made up. It is public, so that anybody can draw again."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    seeded = forms.BooleanField(
        label=gettext_lazy("The first round by seeding"),
        required=False,
        help_text=gettext_lazy(
            "By the pairs' numbers, the strongest first: the first of the upper half meets the "
            "first of the lower half, and so on. Otherwise it is drawn by lot."
        ),
    )
    sure = forms.BooleanField(
        label=gettext_lazy(
            "Yes, delete the published schedule: the pages are no longer public until the new "
            "one is published."
        ),
    )

    def __init__(
        self,
        *args: Any,
        format: Format,
        intent: Intent,
        contestants: int,
        published: bool,
        ranked: bool = False,
        together: bool = False,
        **kwargs: Any,
    ) -> None:
        """Adapt the fields to the format; `together`: rounds are set for all venues."""
        super().__init__(*args, **kwargs)
        if ranked:
            self.fields["seeded"].help_text = _(
                "By the standings of the stage before, the strongest first: the first of the upper "
                "half meets the first of the lower half, and so on. Otherwise it is drawn by lot."
            )
        rounds = self.fields["rounds"]
        most, usual = format.most_rounds(contestants), intent.rounds_for(format, contestants)
        rounds.widget.attrs.update({"max": most, "placeholder": usual})
        rounds.help_text = _("From 1 to %(most)d. Left empty: %(usual)d.") % {
            "most": most,
            "usual": usual,
        }
        if format.games_in_a_set > 1:
            rounds.widget.attrs.update(
                {"min": format.games_in_a_set, "step": format.games_in_a_set}
            )
            rounds.help_text = _(
                "%(games)d for each set at a table, %(most)d at most. Left empty: %(usual)d."
            ) % {"games": format.games_in_a_set, "most": most, "usual": usual}
        if format.has_days:
            rounds.help_text = _(
                "%(once)d where everybody meets everybody once; left empty: %(most)d, at home and "
                "away."
            ) % {"once": full_length(contestants), "most": most}
        if together or format.least_rounds(contestants) == most:
            del self.fields["rounds"]
        if not format.by_lot:
            del self.fields["seed"]
        if not format.by_score:
            del self.fields["seeded"]
        elif format.knocks_out:
            self.fields["seeded"].label = _("The bracket by seeding")
            self.fields["seeded"].help_text = _seeded_bracket(ranked=ranked)
        if not published:
            del self.fields["sure"]


def _seeded_bracket(*, ranked: bool) -> str:
    if ranked:
        return _(
            "By the standings of the stage before, the strongest first: the first two can meet "
            "only in the final, and where places stay empty the first have a bye. Otherwise it is "
            "drawn by lot."
        )
    return _(
        "By the pairs' numbers, the strongest first: the first two can meet only in the "
        "final, and where places stay empty the first have a bye. Otherwise it is drawn "
        "by lot."
    )


def chosen_before(stage: Stage) -> dict[str, object]:
    """Return the choices of the existing schedule as initial values; without one, pairs that come
    by their ranks are seeded."""
    rounds = stage.rounds.count()
    if not rounds:
        return {"seeded": stage.best is not None}
    return {"rounds": rounds, "seed": stage.pairing_seed, "seeded": stage.seeded}


def wanted_round(request: HttpRequest) -> int | None:
    """Return the round of an address (?from=21); None for none, or anything else."""
    return whole_number(request.GET.get("from", ""))
