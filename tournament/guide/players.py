"""The guide's chapters for those who play."""

from django.utils.translation import gettext_lazy as _

from tournament.guide.elements import Audience, Chapter, Picture, Steps, Text

TABLE = Chapter(
    "table",
    _("A phone at the table"),
    Audience.PLAYERS,
    (
        Steps(
            (
                _("Scan the code on your table, and say which pair holds the phone."),
                _("Choose the hand, and tap the trumps, contro or recontro, and your points."),
                _("Read the sentence that says what you entered, and press *Yes, send it*."),
                _(
                    "The other pair looks at it on a phone of its own and says *It's right*. No "
                    "phone answers for both pairs; without a second one the slip goes to a referee."
                ),
            )
        ),
        Picture("table", _("A table's phone: the points of a hand")),
        Text(
            _(
                "Until the round is closed you see the results of your own table alone. The page "
                "says how many phones were opened with its code."
            )
        ),
        Text(
            _(
                "Without a network nothing is lost: what you entered stays on the phone and is "
                "sent by itself as soon as there is one. Leave the page open."
            )
        ),
        Text(
            _(
                "If the other pair entered it wrongly, press *It's wrong*. You can enter the right "
                "result or only say that it is wrong; a referee gets both and decides. *Call the "
                "referee* calls one to your table."
            )
        ),
    ),
)
PLAY = Chapter(
    "play",
    _("Playing on your phones"),
    Audience.PLAYERS,
    (
        Steps(
            (
                _("Open the link of your pair, each of you on a phone of your own."),
                _("Take your seat. When all four are taken, the cards are dealt."),
                _("Play as at a table: only the cards that you may play can be tapped."),
                _(
                    "When the hand is over both pairs say that its result is right. What you "
                    "played is the result: nobody can enter another one."
                ),
            )
        ),
        Text(
            _(
                "Your seat stays with your phone until you leave it or a referee frees it. While a "
                "hand is played, a seat that you have left waits for the same phone: if that has "
                "broken, call a referee. Whoever "
                "has seen one seat's cards gets no other seat at that table, so don't look at your "
                "partner's phone. Partners can change places between two hands: ask a referee."
            )
        ),
        Text(
            _(
                "A card that slipped out can be given back by a referee before the next one is "
                "played. Call one from the page of your seat. A referee can also pause your table, "
                "or let it go on with packs: then you enter the results as tables without phones "
                "do. Only a referee can let a hand count otherwise than it was played, and your "
                "phones say so and why."
            )
        ),
        Text(
            _(
                "When the round is closed, the hand sheet leads to each hand as it was played, "
                "card by card, beside best play."
            )
        ),
    ),
)
PAIR = Chapter(
    "pair",
    _("Your pair's own page"),
    Audience.PLAYERS,
    (
        Text(
            _(
                "The code on your card opens the page of your pair: where you play now and against "
                "whom, your results, and your whole day. Only who has the code can open it and do "
                "something there."
            )
        ),
        Picture("pair", _("The page of a pair")),
        Text(
            _(
                "When a round is closed you see your hands, what you scored and what others made "
                "with the same cards. If something is wrong, ask for a correction there before the "
                "time is over. Your opponents say whether they agree, and a referee decides."
            )
        ),
    ),
)
SCORES = Chapter(
    "scores",
    _("How a hand is scored"),
    Audience.PLAYERS,
    (
        Text(
            _(
                "A hand score is what you made above or below 36, doubled for the side that "
                "announced a double: botifarra by the makers, contro by the others. With 40 points "
                "you score +4, your opponents −4."
            )
        ),
        Text(
            _(
                "Then all pairs that held the same cards are compared, which gives the hand "
                "points. Usually the best of them gets 2, the worst 1, the others what lies "
                "between; the scale can also be from 0 to 100, what counts can be how many of the "
                "others one beats, or the difference from their mean. So you can have poor cards "
                "and the best result. The standings add up the hand points."
            )
        ),
        Picture("score", _("How the points of a hand came about")),
        Text(
            _(
                "From the standings you come to each pair, from there to each hand, and from each "
                "hand to its computation. The page *Rules* has what this championship has chosen."
            )
        ),
        Picture("standings", _("The standings after a round")),
    ),
)
ALONE = Chapter(
    "abarrotada",
    _("Abarrotada: everybody alone"),
    Audience.PLAYERS,
    (
        Text(
            _(
                "You sit at a table of four, or of three, and play against everybody there. Who "
                "sits with whom changes each round; the page *Pairings* and your own page have "
                "your table and your seat."
            )
        ),
        Steps(
            (
                _("Open the page of your table, with its code or from your own page."),
                _("Keep the score hand by hand, or enter everybody's points at the end."),
                _("Read what you entered, and press *Yes, send it*."),
                _(
                    "Any other player at the table says *It's right*, on their own phone or on "
                    "this one."
                ),
            )
        ),
        Text(
            _(
                "Hand by hand, choose a player, and say who deals, who makes trumps and who "
                "revokes; the phone reckons the points and says who deals next. At a table of "
                "three the 4s, 3s and 2s are taken out, and nobody sits East."
            )
        ),
        Text(
            _(
                "If one of four does not come, call the referee: then the others play as a table "
                "of three, and the page of the table knows it."
            )
        ),
        Text(
            _(
                "The standings add up the points of all your tables; while some have played fewer "
                "hands, the mean per hand ranks. A round without a table counts nothing. The page "
                "*Rules* says what a hand gives."
            )
        ),
    ),
)
