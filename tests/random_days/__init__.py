"""Days on which organisers, referees and phones do whatever they like, in every format.

A day begins with a championship made from a preset. Then somebody does something that makes sense
just then, drawn by lot from a seed: registers, comes late, withdraws, is absent, opens, enters,
corrects, rules, takes back, adds another stage, ends. All goes over the site's own addresses, with
forms as they stand on the pages, and phones' JSON. After each act

    crawl    pages, papers, files and JSON for strangers, referees, organisers, pairs and tables: no
             500, and no link that leads nowhere
    verify   `tournament.integrity` finds nothing
    order    figures and order of the standings, and who goes on, agree with a second calculation,
             made here from the rules alone (`plain`); the rows in the record rank as the tables
    rests    nobody rests twice before everybody has rested once, where that can be avoided

and after acts of some kinds (`just_done`)

    brackets  in a knock-out those meet who won before
             the newest stage has taken over the settings, nothing counts that one pair alone has
             said, the first places are of those who finished, a late pair takes the right rests

    hall      the championship, and everybody's browsers
    own_time  time and lots of a day, both from its seed
    acts      what can be done, a file an area
    days      playing a day, of drawn acts or of stored ones
    shrink    leaving out acts as long as the same goes wrong
    kept      days that went wrong once, as files that the tests play again, and a long run first

    python3 -m tests.random_days --minutes 60 --processes 2 --seed X
    python3 -m tests.random_days --days 1 --seed X-3 --format abarrotada --show
    python3 -m tests.random_days --again /tmp/random-days/abarrotada-X-3.json

A generator of our own draws a day, and not hypothesis, which would play hundreds of days to find
one and hundreds again to make it small. Acts that are told by numbers which people know stay the
same day when the generator or the keys of rows change. Leaving some out needs nothing but playing
what is left, as an act that finds nothing to do does nothing.
"""
