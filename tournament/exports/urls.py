"""Addresses of the files a visitor can take away."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from tournament.exports import event_views, paper_views, views, workbook_views

app_name = "exports"
_PLAY = "manage/rounds/<int:number>/tables/<int:table>/hands/<int:deal>/play"
_ATTACHED = f"{_PLAY}/attached/<int:version>/<int:play>.pdf"
FILES = [
    path("standings.pdf", views.standings_as_pdf, name="standings_pdf"),
    path("standings.xlsx", workbook_views.standings_as_workbook, name="standings_xlsx"),
    path("hand-sheets.xlsx", workbook_views.for_hands, name="hand_sheets_xlsx"),
    path("auditor.xlsx", workbook_views.for_auditors, name="auditor_xlsx"),
    path("results.xlsx", workbook_views.for_readers, name="results_xlsx"),
    path("standings.csv", workbook_views.standings_as_csv, name="standings_csv"),
    path("results.csv", workbook_views.results_as_csv, name="results_csv"),
    path("check-in.csv", workbook_views.check_in_as_csv, name="check_in_csv"),
    path("check-in.pdf", views.check_in_as_pdf, name="check_in_pdf"),
    path("commitment.pdf", views.commitment_as_pdf, name="commitment_pdf"),
    path("table-cards.pdf", views.table_cards_as_pdf, name="table_cards_pdf"),
    path("pair-cards.pdf", views.pair_cards_as_pdf, name="pair_cards_pdf"),
    path("rounds/<int:number>/pairings.pdf", views.pairings_as_pdf, name="pairings_pdf"),
    path("rounds/<int:number>/hand-sheets.pdf", views.hand_sheets_as_pdf, name="hand_sheets_pdf"),
    path("rounds/<int:number>/hands.pdf", views.hands_as_pdf, name="hands_pdf"),
    path(
        "rounds/<int:number>/tables/<int:table>/hands.pdf",
        views.table_hands_as_pdf,
        name="table_hands_pdf",
    ),
]
_CHAMPIONSHIP: list[URLPattern | URLResolver] = [
    path("export/", include(FILES)),
    path("manage/papers/", paper_views.papers, name="papers"),
    path(f"{_PLAY}.pdf", views.play_record_as_pdf, name="play_record_pdf"),
    path(_ATTACHED, views.attached_play_as_pdf, name="attached_play_pdf"),
]

urlpatterns = [
    path("c/<slug:slug>/", include(_CHAMPIONSHIP)),
    path(
        "simultaneous/<slug:event>/standings.pdf",
        event_views.as_paper,
        name="event_standings_pdf",
    ),
    path(
        "simultaneous/<slug:event>/standings.xlsx",
        event_views.as_workbook,
        name="event_standings_xlsx",
    ),
    path("simultaneous/<slug:event>/files/<int:job>/", event_views.event_job, name="event_job"),
    path(
        "simultaneous/<slug:event>/files/<int:job>/file/",
        event_views.event_job_file,
        name="event_job_file",
    ),
]
