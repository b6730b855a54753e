// Brings the current link of the managing row into view where the row is wider than the screen.
"use strict";
for (const link of document.querySelectorAll(".manage-nav [aria-current]")) {
  link.scrollIntoView({ block: "nearest", inline: "center" });
}
