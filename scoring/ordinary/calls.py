"""Calls in abarrotada: who chooses trumps, and who doubles, where everybody plays alone.

The dealer chooses trumps or botifarra, or delegates to the player on the left, who chooses or
delegates further to the left. Whoever would hand it back to the dealer must choose: the third
delegate of four players, the second of three. An *estevet* is a delegation with a contro built in.
There is one at most, and after it the choice may be delegated on as ever.

Then the others may say contro, in turn from the player on the maker's right on; an estevet stands
for it, and none of them is asked. To a contro the maker may say recontro, and to a recontro the
others, in the same turn, Sant Vicenç where it is allowed. Whoever has nothing to say passes. Each
double is said once, and holds for everybody's score.

    N deals, four play:  N delegates – E estevet – S oros – S pass:  oros, contro by E

A `Calling` never changes: a call gives the next one.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

from scoring.errors import AnnouncementError
from scoring.game.announcements import Announcement, Denomination, Double, SantVicencRule
from scoring.game.seats import SEATS_OF, Seat, in_turn


class Word(StrEnum):
    """Words that can be said beside naming trumps."""

    DELEGATE = "delegate"
    ESTEVET = "estevet"
    PASS = "pass"
    CONTRO = "contro"
    RECONTRO = "recontro"
    SANT_VICENC = "sant-vicenc"


Call = Denomination | Word

_NEXT_DOUBLE = {
    Double.NONE: Word.CONTRO,
    Double.CONTRO: Word.RECONTRO,
    Double.RECONTRO: Word.SANT_VICENC,
}


@dataclass(frozen=True, slots=True)
class Calling:
    """Calls so far, and whose turn it is.

    `speaker` is who holds the choice of trumps, then who may double next, None when all is said.
    `doubled_by` has who said contro (or estevet), recontro and Sant Vicenç, as far as it went.
    """

    dealer: Seat
    players: int = 4
    sant_vicenc: SantVicencRule = SantVicencRule.ALLOWED
    speaker: Seat | None = None
    maker: Seat | None = None
    trump: Denomination | None = None
    doubled_by: tuple[Seat, ...] = ()

    @classmethod
    def begin(
        cls, dealer: Seat, players: int = 4, sant_vicenc: SantVicencRule = SantVicencRule.ALLOWED
    ) -> "Calling":
        """Return the state before the dealer's first call; three players sit at N, W and S."""
        assert dealer in SEATS_OF[players]
        return cls(dealer, players, sant_vicenc, speaker=dealer)

    @property
    def is_over(self) -> bool:
        """Return whether trumps are made, and nobody may double any more."""
        return self.speaker is None

    @property
    def double(self) -> Double:
        """Degree of doubling."""
        return tuple(Double)[len(self.doubled_by)]

    @property
    def announcement(self) -> Announcement:
        """Trumps and double, as far as they are known."""
        return Announcement(self.trump, self.double)

    @property
    def allowed(self) -> tuple[Call, ...]:
        """Calls that the speaker may make; none when the calling is over."""
        if self.speaker is None:
            return ()
        if self.maker is not None:
            return (_NEXT_DOUBLE[self.double], Word.PASS)
        if self._left_of(self.speaker) is self.dealer:
            return tuple(Denomination)
        estevet = () if self.doubled_by else (Word.ESTEVET,)
        return (*Denomination, Word.DELEGATE, *estevet)

    def say(self, call: Call) -> "Calling":
        """Return the state after that call. Raises `AnnouncementError` if it can't be."""
        speaker = self.speaker
        if speaker is None or call not in self.allowed:
            raise AnnouncementError(
                f"{speaker or 'nobody'} can't say {call} now",
                field="call",
                text=call,
                expected=[one.value for one in self.allowed],
            )
        if isinstance(call, Denomination):
            return replace(self, maker=speaker, trump=call)._asking(0)
        if call is Word.DELEGATE:
            return replace(self, speaker=self._left_of(speaker))
        if call is Word.ESTEVET:
            return replace(self, speaker=self._left_of(speaker), doubled_by=(speaker,))
        if call is Word.PASS:
            return self._asking(1 + self._who_may_double().index(speaker))
        return replace(self, doubled_by=(*self.doubled_by, speaker))._asking(0)

    def _asking(self, place: int) -> "Calling":
        """Return the state in which the possible doubler at that place speaks, if any."""
        asked = self._who_may_double()
        return replace(self, speaker=asked[place] if place < len(asked) else None)

    def _who_may_double(self) -> tuple[Seat, ...]:
        """Return the players whom the next double is offered to, in turn."""
        assert self.maker is not None
        doubles = self.sant_vicenc.doubles(self.trump)
        if len(self.doubled_by) + 1 >= len(doubles):
            return ()
        maker, *others = in_turn(self.maker, self.players)
        return (maker,) if self.double is Double.CONTRO else tuple(others)

    def _left_of(self, seat: Seat) -> Seat:
        return in_turn(seat, self.players)[-1]
