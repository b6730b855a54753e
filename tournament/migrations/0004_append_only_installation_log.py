"""Make the installation's log append-only in the database itself, as the record of acts is."""

from django.db import migrations

SQLITE = [
    """CREATE TRIGGER installation_event_is_never_changed
       BEFORE UPDATE ON tournament_installationevent
       BEGIN SELECT RAISE(ABORT, 'the log of the installation is append-only'); END""",
    """CREATE TRIGGER installation_event_is_never_deleted
       BEFORE DELETE ON tournament_installationevent
       BEGIN SELECT RAISE(ABORT, 'the log of the installation is append-only'); END""",
]
POSTGRESQL = [
    """CREATE TRIGGER installation_event_is_append_only
       BEFORE UPDATE OR DELETE ON tournament_installationevent
       FOR EACH ROW EXECUTE FUNCTION refuse_audit_change()""",
]
UNDO_SQLITE = [
    "DROP TRIGGER installation_event_is_never_changed",
    "DROP TRIGGER installation_event_is_never_deleted",
]
UNDO_POSTGRESQL = [
    "DROP TRIGGER installation_event_is_append_only ON tournament_installationevent",
]


def _run(schema_editor, by_vendor):
    for statement in by_vendor[schema_editor.connection.vendor]:
        schema_editor.execute(statement)


def add_triggers(apps, schema_editor):
    _run(schema_editor, {"sqlite": SQLITE, "postgresql": POSTGRESQL})


def drop_triggers(apps, schema_editor):
    _run(schema_editor, {"sqlite": UNDO_SQLITE, "postgresql": UNDO_POSTGRESQL})


class Migration(migrations.Migration):
    dependencies = [("tournament", "0003_claims_rulings_and_links")]

    operations = [migrations.RunPython(add_triggers, drop_triggers)]
