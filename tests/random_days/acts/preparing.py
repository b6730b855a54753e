"""What organisers do before rounds are played: settings, groups, schedule, hands, calendar, stages,
and the end."""

from __future__ import annotations

from datetime import date, timedelta
from random import Random
from typing import Any

from tests.page_forms import PageForm, forms_of
from tests.random_days.acts.act import Kind, Told, reason
from tests.random_days.acts.register import people
from tests.random_days.hall import Hall, NotThere, form_with, send_form
from tournament.core.locks import play_has_begun
from tournament.models import RoundStatus
from tournament.stages.presets import PRESETS

_WHO_IS_BEHIND = ("withdrawn", "least_share", "rank_by", "rest", "asked_rest")
_SETTLED = ("draw_seed", "name", "based_on", "reason")
FEWEST, MOST, MOST_ALL_PLAY_ALL = 4, 9, 7


class Begin(Kind):
    """A championship is made from a preset, and who comes is registered."""

    name = "begin"

    def weight(self, hall: Hall) -> float:
        return 0

    def propose(self, hall: Hall, lots: Random, *, preset: str = "") -> Told:
        preset = preset or lots.choice(list(PRESETS))
        typed: dict[str, str] = {}
        begins = PRESETS[preset].begins
        if begins.intent.group_size:
            typed["group_size"] = str(lots.randint(3, 4))
        if begins.format.deals:
            typed["hands"] = str(lots.randint(1, 3))
        if begins.format.by_score or begins.format.alone:
            typed["rounds"] = str(lots.randint(2, 3))
        most = MOST if "rounds" in typed else MOST_ALL_PLAY_ALL
        return {
            "preset": preset,
            "come": lots.randint(FEWEST, most),
            "names": lots.randrange(10**6),
            **typed,
        }

    def do(self, hall: Hall, *, preset: str, come: int, names: int, **typed: str) -> object:
        address = f"/new/{preset}/"
        page = hall.organiser.get(address)
        details = {"name": "Random day", "place": "Valls", "date": hall.time.now.date().isoformat()}
        form = form_with(page, set(details))
        if form is None:
            raise NotThere(address)
        sent = {name: value for name, value in typed.items() if name in form.names}
        answer = send_form(hall.organiser, address, page, {**details, **sent}, {})
        assert answer.status_code == 302, answer.content.decode()[-2000:]
        hall.slug = answer.headers["Location"].split("/")[2]
        hall.meets_referee()
        lots = Random(names)
        for _one in range(come):
            hall.fill(hall.organiser, "manage/pairs/add/", people(hall, lots))
        return answer


def settings_form(hall: Hall, stage: int) -> PageForm | None:
    page = hall.organiser.get(hall.path(f"manage/settings/?stage={stage}"))
    return form_with(page, {"based_on"})


class Settings(Kind):
    """One setting of what is scored and ranked by is changed."""

    name = "settings"

    def weight(self, hall: Hall) -> float:
        return 0.4 if play_has_begun(hall.stage) else 2

    def propose(self, hall: Hall, lots: Random) -> Told | None:
        form = settings_form(hall, hall.stage.number)
        if form is None or not form.choices:
            return None
        names = [one for one in form.choices if one not in _SETTLED]
        telling = [one for one in names if one in _WHO_IS_BEHIND]
        name = lots.choice(telling if telling and lots.random() < 0.5 else names)
        return {"stage": hall.stage.number, name: lots.choice(form.choices[name])}

    def do(self, hall: Hall, *, stage: int, **typed: str) -> object:
        form = settings_form(hall, stage)
        if form is None:
            raise NotThere("settings")
        if "reason" in form.names:
            typed["reason"] = "agreed by all"
        return hall.fill(hall.organiser, "manage/settings/", typed, query=f"stage={stage}")


class HowTheDayRuns(Kind):
    """Who confirms, how long a round and corrections last."""

    name = "how-the-day-runs"

    def weight(self, hall: Hall) -> float:
        return 0.3

    def propose(self, hall: Hall, lots: Random) -> Told:
        confirmation = lots.choice(("none", "other-side", "referee"))
        told = {
            "round_minutes": lots.choice(("", "30")),
            "correction_minutes": lots.choice(("0", "10", "60")),
        }
        return {**told, "confirmation": confirmation}

    def do(self, hall: Hall, **typed: str) -> object:
        return hall.fill(hall.organiser, "manage/day/", typed)


class DrawGroups(Kind):
    name = "draw-groups"

    def weight(self, hall: Hall) -> float:
        stage = hall.stage
        if not hall.format.has_groups or stage.rounds.exists():
            return 0
        return 3 if stage.intended.get("group_size") and not stage.group_names else 0.3

    def propose(self, hall: Hall, lots: Random) -> Told:
        told: dict[str, Any] = {"stage": hall.stage.number, "count": lots.choice(("2", "2", "3"))}
        told |= {"by": lots.choice(("lot", "serpentine")), "seed": str(lots.randrange(10**4))}
        if hall.format.deals:
            told["compared_with"] = lots.choice(("everybody", "own-group"))
        return told

    def do(self, hall: Hall, *, stage: int, **typed: str) -> object:
        return hall.fill(hall.organiser, "manage/groups/", typed, query=f"stage={stage}")


class RemoveGroups(Kind):
    name = "remove-groups"

    def weight(self, hall: Hall) -> float:
        return 0.2 if hall.stage.group_names and not hall.stage.rounds.exists() else 0

    def propose(self, hall: Hall, lots: Random) -> Told:
        return {"stage": hall.stage.number}

    def do(self, hall: Hall, *, stage: int) -> object:
        return hall.send(hall.organiser, f"manage/groups/remove/?stage={stage}")


class Schedule(Kind):
    """The schedule is made, and usually published; hands are made with it."""

    name = "schedule"

    def weight(self, hall: Hall) -> float:
        if play_has_begun(hall.stage):
            return 0
        return 5 if not hall.stage.rounds.exists() else 0.2

    def propose(self, hall: Hall, lots: Random) -> Told:
        told: dict[str, Any] = {"stage": hall.stage.number, "seed": str(lots.randrange(10**4))}
        if lots.random() < 0.3:
            told["seeded"] = "on"
        if lots.random() < 0.5:  # what ends a championship comes after its last round
            told["rounds"] = str(lots.randint(2, 5))
        return {**told, "publish": lots.random() < 0.9}

    def do(self, hall: Hall, *, stage: int, publish: bool, **typed: str) -> object:
        query = f"stage={stage}"
        page = hall.organiser.get(hall.path(f"manage/schedule/?{query}"))
        form = next(
            (
                form
                for one in ("seed", "rounds", "seeded", "sure")
                if (form := form_with(page, {one}))
            ),
            None,
        )
        sent = {name: value for name, value in typed.items() if form and name in form.names}
        address = f"manage/schedule/make/?{query}"
        answer = hall.send(
            hall.organiser, address, {**(form.values if form else {}), "sure": "on", **sent}
        )
        if publish:
            hall.send(hall.organiser, f"manage/schedule/publish/?{query}")
        if hall.format.deals:
            hall.send(hall.organiser, "manage/deals/make/")
        return answer


class Publish(Kind):
    name = "publish"

    def weight(self, hall: Hall) -> float:
        return 2 if hall.stage.rounds.exists() and not hall.stage.published_at else 0

    def propose(self, hall: Hall, lots: Random) -> Told:
        return {"stage": hall.stage.number}

    def do(self, hall: Hall, *, stage: int) -> object:
        return hall.send(hall.organiser, f"manage/schedule/publish/?stage={stage}")


class RemoveSchedule(Kind):
    name = "remove-schedule"

    def weight(self, hall: Hall) -> float:
        return 0.15 if hall.stage.rounds.exists() and not play_has_begun(hall.stage) else 0

    def propose(self, hall: Hall, lots: Random) -> Told:
        return {"stage": hall.stage.number}

    def do(self, hall: Hall, *, stage: int) -> object:
        return hall.send(hall.organiser, f"manage/schedule/remove/?stage={stage}")


class MakeHands(Kind):
    name = "make-hands"

    def weight(self, hall: Hall) -> float:
        return 0.2 if hall.format.deals and hall.rounds() else 0

    def propose(self, hall: Hall, lots: Random) -> Told:
        return {}

    def do(self, hall: Hall) -> object:
        return hall.send(hall.organiser, "manage/deals/make/")


class ExchangeHands(Kind):
    """The hands of a planned round are exchanged for spare ones."""

    name = "exchange-hands"

    def weight(self, hall: Hall) -> float:
        return 0.15 if hall.format.deals and hall.rounds(RoundStatus.PLANNED) else 0

    def propose(self, hall: Hall, lots: Random) -> Told | None:
        planned = hall.rounds(RoundStatus.PLANNED)
        return {"round": lots.choice(planned).number, "reason": reason(lots)} if planned else None

    def do(self, hall: Hall, *, round: int, reason: str) -> object:
        return hall.fill(hall.organiser, f"manage/deals/{round}/exchange/", {"reason": reason})


class LookEarly(Kind):
    """An organiser looks at hands of a planned round."""

    name = "look-early"

    def weight(self, hall: Hall) -> float:
        return 0.1 if hall.format.deals and hall.rounds(RoundStatus.PLANNED) else 0

    def propose(self, hall: Hall, lots: Random) -> Told | None:
        planned = hall.rounds(RoundStatus.PLANNED)
        return {"round": lots.choice(planned).number, "reason": reason(lots)} if planned else None

    def do(self, hall: Hall, *, round: int, reason: str) -> object:
        hall.fill(hall.organiser, f"manage/deals/{round}/open-early/", {"reason": reason})
        return hall.organiser.get(hall.path(f"manage/rounds/{round}/hands/"))


class Days(Kind):
    """The rounds of a league get their days, or a round another one."""

    name = "days"

    def weight(self, hall: Hall) -> float:
        return 0.6 if hall.format.has_days and hall.stage.rounds.exists() else 0

    def propose(self, hall: Hall, lots: Random) -> Told:
        first = hall.time.now.date() + timedelta(days=lots.randint(0, 10))
        told = {"stage": hall.stage.number, "first": first.isoformat()}
        if lots.random() < 0.6:
            return {**told, "every": lots.choice(("1", "7")), "lasting": lots.choice(("1", "7"))}
        return {**told, "round": lots.choice(list(hall.stage.rounds.all())).number}

    def do(self, hall: Hall, *, stage: int, first: str, round: int = 0, **typed: str) -> object:
        fields = {f"first_{round}": first} if round else {"first": first, **typed}
        if round:
            fields[f"last_{round}"] = (date.fromisoformat(first) + timedelta(days=3)).isoformat()
        return hall.fill(hall.organiser, "manage/calendar/", fields, query=f"stage={stage}")


class ReserveDays(Kind):
    name = "reserve-days"

    def weight(self, hall: Hall) -> float:
        return 0.3 if hall.format.has_days and hall.stage.rounds.exists() else 0

    def propose(self, hall: Hall, lots: Random) -> Told:
        day = hall.time.now.date() + timedelta(days=lots.randint(20, 90))
        return {"stage": hall.stage.number, "day_1": day.isoformat()}

    def do(self, hall: Hall, *, stage: int, **typed: str) -> object:
        return hall.fill(hall.organiser, "manage/calendar/", typed, query=f"stage={stage}")


class AnotherStage(Kind):
    """The best go on: as the page proposes, or in another format, with what they carry over."""

    name = "another-stage"

    def weight(self, hall: Hall) -> float:
        if len(hall.stages) >= 3 or hall.rounds(RoundStatus.PLANNED, RoundStatus.OPEN):
            return 0
        return 6 if hall.rounds(RoundStatus.CLOSED) else 0

    def propose(self, hall: Hall, lots: Random) -> Told | None:
        page = hall.organiser.get(hall.path("manage/stages/add/"))
        if page.status_code != 200:
            return None
        told: dict[str, Any] = {"carry": lots.choice(("nothing", "nothing", "half", "all"))}
        form = next((one for one in _get_forms(page) if "carry" in one.names), None)
        if form is None:
            return None
        if lots.random() < 0.6:
            told["format"] = lots.choice(form.choices["format"])
        if "best" in form.names:
            told["best"] = str(lots.randint(3, max(3, len(hall.contestants()))))
        if "each" in form.names:
            told |= {"each": str(lots.randint(1, 3)), "others": str(lots.choice((0, 0, 1)))}
        return {**told, "hands": lots.choice(("", "1", "2"))}

    def do(self, hall: Hall, **typed: str) -> object:
        address = hall.path("manage/stages/add/")
        page = hall.organiser.get(address)
        form = None
        if page.status_code == 200:
            form = next((one for one in _get_forms(page) if "carry" in one.names), None)
        if form is None:
            raise NotThere("another stage")
        asked = {**form.values, **{one: typed[one] for one in typed if one in form.names}}
        asked.pop("act", None)
        shown: Any = hall.organiser.get(address, asked)
        if shown.status_code != 200:
            raise NotThere("another stage")
        query = shown.request["QUERY_STRING"]
        typed = {"reason": "they were tied"}
        return send_form(hall.organiser, f"{address}?{query}", shown, typed, {})


def _get_forms(page: Any) -> list[PageForm]:
    return [one for one in forms_of(page.content.decode()) if one.method == "get"]


class RemoveStage(Kind):
    name = "remove-stage"

    def weight(self, hall: Hall) -> float:
        return 0.2 if len(hall.stages) > 1 and not play_has_begun(hall.stage) else 0

    def propose(self, hall: Hall, lots: Random) -> Told:
        return {"stage": hall.stage.number}

    def do(self, hall: Hall, *, stage: int) -> object:
        return hall.send(hall.organiser, f"manage/stages/remove/?stage={stage}")


class End(Kind):
    name = "end"

    def weight(self, hall: Hall) -> float:
        if hall.championship.ended_at or not hall.rounds(RoundStatus.CLOSED):
            return 0
        return 0.05 if hall.rounds(RoundStatus.PLANNED, RoundStatus.OPEN) else 2

    def propose(self, hall: Hall, lots: Random) -> Told:
        return {"reason": reason(lots)}

    def do(self, hall: Hall, *, reason: str) -> object:
        page = hall.organiser.get(hall.path("manage/end/"))
        typed = {"sure": "on"}
        if form_with(page, {"reason"}):
            typed["reason"] = reason
        return hall.fill(hall.organiser, "manage/end/", typed)


class Archive(Kind):
    name = "archive"

    def weight(self, hall: Hall) -> float:
        return 2 if hall.championship.ended_at else 0

    def propose(self, hall: Hall, lots: Random) -> Told:
        return {"act": lots.choice(("archive", "back"))}

    def do(self, hall: Hall, *, act: str) -> object:
        return hall.send(hall.organiser, "manage/archive/", {"act": act})


KINDS: tuple[Kind, ...] = (
    *(Begin(), Settings(), HowTheDayRuns(), DrawGroups(), RemoveGroups(), Schedule(), Publish()),
    *(RemoveSchedule(), MakeHands(), ExchangeHands(), LookEarly(), Days(), ReserveDays()),
    *(AnotherStage(), RemoveStage(), End(), Archive()),
)
