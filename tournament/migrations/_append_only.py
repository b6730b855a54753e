"""What makes the logs of acts append-only in the database, whoever asks.

Its operations stand at the end of the initial migration:

    from tournament.migrations._append_only import operations as append_only
    …
        operations += append_only
"""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

RECORD, INSTALLATION_LOG = "audit_event", "installation_event"
LOGS = {
    RECORD: ("tournament_auditevent", "the record of acts is append-only"),
    INSTALLATION_LOG: ("tournament_installationevent", "the log of the installation is append-only"),
}
"""By the name that the triggers begin with: the table, and what is said to whoever changes it."""
_TOLD_SQLITE = """EXISTS (SELECT 1 FROM tournament_installationevent
    WHERE action = 'championship-deleted' AND json_extract(after, '$.id') = OLD.championship_id)"""
_TOLD_POSTGRESQL = _TOLD_SQLITE.replace("json_extract(after, '$.id')", "(after->>'id')::bigint")
"""A record goes with its championship once the installation's log, which never loses a line, tells
that the championship was deleted."""
FUNCTION = f"""CREATE FUNCTION refuse_audit_change() RETURNS trigger AS $$
    BEGIN
        IF TG_OP = 'DELETE' AND TG_TABLE_NAME = 'tournament_auditevent' THEN
            IF {_TOLD_POSTGRESQL} THEN RETURN OLD; END IF;
        END IF;
        RAISE EXCEPTION 'the record of acts is append-only' USING ERRCODE = '23000';
    END
    $$ LANGUAGE plpgsql"""
"""PostgreSQL's triggers call it, of both logs."""


def guards(vendor: str, log: str) -> list[str]:
    """The statements that make a log append-only."""
    table, refusal = LOGS[log]
    if vendor == "postgresql":
        return [
            f"CREATE TRIGGER {log}_is_append_only BEFORE UPDATE OR DELETE ON {table}"
            " FOR EACH ROW EXECUTE FUNCTION refuse_audit_change()"
        ]
    unless = {("delete", RECORD): f" WHEN NOT {_TOLD_SQLITE}"}
    return [
        f"CREATE TRIGGER {log}_is_never_{done}d BEFORE {act} ON {table}{unless.get((done, log), '')}"
        f" BEGIN SELECT RAISE(ABORT, '{refusal}'); END"
        for done, act in (("change", "UPDATE"), ("delete", "DELETE"))
    ]


def without_guards(vendor: str, log: str) -> list[str]:
    """The statements that take that back."""
    if vendor == "postgresql":
        return [f"DROP TRIGGER {log}_is_append_only ON {LOGS[log][0]}"]
    return [f"DROP TRIGGER {log}_is_never_{done}d" for done in ("change", "delete")]


def _add(_apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    vendor = schema_editor.connection.vendor
    if vendor == "postgresql":
        schema_editor.execute(FUNCTION)
    for log in LOGS:
        for statement in guards(vendor, log):
            schema_editor.execute(statement)


def _drop(_apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    vendor = schema_editor.connection.vendor
    for log in LOGS:
        for statement in without_guards(vendor, log):
            schema_editor.execute(statement)
    if vendor == "postgresql":
        schema_editor.execute("DROP FUNCTION refuse_audit_change()")


operations = [migrations.RunPython(_add, _drop)]
