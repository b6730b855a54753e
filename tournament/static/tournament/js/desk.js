// A sound at the desk when something new needs the referee, or time is up. Off until somebody turns
// it on; this browser remembers it.
"use strict";
(() => {
  const KEY = "botifarra-desk-sound";
  const SECONDS = 0.18;
  let audio = null;

  function wished() {
    try {
      return localStorage.getItem(KEY) === "on";
    } catch {
      return false; // storage can be forbidden; the switch then lasts for the page
    }
  }

  let on = wished();

  function tone(frequency, start) {
    const oscillator = audio.createOscillator();
    const volume = audio.createGain();
    oscillator.frequency.value = frequency;
    // Faded in and out: a hard edge cracks in a loudspeaker.
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(0.3, start + 0.02);
    volume.gain.linearRampToValueAtTime(0, start + SECONDS);
    oscillator.connect(volume).connect(audio.destination);
    oscillator.start(start);
    oscillator.stop(start + SECONDS);
  }

  async function beep(...frequencies) {
    if (!on) return;
    audio = audio || new AudioContext();
    // A browser lets a page sound only after somebody has touched it; until then this waits.
    if (audio.state === "suspended") await audio.resume();
    frequencies.forEach((frequency, place) => tone(frequency, audio.currentTime + place * SECONDS));
  }

  function alerts() {
    const part = document.querySelector("[data-alerts]");
    return new Set(part ? part.dataset.alerts.split(" ").filter(Boolean) : []);
  }

  document.addEventListener("DOMContentLoaded", () => {
    const button = document.querySelector("[data-sound-switch]");
    if (!button || typeof AudioContext === "undefined") return;
    let known = alerts();
    const show = () => button.setAttribute("aria-pressed", String(on));
    show();
    button.hidden = false;
    button.addEventListener("click", () => {
      on = !on;
      try {
        if (on) localStorage.setItem(KEY, "on");
        else localStorage.removeItem(KEY);
      } catch {
        // see wished()
      }
      show();
      beep(660);
    });
    document.addEventListener("htmx:afterSwap", () => {
      const now = alerts();
      if ([...now].some((one) => !known.has(one))) beep(660, 880);
      known = now;
    });
    document.addEventListener("countdown:over", () => beep(880, 660, 440));
  });
})();
