"use strict";
// The look that this device has chosen, put on before anything is drawn. The
// system's own preference does not choose: the hall's screen has to be light.
(() => {
  const root = document.documentElement, key = "biblechess-look";
  const papers = { light: "#fbf6ea", dark: "#16141f", contrast: "#ffffff" };
  const read = () => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  function put(look) {
    if (!papers[look]) look = "light";
    root.dataset.look = look;
    document.querySelector("meta[name=theme-color]")?.setAttribute("content", papers[look]);
    for (const b of document.querySelectorAll("[data-to-look]")) b.setAttribute("aria-pressed", b.dataset.toLook === look);
  }
  put(read());
  document.addEventListener("DOMContentLoaded", () => put(read()));
  addEventListener("storage", (event) => event.key === key && put(event.newValue));
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-to-look]");
    if (!button) return;
    try {
      localStorage.setItem(key, button.dataset.toLook);
    } catch {
      // A device that stores nothing keeps the look until the next page.
    }
    put(button.dataset.toLook);
  });
})();
