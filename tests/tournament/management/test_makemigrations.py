"""A new table is one operation of a migration, whatever refers to what."""

from __future__ import annotations

from django.db import migrations, models
from django.db.migrations.operations.base import Operation

from tournament.management.commands.makemigrations import whole_tables


def table(name: str, *refers_to: str) -> migrations.CreateModel:
    fields: list[tuple[str, models.Field]] = [
        (one, models.ForeignKey(f"club.{one}", models.CASCADE)) for one in refers_to
    ]
    return migrations.CreateModel(name, [("number", models.IntegerField()), *fields])


def test_what_is_added_to_a_new_table_comes_with_it_and_it_after_what_it_refers_to() -> None:
    rule = models.CheckConstraint(condition=models.Q(number__gt=0), name="counted")
    index = models.Index(fields=["number"], name="by_number")
    hall: Operation = migrations.AddField(
        "seat", "hall", models.ForeignKey("club.hall", models.CASCADE)
    )
    made = whole_tables(
        [
            table("seat"),
            table("hall"),
            table("guest", "seat"),
            hall,
            migrations.AddConstraint("seat", rule),
            migrations.AddIndex("seat", index),
        ],
        "club",
    )
    assert [one.name for one in made if isinstance(one, migrations.CreateModel)] == [
        "hall",
        "seat",
        "guest",
    ]
    seat = made[1]
    assert isinstance(seat, migrations.CreateModel)
    assert [name for name, _field in seat.fields] == ["number", "hall"]
    assert seat.options == {"constraints": [rule], "indexes": [index]}


def test_tables_that_refer_to_each_other_stay_as_they_are() -> None:
    back = migrations.AddField("seat", "hall", models.ForeignKey("club.hall", models.CASCADE))
    operations: list[Operation] = [table("seat"), table("hall", "seat"), back]
    assert whole_tables(operations, "club") == operations


def test_a_change_of_a_table_that_is_there_stays_as_it_is() -> None:
    added = migrations.AddField("seat", "number", models.IntegerField(default=1))
    operations: list[Operation] = [table("hall"), added]
    assert whole_tables(operations, "club") == operations
