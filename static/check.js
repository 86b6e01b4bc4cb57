"use strict";
// Looks how fast this device reaches the laptop and how their clocks differ, says
// so, and tells the laptop in numbers.
(() => {
  const say = document.querySelector("[data-check]"), more = document.querySelector("[data-check-more]"), again = document.querySelector("[data-check-again]");
  const trips = Number(say.dataset.trips);

  async function ping() {
    const began = performance.now(), at = Date.now();
    const signal = AbortSignal.timeout?.(5000);
    const answer = await fetch("/check/ping", { cache: "no-store", signal });
    const theirs = Number(await answer.text()), took = performance.now() - began;
    if (!answer.ok || !theirs) throw new Error("no answer");
    return { took, skew: at + took / 2 - theirs };
  }

  async function run() {
    again.disabled = true;
    say.dataset.state = "";
    const found = [];
    let lost = 0;
    await ping().catch(() => {}); // opens the connection
    for (let n = 0; n < trips; n++) {
      say.textContent = "Looking… " + (n + 1) + " of " + trips;
      try {
        found.push(await ping());
      } catch {
        lost++;
      }
      await new Promise((go) => setTimeout(go, 100));
    }
    again.disabled = false;
    if (!found.length) {
      say.dataset.state = "bad";
      say.textContent = "This device has lost the laptop. Is it still on the same Wi-Fi? Then check again.";
      return;
    }
    found.sort((a, b) => a.took - b.took);
    const trip = Math.round(found[found.length >> 1].took), worst = Math.round(found.at(-1).took);
    // The fastest trip tells the time best.
    const body = new URLSearchParams({ trip, worst, lost, skew: Math.round(found[0].skew) });
    more.textContent = "There and back in " + trip + " ms, at worst " + worst + " ms" + (lost ? ", " + lost + " of " + trips + " lost" : "") + ". "
      + (isSecureContext && "wakeLock" in navigator ? "The pages keep this screen awake by themselves." : "Over plain http the pages can't keep this screen awake: set its auto-lock to never.");
    try {
      const answer = await (await fetch("/check/report", { method: "POST", body, headers: { Accept: "application/json" } })).json();
      say.dataset.state = answer.state || "bad";
      say.textContent = answer.words || answer.error;
    } catch {
      say.dataset.state = "bad";
      say.textContent = "This device has just lost the laptop: check again.";
    }
  }
  again.addEventListener("click", run);
  run();
})();
