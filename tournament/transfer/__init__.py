"""Championship as one file: exported with everything that belongs to it, imported elsewhere.

    services    export and import, whole or not at all
    document    content of the file: the record, and what the record doesn't tell; written, parsed
    reader      from JSON to events and to rows that are not stored yet, or to every fault in them
    columns     a column's value as JSON, and back
    structure   check that the rows fit each other as the program's own always do
    deletion    deletion of a championship for good

docs/championship-file.md describes the format.
"""
