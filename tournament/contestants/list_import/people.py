"""People in a row of words or a cell: one person, or several joined by "i", "y", "amb".

"i" and "y" join two people, and also the two surnames of one: "Anna Roca i Pere Mas", "Josep Puig i
Serra". The next word decides: a given name begins another person. Where that doesn't tell, both
readings are offered.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tournament.contestants.list_import.line_tokens import Piece, Token
from tournament.core.names import plain

# Given names that are common here, to tell a partner from a second surname: in "Anna Roca i Pere"
# somebody joins her, in "Josep Puig i Serra" nobody does. The list needn't be complete: where it
# doesn't tell, the organiser is asked.
_NAMES = frozenset(
    plain(
        """
        Abel Ada Adam Adela Adolf Adrià Adrián Adriana Àfrica Àgata Agnès Agustí Agustín Agustina
        Aida Aina Àlex Alejandra Alejandro Àlvar Álvaro Alba Albert Alberto Alexandra Alexandre
        Alfons Alfonso Alfred Alfredo Alícia Almudena Alonso Amàlia Amadeu Amparo Ana Anaïs Andrea
        Andrés Andreu Àngel Àngela Àngels Àngel·la Angelina Anna Annabel Anselm Antoni Antònia
        Antonio Antònio Ariadna Ariel Arnau Artur Arturo Assumpció Assumpta Asunción Aurèlia Aurora
        Àxel Balbina Baldiri Baltasar Bàrbara Bartomeu Beatriu Beatriz Begoña Belén Benet Benjamí
        Berenguer Bernat Bernardo Berta Biel Blai Blanca Blas Borja Brígida Bru Bruna Bruno Candela
        Càndid Carla Carles Carlos Carlota Carme Carmen Carmina Carolina Catalina Caterina Cecília
        Celestí Cèlia Cesc Cèsar César Cinta Clara Clàudia Climent Coloma Concepció Concha Conxa
        Conxita Conchita Consol Consuelo Cristian Cristina Cristóbal Cristòfol Damià Dani Daniel
        Daniela David Dídac Diana Diego Dolça Dolors Dolores Domènec Domingo Duna Edgar Edmon Eduard
        Eduardo Elena Elia Elies Elisa Elisabet Elisabeth Elisenda Ella Eloi Elna Elsa Elvira Emili
        Emília Emilio Emma Encarna Encarnació Enric Enriqueta Enrique Erika Ernest Ernesto
        Esperança Esperanza Estanislau Esteban Estefania Esteve Estela Estel Ester Esther Estrella
        Eudald Eugeni Eugènia Eulàlia Eusebi Eva Fàtima Fèlix Felip Felipe Feliu Fermí Fermín
        Fernando Ferran Fidel Fina Florenci Florentina Francesc Francesca Francisca Francisco
        Frederic Gabi Gabriel Gabriela Gal·la Gaspar Gemma Genís Genoveva Georgina Gerard Germà
        Gertrudis Gina Glòria Gonçal Gonzalo Gregori Griselda Guifré Guillem Guillermo Gustau
        Héctor Helena Hilari Hug Hugo Ignacio Ignasi Imma Immaculada Inés Inmaculada Iolanda Ira
        Irene Iris Isaac Isabel Isidre Isidro Ivan Iván Ivet Ivette Jacint Jacinto Jacob Jaime Jan
        Jana Jaume Javier Jenny Jesús Joan Joana Joaquim Joaquima Joaquín Joel John Jon Jordi
        Jordina Jorge José Josefa Josefina Josep Josepa Juan Juana Juanjo Juli Júlia Julià Julián
        Julio Judit Judith Julia Justí Karen Kevin Laia Lara Laura Leandre Leo Lídia Llàtzer Lleó
        Llibert Llorenç Lluc Lluch Llúcia Lluís Lluïsa Lola Lorena Lorenzo Lourdes Luca Lucas Lucía
        Luis Luisa Luz Magda Magdalena Magí Maite Manel Manela Manolo Manoli Manuel Manuela Mar
        Marc Marçal Marcel Marcela Marcos Margarida Margarita Maria María Mariam Marià Mariana
        Mariano Marina Mario Mariona Marisa Marisol Marta Martí Martín Martina Mateo Mateu Matilde
        Maties Matías Mauricio Maurici Max Meritxell Mercè Mercedes Miguel Mila Milagros Mireia
        Miriam Miquel Mònica Montse Montserrat Míriam Nadal Nadia Naiara Narcís Narcisa Natàlia
        Natalia Nati Neus Nicolás Nicolau Nil Nina Noè Noel Noelia Noemí Nora Norbert Núria Nuri
        Octavi Odette Ofèlia Olga Olivia Òliver Olívia Ona Oriol Òscar Óscar Otger Pablo Paco Paqui
        Paquita Pasqual Pascual Patrícia Patricia Pau Paul Paula Paulina Pedro Pep Pepa Pepe Pepi
        Pepet Pepita Pere Pilar Pili Pol Ponç Primitiu Purificación Quel Quico Quim Quima Quimet
        Queralt Quirze Rafa Rafael Rafel Raimon Ramir Ramon Ramón Ramona Raül Raúl Raquel Rebeca
        Regina Remei Ricard Ricardo Rita Robert Roberto Rocío Roc Roderic Rodrigo Roger Roman Romà
        Roman Rosa Rosalia Rosana Rosario Rosend Roser Rosina Rossend Rubén Rufí Rut Ruth Sadurní
        Salomé Salvador Samuel Sandra Sancho Santi Santiago Sara Sarai Saül Sebastià Sebastián Sefa
        Sergi Sergio Serafí Sheila Silvestre Sílvia Silvia Simó Simón Sinead Siscu Sofia Sol
        Soledad Sònia Sonia Sunta Susagna Susana Sussanna Tània Tània Tecla Teo Teodor Teresa
        Teresina Tere Toi Tomàs Tomás Ton Tona Toni Tonet Toño Trini Trinitat Unai Urbà Úrsula
        Valentí Valentina Valèria Vanessa Verònica Vicenç Vicent Vicenta Vicente Víctor Victòria
        Victoria Violant Violeta Virgínia Virtuts Vivian Xavi Xavier Xènia Xesca Xesco Xico Ximo
        Yaiza Yolanda Zoe Zoè M Mª Mª. J Jm Fco Ma
        """
    ).split()
)
_SURNAMES_TOO = frozenset(
    plain(
        """
        Agustí Alba Alonso Andrés Andreu Benet Berenguer Bernat Blanca Bru Climent Domènec Domingo
        Esteban Esteve Felip Feliu Fermí Gabriel Gaspar Germà Gregori Guillem Hilari Jaume Jordi
        Juan Julià Julián Lleó Llorenç Lluch Lluís Magí Mar Marcos Martí Martín Mateo Mateu Miquel
        Miguel Nadal Nicolau Pascual Pasqual Pau Pol Rafel Ramon Ramón Ricard Roc Roger Roman Romà
        Sales Salvador Sancho Santiago Sebastià Simó Simón Sol Tomàs Tomás Valentí Vicenç Vicent
        Vicente Víctor M J Ma
        """
    ).split()
)


def _key(word: str) -> str:
    """Return a word without case, accents and an initial's dot; of "Pere-Joan" the first half."""
    return plain(word).split("-")[0].strip(".,;:'\"")


def is_given_name(word: str) -> bool:
    """Return whether a word is the name of a person, perhaps a surname as well."""
    return _key(word) in _NAMES


def is_only_given_name(word: str) -> bool:
    """Return whether hardly anybody has this as a surname."""
    return is_given_name(word) and _key(word) not in _SURNAMES_TOO


_BEFORE_SURNAMES = set(plain("de del dels d la las los les el els i y e da dos van von").split())
_ARTICLES = {"el", "la", "en", "na"}
"""Articles before a given name: "la Maria"."""
_MOST_WORDS = 7
_MOST_JOINED = 6
"""Most joining words of a text in which people are told apart; with more it is no pair."""
_ENDS = " ,;:.…!'’`´-@"
_JOINING = {Token.JOIN, Token.WITH}


def written(pieces: Sequence[Piece]) -> str:
    """Return the words of these pieces as they were typed, without the signs that end a line."""
    text = ""
    for piece in pieces:
        if piece.kind is Token.COMMA:
            text += ","
        elif piece.kind in {Token.WORD, *_JOINING, Token.DASH, Token.SIGN, Token.DAY}:
            text += f" {piece.text}"
    return trimmed(text)


def trimmed(text: str) -> str:
    """Return the text without stops at its ends; an initial's ("Josep M.") belongs to it."""
    text = text.strip(" ,;:…!").lstrip(_ENDS)
    last = text.split()[-1] if text.split() else ""
    is_initial = re.fullmatch(r"(?:\w|ll|m[aª])\.", last.lower()) is not None
    return text if is_initial else text.rstrip(" ,;:.…!-")


def begins_with_given_name(text: str) -> bool:
    """Return whether this looks like a person, not like a club."""
    return bool(text) and is_given_name(text.split()[0])


def has_remark(name: str) -> bool:
    """Return whether words in small letters stand in a name with capitals, or many words in one."""
    words = [word for word in name.split() if word[0].isalpha()]
    capitals = any(word[0].isupper() for word in words)
    small = [word for word in words if word[0].islower() and not _leads_to_surname(word)]
    return len(words) > _MOST_WORDS or (capitals and bool(small))


def _leads_to_surname(word: str) -> bool:
    return re.split(r"['’]", plain(word))[0] in _BEFORE_SURNAMES


@dataclass(frozen=True, slots=True)
class People:
    """The people who were found, and other readings of the words."""

    names: tuple[str, ...]
    otherwise: tuple[tuple[str, ...], ...] = ()


def people_of(pieces: Sequence[Piece], *, alone: bool) -> People:
    """Return the people in these words; `alone`: no sign says where one of them ends."""
    joins = [at for at, piece in enumerate(pieces) if piece.kind in _JOINING]
    if len(joins) <= _MOST_JOINED:
        joins = [at for at in joins if written(pieces[:at]) and written(pieces[at + 1 :])]
    if not 0 < len(joins) <= _MOST_JOINED:
        return People((written(pieces),))
    surely = [at for at in joins if _is_between_people(pieces, at, joins, alone=alone)]
    if surely:
        return People(_split(pieces, surely))
    if not alone:
        return People((written(pieces),))
    middle = joins[len(joins) // 2]
    others = [_split(pieces, [at]) for at in joins if at != middle]
    people = _split(pieces, [middle])
    if len(joins) == 1 and _seems_a_person(people[1]) and len(people[0].split()) > 1:
        return People(people)
    return People(people, (*others, (written(pieces),)))


def _is_between_people(
    pieces: Sequence[Piece], at: int, joins: Sequence[int], *, alone: bool
) -> bool:
    """Return whether the word here can hardly join two surnames."""
    after = next((one for one in joins if one > at), len(pieces))
    before = max((one for one in joins if one < at), default=-1)
    right = written(pieces[at + 1 : after]).split()
    left = written(pieces[before + 1 : at]).split()
    if not right or not left:
        return False
    if pieces[at].kind is Token.WITH:
        return True
    if plain(right[0]) in _ARTICLES and len(right) > 1:
        right = right[1:]
    if is_only_given_name(right[0]) or (is_given_name(right[0]) and len(right) > 1):
        return True
    if before >= 0 or len(left) > 1:
        return False
    return alone or is_given_name(left[0])


def _seems_a_person(text: str) -> bool:
    """Return whether these are several words of which the first doesn't lead to a surname."""
    words = text.split()
    return len(words) > 1 and not _leads_to_surname(words[0])


def _split(pieces: Sequence[Piece], at: Sequence[int]) -> tuple[str, ...]:
    ends = [-1, *at, len(pieces)]
    names = (written(pieces[start + 1 : end]) for start, end in pairwise(ends))
    return tuple(name for name in names if name)


def sections(pieces: Sequence[Piece], kinds: set[Token]) -> Iterator[tuple[Token, list[Piece]]]:
    """Yield the pieces between pieces of these kinds, each with the kind that comes before it."""
    before, section = Token.WORD, list[Piece]()
    for piece in pieces:
        if piece.kind in kinds:
            yield before, section
            before, section = piece.kind, []
        elif section or before is Token.WORD or piece.kind not in _JOINING:
            section.append(piece)  # after a comma, "i" says nothing more
    yield before, section


_SURE = tuple(map(re.compile, (r" [-–—]+ ?| ?[-–—]+ ", " / ", r" [&+|] ")))
_OTHERS = (
    re.compile("[/&+|]"),
    re.compile("\n"),
    re.compile(r" (?:i|y|e|and|amb|con|with) ", re.IGNORECASE),
)


def two_players(text: str, *, surely: bool = False) -> tuple[str, str] | None:
    """Return the two players in a cell, or None if there aren't exactly two.

    "Anna Puig - Blai Roca" and "Anna i Blai" are two. "i" and "y" also join two surnames (Josep
    Puig i Cadafalch), so they separate players only if there is exactly one of them and no stronger
    separator. With `surely` only signs count that hardly stand in a name.
    """
    lines = (" ".join(line.split()) for line in text.splitlines())
    clean = "\n".join(line for line in lines if line)
    for sign in _SURE if surely else (*_SURE, *_OTHERS):
        parts = sign.split(clean)
        if len(parts) > 1:
            return _both(parts)
    return None


def _both(parts: list[str]) -> tuple[str, str] | None:
    found = [" ".join(part.split()) for part in parts]
    return (found[0], found[1]) if len(found) == 2 and all(found) else None
