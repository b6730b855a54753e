"""Base rounds found by search, for the numbers of contestants that no finite field serves.

For each number of contestants: the bases of the group of shifts, then the base rounds, a match as
two points, the N–S one first (see `Starter` for their numbering). Each was found in two steps.
First the directions: sequences of signs over the group whose sums of products at every distance
are as near as can be to those of a perfect plan, by annealing. With one base round, 16 and 36
contestants have a twin-prime difference set sitting N–S (in Z15 and Z35), 10, 22, 34, 46 and 58
contestants a sequence with the best possible sums; with two base rounds the sequences are a pair
whose sums add up to -2 everywhere, one of them read backwards and with its signs changed in the
second round. Then the pairs: one foot among the plus signs, one among the minus signs, and all
differences different, by the hill climbing of J. H. Dinitz and D. R. Stinson, "A hill-climbing
algorithm for the construction of one-factorizations and Room squares", SIAM Journal on Algebraic
and Discrete Methods 8 (1987). Twin-prime rotations: E. R. Berlekamp and F. K. Hwang (1972).

No claim rests on how they were found: `Starter.develop` makes the rounds, and counting
shows that all pairs meet once and what the balance is. The tests count. 5 and 9 contestants are
listed with five and three base rounds, because one base round of balanced signs has no starter
there; Σ c² = 16 is the least for 5 contestants (all directions were tried for the only plan there
is).
"""

from scoring.schedule.starters import Starter


def _starter(bases: tuple[int, ...], *rounds: str) -> Starter:
    """Read base rounds written as "1-4 2-3", the N–S point of each match first."""
    return Starter(
        bases,
        tuple(
            tuple((int(ns), int(ew)) for ns, ew in (match.split("-") for match in text.split()))
            for text in rounds
        ),
    )


STARTERS: dict[int, Starter] = {
    5: _starter(
        (1,),
        "1-4 2-3",
        "2-0 4-3",
        "0-4 3-1",
        "0-1 4-2",
        "3-0 1-2",
    ),
    9: _starter(
        (3,),
        "1-3 2-5 4-6 8-7",
        "4-0 7-1 2-6 5-8",
        "1-0 7-2 5-3 8-4",
    ),
    10: _starter(
        (9,),
        "9-1 7-0 6-2 4-3 8-5",
    ),
    15: _starter(
        (7,),
        "14-7 5-1 11-2 3-4 6-12 8-13 9-10",
        "14-2 10-0 13-1 3-11 6-4 5-9 12-8",
    ),
    16: _starter(
        (15,),
        "15-0 7-1 2-13 3-10 6-4 5-8 14-9 12-11",
    ),
    21: _starter(
        (21,),
        "1-6 3-2 8-4 13-5 14-7 9-20 10-19 11-17 15-12 18-16",
    ),
    22: _starter(
        (21,),
        "21-3 5-0 11-1 14-2 19-4 6-10 8-7 9-17 15-12 13-20 18-16",
    ),
    33: _starter(
        (33,),
        "1-23 2-21 3-6 4-14 18-5 7-11 8-32 9-17 16-10 12-28 13-31 15-27 20-19 22-29 26-24 25-30",
    ),
    34: _starter(
        (33,),
        "33-4 3-0 1-10 27-2 31-5 22-6 21-7 8-9 24-11 12-23 19-13 14-29 15-17 16-26 30-18 20-25 "
        "32-28",
    ),
    35: _starter(
        (35,),
        "14-1 27-2 3-17 4-16 5-10 32-6 11-7 9-8 12-30 28-13 15-34 18-29 22-19 20-26 23-21 24-31 "
        "25-33",
    ),
    36: _starter(
        (35,),
        "35-11 4-0 1-23 2-21 14-3 5-25 34-6 15-7 8-33 12-9 10-27 13-19 28-16 17-26 18-32 22-20 "
        "29-24 30-31",
    ),
    39: _starter(
        (19,),
        "38-14 1-8 30-2 19-3 4-25 5-29 6-15 7-37 9-34 24-10 11-26 17-12 16-13 36-18 22-20 21-33 "
        "23-28 27-35 31-32",
        "38-32 0-1 2-31 23-3 35-4 11-5 28-6 7-18 8-34 36-9 14-10 25-12 15-13 16-33 17-21 20-29 "
        "26-22 24-37 30-27",
    ),
    40: _starter(
        (19,),
        "39-27 38-3 0-32 37-1 2-22 4-35 13-5 34-6 12-7 8-26 33-9 25-10 11-17 14-28 31-15 16-18 "
        "19-24 20-23 21-36 30-29",
        "4-39 38-22 0-10 1-30 18-2 33-3 5-26 13-6 7-11 8-34 31-9 20-12 37-14 21-15 17-16 28-19 "
        "23-36 35-24 32-25 29-27",
    ),
    45: _starter(
        (45,),
        "26-1 2-17 35-3 4-10 5-27 6-42 18-7 32-8 28-9 19-11 29-12 13-14 44-15 16-21 20-30 40-22 "
        "23-25 24-38 31-43 33-37 41-34 39-36",
    ),
    46: _starter(
        (45,),
        "45-12 33-0 36-1 2-7 42-3 41-4 5-18 6-40 8-30 29-9 24-10 32-11 13-22 15-14 16-20 17-34 "
        "19-26 21-39 38-23 44-25 43-27 31-28 37-35",
    ),
    51: _starter(
        (5, 5),
        "50-21 1-31 2-11 49-3 48-4 5-15 38-6 7-36 44-8 9-43 10-14 25-12 24-13 16-30 17-35 18-33 "
        "19-20 22-28 39-23 45-26 27-42 40-29 46-32 34-47 41-37",
        "50-48 0-38 27-1 47-2 3-40 26-4 5-23 6-39 7-24 32-8 9-12 10-13 11-18 14-19 43-15 16-20 "
        "17-29 21-31 44-22 30-28 34-33 35-37 49-36 41-46 42-45",
    ),
    52: _starter(
        (25,),
        "51-35 50-7 45-0 1-16 13-2 3-25 4-20 6-5 26-8 9-46 38-10 11-27 12-17 14-21 15-47 39-18 "
        "19-33 22-32 40-23 43-24 31-28 44-29 30-37 34-48 49-36 42-41",
        "12-51 50-28 48-0 1-23 10-2 16-3 34-4 5-9 6-44 7-13 8-39 11-35 40-14 26-15 25-17 33-18 "
        "19-46 20-49 30-21 24-22 27-31 29-37 32-38 45-36 43-41 42-47",
    ),
    55: _starter(
        (3, 3, 3),
        "54-21 1-23 33-2 8-3 24-4 5-39 6-40 36-7 37-9 34-10 11-53 15-12 13-25 14-35 16-26 17-43 "
        "18-50 41-19 20-29 38-22 27-30 44-28 52-31 32-45 42-46 48-47 51-49",
        "54-48 0-13 20-1 35-2 3-24 44-4 5-6 7-16 38-8 32-9 33-10 22-11 12-31 14-49 15-17 18-53 "
        "19-50 21-39 40-23 25-30 47-26 28-36 41-29 43-34 51-37 42-52 45-46",
    ),
    56: _starter(
        (27,),
        "55-47 54-18 38-0 13-1 4-2 7-3 19-5 50-6 16-8 9-39 10-45 11-33 35-12 29-14 15-52 17-30 "
        "20-23 27-21 42-22 24-28 51-25 26-40 36-31 41-32 53-34 37-49 43-44 46-48",
        "12-55 54-44 0-6 1-47 36-2 3-10 4-28 53-5 46-7 8-9 11-22 13-45 42-14 25-15 16-21 17-26 "
        "18-34 19-37 29-20 52-23 49-24 27-30 31-35 32-43 33-39 51-38 40-50 48-41",
    ),
    57: _starter(
        (57,),
        "25-1 5-2 54-3 4-43 6-51 7-49 29-8 9-37 10-18 11-42 50-12 13-45 14-19 55-15 16-36 52-17 "
        "20-31 22-21 53-23 24-34 28-26 41-27 30-46 32-39 33-56 35-48 47-38 40-44",
    ),
    58: _starter(
        (57,),
        "57-9 54-0 1-34 7-2 25-3 27-4 41-5 6-43 8-24 50-10 11-20 12-14 13-45 15-26 42-16 30-17 "
        "47-18 31-19 39-21 22-29 33-23 28-55 51-32 35-49 37-36 38-53 40-44 46-52 48-56",
    ),
}
