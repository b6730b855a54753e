"""What papers are drawn with: black, one grey, and straight rules. No colour says anything."""

from __future__ import annotations

from reportlab.pdfgen.canvas import Canvas

BLACK = 0.0
GREY = 0.33
"""Second in rank, and still clear on a worn printer."""


def draw_rule(canvas: Canvas, left: float, right: float, y: float, thickness: float) -> None:
    """A line across, `thickness` points thick."""
    canvas.setStrokeGray(BLACK)
    canvas.setLineWidth(thickness)
    canvas.line(left, y, right, y)
