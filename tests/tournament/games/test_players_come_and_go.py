"""Players who come late or leave: what was played stays, and the rest is planned anew."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from scoring.game.seats import PerSeat, Seat, Sides
from tests.tournament.day import Day
from tests.tournament.factories import (
    actor_of,
    english_client,
    last_actions,
    make_championship,
    make_referee,
    make_user,
    organiser_of,
    stage_of,
)
from tests.tournament.games.desk import manage, page, paste_players, post, seated
from tests.tournament.phones.phone import Phone
from tests.tournament.there_and_back import twin_of
from tests.tournament.verified import faults
from tournament.models import Match, Outcome
from tournament.results.kinds.points import GameInput
from tournament.results.services.entry import enter_result
from tournament.rounds.services.lifecycle import close_round, open_round
from tournament.schedule.services.rounds import pair_round
from tournament.stages.abarrotada import ABARROTADA, ABARROTADA_BY_RANK
from tournament.stages.format import Format
from tournament.stages.individuals import INDIVIDUALS
from tournament.standings.queries.table import standings_view

pytestmark = [pytest.mark.django_db, pytest.mark.long]

SOLO_POINTS = (10, 11, 12, 13)
NAMES = "Anna Blai Carme Dídac Elna Ferran Gal·la Hug Ivet Jan Kim Laia Mar".split()  # noqa: SIM905


def begun(format: Format, players: int, *, rounds: int) -> Day:
    """A championship whose schedule is published."""
    championship = make_championship("Individual", format=format)
    organiser = organiser_of(championship)
    client = english_client(organiser)
    listed = "\n".join(f"{name} Puig" for name in NAMES[:players])
    paste_players(client, championship.slug, listed)
    manage(client, championship.slug, "schedule/make/", {"rounds": rounds, "seed": "08142"})
    manage(client, championship.slug, "schedule/publish/")
    referee = make_referee(championship)
    return Day(championship, stage_of(championship), organiser, referee, make_user())


def play(day: Day, *rounds: int) -> None:
    """Each round from its opening to its end."""
    actor = actor_of(day.championship)
    for number in rounds:
        if not day.round(number).paired:
            pair_round(actor=actor, round=day.round(number))
        open_round(actor=actor, round=day.round(number))
        of_round = Match.objects.filter(round=day.round(number), cancelled=False)
        for match in of_round.select_related("round__stage__championship", "table"):
            enter_result(actor=actor, match=match, deal=1, entry=_made(match), based_on=0)
        close_round(actor=actor, round=day.round(number))


def _made(match: Match) -> GameInput:
    """What a table made: a game that N–S win, or a few points of each player."""
    if match.round.stage.kind == INDIVIDUALS.kind:
        return GameInput(outcome=Outcome.PLAYED, points=Sides(101, 40 + match.table.number))
    made = dict(zip(Seat, SOLO_POINTS[: match.seats.count()]))
    return GameInput(outcome=Outcome.PLAYED, points=PerSeat.of(Seat, made.get))


def join(day: Day, name: str = "Nil Roca") -> None:
    client = english_client(day.organiser)
    shown = client.get(f"/c/{day.slug}/manage/pairs/late/")
    from_round = shown.context["late"].from_round
    said = {"player_1": name, "club": "", "from_round": from_round}
    manage(client, day.slug, "pairs/late/", said)


def withdraw(day: Day, number: int) -> None:
    client, player = english_client(day.organiser), day.championship.contestants.get(number=number)
    shown = client.get(f"/c/{day.slug}/manage/pairs/{player.pk}/withdraw/")
    said = {"reason": "ill", "from_round": shown.context["leaves"].from_round}
    manage(client, day.slug, f"pairs/{player.pk}/withdraw/", said)


def take_back(day: Day, number: int) -> None:
    player = day.championship.contestants.get(number=number)
    address = f"pairs/{player.pk}/take-back/"
    manage(english_client(day.organiser), day.slug, address, {"reason": "well again"})


def playing(round: int) -> list[int]:
    return sorted(one for at, held in seated().items() if at[0] == round for one in held.values())


def resting(round: int, present: set[int]) -> set[int]:
    return present - set(playing(round))


def test_a_late_player_plays_from_the_next_set_on() -> None:
    day = begun(INDIVIDUALS, 9, rounds=9)
    play(day, 1)
    before = {at: held for at, held in seated().items() if at[0] <= 3}
    rested_first = resting(1, set(range(1, 10)))
    shown = page(day, "manage/pairs/late/", english_client(day.organiser))
    assert "plays from round 4 on" in shown
    assert "Rounds 4 to 9 are planned anew for 10 players. In each of them 2 players" in shown
    join(day)
    assert {at: held for at, held in seated().items() if at[0] <= 3} == before
    for first in (4, 7):
        assert len(playing(first)) == 8
        assert not rested_first & resting(first, set(range(1, 11))), "no second rest this early"
        games = [frozenset(seated()[number, 1].values()) for number in range(first, first + 3)]
        assert len(set(games)) == 1, "the same four for a set"
    assert not resting(4, set(range(1, 11))) & resting(7, set(range(1, 11)))
    assert last_actions(day.championship, 2) == ["contestant-joined-late", "rounds-replanned"]
    assert faults(day.championship) == []
    play(day, *range(2, 10))
    late = next(x for x in standings_view(day.stage).lines if x.contestant.number == 10)
    played = sum(10 in playing(number) for number in range(4, 10))
    assert late.figures.wins + late.figures.draws + late.figures.losses == played
    assert late.figures.rests == 6 - played, "what was missed counts nothing"
    assert faults(day.championship) == []


def test_nobody_meets_again_that_need_not() -> None:
    """Twelve players, then eleven: in the last set each table mixes the first ones as well as can
    be, three of a table at most having sat together."""
    day = begun(INDIVIDUALS, 12, rounds=6)
    play(day, 1, 2, 3)
    withdraw(day, 12)
    met = {two for t in (1, 2, 3) for two in combinations(sorted(seated()[3, t].values()), 2)}
    again = [
        two
        for table in (1, 2)
        for two in combinations(sorted(seated()[4, table].values()), 2)
        if two in met
    ]
    assert len(again) <= 4, "two tables of four from three old ones: two pairs each at the best"
    assert len(playing(4)) == 8


def test_who_leaves_in_the_middle_of_a_set() -> None:
    """The table doesn't go on, the others rest; the next sets are planned without the player."""
    day = begun(INDIVIDUALS, 9, rounds=6)
    play(day, 1)
    four = seated()[2, 1]
    leaver, others = four["N"], {four[seat] for seat in "WSE"}
    planned = seated()
    player = day.championship.contestants.get(number=leaver)
    phone = Phone.of_pair(day, leaver)
    shown = page(day, f"manage/pairs/{player.pk}/withdraw/", english_client(day.organiser))
    assert "from round 2 on" in shown
    assert "Nobody rests." in shown, "eight are left"
    withdraw(day, leaver)
    assert {number: len(playing(number)) for number in range(1, 7)} == {
        **{1: 8, 2: 4, 3: 4},
        **{4: 8, 5: 8, 6: 8},
    }
    assert leaver not in playing(4)
    assert others <= resting(2, set(range(1, 10)))
    assert faults(day.championship) == []
    assert "withdrawn from round 2" in page(day, "standings/")
    told = phone.client.get(f"/c/{day.slug}/pair/{leaver}/").content.decode()
    assert "Withdrawn from round 2 on." in " ".join(told.split())
    assert last_actions(day.championship, 2) == ["contestant-withdrawn", "rounds-replanned"]
    take_back(day, leaver)
    assert {at: held for at, held in seated().items() if at[0] <= 3} == {
        at: held for at, held in planned.items() if at[0] <= 3
    }
    assert {len(playing(number)) for number in range(1, 7)} == {8}
    assert faults(day.championship) == []
    withdraw(day, leaver)
    play(day, 2)
    back = page(day, f"manage/pairs/{player.pk}/take-back/", english_client(day.organiser))
    assert "Round 2 has begun without it." in back
    address = f"pairs/{player.pk}/take-back/"
    answer = post(english_client(day.organiser), day.slug, address, {"reason": "well again"})
    assert answer.status_code == 422
    play(day, *range(3, 7))
    rests = {one.contestant.number: one.figures.rests for one in standings_view(day.stage).lines}
    assert all(rests[one] >= 2 for one in others), "rounds 2 and 3"
    assert faults(day.championship) == []


def test_the_file_takes_it_along() -> None:
    day = begun(INDIVIDUALS, 9, rounds=6)
    play(day, 1)
    join(day)
    withdraw(day, seated()[2, 1]["N"])
    play(day, *range(2, 7))
    twin_of(day.championship)


def test_the_record_notices_what_was_changed_in_rounds_that_stand() -> None:
    day = begun(INDIVIDUALS, 9, rounds=6)
    play(day, 1)
    join(day)
    for number in (1, 4):
        match = Match.objects.get(round__number=number, table__number=1)
        north, west = (match.seats.get(held=held) for held in "NW")
        mine, theirs = north.contestant_id, west.contestant_id
        north.delete()
        west.contestant_id = mine
        west.save()
        match.seats.create(held="N", contestant_id=theirs, round=match.round)
        assert any("seat of a match (" in fault for fault in faults(day.championship))
        match.seats.get(held="N").delete()
        west.contestant_id = theirs
        west.save()
        match.seats.create(held="N", contestant_id=mine, round=match.round)
        assert faults(day.championship) == []


def test_abarrotada_makes_tables_of_three() -> None:
    day = begun(ABARROTADA, 8, rounds=4)
    play(day, 1)
    withdraw(day, 3)
    sizes = [sorted(len(held) for at, held in seated().items() if at[0] == n) for n in (1, 2, 4)]
    assert sizes == [[4, 4], [3, 4], [3, 4]]
    join(day)
    join(day, "Ona Roca")
    assert [len(playing(number)) for number in (1, 2, 3, 4)] == [8, 9, 9, 9]
    assert Counter(len(held) for at, held in seated().items() if at[0] == 2) == {3: 3}
    assert faults(day.championship) == []
    play(day, 2, 3, 4)
    assert faults(day.championship) == []


def test_by_rank_the_round_that_was_drawn_is_drawn_anew() -> None:
    day = begun(ABARROTADA_BY_RANK, 8, rounds=3)
    play(day, 1)
    withdraw(day, 8)
    assert last_actions(day.championship) == ["contestant-withdrawn"], "nothing was drawn yet"
    manage(english_client(day.organiser), day.slug, "rounds/2/draw/")
    withdraw(day, 7)
    assert len(playing(2)) == 6
    assert last_actions(day.championship) == ["rounds-replanned"]
    join(day)
    assert len(playing(2)) == 7
    assert faults(day.championship) == []
    play(day, 2, 3)
    assert faults(day.championship) == []


def test_too_few_for_a_table() -> None:
    day = begun(INDIVIDUALS, 4, rounds=6)
    player = day.championship.contestants.get(number=1)
    client = english_client(day.organiser)
    shown = page(day, f"manage/pairs/{player.pk}/withdraw/", client)
    assert "Too few would be left for a table: 3." in shown
    said = {"reason": "ill", "from_round": 1}
    answer = post(client, day.slug, f"pairs/{player.pk}/withdraw/", said)
    assert answer.status_code == 422
    assert day.championship.contestants.filter(withdrawn_from=None).count() == 4


def test_when_it_is_too_late() -> None:
    day = begun(INDIVIDUALS, 8, rounds=3)
    client = english_client(day.organiser)
    shown = page(day, "manage/pairs/late/", client)
    assert "plays from round 1 on" in shown
    manage(client, day.slug, "rounds/1/open/", {"without_absent": "yes"})
    assert "nobody can come late any more" in page(day, "manage/pairs/late/", client)
    answer = post(client, day.slug, "pairs/late/", {"player_1": "Nil Roca", "from_round": 1})
    assert answer.status_code == 422
    assert day.championship.contestants.count() == 8
    withdraw(day, 1)
    assert len(playing(2)) == 4, "the rest of the set"


def test_a_page_that_is_out_of_date_is_refused() -> None:
    day = begun(INDIVIDUALS, 9, rounds=6)
    client = english_client(day.organiser)
    manage(client, day.slug, "rounds/1/open/", {"without_absent": "yes"})
    said = {"player_1": "Nil Roca", "club": "", "from_round": 1}
    answer = post(client, day.slug, "pairs/late/", said)
    assert "Another round has been opened meanwhile" in answer.content.decode()
    player = day.championship.contestants.get(number=1)
    said = {"reason": "ill", "from_round": "1"}
    answer = post(client, day.slug, f"pairs/{player.pk}/withdraw/", said)
    assert "Another round has been opened meanwhile" in answer.content.decode()
