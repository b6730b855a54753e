"""Pictures of results, as typed shapes that screens and papers draw alike.

shapes      lines, dots, boxes and words; a drawing of them
scales      from values to places
strip       dots on an axis: the results of a hand, the hands of a pair
rank_lines  ranks over rounds: a line for each pair, and the small one of a single pair
podium      the first places
bracket     a knock-out: a column for each round
bars        what was gained and lost
svg         a drawing as SVG; `exports/pdf/drawings.py` is the same for paper

All are pure functions of plain values. A picture repeats what a table beside it says.
"""
