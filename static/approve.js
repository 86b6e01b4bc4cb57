"use strict";
// Shows a judge one question at a time, of the state, side and piece that the judge
// chose, and how far the banks of that choice are.
(() => {
  const chosen = { state: "", side: "", piece: "" };
  const at = { key: "", n: 0 }; // the question that is shown of those that are decided

  const fits = (el) => (!chosen.side || el.dataset.side === chosen.side) && (!chosen.piece || el.dataset.piece === chosen.piece);

  // only shows one of some questions and tells whether there is one.
  function only(all, which) {
    for (const one of all) one.classList.toggle("approve-later", one !== which);
    return !!which;
  }

  function show() {
    const region = document.getElementById("judge-approve");
    if (!region || !region.querySelector(".approve-filter")) return;
    const waiting = [...region.querySelectorAll(".approve-one")];
    let shown = only(waiting, chosen.state ? null : waiting.find(fits));
    for (const list of region.querySelectorAll(".decided")) {
      const on = list.dataset.state === chosen.state;
      list.classList.toggle("on", on);
      if (!on) continue;
      list.open = true;
      const all = [...list.querySelectorAll(".decided-one")], fit = all.filter(fits);
      const again = fit.findIndex((el) => el.dataset.key === at.key);
      at.n = Math.max(0, Math.min(again < 0 ? at.n : again, fit.length - 1));
      at.key = fit[at.n]?.dataset.key || "";
      shown = only(all, fit[at.n]);
      list.querySelector(".approve-turn").hidden = !shown;
      list.querySelector("[data-approve-at]").textContent = at.n + 1 + " of " + fit.length;
      for (const turn of list.querySelectorAll("[data-approve-turn]")) turn.disabled = !fit[at.n + Number(turn.dataset.approveTurn)];
    }
    const filtered = chosen.side || chosen.piece;
    region.querySelector(".approve-none").hidden = shown || !(filtered || chosen.state);
    const nothing = region.querySelector(".approve-nothing");
    if (nothing) nothing.hidden = !!(filtered || chosen.state);
    for (const bank of region.querySelectorAll(".approve-banks li")) bank.hidden = !filtered || !fits(bank);
    for (const select of region.querySelectorAll("[data-approve]")) {
      if (select.value !== chosen[select.dataset.approve]) select.value = chosen[select.dataset.approve];
    }
  }

  document.addEventListener("change", (event) => {
    if (!event.target.matches("[data-approve]")) return;
    chosen[event.target.dataset.approve] = event.target.value;
    at.key = "";
    at.n = 0;
    show();
  });
  document.addEventListener("click", (event) => {
    const turn = event.target.closest("[data-approve-turn]");
    if (!turn) return;
    at.key = "";
    at.n += Number(turn.dataset.approveTurn);
    show();
  });
  document.addEventListener("regions-after", show);
  show();
})();
