"""Lists of pairs that somebody pastes or uploads: read, shown as a preview, taken when confirmed.

files       an uploaded file or a pasted text → its sheets, whatever the format
texts       … of a text: encodings, separators, quotation marks
workbooks   … of an .xlsx file: which sheets there are, and what their cells refer to
worksheets  the cells of one sheet of it
archives    the parts of such a file, never more of them than the limits allow
markup      their XML, never more of it than the limits allow
grids       rows and cells, in which all of these end, and the limits
headings    the words above a column, in three languages
joined      two players in one cell
layouts     where the headings stand, and which column is what
lines       the rows below them → pairs, and what is wrong with their cells
singles     lines with one player each, joined to pairs
drafts      what was read, and what was said about it since
sealing     a draft as a text that travels with the page
choices     the sheets and columns that can be chosen
comparing   a line, the register and the other lines
preview     what would become of it in a championship
template    an empty list to fill in
"""
