"""Lists of pairs that somebody pastes or uploads: read, shown as a preview, taken when confirmed.

grids       a file's or a text's cells, whatever its format, with limits for hostile ones
workbooks   the cells of an .xlsx file
columns     cells → pairs: which column is what, in three languages
preview     pairs → what is wrong or doubtful with each; the sealed list that comes back
"""
