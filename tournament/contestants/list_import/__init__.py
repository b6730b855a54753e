"""Lists of pairs, pasted or uploaded: read, shown as a preview, and imported when confirmed.

files            an uploaded file or a pasted text → its sheets; rows of a text
workbooks        sheets of an .xlsx file, and what their cells refer to
other_workbooks  sheets of an .xls or .ods file
worksheets       the cells of a sheet of an .xlsx file
archives         the parts of such a file and their XML, within limits
grids            rows and cells, which all of these produce, and the limits

Tables:
headings         the content of a column by the words above it, in three languages
layouts          where the headings are, and which column is what
lines            the rows below them → pairs, and the faults of their cells; players joined to pairs

Lists as people write them, in a chat or on paper:
line_tokens      a line → words, signs between people, known marks such as telephone numbers
people           words or a cell → one person or several; common given names
club_names       spellings of a club, and texts that are none
free_players     a line while it is read: its players, and what stands beside them
free_lines       a line → a pair with its doubts, or a title
free_lists       tell such a list from a table; all lines: numbers, substitutes below a pair

Both:
doubts           questions about a line, and answers that one click gives
drafts           the list as read and changed, and the signed text that carries it
choices          the sheets and columns that can be chosen
comparison       a line beside the register and the other lines
preview          the list as pairs of a championship, with faults and doubts
template         empty lists to fill in
"""
