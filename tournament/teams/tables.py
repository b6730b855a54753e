"""The register as a sortable table."""

from __future__ import annotations

import django_tables2 as tables
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournament.teams.queries import RegisterLine


class RegisterTable(tables.Table):  # type: ignore[misc]  # django-tables2 has no types
    """Number, pair, club, fixed table; sorted by a click on a heading (`?sort=…`)."""

    number = tables.Column(
        accessor="team__number",
        verbose_name=pgettext_lazy("number", "No."),
        attrs={"td": {"class": "num lead-cell"}, "th": {"class": "num"}},
    )
    pair = tables.Column(
        accessor="team",
        verbose_name=gettext_lazy("Pair"),
        order_by="sort_name",
        attrs={"td": {"class": "name"}},
    )
    club = tables.Column(
        accessor="team__club",
        verbose_name=gettext_lazy("Club"),
        order_by=("sort_club", "sort_name"),
        default="",
        attrs={"td": {"class": "name"}},
    )
    table = tables.Column(
        verbose_name=gettext_lazy("Fixed table"),
        default="",
        attrs={"td": {"data-label": gettext_lazy("Fixed table")}},
    )
    actions = tables.TemplateColumn(
        template_name="teams/_actions.html",
        verbose_name="",
        orderable=False,
        accessor="team",
    )

    class Meta:
        order_by = "number"
        attrs = {"class": "table register stacked"}

    def render_pair(self, record: RegisterLine) -> SafeString:
        team = record.team
        notes = []
        if team.has_own_name:
            notes.append(" – ".join(team.players))
        if team.substitutes:
            notes.append(_("Substitutes: %(names)s") % {"names": ", ".join(team.substitutes)})
        if team.joined_round > 1:
            notes.append(_("plays from round %(number)d") % {"number": team.joined_round})
        if team.withdrawn_from is not None:
            notes.append(_("withdrawn from round %(number)d") % {"number": team.withdrawn_from})
        lines = format_html_join("", "<small>{}</small>", ((note,) for note in notes))
        return format_html("<strong>{}</strong>{}", team.name, lines)
