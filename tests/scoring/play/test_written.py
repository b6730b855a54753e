"""Hands with their play as text where everybody plays alone, and with what a friendly game allows.

How hands of a championship are written is tried with those that phones played
(tests/tournament/play/test_played.py).
"""

import json

import pytest

from scoring.errors import ActFormatError
from scoring.game.announcements import Denomination, SantVicencRule
from scoring.game.deals import Deal
from scoring.game.seats import SEATS_OF, Seat
from scoring.game.three_hands import ThreeHands
from scoring.game.variants import PlayVariant
from scoring.play.acts import Estevet, MakeTrump
from scoring.play.rules import TableRules
from scoring.play.written import WrittenHand, read_hands, write_hands


@pytest.mark.parametrize("players", [3, 4])
def test_hands_of_players_alone_are_read_as_they_were_written(players: int) -> None:
    rules = TableRules(
        PlayVariant.ABARROTADA,
        SantVicencRule.NOT_AFTER_BOTIFARRA,
        recontro_counts=True,
        players=players,
    )
    seats = SEATS_OF[players]
    dealt = Deal(12_345) if players == 4 else ThreeHands.of(Deal(12_345))
    acts = (Estevet(Seat.N), MakeTrump(seats[-1], Denomination.OROS))
    text = write_hands([WrittenHand(dealt, Seat.N, rules, acts, {"game": 1})])
    (read,) = read_hands(text)
    assert (read.deal, read.dealer, read.rules, read.acts) == (dealt, Seat.N, rules, acts)
    assert read.table.public.maker is seats[-1]
    assert write_hands([read]) == text
    head = json.loads(text.partition("\n")[0])
    assert list(head["hands"]) == [seat.value for seat in seats]
    without = {seat: cards for seat, cards in head["hands"].items() if seat != "S"}
    wrongs: tuple[dict[str, object], ...] = (
        {"hands": without},
        {"hands": {**head["hands"], "W": head["hands"]["N"]}},
        {"hands": {**head["hands"], "W": "9.-.-.-"}},
        {"hands": []},
        {"variant": "obligada", "hands": without},
        {"dealer": "X"},
        {"sant_vicenc": "perhaps"},
        {"recontro_counts": 1},
    )
    for wrong in wrongs:
        with pytest.raises(ActFormatError, match="what was dealt"):
            read_hands(json.dumps({**head, **wrong}) + "\n")


def test_three_share_the_cards_from_5_on() -> None:
    """A 2 in place of one of them is no hand of three."""
    dealt = ThreeHands.of(Deal(0))
    rules = TableRules(PlayVariant.ABARROTADA, players=3)
    text = write_hands([WrittenHand(dealt, Seat.N, rules, ())])
    head = json.loads(text.partition("\n")[0])
    held = head["hands"]["N"]
    lowest = held.split(".")[0][-1]
    head["hands"]["N"] = held.replace(lowest, "2", 1)
    with pytest.raises(ActFormatError):
        read_hands(json.dumps(head) + "\n")
    head["hands"]["N"] = held
    head["dealer"] = "E"
    with pytest.raises(ActFormatError):
        read_hands(json.dumps(head) + "\n")
