"""`commit` and `deal`."""

import pytest

from scoring.dealing.deal_set import commitment, deal_hashes, deal_secret, make_deal
from scoring.game.deals import Deal, parse_hand
from scoring.game.seats import Seat
from tests.scoring.cli.conftest import Run

KEY = bytes(range(32))


def test_commit_prints_the_commitment(run: Run) -> None:
    expected = "28272b3894ffcac842b7877f12077902f91e398ad8be2f0adaa196f10bf68e89\n"
    for text in (KEY.hex(), KEY.hex().upper()):
        outcome = run("commit", text, "--deals", 44)
        assert (outcome.code, outcome.out, outcome.err) == (0, expected, "")


@pytest.mark.parametrize("deals", [1, 2, 44])
def test_commit_prints_the_list_instead(run: Run, deals: int) -> None:
    outcome = run("commit", KEY.hex(), "--deals", deals, "--hashes")
    hashes = outcome.out.splitlines()
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out == "".join(f"{one}\n" for one in hashes)
    assert hashes == [one.hex() for one in deal_hashes(KEY, deals)]
    promised = run("commit", KEY.hex(), "--deals", deals).out
    assert promised == commitment([bytes.fromhex(one) for one in hashes]) + "\n"


@pytest.mark.parametrize("deals", ["0", "1000001", "x"])
def test_commit_tells_how_many_deals_there_can_be(run: Run, deals: str) -> None:
    (fault,) = run("commit", KEY.hex(), "--deals", deals).faults
    assert fault.startswith("--deals: expected a whole number from 1 to 1000000, found ")


def test_commit_needs_to_know_how_many(run: Run) -> None:
    (fault,) = run("commit", KEY.hex()).faults
    assert "--deals" in fault


def test_published_vector_as_json(run: Run) -> None:
    (deal,) = run(
        *("deal", "--key", KEY.hex(), "--salt", "Grossa 12345", "--deals", 1, "--format", "json")
    ).json
    assert list(deal) == ["deal", "number", "dealer", "N", "W", "S", "E", "secret"]
    assert (deal["deal"], deal["number"]) == (1, "50896676318577594181525166")
    assert (deal["dealer"], deal["N"]) == ("N", "97.S83.C864.CS6")
    assert deal["secret"] == deal_secret(KEY, 1).hex()


def test_deals_from_the_first_on_with_their_dealers(run: Run) -> None:
    options = ("--key", KEY.hex(), "--deals", 6, "--first", 3, "--format", "json")
    deals = run("deal", *options).json
    assert [(deal["deal"], deal["dealer"]) for deal in deals] == [
        *((3, "S"), (4, "E"), (5, "N"), (6, "W"), (7, "S"), (8, "E"))
    ]
    for deal in deals:
        hands = {seat: parse_hand(deal[seat]) for seat in Seat}
        assert Deal.from_hands(hands) == make_deal(KEY, "", deal["deal"])
        assert deal["number"] == str(make_deal(KEY, "", deal["deal"]).number)


def test_salt_is_normalised(run: Run) -> None:
    outs = {
        run("deal", "--key", KEY.hex(), "--deals", 1, "--salt", salt).out
        for salt in ("Sal\u00f3", " Salo\u0301 ")
    }
    assert len(outs) == 1


def test_text_shows_the_hands_around_the_table(run: Run) -> None:
    out = run("deal", "--key", KEY.hex(), "--salt", "Grossa 12345", "--deals", 1).out
    lines = [line.split() for line in out.splitlines()]
    assert lines[0][:7] == ["Deal", "1", "dealer", "North,", "NS", "make", "trumps"]
    assert lines[2:7] == [["North"], ["O", "97"], ["C", "S83"], ["E", "C864"], ["B", "CS6"]]
    assert lines[7] == ["West", "East"]
    assert lines[12] == ["South"]


def test_last_index_can_be_dealt(run: Run) -> None:
    last = 2**32 - 1
    options = ("--key", KEY.hex(), "--deals", 1, "--first", last, "--format", "json")
    assert run("deal", *options).json[0]["number"] == str(make_deal(KEY, "", last).number)


@pytest.mark.parametrize("key", ["", "00", "0" * 63, "0" * 65, "g" * 64, KEY.hex() + " "])
def test_key_that_is_not_64_hex_digits_is_refused_and_not_repeated(run: Run, key: str) -> None:
    for arguments in (("commit", key, "--deals", 1), ("deal", "--key", key, "--deals", 1)):
        (fault,) = run(*arguments).faults
        assert fault.endswith(f"expected 64 hex digits, found text of length {len(key)}")


@pytest.mark.parametrize("text", ["0", "-1", "1000001", "x", "1.5", "", "\uff11", "1_0", "+1"])
def test_number_of_deals_goes_from_1_to_a_million(run: Run, text: str) -> None:
    (fault,) = run("deal", "--key", KEY.hex(), "--deals", text).faults
    assert fault.startswith("--deals: expected a whole number from 1 to 1000000, found ")


@pytest.mark.parametrize(("first", "deals"), [("0", 1), ("-3", 1), (2**32, 1), (2**32 - 1, 2)])
def test_first_deal_goes_from_1_to_what_four_bytes_hold(
    run: Run, first: object, deals: int
) -> None:
    (fault,) = run("deal", "--key", KEY.hex(), "--deals", deals, "--first", first).faults
    assert fault.startswith("--first: expected a whole number from 1 to 42949672")


def test_all_faults_of_the_arguments_are_told(run: Run) -> None:
    faults = run("deal", "--key", "x", "--salt", "\udce9", "--deals", 0, "--first", 0).faults
    assert [fault.split(":")[0] for fault in faults] == ["--key", "--salt", "--deals", "--first"]
