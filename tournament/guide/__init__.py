"""The guide, and the help of each page.

    kinds        what a chapter is made of, and what is said of a page
    organisers, referees, players
                 the chapters, by whom they are for
    chapters     all of them, in their order
    terms        the words of the game and of the site
    pages        what is said of each page: three sentences, its keys, its words, its chapter

A chapter is declared once; the pages below /help/ and the printed guide are made of it. A new one
is a `Chapter` beside those of its readers, and a line in `CHAPTERS`.
"""
