"""Reading the logs of acts: a championship's record, and the installation's own.

chains   the events of a log, and whether its chain is whole
lines    an event in words
search   finding words in a log
heads    heads of the record, as papers and pages show them
pages    the events that a filter lets pass, page by page or all
"""
