"""Tags and filters shared by all templates, and the look of forms."""

import re
from datetime import timedelta
from fractions import Fraction
from types import SimpleNamespace

import pytest
from django import forms
from django.template import Context, Template
from django.utils import timezone
from django.utils.translation import override

from scoring.game.announcements import Announcement, Denomination, Double
from scoring.game.deals import Deal
from scoring.game.seats import Seat
from tournament.models import RoundStatus


def render(text: str, **context: object) -> str:
    with override("en"):
        return Template("{% load botifarra %}" + text).render(Context(context))


def test_numbers_and_words() -> None:
    assert render("{{ x|score }}", x=Fraction(39, 22)) == "1.77"
    assert render("{{ x|mean }}", x=None) == "–"
    assert render("{{ x|signed }}", x=-8) == "−8"
    assert render("{{ x|seat }}", x="E") == "East"
    assert render("{{ x|label }}", x=Double.CONTRO) == "contro"
    assert render("{{ x|label }}", x=RoundStatus.OPEN) == "open"
    assert render("{{ x|label }}", x="") == ""


def test_a_moment_of_another_day_says_which() -> None:
    noon = timezone.localtime().replace(hour=12, minute=40)
    assert render("{{ x|moment }}", x=noon) == "12:40"
    another = render("{{ x|moment }}", x=noon + timedelta(days=6))
    assert another.endswith("12:40")
    assert str((noon + timedelta(days=6)).year) in another


def test_a_suit_is_named_for_those_who_do_not_see_it() -> None:
    drawn = render('{% suit "O" %}')
    assert 'role="img" aria-label="coins"' in drawn
    assert "suits.svg#suit-O" in drawn
    assert 'aria-hidden="true"' in render('{% suit "O" hidden=True %}')


def test_countdown_says_what_is_left_and_what_comes_then() -> None:
    until = timezone.now() + timedelta(minutes=10)
    shown = render('{% countdown until "time is up" "Left:" %}', until=until)
    assert f'data-until="{until.isoformat()}"' in shown
    assert 'class="countdown"' in shown
    assert "Left: " in shown
    assert "10:00" in shown
    assert "time is up" in shown


def test_countdown_that_is_over_says_so_without_a_script() -> None:
    past = timezone.now() - timedelta(days=1)
    shown = render('{% countdown until "time is up" %}', until=past)
    assert 'class="countdown is-over"' in shown
    assert "00:00" in shown


def test_a_hand_is_four_lines_of_ranks() -> None:
    deal = Deal.from_number(0)  # north holds all coins
    shown = render("{% hand deal seat %}", deal=deal, seat=Seat.N)
    assert shown.count("<dt>") == 4
    assert shown.count('class="void"') == 3
    ranks = "".join(f"<span>{rank}</span>" for rank in "9ARCS8765432")
    assert ranks in shown


class Sample(forms.Form):
    name = forms.CharField(label="Name", help_text="As <b>written</b>")
    note = forms.CharField(label="Note", required=False)
    sure = forms.BooleanField(label="Sure")
    way = forms.ChoiceField(label="Way", choices=[("a", "A"), ("b", "B")], widget=forms.RadioSelect)
    kind = forms.ChoiceField(label="Kind", choices=[("x", "X")])


def test_fields_say_what_is_wrong_where_it_is_wrong() -> None:
    with override("en"):
        html = str(Sample({"kind": "x", "way": "a"}))
    assert 'aria-describedby="id_name_helptext id_name_error"' in html
    assert 'aria-invalid="true"' in html
    assert re.search(r'<ul class="field-errors [^"]*"\s+id="id_name_error">', html)
    assert 'id="id_name_helptext"' in html


def test_required_fields_say_so_in_words_and_others_do_not() -> None:
    with override("en"):
        html = Sample()["name"].as_field_group(), Sample()["note"].as_field_group()
    assert "required</span>" in html[0]
    assert "required" not in html[1]


@pytest.mark.parametrize(
    ("field", "look"),
    [
        ("name", "form-control"),
        ("sure", "form-check-input"),
        ("way", "form-check-input"),
        ("kind", "form-select"),
    ],
)
def test_each_kind_of_field_has_its_look(field: str, look: str) -> None:
    html = Sample()[field].as_field_group()
    assert f'class="{look}"' in html
    if field == "way":
        assert html.count("<fieldset") == html.count("<legend") == 1


def test_help_is_text_unless_it_is_marked_safe() -> None:
    assert "As &lt;b&gt;written&lt;/b&gt;" in Sample()["name"].as_field_group()


def test_faults_of_the_whole_form_stand_on_top() -> None:
    form = Sample({})
    form.add_error(None, "Everything <is> wrong")
    html = str(form)
    assert html.index("Everything &lt;is&gt; wrong") < html.index("id_name")
    assert 'role="alert"' in html


@pytest.mark.parametrize(
    ("announcement", "words"),
    [
        (Announcement(), ""),
        (Announcement(Denomination.OROS), "coins"),
        (Announcement(Denomination.BOTIFARRA), "botifarra"),
        (Announcement(Denomination.COPES, Double.CONTRO), "cups contro"),
        (Announcement(None, Double.RECONTRO), "recontro"),
    ],
)
def test_announcements_are_trumps_and_doubles(announcement: Announcement, words: str) -> None:
    with override("en"):
        text = render("{% announced said %}", said=announcement)
    shown = re.sub(r"<svg[^>]* aria-label=\"([^\"]*)\".*?</svg>", r"\1", text)
    assert " ".join(re.sub("<[^>]+>", " ", shown).split()) == words


def test_names_in_links_are_text() -> None:
    pair = SimpleNamespace(number=7, name="Anna & Blai <3")
    link = render("{% pair_link 'open' pair %}", pair=pair)
    assert 'href="/c/open/pairs/7/">Anna &amp; Blai &lt;3</a>' in link
    with override("en"):
        score = render("{% score_link 'open' 12 7 final %}", final=Fraction(5, 3))
    assert score == (
        '<a class="why" href="/c/open/hands/12/pairs/7/" aria-label="Why pair 7 has 1.67">1.67</a>'
    )


def test_the_text_of_a_block_is_escaped_once() -> None:
    base = Template(
        "{% load botifarra %}<title>{% block_text 'title' %}</title>"
        "<h1>{% block title %}{% endblock %}</h1>"
    )
    page = Template("{% extends base %}{% block title %}{{ words }} <b>&amp;</b>{% endblock %}")
    shown = page.render(Context({"base": base, "words": "L'Anna <i>"}))
    once = "L&#x27;Anna &lt;i&gt;"
    assert shown == f"<title>{once} &amp;</title><h1>{once} <b>&amp;</b></h1>"
