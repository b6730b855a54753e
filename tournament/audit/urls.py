"""Addresses of the record."""

from django.urls import path

from tournament.audit import views

app_name = "audit"
urlpatterns = [
    path("c/<slug:slug>/manage/record/", views.record, name="record"),
    path("c/<slug:slug>/manage/record.csv", views.record_csv, name="record_csv"),
    path("c/<slug:slug>/manage/record.jsonl", views.record_json_lines, name="record_json_lines"),
]
