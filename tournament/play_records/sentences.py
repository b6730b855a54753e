"""Faults of play in words: with the cards for those who may see them, without for others."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.utils.functional import Promise
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.game.cards import Card
from scoring.game.legality import PlayRule
from scoring.game.play_check import PlayFault
from tournament.core.labels import card_name, label

_SENTENCES: Mapping[PlayRule, Promise] = {
    PlayRule.FOLLOW_SUIT: gettext_lazy(
        "%(seat)s played %(card)s and could follow suit (led: %(led)s)."
    ),
    PlayRule.BEAT: gettext_lazy("%(seat)s played %(card)s and could beat %(winning)s."),
    PlayRule.TRUMP: gettext_lazy("%(seat)s played %(card)s and could trump %(winning)s."),
    PlayRule.OVERTRUMP: gettext_lazy("%(seat)s played %(card)s and could overtrump %(winning)s."),
    PlayRule.LOWEST: gettext_lazy(
        "%(seat)s played %(card)s, which does not beat %(winning)s, and held a lower card of the"
        " suit."
    ),
    PlayRule.LOWEST_OR_COUNTING: gettext_lazy(
        "%(seat)s played %(card)s, which neither beats %(winning)s nor counts, and held a lower"
        " card of the suit."
    ),
    PlayRule.LOWEST_UNLESS_SAFE: gettext_lazy(
        "%(seat)s played %(card)s, which does not beat the partner’s %(winning)s, and held a lower"
        " card of the suit; %(winning)s was not safe."
    ),
}
"""Sentences of rules; rules that a record can't break have none."""
_RULES: Mapping[PlayRule, Promise] = {
    PlayRule.FOLLOW_SUIT: gettext_lazy("Whoever can follow suit must."),
    PlayRule.BEAT: gettext_lazy(
        "Whoever can beat the trick must, unless the partner is winning it."
    ),
    PlayRule.TRUMP: gettext_lazy(
        "Whoever can't follow suit must trump, unless the partner is winning the trick."
    ),
    PlayRule.OVERTRUMP: gettext_lazy(
        "Whoever can't follow suit must overtrump if possible, unless the partner is winning the"
        " trick."
    ),
    PlayRule.LOWEST: gettext_lazy("A card that does not beat must be the lowest of its suit."),
    PlayRule.LOWEST_OR_COUNTING: gettext_lazy(
        "A card that does not beat must here be the lowest of its suit or a counting card."
    ),
    PlayRule.LOWEST_UNLESS_SAFE: gettext_lazy(
        "While the partner’s card is not safe, the third player’s card that does not beat it must"
        " be the lowest of its suit."
    ),
}
_WITHOUT_CARDS: Mapping[PlayRule, Promise] = {
    PlayRule.FOLLOW_SUIT: gettext_lazy("Trick %(trick)d: %(seat)s could follow suit and did not."),
    PlayRule.BEAT: gettext_lazy("Trick %(trick)d: %(seat)s could beat and did not."),
    PlayRule.TRUMP: gettext_lazy("Trick %(trick)d: %(seat)s could trump and did not."),
    PlayRule.OVERTRUMP: gettext_lazy("Trick %(trick)d: %(seat)s could overtrump and did not."),
    PlayRule.LOWEST: gettext_lazy(
        "Trick %(trick)d: %(seat)s held a lower card of the suit and had to play it."
    ),
    PlayRule.LOWEST_OR_COUNTING: gettext_lazy(
        "Trick %(trick)d: %(seat)s played neither the lowest card of the suit nor a counting card."
    ),
    PlayRule.LOWEST_UNLESS_SAFE: gettext_lazy(
        "Trick %(trick)d: %(seat)s held a lower card of the suit and had to play it, as the"
        " partner’s card was not safe."
    ),
}


def fault_text(fault: PlayFault) -> str:
    """Return one sentence about the fault, which names the cards."""
    return str(_SENTENCES[fault.rule]) % _parts(fault, card_name)


def fault_html(fault: PlayFault, draw: Callable[[Card], SafeString]) -> SafeString:
    """Return the sentence about the fault as HTML, with the cards as `draw` makes them."""
    sentence = conditional_escape(str(_SENTENCES[fault.rule]))
    return mark_safe(sentence % _parts(fault, draw))


def rule_text(fault: PlayFault) -> str:
    """Return the rule that the card broke."""
    return str(_RULES[fault.rule])


def fault_words(fault: PlayFault, *, naming_cards: bool) -> str:
    """Return the words with which a ruling begins, without cards while others must not learn of
    them: readers of the championship's record see the words."""
    if not naming_cards:
        parts = {"trick": fault.trick, "seat": label(fault.seat)}
        return str(_WITHOUT_CARDS[fault.rule]) % parts
    legal = ", ".join(card_name(card) for card in fault.legal)
    return " ".join(
        (
            _("Trick %(trick)d:") % {"trick": fault.trick},
            fault_text(fault),
            _("Legal: %(cards)s.") % {"cards": legal},
        )
    )


def _parts(fault: PlayFault, write: Callable[[Card], str]) -> dict[str, str]:
    assert fault.led is not None, "any card may be led"
    assert fault.winning is not None, "any card may be led"
    return {
        "seat": label(fault.seat),
        "card": write(fault.card),
        "led": write(fault.led),
        "winning": write(fault.winning),
    }
