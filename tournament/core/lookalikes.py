"""Comparison of names by how they look on a screen, whatever letters they are made of.

A name's skeleton puts one letter for all that look like it, as Unicode does (UTS #39, "Confusable
detection"). The table holds what can be typed with Latin, Greek and Cyrillic keyboards, taken from
Unicode's confusables.txt; letters that compatibility forms (NFKC) make equal need no entry.
"""

from __future__ import annotations

import unicodedata

_SEEN_AS = str.maketrans(
    # Greek capitals and small letters
    "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ"
    + "αγεηικνορστυχϲϳ"
    # Cyrillic capitals and small letters
    + "АВЕЗЅІЈКМНОРСТУХЬҮҺӀԀԚԜ"
    + "авезѕіјкмнорстухьүһӏԁԛԝ"
    # Latin letters without a dot, of phonetics, and such as only look different when printed large
    + "ıȷɑɡɩſ",
    "ABEZHIKMNOPTYX"
    + "ayenikvopotuxcj"
    + "ABE3SIJKMHOPCTYXbYHIdQW"
    + "abe3sijkmhopctyxbyhldqw"
    + "ijagis",
)
_ALSO = (("0", "o"), ("1", "l"), ("|", "l"), ("i", "l"), ("rn", "m"), ("vv", "w"))
"""Letters mistaken for others in many typefaces; capital I, small l and 1 above all."""


def skeleton(text: str) -> str:
    """Return the text that all names looking like this one share; it is no name to show."""
    apart = unicodedata.normalize("NFKD", text).translate(_SEEN_AS).casefold()
    for one, other in _ALSO:
        apart = apart.replace(one, other)
    return apart
