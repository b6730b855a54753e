// A seat at a table in play. The page asks what is new, with the version that it shows, when the
// stream says so, and every second while there is no stream. It sends what is done until it is
// answered: an act has its number, so it is done once however often it arrives. Nothing is kept here:
// what the site says is what is shown. A site that is slow to answer is asked less often.

import { PhoneSwitch } from "./phone_switch.js";
import { Stream } from "./stream.js";

const root = document.getElementById("play");
const error = document.getElementById("play-error");
const waits = document.getElementById("play-waits");
const voice = document.getElementById("play-voice");
const takeAgain = document.getElementById("play-take-again");
const SECOND = 1000;
const NOW_AND_THEN = 12000;  // while the stream is alive: should it have said something in vain
const PATIENCE = 6000;
const LONGEST_PAUSE = 8000;
const DOUBLE_TAP = 400;
// A forced card that came at once, or always after the same time, would tell that it was forced.
const SHORTEST_THOUGHT = 1500;
const LONGEST_THOUGHT = 5000;

let version = root.dataset.version;
let newest = Number(root.dataset.newest);  // the newest act that it knows of...
let heard = 0;  // ... and that it has heard of since it asked; Infinity: something else is new
let sent = 0;  // how often something was sent
let sending = false;
let asking = false;
let timer = 0;
let unanswered = 0;  // attempts in a row
let underWay = new Set();  // what can be cut short: requests, and pauses between two attempts
let again = false;  // what was under way was cut short, to be tried once more
let lost = false;  // the seat is another phone's now
let tapped = -Infinity;  // when something was last done by hand
let thought = 0;  // the timer of a forced card
let looked = { said: "", timer: 0 };  // the result that will count by itself

const leftHanded = new PhoneSwitch("left-handed", (on) => root.classList.toggle("is-left-handed", on));
const forcedCards = new PhoneSwitch("forced-cards", () => window.setTimeout(thinkOfForcedCard));

// An answer, or null where none came that says anything: no network, a server that restarts.
async function ask(address, options = {}) {
  const stop = new AbortController();
  const late = window.setTimeout(() => stop.abort(), PATIENCE);
  const cut = () => stop.abort();
  underWay.add(cut);
  try {
    const answer = await fetch(address, {
      ...options, cache: "no-store", signal: stop.signal, redirect: "manual",
      headers: { Accept: "application/json", ...options.headers },
    });
    if (answer.status === 204) return { status: 204, said: null };
    if (answer.status >= 500 || answer.type === "opaqueredirect") return null;
    const isJson = (answer.headers.get("Content-Type") || "").startsWith("application/json");
    if (answer.status === 404 && !isJson) return { status: 404, said: { error: root.dataset.gone } };
    return { status: answer.status, said: await answer.json() };
  } catch {
    return null;
  } finally {
    window.clearTimeout(late);
    underWay.delete(cut);
  }
}

// Each attempt in vain doubles the pause after it, a little differently on each phone: what a site that
// is behind could not answer must not be what keeps it there.
function pauseAfterFailure() {
  const pause = Math.min(SECOND * 2 ** Math.min(unanswered - 1, 9), LONGEST_PAUSE);
  return pause * (0.75 + Math.random() / 2);
}

function pause(milliseconds) {
  return new Promise((done) => {
    const end = () => {
      window.clearTimeout(late);
      underWay.delete(end);
      done();
    };
    const late = window.setTimeout(end, milliseconds);
    underWay.add(end);
  });
}

function told(text) {
  error.textContent = text;
  error.hidden = !text;
}

function show(document_) {
  if (document_.version === version) return;
  version = document_.version;
  newest = document_.newest ?? 0;
  const focused = root.contains(document.activeElement);
  root.innerHTML = document_.page;
  const said = [...root.querySelectorAll("[data-say]")];
  said.sort((one, other) => one.dataset.say - other.dataset.say);
  voice.textContent = said.map((one) => one.textContent).join(" ").replace(/\s+/g, " ").trim();
  if (focused) root.querySelector("button")?.focus({ preventScroll: true });
  thinkOfForcedCard();
  lookAtResult();
}

// Play the only legal card, if the player wants that, after about as long as people think.
function thinkOfForcedCard() {
  window.clearTimeout(thought);
  const cards = root.querySelectorAll("button.practice-card.is-legal");
  if (!forcedCards.isOn || cards.length !== 1) return;
  const pause = SHORTEST_THOUGHT + Math.random() * (LONGEST_THOUGHT - SHORTEST_THOUGHT);
  thought = window.setTimeout(() => {
    if (cards[0].isConnected) cards[0].click();
  }, pause);
}

// Where the organisers want it so, a result counts once it has been looked at for some time, unless
// somebody calls the referee. That time doesn't begin anew when something else on the page changes.
function lookAtResult() {
  const button = root.querySelector("button[data-agree-after]");
  const isCalled = root.querySelector("[data-called]") !== null;
  const said = button && !isCalled ? button.dataset.agree : "";
  if (said === looked.said) return;
  window.clearTimeout(looked.timer);
  looked = { said, timer: 0 };
  if (said) looked.timer = window.setTimeout(agree, button.dataset.agreeAfter * SECOND, said);
}

function agree(said) {
  if (sending) looked.timer = window.setTimeout(agree, SECOND, said);
  else if (said === looked.said) root.querySelector("button[data-agree-after]")?.click();
}

function take(answer) {
  waits.hidden = answer !== null;
  if (answer === null || answer.status === 204) return;
  if (answer.status === 200) {
    show(answer.said);
    return;
  }
  told(answer.said.error || "");
  if (answer.status === 403 || answer.status === 404) lose(answer);
}

// The seat is another phone's, or free, or its table is gone: whoever holds this phone sees no card of
// it any more. Where the link itself no longer counts, the sentence says what to do, and there is no
// seat to take; nor is there where nobody plays any more.
function lose({ status, said }) {
  lost = true;
  stream.close();
  const focused = root.contains(document.activeElement);
  root.replaceChildren();
  root.classList.add("is-lost");
  voice.textContent = "";
  takeAgain.hidden = status === 404 || "ended" in said;
  if (focused && !takeAgain.hidden) takeAgain.querySelector("a").focus();
}

// What its own act was answered with, a page needn't ask for.
function hear(act) {
  if (act <= newest) return;
  heard = Math.max(heard, act);
  poll();
}

// `took`: how long the answer did.
function goOn(answered, took = 0) {
  if (lost || document.hidden) return;
  if (answered && heard > newest) {
    poll();
    return;
  }
  let later = pauseAfterFailure();
  if (answered) later = stream.isAlive ? NOW_AND_THEN : Math.max(SECOND, 2 * took);
  timer = window.setTimeout(poll, later);
}

function count(answer) {
  unanswered = answer === null ? unanswered + 1 : 0;
}

// One question at a time; the next one when there is news, or some time after its answer. None while
// nobody looks.
async function poll() {
  window.clearTimeout(timer);
  if (asking || sending || lost || document.hidden) return;
  asking = true;
  heard = 0;
  const before = sent;
  const begun = performance.now();
  const query = new URLSearchParams({ version, page: "1" });
  const answer = await ask(`${root.dataset.state}?${query}`);
  asking = false;
  count(answer);
  if (sending) return;  // it goes on when that is answered
  if (sent === before) take(answer);  // else it was answered since, with something newer
  if (again) {
    again = false;
    poll();
  } else {
    goOn(answer !== null, performance.now() - begun);
  }
}

function lock(locked) {
  for (const button of root.querySelectorAll("button")) button.disabled = locked;
}

async function send(address, body) {
  if (sending) return;
  sending = true;
  sent += 1;
  told("");
  lock(true);
  let answer = null;
  while (answer === null) {
    const query = new URLSearchParams({ version, page: "1" });
    answer = await ask(`${address}?${query}`, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "Content-Type": "application/json", "X-CSRFToken": root.dataset.csrf },
    });
    waits.hidden = answer !== null;
    count(answer);
    if (answer === null) await pause(again ? 0 : pauseAfterFailure());
    again = false;
  }
  sending = false;
  take(answer);
  lock(lost);
  window.clearTimeout(timer);
  if (answer.status !== 200) heard = Infinity;
  goOn(true);
}

// Whoever wins a trick with its last card leads at once: the second half of a double tap would play
// a card that nobody chose.
function isDoubleTap(event) {
  if (!event.isTrusted) return false;  // the page's own, for a forced card
  const soon = event.timeStamp - tapped < DOUBLE_TAP;
  tapped = event.timeStamp;
  return soon;
}

root.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button || isDoubleTap(event)) return;
  const { hand, number } = root.firstElementChild.dataset;
  if (button.dataset.act) {
    const act = JSON.parse(button.dataset.act);
    send(root.dataset.acts, { hand: Number(hand), number: Number(number), act });
  } else if (button.dataset.agree) {
    send(root.dataset.agreements, JSON.parse(button.dataset.agree));
  }
});

// Arrows go from card to card; for the left hand they lie the other way round.
root.addEventListener("keydown", (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const cards = [...root.querySelectorAll("button[data-act]")];
  const at = cards.indexOf(document.activeElement);
  if (!step || at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  cards[(at + (leftHanded.isOn ? -step : step) + cards.length) % cards.length].focus();
});

// A phone that slept, or changed its network, hears nothing on its old connection any more, and no
// answer either: what is under way goes on a new one, at once.
function wake() {
  stream.close();
  if (document.hidden) return;
  if (!lost) stream.open();
  unanswered = 0;
  again = asking || sending;
  for (const cut of [...underWay]) cut();
  poll();
}

const stream = new Stream(root.dataset.stream, hear);
lookAtResult();
document.addEventListener("visibilitychange", wake);
window.addEventListener("pageshow", wake);
window.addEventListener("online", wake);
window.addEventListener("pagehide", () => stream.close());
