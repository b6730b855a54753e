"""The warning that backups fail, for those who can do something about it."""

from __future__ import annotations

from typing import Any

from django import template
from django.template import RequestContext

from tournament.models import BackupPlan

register = template.Library()


@register.inclusion_tag("backups/_fault.html", takes_context=True)
def backup_fault(context: RequestContext) -> dict[str, Any]:
    """`{% backup_fault %}`: a warning while the last backup could not be made; 1 query."""
    fault = BackupPlan.objects.filter(pk=1).values_list("last_fault", flat=True).first()
    return {"fault": fault or "", "user": context["user"], "request": context["request"]}
