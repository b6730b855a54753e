"""Client address and scheme behind a proxy, decided here and nowhere else.

Anybody can send the headers of a proxy. They are believed from those that the installation names
(settings.TRUSTED_PROXIES) and from nobody else: `X-Forwarded-For`, read from its end to the first
address that is not a named proxy's, and `X-Forwarded-Proto`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

UNIX_SOCKET = "unix"
"""Names a proxy that speaks over a socket file, where nobody has an address."""
_PATH = "HTTP_X_FORWARDED_FOR"
_SCHEME = "HTTP_X_FORWARDED_PROTO"
_SCHEMES = (_SCHEME, "HTTP_X_FORWARDED_PROTOCOL", "HTTP_X_FORWARDED_SSL")
"""Headers by which gunicorn believes in HTTPS, from any client on its own machine."""
_OTHER_SIGNS = {"HTTP_FORWARDED", "HTTP_X_REAL_IP", "HTTP_VIA"}


@lru_cache
def _named_networks(texts: tuple[str, ...]) -> tuple[IPv4Network | IPv6Network, ...]:
    """Return the networks of named proxies, which `environment.proxies` has read."""
    return tuple(ip_network(text) for text in texts if text != UNIX_SOCKET)


def _is_named(address: str) -> bool:
    proxies = tuple(settings.TRUSTED_PROXIES)
    if not address:
        return UNIX_SOCKET in proxies
    found = _parsed(address)
    return found is not None and any(found in network for network in _named_networks(proxies))


def _parsed(text: str) -> IPv4Address | IPv6Address | None:
    """Return an address, as proxies write it (some with a port); None for what is none."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        found = ip_address(text)
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


def _visitor(peer: str, path: Iterable[str]) -> str:
    """Return the last address on the path to `peer`, itself included, that is not a named proxy's;
    the last one that can be read, where all are."""
    address = peer
    for hop in path:
        found = _parsed(hop)
        if found is None or not _is_named(address):
            break
        address = str(found)
    return address


def believe_named_proxies(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Return middleware, before all that asks, that believes named proxies and no stranger.

    Afterwards `address_of` tells the visitor's address and `request.is_secure()` the line.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        told = request.META
        peer = told.get("REMOTE_ADDR", "")
        named = _is_named(peer)
        if any(header in told for header in _SCHEMES):
            is_https = named and told.get(_SCHEME) == "https"
            told["wsgi.url_scheme"] = "https" if is_https else "http"
        if named:
            told["REMOTE_ADDR"] = _visitor(peer, reversed(told.get(_PATH, "").split(",")))
        return get_response(request)

    return answer


def address_of(request: HttpRequest) -> str:
    """Return the client's address; "" where there is none, on a socket file."""
    address: str = request.META.get("REMOTE_ADDR", "")
    return address


def came_through_proxy(request: HttpRequest) -> bool:
    """Return whether a proxy passed the request on, a named one or any other that says so."""
    return _is_named(address_of(request)) or any(
        name in _OTHER_SIGNS or name.startswith("HTTP_X_FORWARDED_") for name in request.META
    )
