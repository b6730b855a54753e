"""A championship as one file: written with everything that belongs to it, and taken in elsewhere.

    services     a championship made into a file, and a file into a championship
    storing      a document that is right in itself, made into rows
    relations    whether the parts of a document fit each other
    reading      a file made into a document, or every reason why it is none
    writing      rows made into a document, and that into the one file that stands for it
    layout       what a document holds
    shapes       what a value may be: checked, described, and taken into Python

A *document* is what JSON makes of the file: objects, lists, text, whole numbers, true, false and
null. The format is told in docs/championship-file.md.
"""
