"""Address of the button that makes a rehearsal."""

from django.urls import path

from tournament.rehearsal import views

app_name = "rehearsal"
urlpatterns = [path("rehearsals/new/", views.begin, name="begin")]
