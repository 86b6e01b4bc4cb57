"use strict";
// The board under a finger: choosing a call on a Game Master's tablet, and
// asking who stands where.
(() => {
  const cell = (square) => document.querySelector(`[data-square="${square}"]`);
  const cells = () => [...document.querySelectorAll("button[data-square]")];

  // ---- choosing a call
  let from = "", to = "", promotion = "", about = "", spot = "";

  const calls = () => [...document.querySelectorAll("[data-calls] > li")];
  const form = () => document.querySelector("form[data-call]");
  const found = () => calls().find((li) => li.dataset.from === from && li.dataset.to === to);
  const promotions = (li) => (li?.dataset.promotions || "").split(" ").filter(Boolean);

  function cancel() {
    from = to = promotion = "";
  }

  function tap(square) {
    const mine = calls().filter((li) => li.dataset.from === from);
    if (from && mine.some((li) => li.dataset.to === square)) {
      to = square;
      promotion = "";
    } else if (square !== from && calls().some((li) => li.dataset.from === square)) {
      cancel();
      from = square;
    } else {
      cancel();
    }
    const typed = document.querySelector("[data-typed]");
    if (typed) typed.value = "";
    show();
    if (to) document.querySelector("[data-call] [data-call-it]")?.scrollIntoView({ block: "nearest" });
  }

  function show() {
    const f = form();
    if (f && f.dataset.key !== about) {
      about = f.dataset.key;
      cancel();
    }
    if (!f) cancel();
    const targets = new Map(calls().filter((li) => li.dataset.from === from).map((li) => [li.dataset.to, li.dataset.kind]));
    const may = new Set(calls().map((li) => li.dataset.from));
    for (const el of cells()) {
      const square = el.dataset.square;
      const js = square === from ? "from" : square === to ? "goal go-" + targets.get(square) : targets.has(square) ? "go-" + targets.get(square) : !from && may.has(square) ? "may" : "";
      if ((el.getAttribute("data-js") || "") !== js) el.setAttribute("data-js", js);
      el.tabIndex = square === (spot || "e1") ? 0 : -1;
      el.toggleAttribute("aria-pressed", false);
      if (square === from) el.setAttribute("aria-pressed", "true");
    }
    if (!f) return;
    const li = found(), due = promotions(li);
    f.elements.from.value = from;
    f.elements.to.value = to;
    const said = f.querySelector("[data-sentence]");
    const who = from && cell(from)?.getAttribute("aria-label");
    const words = li ? li.textContent : to ? `${from} to ${to}: call it, and the rules say whether it can be.` : from ? who + ": now tap where to go." : said.dataset.empty;
    if (said.textContent !== words) said.textContent = words;
    f.dataset.js = li || to ? "chosen" : from ? "half" : "";
    for (const choice of f.querySelectorAll("[data-promotion]")) {
      choice.hidden = !due.includes(choice.dataset.promotion);
      choice.querySelector("input").checked = choice.dataset.promotion === promotion;
    }
    f.querySelector("[data-promotions-row]").hidden = due.length === 0;
    const none = f.querySelector("input[name=promotion][value='']");
    if (none) none.checked = !promotion;
    f.querySelector("[data-call-it]").disabled = !to || (due.length > 0 && !promotion);
    f.querySelector("[data-cancel]").hidden = !from;
    const touch = document.querySelector("[data-touch-it]");
    if (touch) touch.disabled = !from;
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-square]");
    if (button) {
      spot = button.dataset.square;
      tap(spot);
    } else if (event.target.closest("[data-cancel]")) {
      cancel();
      show();
    }
  });

  document.addEventListener("change", (event) => {
    if (event.target.name !== "promotion" || !event.target.closest("[data-call]")) return;
    promotion = event.target.value;
    show();
  });

  // "c3 f6", "c3-f6" and "C3F6" are the same call.
  document.addEventListener("input", (event) => {
    if (!event.target.matches("[data-typed]")) return;
    const squares = event.target.value.toLowerCase().match(/[a-h][1-8]/g) || [];
    cancel();
    // A pair that the rules do not allow can be called too: the answer says why not.
    if (squares[1] || calls().some((li) => li.dataset.from === squares[0])) [from, to] = [squares[0], squares[1] || ""];
    show();
  });

  document.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -8, ArrowDown: 8 }[event.key];
    const button = event.target.closest?.("button[data-square]");
    if (event.key === "Escape" && form()) {
      cancel();
      show();
    }
    if (!step || !button) return;
    const all = cells(), next = all[all.indexOf(button) + step];
    event.preventDefault();
    if (!next) return;
    spot = next.dataset.square;
    show();
    next.focus();
  });

  document.addEventListener("command-done", (event) => {
    if (!event.detail.matches("[data-call]")) return;
    cancel();
    show();
  });

  document.addEventListener("regions-after", show);

  // ---- who stands there: names are short on a small board
  document.addEventListener("click", (event) => {
    const square = event.target.closest("[data-square]"), line = document.querySelector("p[data-who]");
    if (square && line) line.textContent = square.dataset.stands || line.dataset.empty;
  });

  document.documentElement.classList.add("scripted");
  show();
})();
