"""Django's `makemigrations`, with all of a new table in the operation that creates it.

Left apart, each constraint copies its table once more on SQLite, and Django builds the models of
the site anew before it: the first start of a site took three times as long.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from graphlib import CycleError, TopologicalSorter

from django.core.management.commands import makemigrations
from django.db.migrations import AddField, CreateModel, Migration
from django.db.migrations.operations.base import Operation
from django.db.migrations.operations.models import AddConstraint, AddIndex
from django.db.migrations.utils import resolve_relation  # type: ignore[attr-defined]  # no stub


class Command(makemigrations.Command):
    def write_migration_files(
        self,
        changes: dict[str, list[Migration]],
        update_previous_migration_paths: dict[str, str] | None = None,
    ) -> None:
        for app, migrations in changes.items():
            for migration in migrations:
                made = whole_tables(migration.operations, app)
                migration.operations = made  # type: ignore[misc]  # of this one, not of the class
        super().write_migration_files(changes, update_previous_migration_paths)


def whole_tables(operations: Sequence[Operation], app: str) -> Sequence[Operation]:
    """Return one operation a table, those first that others refer to; unchanged where tables are
    not all that is made, or refer to each other in a circle."""
    tables: dict[str, CreateModel] = {}
    for operation in operations:
        if isinstance(operation, CreateModel):
            tables[operation.name_lower] = operation
        elif (
            isinstance(operation, (AddField, AddIndex, AddConstraint))
            and operation.model_name_lower in tables
        ):
            name = operation.model_name_lower
            whole = tables[name].reduce(operation, app)
            assert isinstance(whole, list)
            assert isinstance(whole[0], CreateModel)
            tables[name] = whole[0]
        else:
            return operations
    order = TopologicalSorter({name: sorted(_named(tables, name, app)) for name in tables})
    try:
        return [tables[name] for name in order.static_order()]
    except CycleError:
        return operations


def _named(tables: dict[str, CreateModel], name: str, app: str) -> Iterator[str]:
    """Return the other new tables that a table's columns refer to."""
    for _name, field in tables[name].fields:
        for model in (
            getattr(field.remote_field, "model", None),
            getattr(field.remote_field, "through", None),
        ):
            if model is not None:
                of_app, other = resolve_relation(model, app, name)
                if of_app == app and other in tables and other != name:
                    yield other
