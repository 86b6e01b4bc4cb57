"use strict";
// The board under a finger: choosing a call on a Game Master's tablet, and
// letting tokens walk on the projector.
(() => {
  const cell = (square) => document.querySelector(`[data-square="${square}"]`);
  const cells = () => [...document.querySelectorAll("button[data-square]")];
  const calm = matchMedia("(prefers-reduced-motion: reduce)");

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

  // ---- walking, on the projector
  let places = null;
  const walkers = () => {
    const all = new Map();
    for (const el of document.querySelectorAll("[data-walker]")) {
      all.set(el.dataset.walker, all.has(el.dataset.walker) ? null : el);
    }
    return all;
  };
  document.addEventListener("regions-before", () => {
    if (document.body.hasAttribute("data-motion") && !calm.matches) {
      places = new Map([...walkers()].filter(([, el]) => el).map(([who, el]) => [who, el.getBoundingClientRect()]));
    }
  });
  document.addEventListener("regions-after", () => {
    show();
    for (const [who, el] of places ? walkers() : []) {
      const was = places.get(who), is = el?.getBoundingClientRect();
      if (!was || !is || (Math.abs(was.x - is.x) < 2 && Math.abs(was.y - is.y) < 2)) continue;
      el.animate([{ transform: `translate(${was.x - is.x}px, ${was.y - is.y}px)`, zIndex: 5 }, { transform: "none", zIndex: 5 }],
        { duration: 450, easing: "cubic-bezier(.4, 0, .2, 1)" });
    }
    places = null;
  });

  // ---- fitting, on the projector: what is long is set smaller, never cut
  function fit() {
    const stage = document.body.hasAttribute("data-motion") && document.querySelector(".stage");
    if (!stage) return;
    for (let size = 100; size >= 44; size -= 2) {
      stage.style.setProperty("--fit", size / 100);
      if (stage.scrollHeight <= stage.clientHeight + 1) return;
    }
  }
  document.addEventListener("regions-after", fit);
  addEventListener("resize", fit);
  document.fonts?.ready.then(fit);

  // ---- full screen, for the hall's screen
  document.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "f" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!document.body.hasAttribute("data-motion") || event.target.matches("input, textarea, select")) return;
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen?.();
  });

  document.documentElement.classList.add("scripted");
  show();
})();
