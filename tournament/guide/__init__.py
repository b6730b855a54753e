"""The guide, and the help of each page.

    texts        the Markdown files of templates/guide, a folder for each language; the chapters
    pages        the help of each page: three sentences, its keys, its words, its chapter

A new chapter is a file in each language, and its name in `CHAPTERS`. The pages below /help/ and the
printed guide are made of it.
"""
