"use strict";
// Swapping people on the host's page: drag one place onto another, or choose two
// by tapping or with the keyboard. The form below the board sends the swap.
(() => {
  const form = () => document.getElementById("swap-form");
  const at = (name) => document.querySelector(`[data-place-of="${CSS.escape(name)}"]`);
  let held = "";

  function hold(name) {
    if (held) at(held)?.setAttribute("aria-pressed", "false");
    held = name;
    if (held) at(held)?.setAttribute("aria-pressed", "true");
  }
  function swap(a, b) {
    hold("");
    if (!a || !b || a === b || !form()) return;
    form().elements.a.value = a;
    form().elements.b.value = b;
    form().requestSubmit();
  }

  document.addEventListener("click", (event) => {
    const place = event.target.closest?.("[data-place-of]");
    if (!place) return;
    const name = place.dataset.placeOf;
    if (!held) hold(name);
    else swap(held, name);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") hold("");
  });
  document.addEventListener("dragstart", (event) => {
    const place = event.target.closest?.("[data-place-of]");
    if (!place) return;
    event.dataTransfer.setData("text/plain", place.dataset.placeOf);
    event.dataTransfer.effectAllowed = "move";
    hold(place.dataset.placeOf);
  });
  document.addEventListener("dragover", (event) => {
    if (held && event.target.closest?.("[data-place-of]")) event.preventDefault();
  });
  document.addEventListener("drop", (event) => {
    const place = event.target.closest?.("[data-place-of]");
    if (!place || !held) return;
    event.preventDefault();
    swap(held, place.dataset.placeOf);
  });
  document.addEventListener("dragend", () => hold(""));
  // A page that was renewed keeps what is held, if it is still there.
  document.addEventListener("regions-after", () => held && (at(held) ? at(held).setAttribute("aria-pressed", "true") : hold("")));
})();
