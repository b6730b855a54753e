"""Addresses of rulings: the list, one on a hand, a hand cancelled for all, a deduction."""

from django.urls import include, path

from tournament.rulings import views

app_name = "rulings"
_rulings = [
    path("", views.ruling_list, name="list"),
    path("hand/", views.choose, name="choose"),
    path("rounds/<int:number>/tables/<int:table>/hands/<int:deal>/", views.hand, name="hand"),
    path(
        "rounds/<int:number>/tables/<int:table>/hands/<int:deal>/withdraw/",
        views.withdraw_from_hand,
        name="withdraw_from_hand",
    ),
    path("cancel/<int:deal>/", views.cancel, name="cancel"),
    path("deduct/", views.deduct_, name="deduct"),
    path("<int:number>/withdraw/", views.withdraw, name="withdraw"),
]
urlpatterns = [path("c/<slug:slug>/manage/rulings/", include(_rulings))]
