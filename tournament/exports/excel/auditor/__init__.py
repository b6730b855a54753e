"""The auditor's workbook: what was entered at the tables, and formulas that compute the scores.

    words         the words of the game, by the names that formulas call them
    inputs_sheet  the settings and rulings that formulas read
    results       one row for each table and hand, as it was entered
    layout        where everything is on the hand sheets
    tables        hand scores and final scores at a table
    fields        what they are compared with
    hands         the hand sheets
    ties          which ties are still those that were exported
    standings     rounds, totals, means and ranks
    workbook      all of it together

Only the raw results, the settings and the rulings are values; whoever changes one of them in a
spreadsheet sees what follows. Every Excel since 2007 and LibreOffice have the functions, none of
which is volatile. Cells compute with floats: ranks compare nine decimals.

Each formula is stored with its value, for those who only view the file; a spreadsheet computes all
of them again when it opens it.
"""
