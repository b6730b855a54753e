// A thumb that trembles taps twice. The second tap was meant for the screen before, and the button
// that has come under the thumb since ("It's right", of the other pair) must not take it.

const WHILE = 350; // milliseconds: what phones take for two taps
const NEAR = 32; // pixels

export class Taps {
  constructor() {
    this.last = null;
  }

  // The screen has changed under this tap.
  changed({ clientX, clientY, timeStamp }) {
    this.last = { clientX, clientY, timeStamp };
  }

  // Whether it is the second of two. A key's click has no place, and is never one.
  isSecond({ detail, clientX, clientY, timeStamp }) {
    const { last } = this;
    this.last = null;
    if (!last || detail === 0 || timeStamp - last.timeStamp > WHILE) return false;
    return Math.hypot(clientX - last.clientX, clientY - last.clientY) < NEAR;
  }
}
