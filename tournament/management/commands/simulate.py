"""`python3 manage.py simulate`: a championship that bots play, so that people can rehearse a day.

It is a new one every time, and says on every page and paper that it is a rehearsal; what there is
already stays as it is. With `--continue` a rehearsal goes on, at a pace that can be watched.
"""

from __future__ import annotations

import json
import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import override

from tournament.core.actor import AT_THE_TERMINAL
from tournament.core.counts import hands_text, pairs_text, rounds_text, seconds_text, venues_text
from tournament.core.database_files import is_database_there, refuse_unready
from tournament.core.errors import UserError
from tournament.core.numbers import score_text
from tournament.management import server, simulate_options
from tournament.models import Championship
from tournament.rehearsal.championship import Occasion, found_rehearsal, make_rehearsal
from tournament.rehearsal.day import Rehearsal, RoundPlayed, Step
from tournament.rehearsal.plan import Plan
from tournament.rehearsal.venues import make_venues_rehearsal
from tournament.stages.presets import PRESETS


class Command(BaseCommand):
    help = "Fill a new championship by bots, to rehearse a day; or go on with such a one."

    def add_arguments(self, parser: CommandParser) -> None:
        add = parser.add_argument
        add("slug", nargs="?", default="", metavar="ADDRESS", help="of the new rehearsal")
        add("--pairs", metavar="N", help="pairs, 3 to 200 (12)")
        add("--venues", metavar="N", help="a simultaneous event in so many venues")
        add("--teams", metavar="N", help="pairs in all venues together (12 in each)")
        add("--format", default="", metavar="F", help=f"how it is played: {', '.join(PRESETS)}")
        add("--rounds", metavar="N", help="rounds planned (as many as is usual in the format)")
        add("--play", metavar="N", help="rounds played to their end (all; 1 with --continue)")
        add("--open-round", action="store_true", help="then open one more, entered in part")
        add("--seed", metavar="N", help="what everything comes from (drawn)")
        add("--mistakes", metavar="P", help="share of entries gone wrong, 0 to 1 (0.05)")
        add("--minutes", metavar="N", help="how long rounds last; at some tables time runs out")
        add(
            "--events", action="store_true", help="somebody withdraws, and somebody else comes late"
        )
        add("--two-legs", action="store_true", help="in a knock-out two games decide")
        add("--name", default="", help="what it is called")
        add("--organiser", default="", metavar="NAME", help="whose account organises it")
        add("--continue", dest="continued", default="", metavar="ADDRESS", help="go on with it")
        add("--pace", metavar="SECONDS", help="wait so long after each act, and tell it")
        add("--json", dest="as_json", action="store_true", help="print one JSON object instead")

    def handle(self, **options: Any) -> None:
        self._silent = options["as_json"]
        with override(server.terminal_language()), server.clear_errors():
            try:
                if not is_database_there():
                    server.prepare()
                refuse_unready()
                if options["continued"]:
                    self._continue(options)
                elif options["venues"] is not None:
                    self._play_venues(options)
                else:
                    self._begin(options)
            except UserError as error:
                raise CommandError("\n".join(map(str, error.messages))) from error

    def _begin(self, options: dict[str, Any]) -> None:
        plan = simulate_options.asked_plan(options)
        wish = simulate_options.asked_limits(options, rounds=simulate_options.all_rounds(plan))
        name = options["name"] or simulate_options.usual_name(plan)
        with transaction.atomic():  # no account without the rehearsal for which it is made
            user, password = simulate_options.organiser_of(options["organiser"])
            championship = make_rehearsal(
                actor=AT_THE_TERMINAL,
                user=user,
                plan=plan,
                occasion=Occasion(name=name, slug=options["slug"]),
            )
        self._introduce(championship, plan)
        if password:
            self._say(
                _("An account was made: %(name)s, password %(password)s")
                % {"name": user.username, "password": password}
            )
        self._play(championship, plan, wish, {"organiser": user.username, "password": password})

    def _play_venues(self, options: dict[str, Any]) -> None:
        """Play a simultaneous event, round by round in all its venues."""
        venues = simulate_options.asked_venues(options)
        seed = venues[0].plan.seed
        name = options["name"] or _("%(venues)s, seed %(seed)d") % {
            "venues": venues_text(len(venues)),
            "seed": seed,
        }
        began = time.monotonic()
        with transaction.atomic():  # no account without the event for which it is made
            user, password = simulate_options.organiser_of(options["organiser"])
            rehearsal = make_venues_rehearsal(
                actor=AT_THE_TERMINAL, user=user, name=name, venues=venues
            )
        event = rehearsal.event
        pairs = sum(one.plan.contestants for one in venues)
        told = {"name": event.name, "venues": len(venues), "pairs": pairs, "rounds": event.rounds}
        counted = (venues_text(len(venues)), pairs_text(pairs), rounds_text(event.rounds))
        self._say(f"“{event.name}”: {', '.join(counted)}")
        if password:
            self._say(
                _("An account was made: %(name)s, password %(password)s")
                % {"name": user.username, "password": password}
            )
        hands = []
        limits = simulate_options.asked_limits(options, rounds=event.rounds)
        for number in range(1, (limits.play or 0) + 1):
            hands.append(sum(one.hands for one in rehearsal.play_round()))
            self._say(
                _("Round %(round)d, released: %(hands)s")
                % {"round": number, "hands": hands_text(hands[-1])}
            )
        address = reverse("simultaneous:event", args=[event.slug])
        if self._silent:
            facts = {**told, "event": event.slug, "seed": seed, "hands": hands, "address": address}
            self.stdout.write(json.dumps(facts, ensure_ascii=False))
            return
        self._say(
            _("It took %(seconds)s. View it while the site is served: %(address)s")
            % {"seconds": seconds_text(round(time.monotonic() - began)), "address": address}
        )

    def _continue(self, options: dict[str, Any]) -> None:
        simulate_options.refuse_for_continuing(options)
        championship, plan = found_rehearsal(options["continued"])
        wish = simulate_options.asked_limits(options, rounds=None)
        self._introduce(championship, plan)
        self._play(championship, plan, wish, {})

    def _play(
        self,
        championship: Championship,
        plan: Plan,
        wish: simulate_options.PlayLimits,
        facts: dict[str, Any],
    ) -> None:
        began = time.monotonic()

        def watch(step: Step) -> None:
            if wish.pace or step.refused:
                self._say(simulate_options.step_line(step))
            time.sleep(wish.pace)

        rehearsal = Rehearsal(championship, plan, AT_THE_TERMINAL, watch)
        played: list[RoundPlayed] = []
        try:
            self._play_rounds(rehearsal, wish, played)
        except KeyboardInterrupt:
            self._say(_("Stopped; what was entered is kept."))
        address = reverse("championships:start", args=[championship.slug])
        if self._silent:
            self.stdout.write(_json(championship, plan, played, {**facts, "address": address}))
            return
        self._say(
            _("It took %(seconds)s. View it while the site is served: %(address)s")
            % {"seconds": seconds_text(round(time.monotonic() - began)), "address": address}
        )
        if rehearsal.goes_on():
            command = f"python3 manage.py simulate --continue {championship.slug} --pace 2"
            self._say(_("Continue it: %(command)s") % {"command": command})

    def _play_rounds(
        self, rehearsal: Rehearsal, wish: simulate_options.PlayLimits, played: list[RoundPlayed]
    ) -> None:
        """Play as far as wished; whatever was played so far is in `played` at any moment."""
        while (whole := wish.play is None or len(played) < wish.play) or wish.open_round:
            if (round := rehearsal.next_round()) is None:
                return
            if wish.pace:
                self._say(_("Round %(round)d") % {"round": round.number})
            played.append(rehearsal.play_round(round) if whole else rehearsal.play_part(round))
            for line in simulate_options.round_lines(played[-1]):
                self._say(line)
            if not whole or not played[-1].closed:
                return
            if rehearsal.plan.events and len(played) == 1:
                for sentence in rehearsal.let_pairs_come_and_go():
                    self._say(sentence)

    def _introduce(self, championship: Championship, plan: Plan) -> None:
        pairs = simulate_options.contestants_text(plan)
        rounds = rounds_text(plan.rounds)
        self._say(
            _("“%(name)s”: %(pairs)s, %(rounds)s, seed %(seed)d, share of mistakes %(mistakes)s")
            % {
                "name": championship.shown_name,
                "pairs": pairs,
                "rounds": rounds,
                "seed": plan.seed,
                "mistakes": score_text(plan.mistakes),
            }
        )
        self._say(
            _("Bots play it, and its hands can be computed from the seed. Every page says so.")
        )

    def _say(self, line: str) -> None:
        if not self._silent:
            self.stdout.write(line)
            self.stdout.flush()


def _json(
    championship: Championship, plan: Plan, played: list[RoundPlayed], facts: dict[str, Any]
) -> str:
    return json.dumps(
        {
            "rehearsal": championship.slug,
            "name": championship.shown_name,
            "seed": plan.seed,
            "pairs": championship.contestants.count(),
            "planned_rounds": plan.rounds,
            **{name: value for name, value in facts.items() if value},
            "rounds": [
                {
                    "round": one.number,
                    "closed": one.closed,
                    "hands": one.hands,
                    "mistakes": {kind.value: count for kind, count in one.mistakes.items()},
                    "noticed": one.noticed,
                    "obstacles": one.obstacles,
                }
                for one in played
            ],
        },
        ensure_ascii=False,
    )
