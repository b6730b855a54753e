"""The installation's accounts as a table that people sort."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import HttpRequest
from django.template.loader import get_template
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.accounts.queries import AccountLine
from tournament.core.names import plain
from tournament.core.tables import Column, Table


def accounts_table(request: HttpRequest, accounts: Sequence[AccountLine]) -> Table:
    """Return a table of user name, full name, championships, last login and possible acts."""
    actions = get_template("accounts/_actions.html")
    columns = {
        "username": Column(
            _("User name"),
            shown=lambda account: account.username,
            sorted_by=lambda account: plain(account.username),
            cell_css="name",
            names_row=True,
        ),
        "name": Column(
            _("Full name"),
            shown=_name,
            sorted_by=lambda account: plain(account.full_name) or None,
            cell_css="name",
        ),
        "championships": Column(
            _("Championships"),
            shown=lambda account: str(account.championships),
            sorted_by=lambda account: account.championships,
            best_first=True,
            css="num",
        ),
        "login": Column(
            _("Last login"),
            shown=_last_login,
            sorted_by=lambda account: account.last_login,
            best_first=True,
        ),
        "actions": Column("", shown=lambda account: actions.render({"account": account}, request)),
    }
    return Table(accounts, columns, request.GET, label=_("Accounts"), usual="username")


def _name(account: AccountLine) -> str:
    told = []
    if account.may_make_accounts:
        told.append(_("administrator of the site"))
    if not account.active:
        told.append(pgettext("account", "deactivated"))
    badges = format_html_join("", ' <span class="badge state-badge">{}</span>', zip(told))
    return format_html("{}{}", account.full_name, badges)


def _last_login(account: AccountLine) -> str:
    if account.last_login is None:
        return pgettext("last login", "never")
    return date_format(localtime(account.last_login), "SHORT_DATETIME_FORMAT")
