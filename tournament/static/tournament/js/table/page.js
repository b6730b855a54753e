// A table's page: what its buttons do, and which screen shows what is known.
"use strict";
document.addEventListener("DOMContentLoaded", () => {
  const { Drafts, Kept, Leftovers, Notices, Outbox, Screens, Sender, Storage } = window.botifarra;
  const { TableDocument, Taps, Trail, Turn, drafts, hands, words } = window.botifarra;
  const read = (id) => JSON.parse(document.getElementById(id).textContent);

  const addresses = read("table-addresses");
  const first = read("table-document");
  const screens = new Screens({ texts: read("table-texts"), suits: addresses.suits, all: first.all });
  const notices = new Notices(screens);
  const storage = new Storage();
  const outbox = new Outbox(storage, addresses.championship);
  const begun = new Drafts(storage, addresses.championship);
  const trail = new Trail(wentBack);
  const taps = new Taps();

  let deal = null; // the hand that is open
  let draft = null; // what is being typed for it
  let touched = false; // something was typed into the draft, or sent after its round was closed
  let lacks = ""; // what the draft was said to lack
  let drawn; // the match that was drawn last, null for none
  let asked = null; // what the question is about: "draft", or the key of an item

  const told = new TableDocument({
    page: first,
    path: addresses.state,
    round: new URLSearchParams(window.location.search).get("round"),
    busy: () => touched,
    linked: (refusal) => sender.linked(refusal),
    renewed(csrf) {
      sender.token = csrf;
    },
    changed: render,
  });
  const sender = new Sender({
    outbox,
    turn: new Turn(storage, addresses.championship),
    token: first.csrf,
    place: addresses.place,
    heard,
    changed: render,
  });
  const kept = new Kept(screens, [{ outbox, sender }]);
  const leftovers = new Leftovers(screens, begun, outbox);

  // What is known ---------------------------------------------------------------------------
  const match = () => told.page.match;
  const holder = () => `botifarra-pair:${addresses.championship}:${match().id}`;

  // The side of the pair that holds this phone, null until it has said so.
  function side() {
    const { sides } = told.page;
    if (sides.length === 1) return sides[0];
    return sides.includes(storage.get(holder())) ? storage.get(holder()) : null;
  }

  const begunAt = (number) => begun.get(match().id, number, side());
  const views = () =>
    match().hands.map((hand) => ({
      ...hands.viewOf(hand, outbox.about(match().id, hand.deal), match().confirmation),
      begun: begunAt(hand.deal) !== null,
    }));
  const view = () => views().find((one) => one.deal === deal);
  const typed = () => drafts.contentOfDraft(draft, told.page.all);

  function heard(item, answer) {
    const says = { stored: "stored", confirmed: "confirmed now", referee: "with the referee" };
    if (!(answer.state in says)) return;
    for (const page of [told.page, told.pending]) {
      if (!page || !page.match || page.match.id !== item.body.match) continue;
      page.match.hands = page.match.hands.map((hand) =>
        hand.deal === item.body.hand
          ? hands.heardOf(hand, item, answer, page.match.confirmation)
          : hand,
      );
    }
    begun.keepUp(item, answer);
    const isShown = match() && match().id === item.body.match;
    if (answer.state === "referee" && !isShown) kept.heard(item, answer); // no screen tells of it
    const isOpen = draft && isShown && deal === item.body.hand;
    if (isOpen) drafts.follow(draft, item, answer);
    notices.say(screens.text(says[answer.state], { deal: item.body.hand }));
    told.refresh();
  }

  // The round of what is typed was closed meanwhile.
  const isOver = () => told.pending !== null && told.isElsewhere(told.pending);

  function tick() {
    const now = match();
    const shown = now && isOver() ? { ...now, ends_at: null, seconds_left: null } : now;
    notices.clock(shown, (time) => told.until(time));
  }

  function leave() {
    deal = draft = asked = null;
    touched = false;
    trail.set([]);
  }

  // Drawing ---------------------------------------------------------------------------------
  function render() {
    const { sides, rounds } = told.page;
    const id = match() ? match().id : null;
    if (drawn !== undefined && id !== drawn) leave();
    drawn = id;
    renderNotices(id);
    tick();
    const isTyping = deal !== null && draft !== null; // where there is no room for it, nor a reason
    screens.part("holder", Boolean(match() && side()) && !isTyping);
    if (!match() || !side()) {
      leave();
      if (match()) screens.pairs(match(), sides);
      screens.show(match() ? "who" : "none");
      return;
    }
    screens.holder(match(), side(), sides);
    screens.hands(match(), views());
    screens.seats(match());
    screens.rounds(match().round, rounds);
    if (deal !== null) renderHand();
    else screens.show("hands");
  }

  function renderNotices(id) {
    notices.show({
      items: outbox.items().filter((item) => !sender.refusalOf(item)),
      isSending: sender.busy,
      lost: sender.lost,
      isReached: told.reached,
      isKept: storage.kept,
    });
    screens.slot("over", isOver() ? screens.text("round over") : "", { hides: true });
    // What waits of the hands that are shown stands with them.
    const isOpen = id !== null && side() !== null;
    const isApart = (item) => item.state === "refused" || !isOpen || item.body.match !== id;
    kept.show(isApart, deal === null ? leftovers.rows(id, told.page.rounds) : []);
  }

  function renderHand() {
    const at = view();
    const isAsking = at.state === "asking";
    if (screens.shown === "summary" && !draft && !isAsking) go(["hand"]);
    if (isAsking && !draft) askAbout(at.entry.key);
    if (lacks && (!draft || lacking() !== lacks)) lacks = "";
    screens.slot("missing", lacks, { hides: true });
    if (draft) {
      screens.draft(match(), draft);
      screens.hand(match(), { ...at, content: typed(), told: "" });
    } else {
      screens.hand(match(), at);
    }
    screens.question(match(), asked ? (draft ? typed() : at.content) : null);
    const choices = hands.choicesAt(at, side(), told.page.sides);
    const isOwed = views().some((one) => one.state === "missing");
    const onward = isOwed && !isOver();
    screens.standing(match(), at, { ...choices, side: side(), onward, begun: at.begun && !draft });
  }

  // Going from screen to screen ----------------------------------------------------------------
  // `steps` lead from the four hands to the screen that is shown, and the phone's Back along them.
  function go(steps) {
    trail.set(steps, { match: match().id, deal });
    screens.show(trail.last);
    render();
  }

  function wentBack(steps) {
    if (!match() || !side() || deal === null || steps.length === 0) {
      allHands();
      return;
    }
    const isTyping = steps[steps.length - 1] === "entry";
    if (!steps.includes("entry")) stopTyping();
    if (isTyping && draft) draft.fresh = true;
    asked = null;
    go(steps);
  }

  // What was typed stays on the phone.
  function stopTyping() {
    draft = asked = null;
    touched = false;
    told.turn();
  }

  function allHands() {
    leave();
    told.turn();
    render();
  }

  function takeUp(found) {
    draft = { ...found, isKept: true };
    touched = true;
  }

  // The pad, with what was typed before on this phone, if that was about the same.
  function type(steps, about = {}) {
    const fresh = drafts.newDraft(view(), side(), told.page.all, about);
    const found = begunAt(deal);
    const isSame = found && found.purpose === fresh.purpose && found.version === fresh.version;
    if (isSame) takeUp(found);
    else draft = fresh;
    asked = null;
    lacks = "";
    go(steps);
  }

  // A hand that has no result is about what is there now, whatever was taken back meanwhile.
  function typeMissing() {
    const found = begunAt(deal);
    if (found) begun.keep(match().id, deal, side(), { ...found, version: view().version });
    type(["entry"]);
  }

  function askAbout(what) {
    if (what !== "draft") draft = null;
    if (asked === what && screens.shown === "summary") return;
    asked = what;
    go(draft ? trail.steps : ["summary"]);
  }

  // An entry that waits is what one speaks of, until its version is known.
  const waitingEntry = (at) => (at.entry && at.entry.state === "waiting" ? at.entry.key : null);

  function say(what, body, more) {
    outbox.add({
      what,
      path: addresses[what],
      body: { match: match().id, hand: deal, ...body },
      round: match().round,
      table: told.page.table.name,
      offline: navigator.onLine === false,
      ...more,
    });
    if (draft) begun.discard(match().id, deal, side());
    draft = asked = null;
    touched = isOver(); // what was said of a closed round stays until somebody goes on
    go(["hand"]);
    sender.now();
  }

  function sayDraft(isSure) {
    const { what, body, after = null } = drafts.saidBy(draft, told.page.all, isSure);
    say(what, body, { after });
  }

  function lacking() {
    if (draft.trump === null) return screens.text("choose trumps");
    return draft.typed === "" ? screens.text("choose points") : "";
  }

  const acts = {
    who() {
      storage.remove(holder());
      render();
    },
    pair(value) {
      storage.set(holder(), value);
      render();
    },
    hands: allHands,
    open(value) {
      deal = Number(value);
      const at = view();
      if (at.state === "asking") askAbout(at.entry.key);
      else if (at.state === "missing") typeMissing();
      else go(["hand"]);
    },
    next() {
      lacks = lacking();
      if (lacks) render();
      else go([...trail.steps, "summary"]);
    },
    send() {
      const before = hands.pointsBefore(views(), deal);
      const { few, all } = told.page;
      if (words.isDoubtful(typed().points, before, few, all)) askAbout("draft");
      else sayDraft(false);
    },
    sure() {
      if (draft) {
        sayDraft(true);
        return;
      }
      outbox.checked(asked);
      asked = null;
      go(["hand"]);
      sender.now();
    },
    edit() {
      if (draft) {
        wentBack(trail.steps.slice(0, -1));
        return;
      }
      const { body } = view().entry;
      type(["entry"], { pair: body.side, of: body.side, version: body.based_on });
    },
    confirm() {
      const at = view();
      const body = { side: hands.lookerAt(at, side()), version: at.version };
      say("confirmations", body, { after: waitingEntry(at), content: at.content });
    },
    wrong: () => go(["hand", "wrong"]),
    back: () => go(["hand"]),
    "only-wrong"() {
      const at = view();
      const body = { side: hands.lookerAt(at, side()), version: at.version, entry: null };
      say("objections", body, { after: waitingEntry(at) });
    },
    "other-version"() {
      const at = view();
      const pair = hands.lookerAt(at, side());
      const about = { purpose: "objection", pair, of: pair, typed: "", after: waitingEntry(at) };
      type(["hand", "wrong", "entry"], about);
    },
    correct: () => type(["hand", "entry"]),
    begun() {
      takeUp(begunAt(deal));
      go(["hand", "entry"]);
    },
    discard() {
      begun.discard(match().id, deal, side());
      stopTyping();
      if (match() && view() && view().state !== "missing") go(["hand"]);
      else allHands();
    },
    onward() {
      const owed = views().filter((one) => one.state === "missing");
      deal = (owed.find((one) => one.deal > deal) || owed[0]).deal;
      typeMissing();
    },
  };

  // A key of the pad, or what stands for it on the screen.
  function press(name, value) {
    drafts.keys[name](draft, value, told.page.all);
    touched = true;
    const path = addresses[draft.purpose === "objection" ? "objections" : "entries"];
    const place = { round: match().round, table: told.page.table.name, path };
    begun.keep(match().id, deal, side(), { ...draft, ...place });
    render();
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-act]");
    if (!button || taps.isSecond(event)) return;
    const { act, value } = button.dataset;
    const before = [screens.shown, deal].join();
    const isMeant = act === "pair"; // a second tap opens a hand, which does no harm
    if (act in drafts.keys) press(act, value);
    else if (act in acts) acts[act](value);
    else if (kept.act(act, value)) render();
    else if (leftovers.act(act, value)) sender.now();
    if (!isMeant && [screens.shown, deal].join() !== before) taps.changed(event);
  });
  document.addEventListener("keydown", (event) => {
    if (screens.shown !== "entry" || event.ctrlKey || event.altKey || event.metaKey) return;
    if (/^[0-9]$/.test(event.key)) press("digit", event.key);
    else if (event.key === "Backspace") press("erase");
  });
  for (const name of ["online", "offline"]) window.addEventListener(name, render);
  window.addEventListener("storage", (event) => {
    render();
    if (outbox.isChangedBy(event)) told.refresh(); // another tab has had an answer
  });
  window.setInterval(tick, 1000);

  // What was open when the page was loaded again.
  function takeUpAll() {
    const before = Trail.before();
    const isHere = match() && side() && before.match === match().id && before.steps.length;
    const hand = isHere && match().hands.find((one) => one.deal === before.deal);
    if (!hand) return;
    deal = hand.deal;
    const at = view();
    const found = begunAt(deal);
    if (before.steps.includes("entry") && found) {
      takeUp(found);
      go(before.steps);
    } else if (at.state === "missing") {
      typeMissing();
    } else {
      go(["hand"]);
    }
  }

  takeUpAll();
  render();
  sender.now();
  told.poll();
});
