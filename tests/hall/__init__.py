"""A hall full of phones and a laptop that dies: the site as real processes talk to it.

    faults    tables enter whole rounds while requests and answers are lost, doubled and
              disordered and the server is killed again and again; afterwards nothing may be
              missing or doubled, and the standings must follow from what the tables were told
    load      hundreds of phones ask live pages and tables enter results for a minute; figures only
    cards     tables play on phones, four at each: how long a card takes to the other three, and
              whether any is lost, also when servers are killed
    venues    a simultaneous event: tables of all venues enter, phones ask for its standings
    hostile   thousands of made-up requests of strangers, pairs, referees and organisers, with
              methods, parameters, bodies and headers that nobody foresaw; none may be a 500
    crowd     hundreds of phones open a page in the same second, before and after a change

    site      a server of its own with its own data, started, killed and started again
    ready     the championship that is played, made through the services
    venues_ready  the event that is played
    entering  tables that enter results over connections that stay open
    seat_phone  a phone at a seat, with its stream
    phone     a table's phone, and the referee's laptop, as HTTP clients

    python3 -m tests.hall faults --tables 40 --rounds 20
    python3 -m tests.hall faults --postgresql --hosts 2
    python3 -m tests.hall load --phones 500 --tables 40 --seconds 60
    python3 -m tests.hall venues --venues 60 --pairs 20 --seconds 300 --postgresql --hosts 2
    python3 -m tests.hall hostile --requests 20000
    python3 -m tests.hall cards --tables 100 --seconds 120
    python3 -m tests.hall cards --tables 20 --every 0.5 --kills 15
    python3 -m tests.hall crowd --phones 300 1000 --pairs 120
    python3 -m tests.hall crowd --pairs 40 --rounds 39 --closed 25 --postgresql --gunicorn

Everything stays on this machine. Short forms of `faults` and `cards` are among the tests.
"""
