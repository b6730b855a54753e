"""Addresses of the accounts."""

from django.urls import path

from tournament.accounts import views

app_name = "accounts"
urlpatterns = [
    path("first-organiser/", views.first_organiser, name="first_organiser"),
    path("accounts/", views.accounts, name="list"),
    path("accounts/log/", views.log, name="log"),
    path("accounts/new/", views.new_account, name="new"),
    path("accounts/<int:user_id>/new-password/", views.new_password, name="new_password"),
    path("accounts/<int:user_id>/deactivate/", views.deactivate, name="deactivate"),
    path("accounts/<int:user_id>/activate/", views.activate, name="activate"),
    path("accounts/login/", views.log_in, name="login"),
    path("accounts/logout/", views.log_out, name="logout"),
    path("accounts/password/", views.password, name="password"),
]
