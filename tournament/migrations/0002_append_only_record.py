"""Make the record of acts append-only in the database itself, whoever asks."""

from django.db import migrations

SQLITE = [
    """CREATE TRIGGER audit_event_is_never_changed BEFORE UPDATE ON tournament_auditevent
       BEGIN SELECT RAISE(ABORT, 'the record of acts is append-only'); END""",
    """CREATE TRIGGER audit_event_is_never_deleted BEFORE DELETE ON tournament_auditevent
       BEGIN SELECT RAISE(ABORT, 'the record of acts is append-only'); END""",
]
POSTGRESQL = [
    """CREATE FUNCTION refuse_audit_change() RETURNS trigger AS $$
       BEGIN RAISE EXCEPTION 'the record of acts is append-only' USING ERRCODE = '23000'; END
       $$ LANGUAGE plpgsql""",
    """CREATE TRIGGER audit_event_is_append_only BEFORE UPDATE OR DELETE ON tournament_auditevent
       FOR EACH ROW EXECUTE FUNCTION refuse_audit_change()""",
]
UNDO_SQLITE = [
    "DROP TRIGGER audit_event_is_never_changed",
    "DROP TRIGGER audit_event_is_never_deleted",
]
UNDO_POSTGRESQL = [
    "DROP TRIGGER audit_event_is_append_only ON tournament_auditevent",
    "DROP FUNCTION refuse_audit_change()",
]


def _run(schema_editor, by_vendor):
    for statement in by_vendor[schema_editor.connection.vendor]:
        schema_editor.execute(statement)


def add_triggers(apps, schema_editor):
    _run(schema_editor, {"sqlite": SQLITE, "postgresql": POSTGRESQL})


def drop_triggers(apps, schema_editor):
    _run(schema_editor, {"sqlite": UNDO_SQLITE, "postgresql": UNDO_POSTGRESQL})


class Migration(migrations.Migration):
    dependencies = [("tournament", "0001_initial")]

    operations = [migrations.RunPython(add_triggers, drop_triggers)]
