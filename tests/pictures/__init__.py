"""The pictures of the documents and the guide, drawn from the demonstration championship.

    python3 -m tests.pictures           # all
    python3 -m tests.pictures papers    # docs/papers: the first page of each paper
    python3 -m tests.pictures pages     # docs/standings.png, and those of the guide
    python3 -m tests.pictures cards     # the 48 cards, tournament/static/tournament/cards.svg

Chance and clock are fixed, so that only what looks otherwise becomes another file. Papers need
`pdftoppm` (poppler-utils), pages Chromium.
"""
