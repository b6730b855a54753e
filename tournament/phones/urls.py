"""Addresses that a table's or a pair's link leads to."""

from django.urls import include, path

from tournament.phones import pair_views, views

app_name = "phones"
_TABLE = [
    path("", views.table, name="table"),
    path("state.json", views.state, name="state"),
    path("entries/", views.entries, name="entries"),
    path("confirmations/", views.confirmations, name="confirmations"),
    path("objections/", views.objections, name="objections"),
    path("undo/", views.undo, name="undo"),
    path("holder/", views.holder_, name="holder"),
    path("calls/", views.calls, name="calls"),
    path("withdrawals/", views.withdrawals, name="withdrawals"),
]
_PAIR = [
    path("", pair_views.pair, name="pair"),
    path("call/", pair_views.call, name="pair_call"),
    path("here/", pair_views.here, name="pair_here"),
    path(
        "rounds/<int:round>/hands/<int:deal>/correction/",
        pair_views.correction,
        name="correction",
    ),
    path("correction-requests/<int:correction_request>/", pair_views.answer, name="answer"),
]

urlpatterns = [
    path("c/<slug:slug>/table/<int:number>/", include(_TABLE)),
    path("c/<slug:slug>/pair/<int:number>/", include(_PAIR)),
    path(
        "c/<slug:slug>/manage/desk/<int:round>/tables/<int:table>/let-speak/<str:side>/",
        views.let_speak,
        name="let_speak",
    ),
]
