// The course of the standings: follows a pair at once, chosen in the list or by a click on its line.
"use strict";
(() => {
  function follow(key) {
    for (const one of document.querySelectorAll("svg.rank-lines g[data-key]")) {
      const isIt = one.dataset.key === key;
      one.classList.toggle("lit", isIt);
      one.classList.toggle("plain", !isIt);
      if (isIt) one.parentNode.append(one); // above the others
    }
    for (const row of document.querySelectorAll("tr[data-key]")) {
      row.classList.toggle("marked", row.dataset.key === key);
    }
    const address = new URL(window.location.href);
    if (key) address.searchParams.set("pair", key);
    else address.searchParams.delete("pair");
    window.history.replaceState(null, "", address);
    // What refreshes itself asks for the same pair from now on.
    const part = document.getElementById("live");
    const asks = new URL(part.getAttribute("hx-get"), window.location.href);
    asks.searchParams.set("pair", key);
    part.setAttribute("hx-get", `${asks.pathname}${asks.search}`);
  }

  document.addEventListener("change", (event) => {
    if (event.target.id === "course-pair") follow(event.target.value);
  });
  document.addEventListener("submit", (event) => {
    if (!event.target.matches("[data-course-choice]")) return;
    event.preventDefault();
    follow(event.target.elements.pair.value);
  });
  document.addEventListener("click", (event) => {
    const line = event.target.closest("svg.rank-lines g[data-key]");
    if (!line) return;
    document.getElementById("course-pair").value = line.dataset.key;
    follow(line.dataset.key);
  });
})();
