"use strict";
// Stealth Chess on the pages of those who know something: arranging by tap,
// drag and keys, choosing blindly on the board, and secrets that show only
// while they are held.
(() => {
  const cell = (square) => document.querySelector(`#gm-floor [data-square="${square}"]`);
  const cells = () => [...document.querySelectorAll("#gm-floor button[data-square]")];
  const arranging = () => document.querySelector("form[data-arrange]");
  const blind = () => document.querySelector("form[data-blind]");
  const chooser = () => document.querySelector("[data-blind-square]");
  const guesser = () => {
    const select = document.querySelector("[data-guess-square]");
    return select?.closest("details")?.open ? select : null;
  };
  const options = (select) => new Set([...(select?.options || [])].map((o) => o.value).filter(Boolean));

  let one = "", over = "", drag = null;

  function show() {
    const form = arranging(), may = options(chooser());
    if (!form) one = "";
    for (const el of cells()) {
      const square = el.dataset.square;
      const pick = square === one || (may.size && chooser().value === square) ? "one"
        : square === over ? "over" : may.has(square) ? "may" : "";
      if ((el.getAttribute("data-pick") || "") !== pick) pick ? el.setAttribute("data-pick", pick) : el.removeAttribute("data-pick");
    }
    const said = form?.querySelector("[data-arrange-said]");
    const words = one ? `${cell(one)?.getAttribute("aria-label")}: now the square to exchange it with.` : said?.dataset.empty;
    if (said && said.textContent !== words) said.textContent = words;
  }

  // Own squares are those on which something of this side can stand: the two
  // nearest rows, since the own side is at the bottom.
  const mine = (square) => {
    const all = cells();
    return all.findIndex((el) => el.dataset.square === square) >= 48;
  };

  function exchange(a, b) {
    const form = arranging();
    one = over = "";
    if (form && a !== b) {
      form.elements.a.value = a;
      form.elements.b.value = b;
      form.requestSubmit();
    }
    show();
  }

  function tap(square) {
    if (arranging()) {
      if (!mine(square)) return;
      if (!one) one = square;
      else if (one === square) one = "";
      else return exchange(one, square);
      return show();
    }
    const select = options(chooser()).has(square) ? chooser() : options(guesser()).has(square) ? guesser() : null;
    if (select) select.value = square;
    show();
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("#gm-floor button[data-square]");
    if (button && !drag?.moved) tap(button.dataset.square);
    drag = null;
    if (event.target.closest("[data-touch-it]")) {
      const form = event.target.closest("form");
      form.elements.square.value = document.querySelector("form[data-call]")?.elements.from.value || "";
    }
    const cover = event.target.closest("[data-cover]");
    if (cover) {
      const on = document.documentElement.classList.toggle("covered");
      cover.setAttribute("aria-pressed", String(on));
      cover.textContent = on ? "Show my pieces" : "Cover my pieces";
    }
    if (event.target.closest("[data-print]")) print();
    const insides = event.target.closest("[data-insides]");
    if (insides) insides.setAttribute("aria-pressed", String(document.documentElement.classList.toggle("insides")));
  }, true);

  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-blind-square]")) show();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") one = "", show();
  });

  // ---- dragging a piece onto another square of the two ranks
  const under = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest("#gm-floor button[data-square]")?.dataset.square || "";
  document.addEventListener("pointerdown", (event) => {
    const button = event.target.closest("#gm-floor button[data-square]");
    drag = button && arranging() && mine(button.dataset.square) ? { from: button.dataset.square, x: event.clientX, y: event.clientY, moved: false } : null;
  });
  document.addEventListener("pointermove", (event) => {
    if (!drag) return;
    if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > 10) drag.moved = true;
    if (!drag.moved) return;
    const square = under(event);
    one = drag.from;
    over = mine(square) && square !== one ? square : "";
    show();
  });
  document.addEventListener("pointerup", (event) => {
    if (!drag?.moved) return;
    const from = drag.from, to = under(event);
    if (to && mine(to)) exchange(from, to);
    else one = over = "", show();
    setTimeout(() => (drag = null));
  });
  document.addEventListener("pointercancel", () => {
    drag = null;
    one = over = "";
    show();
  });

  document.addEventListener("regions-after", show);
  document.addEventListener("toggle", show, true);

  // ---- a secret shows only while it is held
  const secret = (on) => document.querySelector("[data-secret]")?.toggleAttribute("data-shown", on);
  document.addEventListener("pointerdown", (event) => event.target.closest("[data-hold]") && secret(true));
  for (const name of ["pointerup", "pointercancel", "blur", "visibilitychange", "pagehide"]) {
    (name === "visibilitychange" || name.startsWith("pointer") ? document : window).addEventListener(name, () => secret(false));
  }
  document.addEventListener("keydown", (event) => event.target.closest?.("[data-hold]") && [" ", "Enter"].includes(event.key) && (event.preventDefault(), secret(true)));
  document.addEventListener("keyup", () => secret(false));
  document.addEventListener("contextmenu", (event) => event.target.closest("[data-hold]") && event.preventDefault());

  // ---- the reveal, step by step
  document.addEventListener("keydown", (event) => {
    const name = { ArrowLeft: "before", ArrowRight: "next", Home: "first", End: "end" }[event.key];
    const link = name && document.querySelector(`[data-replay="${name}"]`);
    if (link) event.preventDefault(), link.click();
  });

  show();
})();
