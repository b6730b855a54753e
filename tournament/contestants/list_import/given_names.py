"""Given names that are common here, to tell a partner from a second surname.

In "Anna Roca i Pere" somebody joins her; in "Josep Puig i Serra" nobody does. The list needn't be
complete: where it doesn't tell, the organiser is asked.
"""

from __future__ import annotations

from tournament.core.names import plain

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
    """Without case, accents and the dot of an initial; of "Pere-Joan" the first half."""
    return plain(word).split("-")[0].strip(".,;:'\"")


def is_given_name(word: str) -> bool:
    """Return whether a word is the name of a person, perhaps a surname as well."""
    return _key(word) in _NAMES


def is_only_given_name(word: str) -> bool:
    """Whether hardly anybody has this as a surname."""
    return is_given_name(word) and _key(word) not in _SURNAMES_TOO
