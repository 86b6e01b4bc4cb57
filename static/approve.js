"use strict";
// Shows a judge one waiting question at a time, of the side and piece that the
// judge chose.
(() => {
  const chosen = { side: "", piece: "" };

  function show() {
    const region = document.getElementById("judge-approve");
    if (!region) return;
    let shown = false;
    const all = [...region.querySelectorAll(".approve-one")];
    for (const one of all) {
      const fits = (!chosen.side || one.dataset.side === chosen.side) && (!chosen.piece || one.dataset.piece === chosen.piece);
      one.classList.toggle("approve-later", !fits || shown);
      shown ||= fits;
    }
    const none = region.querySelector(".approve-none");
    if (none) none.hidden = shown || !all.length;
    for (const name of ["side", "piece"]) {
      const select = region.querySelector("[data-approve-" + name + "]");
      if (!select) continue;
      if (chosen[name] && ![...select.options].some((o) => o.value === chosen[name])) {
        select.append(new Option(chosen[name] + " (none waits)", chosen[name]));
      }
      select.value = chosen[name];
    }
  }

  document.addEventListener("change", (event) => {
    for (const name of ["side", "piece"]) {
      if (event.target.matches("[data-approve-" + name + "]")) {
        chosen[name] = event.target.value;
        show();
      }
    }
  });
  document.addEventListener("regions-after", show);
  show();
})();
