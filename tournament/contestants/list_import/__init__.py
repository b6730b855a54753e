"""Lists of pairs, pasted or uploaded: read, shown as a preview, and imported when confirmed.

files            an uploaded file or a pasted text → its sheets, whatever the format
texts            … of a text: encodings, separators, quotation marks
workbooks        … of an .xlsx file: which sheets it has, and what their cells refer to
other_workbooks  … of an .xls or .ods file
worksheets       the cells of a sheet of an .xlsx file
archives         the parts of such a file and their XML, within limits
grids            rows and cells, which all of these produce, and the limits

Tables:
headings         the words above a column, in three languages
player_cell      two players in one cell
layouts          where the headings are, and which column is what
lines            the rows below them → pairs, and the faults of their cells
one_player_rows  lines with one player each, joined to pairs

Lists as people write them, in a chat or on paper:
free_layouts     whether a text is one, or a table
line_tokens      a line → words, signs between people, known marks such as telephone numbers
given_names      to tell a partner from a second surname
people           words → one person or several
club_names       a club, however it is written; what is none
titles           lines that are no pair
line_readings    a line while it is read
free_players     its players, and what stands beside them
free_lines       a line → a pair, with what is doubtful in it
free_lists       all lines: their numbers, substitutes below a pair

Both:
doubts           what is asked about a line, and answers that one click gives
drafts           what was read, and what the organiser has changed since
draft_token      a draft as a text that travels with the page
choices          the sheets and columns that can be chosen
comparison       a line beside the register and the other lines
preview          what the list would become in a championship
template         an empty list to fill in
"""
