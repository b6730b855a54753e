"""The address by which the hall's phones reach this site: the beginning of printed links."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port


@dataclass(frozen=True, slots=True)
class SiteAddress:
    """The beginning of every link, without a final slash."""

    url: str
    is_for_phones: bool
    """False where the only known address leads each machine to itself."""


def _leads_to_itself(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def site_address(request: HttpRequest) -> SiteAddress:
    """Return the address by which phones reach the site, as far as it is known.

    It is the one the visitor used: what reached the organiser's browser reaches the phones beside
    it, and the name of a hosted site stays in its links. On the laptop itself that would be its own
    loopback, so there it is the address that `serve` found for the hall, if any.
    """
    host, _port = split_domain_port(request.get_host())
    own = f"{request.scheme}://{request.get_host()}"
    if not _leads_to_itself(host):
        return SiteAddress(own, is_for_phones=True)
    if settings.HALL_URL:
        return SiteAddress(settings.HALL_URL, is_for_phones=True)
    return SiteAddress(own, is_for_phones=False)
