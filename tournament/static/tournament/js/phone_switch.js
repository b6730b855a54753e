// A switch of a seat's page, such as cards for the left hand. The phone keeps it; the site isn't told.

export class PhoneSwitch {
  // `changed` is called with whether it is on: at once, and whenever it is tapped.
  constructor(name, changed) {
    this.key = `botifarra-${name}`;
    this.button = document.querySelector(`[data-switch="${name}"]`);
    this.changed = changed;
    let kept = null;
    try {
      kept = localStorage.getItem(this.key);
    } catch {
      // storage can be forbidden; the switch then lasts for the page
    }
    this.apply(kept === "on");
    this.button.addEventListener("click", () => this.toggle());
  }

  apply(on) {
    this.isOn = on;
    this.button.setAttribute("aria-pressed", String(on));
    this.button.hidden = false;
    this.changed(on);
  }

  toggle() {
    this.apply(!this.isOn);
    try {
      if (this.isOn) localStorage.setItem(this.key, "on");
      else localStorage.removeItem(this.key);
    } catch {
      // as above
    }
  }
}
