"""Compare the database's own structure with the one that this version of the program makes.

Somebody who can write to the database can also plant something in it that changes results later: a
trigger, a rule, a view in the place of a table. No row tells of it, so the structure itself is
compared, with columns and indexes: without a unique index two results could be current.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import closing
from typing import Any, Protocol

from django.apps import apps
from django.db import connection, models
from django.db.backends.utils import CursorWrapper
from django.db.migrations.recorder import MigrationRecorder
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from tournament.migrations._append_only import FUNCTION, LOGS, guards

Schema = Mapping[tuple[str, str], str]
"""Definition of each thing in a database, by kind and name."""

_KINDS = {
    "table": pgettext_lazy("database", "table"),
    "index": pgettext_lazy("database", "index"),
    "view": pgettext_lazy("database", "view"),
    "rule": pgettext_lazy("database", "rule"),
    "trigger": pgettext_lazy("database", "trigger"),
    "constraint": pgettext_lazy("database", "constraint"),
}


class Cursor(Protocol):
    def execute(self, sql: str) -> Any: ...
    def fetchall(self) -> list[Any]: ...


def schema_faults(cursor: CursorWrapper) -> Iterator[str]:
    """Yield a sentence for each missing, added or different part of the database's structure."""
    wanted, found = _SCHEMAS[connection.vendor](cursor)
    for kind, name in sorted(wanted.keys() | found.keys()):
        there, should = found.get((kind, name)), wanted.get((kind, name))
        facts = {"name": name, "kind": _KINDS[kind]}
        if there is None:
            yield _("The database lacks “%(name)s” (%(kind)s).") % facts
        elif should is None:
            yield _("The database has “%(name)s” (%(kind)s), which this program didn't make.") % (
                facts
            )
        elif there != should:
            yield _("In the database “%(name)s” (%(kind)s) is not what this program makes.") % facts


def _models() -> list[type[models.Model]]:
    """Return all models of the site and its libraries; each makes its many-to-many tables."""
    return [*apps.get_models(), MigrationRecorder(connection).Migration]


def _sqlite_schemas(cursor: CursorWrapper) -> tuple[Schema, Schema]:
    """Return the wanted and the found schema, the wanted one from empty tables made in memory."""
    parameters = {**connection.get_connection_params(), "database": ":memory:"}
    with closing(connection.get_new_connection(parameters)) as made:
        for statement in _sqlite_statements():
            made.execute(statement)
        return _sqlite_schema(made.cursor()), _sqlite_schema(cursor)


def _sqlite_statements() -> list[str]:
    """Return the SQL that makes the site's tables and the guards of the records."""
    editor = connection.SchemaEditorClass(connection, collect_sql=True)
    editor.deferred_sql = []
    for model in _models():
        editor.create_model(model)
    made = [*editor.collected_sql, *(str(one) for one in editor.deferred_sql)]
    return [*made, *(one for log in LOGS for one in guards("sqlite", log))]


def _sqlite_schema(cursor: Cursor) -> Schema:
    """Return tables by their columns and constraints, sorted, since migrations decide their order;
    everything else by its text."""
    cursor.execute(
        "SELECT type, name, sql FROM sqlite_master WHERE substr(name, 1, 7) <> 'sqlite_'"
    )
    found = {}
    for kind, name, text in cursor.fetchall():
        definition = (text or "").rstrip(";")
        if kind == "table":
            cursor.execute(f'PRAGMA table_xinfo("{name}")')
            columns = sorted(repr(row[1:]) for row in cursor.fetchall())
            definition = repr((columns, sorted(re.findall(r'CONSTRAINT "(\w+)"', text))))
        found[kind, name] = definition
    return found


_POSTGRESQL_PARTS = {
    "table": """SELECT c.relname, string_agg(a.attname, ' ' ORDER BY a.attname)
        FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
        WHERE c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped AND {ours}
        GROUP BY c.relname""",
    "view": """SELECT c.relname, '' FROM pg_class c
        WHERE c.relkind IN ('v', 'm', 'f') AND {ours}""",
    "rule": """SELECT r.rulename, c.relname FROM pg_rewrite r JOIN pg_class c ON c.oid = r.ev_class
        WHERE c.relkind IN ('r', 'p') AND {ours}""",
    "trigger": """SELECT t.tgname, c.relname || ': ' || p.prosrc || ' ' || t.tgtype
        || coalesce(t.tgqual::text, '')
        FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid
        WHERE t.tgenabled <> 'D' AND NOT t.tgisinternal AND {ours}""",
    "constraint": """SELECT n.conname, '' FROM pg_constraint n JOIN pg_class c ON c.oid = n.conrelid
        WHERE n.contype IN ('c', 'u') AND n.convalidated AND {ours}
        UNION SELECT i.relname, '' FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid
        JOIN pg_class c ON c.oid = x.indrelid WHERE x.indisvalid AND x.indisunique AND {ours}""",
}
"""Queries for name and definition of each kind of thing."""
_OURS = """c.relnamespace = current_schema()::text::regnamespace
    AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')"""
"""SQL condition: in the site's own schema, and not part of an extension."""
_BEFORE_UPDATE_OR_DELETE = 27
"""`tgtype` of a trigger for each row: 1 row, 2 before, 8 delete, 16 update."""


def _postgresql_schemas(cursor: CursorWrapper) -> tuple[Schema, Schema]:
    """Return the wanted and the found schema: tables by their columns, and the constraints that
    models name. No second schema is made, since a verifier may only read."""
    found = {}
    for kind, query in _POSTGRESQL_PARTS.items():
        cursor.execute(query.format(ours=_OURS))
        found.update({(kind, name): definition for name, definition in cursor.fetchall()})
    body = FUNCTION.split("$$")[1]
    wanted = {
        ("trigger", f"{log}_is_append_only"): f"{table}: {body} {_BEFORE_UPDATE_OR_DELETE}"
        for log, (table, _refusal) in LOGS.items()
    }
    constraints = set()
    for model in (*apps.get_models(include_auto_created=True), _models()[-1]):
        columns = sorted(field.column for field in model._meta.local_concrete_fields)
        wanted["table", model._meta.db_table] = " ".join(columns)
        constraints |= {("constraint", one.name) for one in model._meta.constraints}
    wanted |= dict.fromkeys(constraints, "")
    # Django names those of a single column itself, and makes more of them than models tell.
    known = {key: one for key, one in found.items() if key[0] != "constraint" or key in constraints}
    return wanted, known


_SCHEMAS = {"sqlite": _sqlite_schemas, "postgresql": _postgresql_schemas}
