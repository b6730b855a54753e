"""What a screen reader is given: the browser's own accessibility tree, read from top to bottom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from playwright.sync_api import Page

SPOKEN = frozenset(
    {
        *("alert", "banner", "button", "checkbox", "columnheader", "combobox", "contentinfo"),
        *("dialog", "form", "heading", "link", "main", "navigation", "radio", "radiogroup"),
        *("region", "rowheader", "search", "searchbox", "spinbutton", "status", "table"),
        *("textbox", "timer", "group"),
    }
)
"""Roles that are announced or jumped to; texts and cells lie between them."""


def walk(page: Page, *, within: str = "main") -> list[str]:
    """The announced things of a landmark in their order: "heading 1: Standings", "link: PDF".

    What is hidden from screen readers is not in it, nor are things without a role of their own.
    """
    session = page.context.new_cdp_session(page)
    nodes: list[dict[str, Any]] = session.send("Accessibility.getFullAXTree")["nodes"]
    by_id = {node["nodeId"]: node for node in nodes}
    (root,) = (node for node in nodes if not node["ignored"] and _value(node, "role") == within)
    return [_said(node) for node in _below(root, by_id) if _value(node, "role") in SPOKEN]


def _below(node: dict[str, Any], by_id: dict[str, dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for name in node.get("childIds", ()):
        if name in by_id:
            child = by_id[name]
            if not child["ignored"]:
                yield child
            yield from _below(child, by_id)


def _value(node: dict[str, Any], name: str) -> str:
    return str(node.get(name, {}).get("value", ""))


def _said(node: dict[str, Any]) -> str:
    role, name = _value(node, "role"), " ".join(_value(node, "name").split())
    found = {one["name"]: one["value"].get("value") for one in node.get("properties", ())}
    if role == "heading":
        role = f"heading {found['level']}"
    states = [one for one in ("checked", "invalid", "required") if found.get(one) in (True, "true")]
    return ": ".join(filter(None, [role, name])) + "".join(f" ({one})" for one in states)


def in_order(wanted: Sequence[str], said: Sequence[str]) -> str:
    """The first of the `wanted` that is not said after those before it; "" where all are."""
    left = iter(said)
    return next((one for one in wanted if one not in left), "")
