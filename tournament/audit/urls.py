"""The address of the record."""

from django.urls import path

from tournament.audit import views

app_name = "audit"
urlpatterns = [path("c/<slug:slug>/manage/record/", views.record, name="record")]
