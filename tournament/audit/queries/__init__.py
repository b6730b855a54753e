"""Reading the logs of acts: a championship's record, and the installation's own.

chains   events of a log, and the check of its chain
lines    events in words
search   search for words in a log
heads    heads of the record, as papers and pages show them
pages    events that pass a filter, page by page or all
"""
