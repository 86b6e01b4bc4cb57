"use strict";
// The hall's screens: tokens walk, a ruling has its three acts, long texts are
// set smaller instead of cut, and single keys do what an organiser needs without
// a menu.
(() => {
  const body = document.body, root = document.documentElement, shared = window.biblechess;
  if (!body.hasAttribute("data-motion")) return;
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const wall = matchMedia("(min-width: 900px) and (min-aspect-ratio: 5/4)");
  const stored = (name, value) => {
    try {
      if (value === undefined) return localStorage.getItem(name);
      localStorage.setItem(name, value);
    } catch {
      // It holds until the page is left.
    }
    return null;
  };

  // ---- from where the floor is seen: 0 White, 1 the h-file, 2 Black, 3 the a-file
  const turnKey = "biblechess-turn " + location.pathname;
  let turned = Number(stored(turnKey)) % 4 || 0;
  const seat = (square) => {
    let row = 8 - Number(square[1]), column = square.charCodeAt(0) - 97;
    for (let i = 0; i < turned; i++) [row, column] = [column, 7 - row];
    return [row, column];
  };
  function turn() {
    const board = document.querySelector(".board");
    if (!board) return;
    for (const cell of board.querySelectorAll("[data-square]")) {
      const [row, column] = seat(cell.dataset.square);
      cell.style.gridArea = `${row + 1} / ${column + 1}`;
    }
    const paths = board.querySelector(".paths");
    if (paths) paths.style.transform = `rotate(${turned * 90}deg)`;
    body.dataset.turned = turned;
  }

  // ---- walking: from the square where a player stood to the one where it stands
  let stood = null; // token to square, before what is not walked yet
  const standing = () => new Map([...document.querySelectorAll("[data-walker]")].map((el) => [el.dataset.walker, el.closest("[data-square]").dataset.square]));
  function walk() {
    const before = stood;
    stood = null;
    if (calm.matches || !before) return;
    const way = document.querySelector(".way");
    for (const el of document.querySelectorAll("[data-walker]")) {
      const cell = el.closest("[data-square]"), from = before.get(el.dataset.walker);
      const was = from && from !== cell.dataset.square && document.querySelector(`[data-square="${from}"]`)?.getBoundingClientRect();
      if (!was || !was.width) continue;
      const is = cell.getBoundingClientRect();
      const place = (r) => `translate(${r.x - is.x}px, ${r.y - is.y}px)`;
      // A Knight's walk turns once.
      const corner = corners(from, cell.dataset.square);
      const middle = corner ? [{ transform: place(document.querySelector(`[data-square="${corner}"]`).getBoundingClientRect()), offset: 0.66 }] : [];
      cell.style.zIndex = 3;
      el.animate([{ transform: place(was) }, ...middle, { transform: "none" }], { duration: corner ? 650 : 480, delay: way ? 250 : 0, fill: "backwards", easing: "cubic-bezier(.4, 0, .2, 1)" })
        .finished.finally(() => (cell.style.zIndex = ""));
    }
    for (const line of document.querySelectorAll(".way")) line.animate([{ strokeDashoffset: 1 }, { strokeDashoffset: 0 }], { duration: 450, easing: "ease-out" });
    for (const tip of document.querySelectorAll(".tip")) tip.animate([{ opacity: 0 }, { opacity: 0, offset: 0.8 }, {}], { duration: 500 });
  }
  function corners(from, to) {
    const files = to.charCodeAt(0) - from.charCodeAt(0), ranks = to[1] - from[1];
    if (Math.abs(files * ranks) !== 2) return "";
    return Math.abs(files) === 2 ? to[0] + from[1] : from[0] + to[1];
  }

  // ---- the acts of a ruling: the stamp, the lesson, and the board, changed
  let acts = 0, playing = "";
  function act(name) {
    if (name) body.dataset.act = name;
    else delete body.dataset.act;
    fit();
    if (!name) walk();
  }
  // A text is read aloud in some time, and in no less than a glance.
  const reading = (text) => Math.min(20000, Math.max(6000, text.length * 55));
  function perform(ruled) {
    clearTimeout(acts);
    playing = ruled.dataset.key;
    const lesson = ruled.querySelector(".lesson");
    const last = () => act("");
    act("stamp");
    acts = setTimeout(() => {
      if (!lesson) return last();
      act("lesson");
      acts = setTimeout(last, reading(lesson.textContent));
    }, 3500);
  }

  // ---- what happened, told by what is on the stage now
  let heard = null, cards = null;
  const cardsNow = () => ({
    ruled: document.querySelector(".ruled")?.dataset.key || "", verdict: document.querySelector("[data-ruled]")?.dataset.ruled || "",
    sounds: [...document.querySelectorAll("[data-sound]")].map((el) => el.dataset.key + " " + el.dataset.sound),
    check: document.querySelector(".stage .check")?.textContent || "", paused: !!document.querySelector(".pause-stage"),
  });
  document.addEventListener("regions-before", () => {
    stood ||= standing();
    cards ||= cardsNow();
  });
  document.addEventListener("regions-after", () => {
    turn();
    const was = cards, is = cardsNow();
    cards = null;
    // A page that has just come back tells how things stand, not how they came about.
    if (!heard) stood = null;
    else {
      const fresh = is.sounds.find((s) => !was.sounds.includes(s));
      if (fresh) shared.play?.(fresh.split(" ").pop());
      else if (is.paused && !was.paused) shared.play?.("pause");
      else if (is.check && is.check !== was.check) shared.play?.("check");
    }
    const ruled = document.querySelector(".ruled");
    const news = heard && ruled && wall.matches && (is.ruled !== was.ruled || is.verdict !== was.verdict);
    heard = true;
    if (news) perform(ruled);
    else if (!ruled || ruled.dataset.key !== playing || !body.dataset.act) {
      clearTimeout(acts);
      act("");
    } else fit();
  });
  // After a while without a stream what comes first is not news.
  new MutationObserver(() => body.dataset.state !== "live" && (heard = null)).observe(body, { attributes: true, attributeFilter: ["data-state"] });

  // ---- the answer clock as a ring
  let rang = "";
  function ring() {
    const el = document.querySelector("[data-ring]"), circle = el?.querySelector("[data-ring-left]");
    if (!circle) return;
    const total = Number(el.dataset.total), left = Math.max(0, Number(el.dataset.ring) - shared.now());
    circle.setAttribute("stroke-dasharray", `${(100 * left) / total} 100`);
    el.classList.toggle("low", left < total / 3);
    el.classList.toggle("over", left === 0);
    if (left === 0 && rang !== el.dataset.ring) {
      if (rang !== "" || heard) shared.play?.("time");
      rang = el.dataset.ring;
    }
  }
  setInterval(ring, 200);

  // ---- fitting: what is long is set smaller, never cut
  function fit() {
    const stage = document.querySelector(".stage");
    if (!stage) return;
    // What is called keeps its size as long as the rest can give way.
    for (const call of [1, 0.8, 0.65, 0.5]) {
      stage.style.setProperty("--squeeze", call);
      for (let size = 100; size >= 40; size -= 2) {
        stage.style.setProperty("--fit", size / 100);
        if (stage.scrollHeight <= stage.clientHeight + 1 && stage.scrollWidth <= stage.clientWidth + 1) return;
      }
    }
  }
  new ResizeObserver(fit).observe(document.getElementById("board-stage"));
  document.fonts?.ready.then(fit);

  // ---- the size of the type, remembered by this device
  const typeKey = "biblechess-type", sizes = [0.8, 0.9, 1, 1.1, 1.2, 1.35];
  let size = Math.max(0, sizes.indexOf(Number(stored(typeKey) || 1)));
  function scale(step) {
    size = Math.min(sizes.length - 1, Math.max(0, size + step));
    root.style.setProperty("--type", sizes[size]);
    stored(typeKey, sizes[size]);
    fit();
  }
  scale(0);
  turn();

  // ---- keys; never while somebody types or presses a button
  const blank = document.querySelector("[data-blank]"), keys = document.querySelector("[data-keys]");
  const openKeys = (open) => {
    keys.hidden = !open;
    if (open) keys.querySelector("[data-keys-close]").focus();
  };
  const does = {
    f: () => (document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen?.()),
    b: () => (blank.hidden = !blank.hidden),
    r: () => {
      turned = (turned + 1) % 4;
      stored(turnKey, turned);
      turn();
    },
    m: () => shared.mute?.(),
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
    const known = does[event.key.toLowerCase()];
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
