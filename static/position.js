"use strict";
// Sets up a start position by hand and writes it into the FEN field beside it,
// which can as well be typed.
(() => {
  const names = (el) => el.getAttribute("aria-label");
  const ready = new WeakSet();
  let held = null; // what a finger drags: { root, from, ghost }

  const field = (root) => root.parentElement.querySelector("input[name=fen]");
  const cells = (root) => [...root.querySelectorAll("[data-place]")];
  const cell = (root, square) => root.querySelector(`[data-place="${square}"]`);
  const pen = (root) => root.querySelector("[data-piece][aria-pressed=true]");

  // ---- what stands on a square
  function put(root, square, letter) {
    const el = cell(root, square);
    const from = letter && root.querySelector(`[data-piece="${letter}"]`);
    el.dataset.holds = from ? letter : "";
    el.querySelector("[data-token]").replaceChildren(...(from ? [from.querySelector(".token").cloneNode(true)] : []));
    el.setAttribute("aria-label", square + ", " + (from ? names(from) : "empty"));
  }

  function read(root, fen) {
    const [board, turn, castling] = fen.trim().split(/\s+/);
    const rows = (board || "").split("/");
    if (rows.length !== 8) return;
    rows.forEach((row, i) => {
      const letters = [...row].flatMap((c) => (/[1-8]/.test(c) ? Array(Number(c)).fill("") : [c]));
      for (let file = 0; file < 8; file++) put(root, "abcdefgh"[file] + (8 - i), letters[file] || "");
    });
    for (const el of root.querySelectorAll("[data-turn]")) el.checked = el.value === (turn || "w");
    for (const el of root.querySelectorAll("[data-castle]")) el.checked = (castling || "").includes(el.value);
  }

  // A right to castle needs the King and that Rook at home.
  const homes = { K: ["e1", "h1", "K", "R"], Q: ["e1", "a1", "K", "R"], k: ["e8", "h8", "k", "r"], q: ["e8", "a8", "k", "r"] };
  function may(root, wing) {
    const [king, rook, k, r] = homes[wing];
    return cell(root, king).dataset.holds === k && cell(root, rook).dataset.holds === r;
  }

  function write(root) {
    const rows = [];
    for (let rank = 8; rank >= 1; rank--) {
      let row = "";
      for (const file of "abcdefgh") row += cell(root, file + rank).dataset.holds || "1";
      rows.push(row.replace(/1+/g, (gap) => gap.length));
    }
    let wings = "";
    for (const el of root.querySelectorAll("[data-castle]")) {
      el.disabled = !may(root, el.value);
      if (el.checked && !el.disabled) wings += el.value;
    }
    const turn = root.querySelector("[data-turn]:checked")?.value || "w";
    const fen = field(root);
    fen.value = rows.join("/") + " " + turn + " " + (wings || "-") + " - 0 1";
    fen.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function open() {
    for (const root of document.querySelectorAll("[data-placer]")) {
      if (ready.has(root)) continue;
      ready.add(root);
      read(root, field(root).value || root.dataset.start);
      for (const el of root.querySelectorAll("[data-castle]")) el.disabled = !may(root, el.value);
    }
  }

  function walk(root, from, to) {
    if (from === to) return;
    const letter = cell(root, from).dataset.holds;
    put(root, from, "");
    if (to) put(root, to, letter);
    write(root);
  }

  // ---- taps
  function tapped(root, square) {
    const chosen = pen(root), from = root.querySelector("[data-place][data-js=from]");
    from?.removeAttribute("data-js");
    if (chosen) {
      const letter = chosen.dataset.piece;
      put(root, square, cell(root, square).dataset.holds === letter ? "" : letter);
      write(root);
    } else if (from) {
      walk(root, from.dataset.place, square);
    } else if (cell(root, square).dataset.holds) {
      cell(root, square).dataset.js = "from";
    }
  }

  document.addEventListener("click", (event) => {
    const root = event.target.closest("[data-placer]");
    if (!root) return;
    const piece = event.target.closest("[data-piece]"), square = event.target.closest("[data-place]"), clear = event.target.closest("[data-clear-board]"), usual = event.target.closest("[data-usual]");
    if (piece) {
      const on = piece.getAttribute("aria-pressed") !== "true";
      for (const el of root.querySelectorAll("[data-piece]")) el.setAttribute("aria-pressed", on && el === piece);
    } else if (square) {
      tapped(root, square.dataset.place);
    } else if (clear) {
      for (const el of cells(root)) put(root, el.dataset.place, "");
      write(root);
    } else if (usual) {
      read(root, root.dataset.start);
      write(root);
    }
  });
  document.addEventListener("change", (event) => {
    const root = event.target.closest("[data-placer]");
    if (root) write(root);
  });
  document.addEventListener("input", (event) => {
    if (!event.isTrusted || event.target.name !== "fen") return;
    const root = event.target.form.parentElement.querySelector("[data-placer]");
    if (root && event.target.value.trim()) read(root, event.target.value);
  });

  // ---- dragging: a piece that is let go beside the board is taken off
  document.addEventListener("pointerdown", (event) => {
    const el = event.target.closest("[data-place]");
    if (!el?.dataset.holds || event.button !== 0 || pen(el.closest("[data-placer]"))) return;
    held = { root: el.closest("[data-placer]"), from: el.dataset.place, x: event.clientX, y: event.clientY, ghost: null };
  });
  document.addEventListener("pointermove", (event) => {
    if (!held) return;
    const dx = event.clientX - held.x, dy = event.clientY - held.y;
    if (!held.ghost && Math.hypot(dx, dy) < 8) return;
    held.ghost ||= cell(held.root, held.from).querySelector(".token");
    if (held.ghost) held.ghost.style.transform = `translate(${dx}px, ${dy}px)`;
  });
  document.addEventListener("pointerup", (event) => {
    const was = held;
    held = null;
    if (!was?.ghost) return;
    was.ghost.style.transform = "";
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-place]");
    walk(was.root, was.from, under && was.root.contains(under) ? under.dataset.place : "");
    // The click that ends a drag on one square is none; where the drag ended on
    // another, no click comes, so nothing may wait for it.
    const swallow = (click) => click.stopPropagation();
    addEventListener("click", swallow, true);
    setTimeout(() => removeEventListener("click", swallow, true));
  });
  document.addEventListener("pointercancel", () => {
    if (held?.ghost) held.ghost.style.transform = "";
    held = null;
  });

  // ---- by keyboard: the squares are one stop, arrows go from one to another
  document.addEventListener("keydown", (event) => {
    const el = event.target.closest?.("[data-place]"), step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -8, ArrowDown: 8 }[event.key];
    if (!el || !step) return;
    const all = cells(el.closest("[data-placer]")), next = all[all.indexOf(el) + step];
    event.preventDefault();
    if (!next) return;
    el.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  });

  document.addEventListener("regions-after", open);
  open();
})();
