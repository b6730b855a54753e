from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.duplicate.scores import Award, Infraction
from scoring.game.announcements import DUPLICATE_DOUBLES, Announcement, Denomination, Double
from scoring.game.seats import Sides
from scoring.game.tricks import POINTS_IN_A_HAND
from tournament.models import Match, Outcome
from tournament.results.effects import effect_of, rank_changes_of
from tournament.results.forms.entry import EntryForm
from tournament.results.forms.fields import PointsField, chips, choices_of
from tournament.results.kinds.dealt_hand import ResultInput


class ResultForm(EntryForm):
    """A dealt hand: points, announcements, rule-break or award; or why it was not played."""

    ns_points = PointsField()
    ew_points = PointsField()
    trump = chips(gettext_lazy("Trumps"))
    double = chips(gettext_lazy("Contro"))
    infraction = chips(gettext_lazy("Rule-break"))
    award = chips(gettext_lazy("Awarded average"))

    points_names = Sides("ns_points", "ew_points")
    field_order = (*points_names, "trump", "double", "infraction", "award")
    folded = ("infraction", "award", "not_played_reason", "note")
    fields_template = "results/_dealt_hand_fields.html"
    decision_template = "desk/_decide_dealt_hand.html"
    preview_template = "results/_effect.html"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._offer(
            {
                "trump": [("", _("not noted")), *choices_of(Denomination)],
                "double": choices_of(DUPLICATE_DOUBLES),
                "infraction": choices_of(Infraction),
                "award": choices_of(Award),
            }
        )

    @classmethod
    def values_of(cls, content: ResultInput) -> dict[str, Any]:
        columns = content.as_columns()
        del columns["outcome"]
        return {**columns, "ew_points": content.points.ew}

    @staticmethod
    def preview(match: Match, deal: int, content: ResultInput | None, /) -> dict[str, Any]:
        """Return the scores of the typed result, and the changes for others; 21 queries at most."""
        return {
            "effect": effect_of(match, deal, content),
            "rank_changes": rank_changes_of(match, deal, content),
        }

    def read(self, data: dict[str, Any]) -> ResultInput | None:
        ns_points, ew_points = data["ns_points"], data["ew_points"]
        if ns_points is None and ew_points is not None:
            ns_points = POINTS_IN_A_HAND - ew_points
        elif ew_points is not None and ns_points + ew_points != POINTS_IN_A_HAND:
            self.add_error(
                "ew_points",
                _("%(ns)d and %(ew)d are %(sum)d together; they must be %(all)d.")
                % {
                    "ns": ns_points,
                    "ew": ew_points,
                    "sum": ns_points + ew_points,
                    "all": POINTS_IN_A_HAND,
                },
            )
            return None
        for_both = data["award"] == Award.BOTH.value
        if ns_points is None and not (data["infraction"] or data["not_played_reason"] or for_both):
            self.add_error("ns_points", _("Enter the points of one side."))
            return None
        return ResultInput(
            outcome=Outcome.NOT_PLAYED if data["not_played_reason"] else Outcome.PLAYED,
            ns_points=ns_points,
            announcement=Announcement(
                Denomination(data["trump"]) if data["trump"] else None, Double(data["double"])
            ),
            infraction=Infraction(data["infraction"]),
            award=Award(data["award"]),
            not_played_reason=data["not_played_reason"],
            note=data["note"],
        )
