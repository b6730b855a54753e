"""Addresses of the files a visitor can take away."""

from django.urls import path

from tournament.exports import views

app_name = "exports"
_ROUND = "c/<slug:slug>/export/rounds/<int:number>"
urlpatterns = [
    path("c/<slug:slug>/export/standings.pdf", views.standings_as_pdf, name="standings_pdf"),
    path("c/<slug:slug>/export/standings.xlsx", views.standings_as_workbook, name="standings_xlsx"),
    path(
        "c/<slug:slug>/export/hand-sheets.xlsx",
        views.hand_sheets_as_workbook,
        name="hand_sheets_xlsx",
    ),
    path("c/<slug:slug>/export/commitment.pdf", views.commitment_as_pdf, name="commitment_pdf"),
    path(f"{_ROUND}/pairings.pdf", views.pairings_as_pdf, name="pairings_pdf"),
    path(f"{_ROUND}/hand-sheets.pdf", views.hand_sheets_as_pdf, name="hand_sheets_pdf"),
    path(f"{_ROUND}/hands.pdf", views.hands_as_pdf, name="hands_pdf"),
]
