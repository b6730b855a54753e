"""A closed round, and a solver that answers at once."""

from __future__ import annotations

import pytest

from tests.tournament.analysis.oracles import AtOnce
from tests.tournament.day import Day, make_day
from tests.tournament.made_once import made_once, own_copy
from tournament.analysis import positions as module
from tournament.analysis.positions import Positions
from tournament.rounds.services.lifecycle import close_round


def a_day() -> Day:
    """Round 1 closed, not analysed."""
    day = make_day()
    day.open(1)
    day.enter_whole_round(1)
    close_round(actor=day.acting, round=day.round(1))
    return day


day_once = made_once(a_day)
day = own_copy("day_once")


@pytest.fixture
def oracle(monkeypatch: pytest.MonkeyPatch) -> AtOnce:
    oracle = AtOnce()
    monkeypatch.setattr(module, "positions", Positions(oracle))
    monkeypatch.setattr(module, "PATIENCE", 60.0)  # answers come before the page
    return oracle
