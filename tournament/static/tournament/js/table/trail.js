// The way from the four hands to the screen that is open, and the phone's own Back made to follow it.
// The browser's history gets an entry a step, all with the page's own address: what is open stands in
// the entry's state, which no other page can read.

const stepsOf = (state) => (state && Array.isArray(state.steps) ? state.steps : []);

export class Trail {
  // `moved(steps)` is told the way that is left after somebody went back.
  constructor(moved) {
    this.moved = moved;
    this.steps = [];
    this.about = {};
    this.at = stepsOf(window.history.state).length; // where the browser's history is
    this.isMoving = false;
    window.addEventListener("popstate", (event) => this.popped(event.state));
  }

  // What was open before the page was loaded again.
  static before() {
    const { steps, ...about } = window.history.state || {};
    return { ...about, steps: stepsOf({ steps }) };
  }

  get last() {
    return this.steps[this.steps.length - 1] || null;
  }

  // From now on this is the way, and `about` what it is about.
  set(steps, about = {}) {
    this.steps = steps;
    this.about = about;
    this.follow();
  }

  // The browser goes back by itself a moment later; what was added meanwhile follows then.
  follow() {
    const { history } = window;
    if (this.isMoving) return;
    if (this.at > this.steps.length) {
      this.isMoving = true;
      history.go(this.steps.length - this.at);
      return;
    }
    const state = this.state(this.at);
    // Browsers count these calls, and refuse them when there are many.
    if (this.at === this.steps.length && JSON.stringify(state) !== JSON.stringify(history.state)) {
      history.replaceState(state, "");
    }
    while (this.at < this.steps.length) {
      this.at += 1;
      history.pushState(this.state(this.at), "");
    }
  }

  state(length) {
    return { ...this.about, steps: this.steps.slice(0, length) };
  }

  popped(state) {
    const isOwn = this.isMoving;
    this.isMoving = false;
    this.at = stepsOf(state).length;
    if (isOwn || this.at >= this.steps.length) {
      this.follow(); // also after Forward, which leads nowhere
      return;
    }
    this.steps = this.steps.slice(0, this.at);
    this.moved(this.steps);
  }
}
