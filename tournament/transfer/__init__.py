"""A championship as one file: exported with everything that belongs to it, imported elsewhere.

    services          exporting and importing
    row_writer        from a valid document to rows
    relations         whether the parts of a document fit each other
    document_reader   from a file to a document, or to every fault in it
    document_writer   from rows to a document, and to its file
    layout            what a document holds
    shapes            what a value may be: checked, described, and loaded into Python

A *document* is what JSON makes of the file: objects, lists, text, whole numbers, true, false and
null. docs/championship-file.md describes the format.
"""
