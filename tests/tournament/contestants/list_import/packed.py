"""Workbooks written letter by letter: as programs write them that openpyxl doesn't imitate, and as
nobody does who means well."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

TRANSITIONAL = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
STRICT = "http://purl.oclc.org/ooxml/spreadsheetml/main"
_RELATIONS = {
    TRANSITIONAL: "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
    STRICT: "http://purl.oclc.org/ooxml/officeDocument/relationships",
}
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_SPREADSHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml"
SHEET = "xl/worksheets/sheet1.xml"
STRINGS = "xl/sharedStrings.xml"


def parts(
    rows: str,
    *,
    strings: str = "",
    styles: str = "",
    namespace: str = TRANSITIONAL,
    root: str = "",
    workbook: str = "",
    before: str = "",
    after: str = "",
) -> dict[str, bytes]:
    """A workbook's parts: `rows` is what stands inside <sheetData>, `root` how targets begin."""
    relations = _RELATIONS[namespace]
    kinds = {"worksheet": "worksheets/sheet1.xml", "styles": "styles.xml"}
    kinds["sharedStrings"] = "sharedStrings.xml"
    targets = "".join(
        f'<Relationship Id="rId{number}" Type="{relations}/{kind}" Target="{root}{target}"/>'
        for number, (kind, target) in enumerate(kinds.items(), start=1)
    )
    first = f'Id="r" Type="{relations}/officeDocument" Target="{root and "/"}xl/workbook.xml"'
    found = {
        "[Content_Types].xml": _content_types(),
        "_rels/.rels": _relationships(f"<Relationship {first}/>"),
        "xl/workbook.xml": f'<workbook xmlns="{namespace}" xmlns:r="{relations}">{workbook}'
        '<sheets><sheet name="Llista" sheetId="1" r:id="rId1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": _relationships(targets),
        SHEET: f'<worksheet xmlns="{namespace}">{before}<sheetData>{rows}</sheetData>{after}'
        "</worksheet>",
        STRINGS: f'<sst xmlns="{namespace}">{strings}</sst>',
        "xl/styles.xml": f'<styleSheet xmlns="{namespace}">{styles}</styleSheet>',
    }
    return {name: text.encode() for name, text in found.items()}


def _content_types() -> str:
    kinds = {"/xl/workbook.xml": "sheet.main", f"/{SHEET}": "worksheet"}
    kinds |= {f"/{STRINGS}": "sharedStrings", "/xl/styles.xml": "styles"}
    inside = "".join(
        f'<Override PartName="{part}" ContentType="{_SPREADSHEET}.{kind}+xml"/>'
        for part, kind in kinds.items()
    )
    return f'<Types xmlns="{_PACKAGE}/content-types">{inside}</Types>'


def _relationships(inside: str) -> str:
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{inside}</Relationships>'


def packed(content: Mapping[str, bytes]) -> bytes:
    """An archive of these parts, packed in half the usual time: some are very large."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, data in content.items():
            archive.writestr(name, data)
    return file.getvalue()


def inline(*texts: str) -> str:
    """A row of texts that stand in their cells."""
    cells = "".join(f'<c t="inlineStr"><is><t>{text}</t></is></c>' for text in texts)
    return f"<row>{cells}</row>"


PAIR = inline("Jugador 1", "Jugador 2") + inline("Anna", "Blai")


_OPEN = "urn:oasis:names:tc:opendocument:xmlns"


def open_document(rows: str, *, name: str = "Llista", more: str = "") -> bytes:
    """An .ods file with these rows in its first sheet; `more` is what follows it."""
    spaces = "".join(
        f' xmlns:{one}="{_OPEN}:{one}:1.0"' for one in ("office", "style", "table", "text")
    )
    content = (
        f'<office:document-content{spaces}><office:automatic-styles><style:style style:name="h" '
        'style:family="table"><style:table-properties table:display="false"/></style:style>'
        "</office:automatic-styles><office:body><office:spreadsheet>"
        f'<table:table table:name="{name}">{rows}'
        f"</table:table>{more}</office:spreadsheet></office:body></office:document-content>"
    )
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        kind = "application/vnd.oasis.opendocument.spreadsheet"
        archive.writestr("mimetype", kind, zipfile.ZIP_STORED)
        archive.writestr("content.xml", content)
        archive.writestr(
            "META-INF/manifest.xml", f'<manifest:manifest xmlns:manifest="{_OPEN}:manifest:1.0"/>'
        )
    return file.getvalue()


def open_cells(*texts: str, times: int = 1) -> str:
    """Cells of an .ods file that hold these texts, each so many `times`."""
    return "".join(
        f'<table:table-cell office:value-type="string" table:number-columns-repeated="{times}">'
        f"<text:p>{text}</text:p></table:table-cell>"
        for text in texts
    )
