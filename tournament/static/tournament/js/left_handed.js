// Cards and buttons for whoever plays with the left hand. The phone keeps it; the site isn't told.

const KEY = "botifarra-left-handed";
const root = document.getElementById("play");
const button = document.querySelector("[data-left-handed]");

function apply(on) {
  root.classList.toggle("is-left-handed", on);
  button.setAttribute("aria-pressed", String(on));
  button.hidden = false;
}

export const isLeftHanded = () => root.classList.contains("is-left-handed");

try {
  apply(localStorage.getItem(KEY) === "on");
} catch {
  apply(false);  // storage can be forbidden; the switch then lasts for the page
}

button.addEventListener("click", () => {
  apply(!isLeftHanded());
  try {
    if (isLeftHanded()) localStorage.setItem(KEY, "on");
    else localStorage.removeItem(KEY);
  } catch {
    // as above
  }
});
