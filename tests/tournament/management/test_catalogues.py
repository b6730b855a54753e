"""The catalogues command on a small tree of its own."""

import gettext
import re
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.utils import translation
from django.utils.translation import override

PYTHON = """
from django.utils.translation import gettext as _, ngettext, npgettext, pgettext_lazy

first = _("Log in")
several = ngettext("%(count)d pair", "%(count)d pairs", 2)
suit = pgettext_lazy("suit", "cups")
drunk = npgettext("kitchen", "a cup", "cups", 2)
joined = _("One text "
           "in two pieces.")
not_a_text = _(variable)
"""
TEMPLATE = """{% load i18n %}
    {% if x %}
  <p title="{% translate "Log in" %}">{% translate "Next" context "page" %}</p>
{% endif %}
{% blocktranslate count counter=n trimmed %}
    {{ counter }} hand
{% plural %}
    {{ counter }} hands
{% endblocktranslate %}
{{ name|default:_("nobody") }}
"""
MARKED = """
N_("a setting")
NC_("suit", "swords")
"""
TRANSLATIONS = {
    "a setting": "un ajust",
    "swords": "espases",
    "Log in": "Entra",
    "One text in two pieces.": "Un text.",
    "nobody": "ningú",
    "cups": "copes",
    "Next": "Següent",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name, text in (
        ("scoring/d.py", MARKED),
        ("tournament/a.py", PYTHON),
        ("templates/b/c.html", TEMPLATE),
    ):
        path = tmp_path / name
        path.parent.mkdir(parents=True)
        path.write_text(text)
    return tmp_path


def po(root: Path, language: str = "ca") -> Path:
    return root / f"tournament/locale/{language}/LC_MESSAGES/django.po"


def edit(root: Path, old: str, new: str, language: str = "ca") -> None:
    text = po(root, language).read_text()
    assert old in text
    po(root, language).write_text(text.replace(old, new))


def run(root: Path) -> str:
    out = StringIO()
    call_command("catalogues", root=root, stdout=out)
    return out.getvalue()


def check(root: Path) -> list[str]:
    try:
        call_command("catalogues", root=root, check=True)
    except CommandError as error:
        return str(error).splitlines()
    return []


def fill(root: Path) -> None:
    """Translate everything, in Catalan and Spanish alike."""
    run(root)
    for language in ("ca", "es"):
        for text, translated in TRANSLATIONS.items():
            edit(
                root,
                f'msgid "{text}"\nmsgstr ""',
                f'msgid "{text}"\nmsgstr "{translated}"',
                language,
            )
        for text in ("%(count)d pair", "%(counter)s hand"):
            edit(
                root,
                f'msgid_plural "{text}s"\nmsgstr[0] ""\nmsgstr[1] ""',
                f'msgid_plural "{text}s"\nmsgstr[0] "{text} U"\nmsgstr[1] "{text} M"',
                language,
            )
        edit(
            root,
            'msgstr[0] ""\nmsgstr[1] ""',
            'msgstr[0] "una tassa"\nmsgstr[1] "tasses"',
            language,
        )
    run(root)


def test_texts_of_python_and_templates_are_found_with_their_files(root: Path) -> None:
    assert "ca: 10 texts, 10 without translation" in run(root)
    text = po(root).read_text()
    assert '#: templates/b/c.html tournament/a.py\nmsgid "Log in"' in text
    assert 'msgctxt "page"\nmsgid "Next"' in text
    assert 'msgctxt "suit"\nmsgid "cups"' in text
    assert '#: scoring/d.py\nmsgid "a setting"' in text
    assert 'msgctxt "suit"\nmsgid "swords"' in text
    assert 'msgctxt "kitchen"\nmsgid "a cup"\nmsgid_plural "cups"' in text
    assert 'msgid "One text in two pieces."' in text
    assert 'msgid "%(counter)s hand"\nmsgid_plural "%(counter)s hands"' in text
    assert "variable" not in text


def test_english_speaks_without_a_catalogue() -> None:
    with override("ca"):
        assert translation.gettext("Standings") == "Classificació"
    with override("en"):
        assert translation.gettext("Standings") == "Standings"
        several = translation.ngettext("%(count)d pair", "%(count)d pairs", 5)
        assert several == "%(count)d pairs"


def test_each_missing_translation_is_a_fault(root: Path) -> None:
    run(root)
    assert len(check(root)) == 20
    assert "ca: “Next” (page) is not translated" in check(root)


def test_translations_are_kept_and_compiled(root: Path) -> None:
    fill(root)
    assert check(root) == []
    with po(root).with_suffix(".mo").open("rb") as file:
        catalan = gettext.GNUTranslations(file)
    assert catalan.gettext("Log in") == "Entra"
    assert catalan.pgettext("suit", "cups") == "copes"
    assert [catalan.ngettext("%(count)d pair", "%(count)d pairs", n)[-1] for n in (0, 1, 2)] == [
        *"MUM"
    ]


def test_a_second_run_changes_nothing(root: Path) -> None:
    fill(root)
    files = sorted(root.glob("tournament/locale/**/*.?o"))
    before = [file.read_bytes() for file in files]
    run(root)
    assert len(files) == 4
    assert [file.read_bytes() for file in files] == before


def test_a_text_that_goes_and_one_that_comes(root: Path) -> None:
    fill(root)
    source = root / "tournament/a.py"
    source.write_text(source.read_text().replace("One text ", "New text "))
    faults = check(root)
    assert "ca: “New text in two pieces.” is missing (tournament/a.py)" in faults
    assert "ca: “One text in two pieces.” is used nowhere" in faults
    run(root)
    assert "One text" not in po(root).read_text()
    assert check(root) == [
        "ca: “New text in two pieces.” is not translated",
        "es: “New text in two pieces.” is not translated",
    ]


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('"Un text."', '"Un text"', "ends with another mark"),
        ('"Entra"', '" Entra"', "begins or ends with other blanks"),
        ('"%(count)d pair M"', '"pair M"', "has other placeholders"),
        ('"%(count)d pair U"', '"%(cuont)d pair U"', "has other placeholders"),
        ('#, python-format\nmsgid "%(count)d pair"', '#, fuzzy\nmsgid "%(count)d pair"', "fuzzy"),
    ],
)
def test_a_translation_that_does_not_fit_is_a_fault(
    root: Path, old: str, new: str, fault: str
) -> None:
    fill(root)
    edit(root, old, new)
    run(root)
    [found] = check(root)
    assert fault in found


def test_the_form_for_one_may_leave_the_number_out(root: Path) -> None:
    fill(root)
    edit(root, '"%(count)d pair U"', '"una parella"')
    run(root)
    assert "una parella" not in " ".join(check(root))


def test_a_compiled_catalogue_that_lags_behind_is_a_fault(root: Path) -> None:
    fill(root)
    edit(root, '"ningú"', '"cap"')
    assert check(root) == [
        "ca: the .mo file does not agree with the .po file: run `python3 manage.py catalogues`"
    ]


def test_a_broken_file_is_named(root: Path) -> None:
    fill(root)
    edit(root, 'msgstr "ningú"', 'mgstr "ningú"')
    [fault] = check(root)
    assert fault.startswith("ca: the .po file can't be read")


def test_a_template_with_wrong_tags_is_named(root: Path) -> None:
    template = root / "templates/b/c.html"
    template.write_text("{% blocktranslate %}{% if x %}{% endblocktranslate %}")
    with pytest.raises(CommandError, match=r"c\.html"):
        run(root)


def test_spanish_speaks_to_people_as_usted() -> None:
    """No form of vosotros, which Catalan's way of speaking to people easily leads to."""
    text = (settings.LOCALE_PATHS[0] / "es/LC_MESSAGES/django.po").read_text(encoding="utf-8")
    said = [line for line in text.splitlines() if line.startswith(("msgstr", '"'))]
    for path in settings.BASE_DIR.glob("templates/guide/es/*.md"):
        said += path.read_text(encoding="utf-8").splitlines()
    forms = re.compile(r"\w(?:áis|éis)\b|\bsois\b|vosotr|vuestr|\bos\b", re.IGNORECASE)
    seis = re.compile("(?i)veintiséis|dieciséis")
    assert [line for line in said if forms.search(seis.sub("", line))] == []
