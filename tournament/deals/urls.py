"""Addresses of the hands: making them, viewing them, and their proof."""

from django.urls import path

from tournament.deals import views

app_name = "deals"
urlpatterns = [
    path("c/<slug:slug>/manage/deals/", views.deals, name="deals"),
    path("c/<slug:slug>/manage/deals/make/", views.make, name="make"),
    path("c/<slug:slug>/manage/deals/<int:round>/open-early/", views.open_early, name="open_early"),
    path("c/<slug:slug>/manage/deals/<int:round>/exchange/", views.exchange, name="exchange"),
    path("c/<slug:slug>/manage/rounds/<int:round>/hands/", views.hands, name="hands"),
    path("c/<slug:slug>/proof/", views.proof, name="proof"),
    path("c/<slug:slug>/proof.json", views.proof_json, name="proof_json"),
    path("c/<slug:slug>/proof/hashes-<int:deal_set>.txt", views.hashes, name="hashes"),
]
