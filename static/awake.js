"use strict";
// Keeps the screen awake where the browser allows it: over TLS, while the page is
// looked at. Over plain http there is no such thing.
(() => {
  if (!document.body.dataset.live || !navigator.wakeLock) return;
  const ask = () => document.visibilityState === "visible" && navigator.wakeLock.request("screen").then(
    () => (document.body.dataset.awake = "yes"),
    () => delete document.body.dataset.awake,
  );
  document.addEventListener("visibilitychange", ask);
  ask();
})();
