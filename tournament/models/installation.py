"""State of the installation as a whole: where its backups go, and how the last one went."""

from __future__ import annotations

from django.db import models

from tournament.models.recorder import Unrecorded


class BackupPlan(models.Model):
    """The folder of automatic backups: one row, or none while nobody has chosen a folder."""

    record = Unrecorded("the installation's")

    folder = models.CharField(max_length=1000, blank=True)
    """Folder as the organiser named it; "" for the folder beside the data."""
    last_at = models.DateTimeField(null=True, blank=True)
    last_event = models.PositiveBigIntegerField(default=0)
    last_installation_event = models.PositiveBigIntegerField(default=0)
    """The ids of the newest events that the last backup holds, 0 for none."""
    last_fault = models.CharField(max_length=500, blank=True)
    """Reason why the last one could not be made; "" if it could."""

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(pk=1), name="one_backup_plan"),
        ]

    def __str__(self) -> str:
        return self.folder
