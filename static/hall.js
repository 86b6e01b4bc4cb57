"use strict";
// The hall's screen: tokens walk, long texts are set smaller instead of cut,
// and single keys do what an organiser needs without a menu.
(() => {
  const body = document.body, root = document.documentElement;
  if (!body.hasAttribute("data-motion")) return;
  const calm = matchMedia("(prefers-reduced-motion: reduce)");

  // ---- walking
  let places = null;
  const walkers = () => {
    const all = new Map();
    for (const el of document.querySelectorAll("[data-walker]")) {
      all.set(el.dataset.walker, all.has(el.dataset.walker) ? null : el);
    }
    return all;
  };
  document.addEventListener("regions-before", () => {
    if (!calm.matches) places = new Map([...walkers()].filter(([, el]) => el).map(([who, el]) => [who, el.getBoundingClientRect()]));
  });
  document.addEventListener("regions-after", () => {
    for (const [who, el] of places ? walkers() : []) {
      const was = places.get(who), is = el?.getBoundingClientRect();
      if (!was || !is || (Math.abs(was.x - is.x) < 2 && Math.abs(was.y - is.y) < 2)) continue;
      el.animate([{ transform: `translate(${was.x - is.x}px, ${was.y - is.y}px)`, zIndex: 5 }, { transform: "none", zIndex: 5 }],
        { duration: 450, easing: "cubic-bezier(.4, 0, .2, 1)" });
    }
    places = null;
  });

  // ---- fitting: what is long is set smaller, never cut
  function fit() {
    const stage = document.querySelector(".stage");
    if (!stage) return;
    for (let size = 100; size >= 44; size -= 2) {
      stage.style.setProperty("--fit", size / 100);
      if (stage.scrollHeight <= stage.clientHeight + 1) return;
    }
  }
  document.addEventListener("regions-after", fit);
  new ResizeObserver(fit).observe(document.getElementById("board-stage"));
  document.fonts?.ready.then(fit);

  // ---- the size of the type, remembered by this device
  const key = "biblechess-type", sizes = [0.8, 0.9, 1, 1.1, 1.2, 1.35];
  let size = 2;
  try {
    size = Math.max(0, sizes.indexOf(Number(localStorage.getItem(key) || 1)));
  } catch {
    // The usual size, then.
  }
  function scale(step) {
    size = Math.min(sizes.length - 1, Math.max(0, size + step));
    root.style.setProperty("--type", sizes[size]);
    try {
      localStorage.setItem(key, sizes[size]);
    } catch {
      // The size holds until the page is left.
    }
    fit();
  }
  scale(0);

  // ---- keys; never while somebody types or presses a button
  const blank = document.querySelector("[data-blank]"), keys = document.querySelector("[data-keys]");
  const openKeys = (open) => {
    keys.hidden = !open;
    if (open) keys.querySelector("[data-keys-close]").focus();
  };
  const act = {
    f: () => (document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen?.()),
    b: () => (blank.hidden = !blank.hidden),
    "+": () => scale(1),
    "=": () => scale(1),
    "-": () => scale(-1),
    "?": () => openKeys(keys.hidden),
    escape: () => {
      blank.hidden = true;
      openKeys(false);
    },
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input, textarea, select")) return;
    const known = act[event.key.toLowerCase()];
    if (!known) return;
    event.preventDefault();
    known();
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-blank]")) blank.hidden = true;
    else if (event.target.closest("[data-keys-open]")) openKeys(true);
    else if (event.target === keys || event.target.closest("[data-keys-close]")) openKeys(false);
  });
})();
