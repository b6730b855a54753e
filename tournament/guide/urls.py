"""Addresses of the guide."""

from django.urls import path

from tournament.guide import views

app_name = "guide"
urlpatterns = [
    path("help/", views.guide, name="guide"),
    path("help/words/", views.words, name="words"),
    path("help/page/<str:view>/", views.page, name="page"),
    path("help/<slug:chapter>/", views.chapter, name="chapter"),
]
