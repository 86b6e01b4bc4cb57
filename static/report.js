"use strict";
// The replay: slider, arrow keys, Home and End, and the numbers of the plies put the
// board as it was. Everything works by links without this script.
(() => {
  const region = document.getElementById("replay");
  if (!region) return;
  const slider = region.querySelector("[data-replay-slider]"), words = region.querySelector("[data-replay-words]");
  const last = Number(region.dataset.last);
  let at = Number(region.dataset.at), frames = null;
  const men = new Map([...region.querySelectorAll("[data-man]")].map((el) => [el.dataset.man, el.querySelector(".piece")]));
  const cells = new Map([...region.querySelectorAll(".replay-board [data-square]")].map((el) => [el.dataset.square, el]));

  fetch("/host/report?match=" + region.dataset.match, { headers: { Accept: "application/json" }, credentials: "same-origin" })
    .then((answer) => (answer.ok ? answer.json() : Promise.reject(answer.status)))
    .then((report) => {
      frames = report.Frames;
      region.dataset.ready = "1";
    })
    .catch(() => {});

  const lasting = (ms) => {
    const s = Math.round(Math.max(ms, 0) / 1000);
    return Math.floor(s / 60) + ":" + String(s % 60).padStart(2, "0") + " min";
  };
  function times(f) {
    if (!f.Ply) return "";
    let text = "This ply took " + lasting(f.Took) + ".";
    if (f.Clocks?.length === 2) text += " Left: White " + lasting(f.Clocks[0]) + ", Black " + lasting(f.Clocks[1]) + ".";
    return text;
  }
  function show(to) {
    to = Math.min(Math.max(to, 0), last);
    if (!frames) return false;
    at = to;
    const f = frames[at], stands = new Map((f.Men || []).map((m) => [m.Square, m]));
    for (const [square, cell] of cells) {
      const inside = cell.querySelector(".in"), man = stands.get(square);
      inside.querySelector(".piece")?.remove();
      cell.classList.toggle("m-from", square === f.From);
      cell.classList.toggle("m-to", square === f.To);
      cell.dataset.stands = man ? square + ": " + man.Name : "";
      const piece = man && men.get(man.Side + " " + man.Kind + " " + man.Name);
      if (piece) inside.append(piece.cloneNode(true));
    }
    const texts = { ...f, Beside: (f.Beside || []).join(" "), Times: times(f), Out: f.Out?.length ? "Off the floor: " + f.Out.join(", ") + "." : "" };
    for (const el of words.querySelectorAll("[data-f]")) el.textContent = texts[el.dataset.f] || "";
    words.querySelector("[data-f=Label]").className = "replay-verdict v-" + f.Verdict;
    slider.value = at;
    region.querySelector("[data-replay-ply]").textContent = at;
    region.dataset.at = at;
    return true;
  }
  slider.addEventListener("input", () => show(Number(slider.value)));
  document.addEventListener("click", (event) => {
    const step = event.target.closest?.("[data-replay-step]"), to = event.target.closest?.("[data-replay-to]");
    if (!step && !to) return;
    if (show(step ? at + Number(step.dataset.replayStep) : Number(to.dataset.replayTo))) {
      event.preventDefault();
      if (to) region.scrollIntoView({ block: "start" });
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input:not([type=range]), textarea, select")) return;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    show(to);
  });
})();
