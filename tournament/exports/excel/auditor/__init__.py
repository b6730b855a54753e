"""The auditor's workbook: what was entered at the tables, and formulas that make of it the scores.

    words       the words of the game, by the names that formulas call them
    given       the settings and rulings that formulas read
    results     one row a table and hand, as it was entered
    layout      where everything stands on the hand sheets
    tables      hand scores and final scores at a table
    fields      what they are compared with
    hands       the hand sheets
    ties        which ties are still those that were exported
    standings   rounds, totals, means and ranks
    workbook    all of it together

Only the raw results, the settings and the rulings are values; whoever changes one of them in a
spreadsheet sees what follows. The functions are those that every Excel since 2007 has and
LibreOffice too, none of them volatile. Cells compute with floats: ranks compare nine decimals.

Beside each formula stands the value that the program has for it, for those who only look at the
file; a spreadsheet computes all of them anew when it opens it.
"""
