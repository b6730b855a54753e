// Says whose numbers are typed, and who rests: what stands in no field of the page's list of pairs.
"use strict";
(() => {
  const form = document.querySelector("form.opponents");
  const resting = form.querySelector("[data-resting]");
  const names = new Map(
    [...form.querySelectorAll("#pairs option")].map((one) => [one.value, one.label]),
  );
  const fields = [...form.querySelectorAll("input[list]")];

  function show() {
    const typed = new Set(fields.map((one) => one.value.trim()));
    for (const field of fields) {
      const place = form.querySelector(`[data-name-of="${field.id}"]`);
      place.textContent = names.get(field.value.trim()) || "";
    }
    const left = [...names.keys()].filter((number) => !typed.has(number));
    resting.hidden = left.length === 0;
    resting.querySelector("span").textContent = left
      .map((number) => `${number} ${names.get(number)}`)
      .join("; ");
  }

  form.addEventListener("input", show);
  show();
})();
