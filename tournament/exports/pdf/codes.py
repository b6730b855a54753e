"""QR codes on paper."""

from __future__ import annotations

from collections.abc import Sequence

from reportlab.pdfgen.canvas import Canvas

from tournament.exports.pdf.frame import Box
from tournament.exports.pdf.ink import BLACK
from tournament.links.qr import QUIET, qr_runs


def draw_code(canvas: Canvas, rows: Sequence[Sequence[bool]], box: Box) -> None:
    """Draw the rows of `qr_modules` in a square box, the white that readers need included."""
    module = box.width / (len(rows) + 2 * QUIET)
    runs = (
        f"{start} {index} {length} 1 re"
        for index, row in enumerate(rows)
        for start, length in qr_runs(row)
    )
    canvas.saveState()
    # A module is a unit, counted from the upper left, and all of them are one path: short to
    # write, and no seam is left where they touch.
    canvas.translate(box.left + QUIET * module, box.top - QUIET * module)
    canvas.scale(module, -module)
    canvas.setFillGray(BLACK)
    canvas.addLiteral(f"{' '.join(runs)} f")
    canvas.restoreState()
