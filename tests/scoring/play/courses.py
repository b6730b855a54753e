"""Made-up courses of play: random acts that can be taken, one after the other."""

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace

from scoring.game.announcements import Denomination, SantVicencRule
from scoring.game.deals import N_DEALS, Deal, Hands
from scoring.game.seats import Seat
from scoring.game.three_hands import ThreeHands
from scoring.game.variants import PARTNERSHIP_VARIANTS, PlayVariant
from scoring.play.acts import (
    AcceptClaim,
    Act,
    Claim,
    Contro,
    Delegate,
    EndHand,
    Estevet,
    MakeTrump,
    Pass,
    PlayCard,
    Recontro,
    RefuseClaim,
    SantVicenc,
    TakeBack,
)
from scoring.play.knowledge import Fact, Knowledge, OwnCards, facts_of
from scoring.play.public import PublicTable
from scoring.play.rules import TableRules
from scoring.play.table import Table

_WEIGHTS: dict[type[Act], int] = {
    Delegate: 40, Estevet: 40, MakeTrump: 60, Contro: 40, Recontro: 40, SantVicenc: 40, Pass: 60,
    PlayCard: 300, Claim: 8, AcceptClaim: 40, RefuseClaim: 60, TakeBack: 8, EndHand: 1,
}  # fmt: skip


def random_rules(chance: random.Random) -> TableRules:
    variant = chance.choice(list(PlayVariant))
    return TableRules(
        variant,
        chance.choice(list(SantVicencRule)),
        chance.random() < 0.5,
        players=4 if variant.has_partners else chance.choice([4, 3]),
    )


def random_act(table: Table, chance: random.Random) -> Act | None:
    """Something that can be done now; nothing once the hand is over, or a card is taken back."""
    public = table.public
    choices = [(kind, seat) for seat in public.turn for kind in public.may(seat)]
    referee = [(kind, Seat.N) for kind in public.referee_may]
    if not choices and chance.random() < 0.8:
        return None
    kinds = choices + referee
    if not kinds:
        return None
    kind, seat = chance.choices(kinds, [_WEIGHTS[kind] for kind, _ in kinds])[0]
    if kind is MakeTrump:
        return MakeTrump(seat, chance.choice(list(Denomination)))
    if kind is PlayCard:
        return PlayCard(seat, chance.choice(table.legal(seat)))
    if kind is TakeBack:
        return TakeBack("Wrong card tapped")
    if kind is EndHand:
        return EndHand("Out of time", chance.choice([None, 0, 40, 72]))
    return kind(seat)  # type: ignore[call-arg]


def random_course(seed: int, rules: TableRules | None = None) -> Iterator[Table]:
    """A table before the first act, and after each of some acts until its hand is over."""
    chance = random.Random(seed)
    deal = Deal.from_number(chance.randrange(N_DEALS))
    rules = rules or random_rules(chance)
    hands = deal if rules.players == 4 else ThreeHands.of(deal)
    table = Table.start(hands, chance.choice(rules.game.seats), rules)
    yield table
    while (act := random_act(table, chance)) is not None:
        table = table.after(act)
        yield table


def random_pair_course(seed: int) -> Iterator[Table]:
    """A random course in which two play against two."""
    chance = random.Random(seed)
    variant = chance.choice(PARTNERSHIP_VARIANTS)
    return random_course(seed, replace(random_rules(chance), variant=variant, players=4))


def facts_for(
    seat: Seat, deal: Hands, dealer: Seat, acts: Iterable[Act], rules: TableRules | None = None
) -> tuple[Fact, ...]:
    """What that seat was told in the course of these acts, which can be taken in this order."""
    public = PublicTable.start(dealer, rules or TableRules())
    facts: list[Fact] = []
    if public.sees_cards(seat):
        facts.append(OwnCards(0, deal.hand(seat)))
    for act in acts:
        before, public = public, public.after(act)
        facts += facts_of(seat, deal, act, before, public)
    return tuple(facts)


def told_course(seed: int) -> Iterator[tuple[Table, dict[Seat, Knowledge]]]:
    """A random course, and what each seat knows by what it was told so far."""
    course = list(random_course(seed))
    dealer, rules, last = course[0].public.dealer, course[0].public.rules, course[-1]
    seats = rules.game.seats
    knows = {seat: Knowledge(seat, PublicTable.start(dealer, rules)) for seat in seats}
    facts = {seat: list(facts_for(seat, last.deal, dealer, last.acts, rules)) for seat in seats}
    for table in course:
        for seat in seats:
            while facts[seat] and facts[seat][0].number <= table.public.number:
                knows[seat] = knows[seat].told(facts[seat].pop(0))
        yield table, dict(knows)
