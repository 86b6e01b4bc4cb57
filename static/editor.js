"use strict";
// The table of questions: only the rows in view are in the page, so that thousands
// cost no more than forty. One text area lies over the chosen cell and takes what
// is typed, pasted or composed.
(() => {
  const lib = window.biblechess.library;
  if (!lib) return;
  const root = document.querySelector("[data-editor]"), scroll = root.querySelector("[data-scroll]"), grid = root.querySelector("[data-grid]");
  const body = root.querySelector("[data-body]"), head = root.querySelector("[data-head]"), detail = root.querySelector("[data-detail]");
  const H = 52; // the height of a row, as in the style sheet

  const text = (f) => ({ get: (r) => r.text[f], set: (t, l, v) => (t[f] = v) });
  const list = (f) => ({ get: (r) => r.text[f].join(" | "), set: (t, l, v) => (t[f] = lib.split(v)) });
  const cols = [
    { key: "question", name: "Question", ...text("question") },
    { key: "answer", name: "Answer", ...text("answer") },
    { key: "ref", name: "Reference", ...text("ref") },
    { key: "also", name: "Also right", hint: "| between", ...list("also") },
    { key: "hint", name: "Hint", hint: "one word", ...text("hint") },
    { key: "reject", name: "Not right", hint: "| between", ...list("reject") },
    { key: "say", name: "Say it as", ...text("say") },
    { key: "tags", name: "Tags", hint: "| between", label: true, get: (r) => r.labels.tags.join(" | "), set: (t, l, v) => (l.tags = lib.split(v)) },
    { key: "notes", name: "Notes", label: true, get: (r) => r.labels.notes, set: (t, l, v) => (l.notes = v) },
  ];

  let items = [], at = 0, col = 0, anchor = 0, editing = null, filter = "", show = "";
  const drafts = {};
  const draft = (place) => (drafts[place] ||= { text: lib.empty(), labels: { tags: [], notes: "" } });
  const begun = (d) => d && cols.some((c) => c.get(d));
  const item = () => items[at];
  const rowAt = (i) => (items[i]?.t === "row" ? items[i].row : null);
  const element = (tag, cls, words) => {
    const el = document.createElement(tag);
    if (cls) el.className = cls;
    if (words !== undefined) el.textContent = words;
    return el;
  };

  // ---- what is shown
  const hay = (r) => (r.hay ||= lib.fold(cols.map((c) => c.get(r)).join("\n")));
  const shows = {
    waiting: (r) => r.state === "waiting", back: (r) => r.state === "sent back" || r.reason, approved: (r) => r.state === "approved",
    lost: (r) => r.lost, twin: (r) => r.twin, warn: (r) => lib.warnings(r).length > 0,
  };
  function rebuild() {
    const keep = item() && keyOf(item()), keepAnchor = items[anchor] && keyOf(items[anchor]);
    items = [];
    const wanted = lib.fold(filter.trim());
    const by = new Map(lib.places.map((p) => [p.key, []]));
    for (const r of lib.rows) by.get(r.place)?.push(r);
    for (const place of lib.places) {
      const all = by.get(place.key);
      const fit = all.filter((r) => (!wanted || hay(r).includes(wanted)) && (!show || shows[show](r)));
      if ((wanted || show) && !fit.length) continue;
      items.push({ t: "head", place, count: all.length, shown: fit.length });
      fit.forEach((row) => items.push({ t: "row", row, n: wanted || show ? all.indexOf(row) + 1 : 0 }));
      if (!wanted && !show) fit.forEach((_, i) => (items[items.length - fit.length + i].n = i + 1));
      if (!lib.locked && !wanted && !show) items.push({ t: "new", place });
    }
    const find = (key, or) => {
      const i = key ? items.findIndex((x) => keyOf(x) === key) : -1;
      return i >= 0 ? i : Math.max(0, Math.min(or, items.length - 1));
    };
    at = find(keep, at);
    if (item()?.t === "head" && items[at + 1]) at++;
    anchor = keepAnchor === keep ? at : find(keepAnchor, at);
    grid.setAttribute("aria-rowcount", items.length + 1);
    body.style.height = items.length * H + "px";
    paint();
  }
  const keyOf = (x) => (x.t === "row" ? "row " + x.row.id : x.t + " " + x.place.key);

  const marks = { approved: "✓", "sent back": "↩", waiting: "○" };
  const pool = new Map();
  function fill(el, x, i) {
    el.style.transform = `translateY(${i * H}px)`;
    el.setAttribute("aria-rowindex", i + 2);
    if (el.kind !== x.t) {
      el.kind = x.t;
      el.textContent = "";
      if (x.t === "head") {
        el.append(element("div", "ed-place"));
        el.firstChild.setAttribute("role", "gridcell");
      } else {
        for (const c of ["n", "state", ...cols.map((c) => c.key)]) {
          const cell = element("div", "ed-c ed-" + c);
          cell.setAttribute("role", c === "n" ? "rowheader" : "gridcell");
          if (c !== "n" && c !== "state") cell.dir = "auto";
          el.append(cell);
        }
      }
    }
    if (x.t === "head") {
      const due = x.place.size, least = x.place.key === "quiz-master";
      const words = x.place.name + "  " + x.count + (due ? " of " + (least ? "at least " : "") + due : "") + (x.shown < x.count ? ", " + x.shown + " shown" : "");
      set(el.firstChild, words);
      el.className = "ed-row ed-group" + (due && x.count < due ? " short" : due && !least && x.count > due ? " over" : due ? " full" : "");
      return;
    }
    const r = x.t === "row" ? x.row : draft(x.place.key);
    const selected = i >= Math.min(at, anchor) && i <= Math.max(at, anchor);
    el.className = "ed-row" + (x.t === "new" ? " ed-new" : " s-" + r.state.replace(" ", "-")) + (selected ? " chosen" : "");
    set(el.children[0], x.t === "row" ? String(x.n) : "+");
    let state = "";
    if (x.t === "row") {
      const warn = lib.warnings(r).length, twin = r.twin ? " ⧉" : "";
      state = marks[r.state] + " " + (r.lost ? "changed" : r.state) + (warn ? " ⚠" : "") + twin;
    } else if (begun(r)) state = "needs " + (lib.missing(lib.cleanText(r.text)).join(", ") || "Enter");
    set(el.children[1], state);
    cols.forEach((c, k) => {
      const cell = el.children[k + 2];
      set(cell, c.get(r) || (x.t === "new" && k === 0 && !begun(r) ? "New " + x.place.name + " question…" : ""));
      const active = i === at && k === col;
      cell.classList.toggle("active", active);
      if (active) cell.id = "ed-active";
      else if (cell.id) cell.removeAttribute("id");
    });
  }
  const set = (el, words) => {
    if (el.words !== words) {
      el.words = words;
      el.textContent = words;
    }
  };
  function paint() {
    const first = Math.max(0, Math.floor((scroll.scrollTop - head.offsetHeight) / H) - 4);
    const last = Math.min(items.length, first + Math.ceil(scroll.clientHeight / H) + 9);
    const free = [];
    for (const [i, el] of pool) {
      if (i < first || i >= last) {
        pool.delete(i);
        free.push(el);
      }
    }
    for (let i = first; i < last; i++) {
      let el = pool.get(i);
      if (!el) {
        el = free.pop() || element("div", "ed-row");
        if (!el.isConnected) {
          el.setAttribute("role", "row");
          body.append(el);
        }
        pool.set(i, el);
      }
      fill(el, items[i], i);
    }
    free.forEach((el) => el.remove());
    placeInput();
    root.querySelector("[data-undo]").disabled = !lib.undo.length;
    root.querySelector("[data-redo]").disabled = !lib.redo.length;
  }
  let due = false;
  const soon = () => {
    if (due) return;
    due = true;
    requestAnimationFrame(() => {
      due = false;
      paint();
    });
  };
  scroll.addEventListener("scroll", soon, { passive: true });
  new ResizeObserver(soon).observe(scroll);

  // ---- the chosen cell
  const input = element("textarea", "ed-input");
  input.spellcheck = false;
  input.rows = 1;
  input.dir = "auto";
  input.setAttribute("aria-label", "Cell");
  body.append(input);
  function placeInput() {
    const el = pool.get(at), cell = el && el.children[col + 2];
    input.hidden = !items.length;
    if (!cell) return;
    input.style.transform = `translate(${cell.offsetLeft}px, ${at * H}px)`;
    input.style.width = (editing ? Math.max(cell.offsetWidth, Math.min(352, scroll.clientWidth - 16)) : cell.offsetWidth) + "px";
    if (!editing) input.style.height = H + "px";
    input.setAttribute("aria-label", cols[col].name + ", " + (item().t === "row" ? lib.where(item().row) : item().t) + ": " + (cell.words || "empty"));
  }
  function grow() {
    input.style.height = "auto";
    input.style.height = Math.max(H, Math.min(input.scrollHeight + 4, 280)) + "px";
  }
  function reveal() {
    const top = at * H, low = scroll.scrollTop, high = low + scroll.clientHeight - head.offsetHeight - H;
    if (top < low) scroll.scrollTop = top - (items[at - 1]?.t === "head" ? H : 0);
    else if (top > high) scroll.scrollTop = top - (scroll.clientHeight - head.offsetHeight - H) + 8;
    paint();
    const cell = pool.get(at)?.children[col + 2], n = pool.get(at)?.children[0];
    if (!cell) return;
    const left = cell.offsetLeft - (n?.offsetWidth || 0), right = cell.offsetLeft + cell.offsetWidth;
    if (left < scroll.scrollLeft) scroll.scrollLeft = left;
    else if (right > scroll.scrollLeft + scroll.clientWidth) scroll.scrollLeft = right - scroll.clientWidth;
  }
  // go chooses a cell. A new row that is complete is added when it is left.
  function go(i, c, extend) {
    commit();
    const was = item();
    i = Math.max(0, Math.min(i, items.length - 1));
    if (items[i]?.t === "head") i += i < at && i > 0 ? -1 : 1;
    if (!items[i] || items[i].t === "head") return;
    const to = items[i];
    if (was?.t === "new" && to !== was) addDraft(was.place.key, false);
    at = Math.max(0, items.indexOf(to));
    col = Math.max(0, Math.min(c, cols.length - 1));
    if (!extend) anchor = at;
    reveal();
    about();
  }
  const focus = () => input.focus({ preventScroll: true });

  function begin(value) {
    const x = item();
    if (!x || x.t === "head") return;
    if (lib.locked) return lib.say(lib.locked, true);
    const r = x.t === "row" ? x.row : draft(x.place.key);
    editing = { key: keyOf(x), id: x.row?.id, col, revision: r.revision, labelled: r.labelled };
    input.readOnly = false;
    input.classList.add("on");
    if (value !== undefined) input.value = value;
    paint();
    grow();
  }
  function stop() {
    editing = null;
    input.value = "";
    input.classList.remove("on");
  }
  function commit() {
    if (!editing) return;
    const { id, col: c, key, revision, labelled } = editing, value = input.value;
    stop();
    if (!id) {
      const d = draft(key.slice(4));
      cols[c].set(d.text, d.labels, value);
      keepDrafts();
    } else {
      const row = lib.byID.get(lib.idOf(id));
      if (row) {
        const change = changeOf(row, [[c, value]]);
        if (change.length) lib.make(change, { seen: { revision, labelled }, label: "a change" });
      }
    }
    soon();
    lib.later();
  }
  // changeOf is what values in some columns change about a row.
  function changeOf(row, values) {
    const t = lib.copy(row.text), l = lib.copy(row.labels);
    for (const [c, v] of values) cols[c].set(t, l, v);
    const now = lib.cleanText(t), labels = lib.cleanLabels(l), out = [];
    if (!lib.same(now, lib.cleanText(row.text))) {
      const lacks = lib.missing(now);
      if (lacks.length) lib.say("Not changed: a question can't be without its " + lacks.join(" and ") + ".", true);
      else out.push({ op: "revise", id: row.id, was: lib.copy(row.text), now });
    }
    if (!lib.same(labels, row.labels)) out.push({ op: "label", id: row.id, was: lib.copy(row.labels), now: labels });
    return out;
  }
  const addOf = (d, place) => ({
    op: "add", id: lib.newID(), text: lib.cleanText(d.text), labels: lib.cleanLabels(d.labels), earlier: d.earlier,
    spot: { place, piece: place === "shelf" ? d.piece || "" : place, before: "" },
  });
  // addDraft adds what was typed into a new row, when it is complete.
  function addDraft(place, tell) {
    const d = drafts[place];
    if (!begun(d)) return false;
    const lacks = lib.missing(lib.cleanText(d.text));
    if (lacks.length) {
      if (tell) lib.say("Still needed: " + lacks.join(", ") + ".", true);
      return false;
    }
    if (/\s/.test(d.text.hint.trim())) {
      if (tell) lib.say("The hint must be one word.", true);
      return false;
    }
    delete drafts[place];
    keepDrafts();
    lib.make([addOf(d, place)], { label: "a new question" });
    return true;
  }
  const store = "questions" + lib.path;
  function keepDrafts() {
    try {
      sessionStorage.setItem(store, JSON.stringify(drafts));
    } catch {}
  }
  try {
    Object.assign(drafts, JSON.parse(sessionStorage.getItem(store) || "{}"));
  } catch {}

  let aboutDue = 0;
  function about() {
    clearTimeout(aboutDue);
    aboutDue = setTimeout(() => ed.about(rowAt(at)), 60);
  }
  const chosenRows = () => items.slice(Math.min(at, anchor), Math.max(at, anchor) + 1).filter((x) => x.t === "row").map((x) => x.row);

  let saying = 0;
  lib.say = (words, bad) => {
    const p = root.querySelector("[data-say]");
    clearTimeout(saying);
    p.textContent = words;
    p.classList.toggle("bad", !!bad);
    saying = setTimeout(() => p.textContent === words && (p.textContent = ""), bad ? 12000 : 6000);
  };
  lib.hold = () => !!editing;
  lib.changed = () => {
    rebuild();
    about();
    ed.changed();
  };

  head.append(...[["n", "#"], ["state", "Approval"], ...cols.map((c) => [c.key, c.name, c.hint])].map(([key, name, hint]) => {
    const cell = element("div", "ed-c ed-" + key, name);
    cell.setAttribute("role", "columnheader");
    if (hint) cell.append(" ", element("small", "", hint));
    return cell;
  }));
  grid.setAttribute("aria-colcount", cols.length + 2);

  const ed = {
    root, scroll, body, input, detail, cols, H, element, rebuild, paint, soon, go, begin, commit, stop, focus, grow, changeOf, addOf, addDraft, draft, begun,
    rowAt, chosenRows, keepDrafts, about: () => {}, changed: () => {},
    get items() { return items; }, get at() { return at; }, get col() { return col; }, get editing() { return editing; }, get anchor() { return anchor; },
    item, filtered: () => items.filter((x) => x.t === "row").map((x) => x.row),
    setFilter: (f, s) => {
      commit();
      filter = f;
      show = s;
      scroll.scrollTop = 0;
      rebuild();
      about();
    },
    goTo: (row) => {
      if (!items.some((x) => x.row === row)) {
        root.querySelector("[data-filter]").value = root.querySelector("[data-show]").value = "";
        ed.setFilter("", "");
      }
      go(items.findIndex((x) => x.row === row), col);
      focus();
    },
  };
  window.biblechess.editor = ed;
})();
