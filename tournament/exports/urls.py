"""Addresses of the files a visitor can take away."""

from django.urls import path

from tournament.exports import paper_views, play_views, views, workbook_views

app_name = "exports"
_ROUND = "c/<slug:slug>/export/rounds/<int:number>"
_PLAY = "c/<slug:slug>/manage/rounds/<int:number>/tables/<int:table>/hands/<int:deal>/play"
urlpatterns = [
    path("c/<slug:slug>/manage/papers/", paper_views.papers, name="papers"),
    path("c/<slug:slug>/export/standings.pdf", views.standings_as_pdf, name="standings_pdf"),
    path(
        "c/<slug:slug>/export/standings.xlsx",
        workbook_views.standings_as_workbook,
        name="standings_xlsx",
    ),
    path(
        "c/<slug:slug>/export/hand-sheets.xlsx",
        workbook_views.for_hands,
        name="hand_sheets_xlsx",
    ),
    path("c/<slug:slug>/export/auditor.xlsx", workbook_views.for_auditors, name="auditor_xlsx"),
    path("c/<slug:slug>/export/results.xlsx", workbook_views.for_readers, name="results_xlsx"),
    path(
        "c/<slug:slug>/export/workbooks/<int:workbook>/",
        workbook_views.workbook_job,
        name="workbook",
    ),
    path(
        "c/<slug:slug>/export/workbooks/<int:workbook>/file/",
        workbook_views.workbook_file,
        name="workbook_file",
    ),
    path(
        "c/<slug:slug>/export/standings.csv", workbook_views.standings_as_csv, name="standings_csv"
    ),
    path("c/<slug:slug>/export/results.csv", workbook_views.results_as_csv, name="results_csv"),
    path("c/<slug:slug>/export/commitment.pdf", views.commitment_as_pdf, name="commitment_pdf"),
    path("c/<slug:slug>/export/table-cards.pdf", views.table_cards_as_pdf, name="table_cards_pdf"),
    path("c/<slug:slug>/export/pair-cards.pdf", views.pair_cards_as_pdf, name="pair_cards_pdf"),
    path(f"{_ROUND}/pairings.pdf", views.pairings_as_pdf, name="pairings_pdf"),
    path(f"{_ROUND}/hand-sheets.pdf", views.hand_sheets_as_pdf, name="hand_sheets_pdf"),
    path(f"{_ROUND}/hands.pdf", views.hands_as_pdf, name="hands_pdf"),
    path(f"{_PLAY}.pdf", play_views.play_record_as_pdf, name="play_record_pdf"),
    path(
        f"{_PLAY}/attached/<int:version>/<int:play>.pdf",
        play_views.attached_play_as_pdf,
        name="attached_play_pdf",
    ),
]
