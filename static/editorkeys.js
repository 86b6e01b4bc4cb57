"use strict";
// What keys, taps, pastes and drags do in the table of questions.
(() => {
  const lib = window.biblechess.library, ed = window.biblechess.editor;
  if (!ed) return;
  const { input, body, scroll, cols, H } = ed;
  const inPlace = (row) => lib.of(row.place);

  // shift moves the chosen rows one step up or down, over the edge of a bank too.
  function shift(step) {
    const rows = ed.chosenRows();
    if (!rows.length) return;
    const place = rows[0].place;
    if (rows.some((r) => r.place !== place)) return lib.say("Choose rows of one bank to move them.", true);
    const list = inPlace(rows[0]), first = list.indexOf(rows[0]), last = list.indexOf(rows[rows.length - 1]);
    if (step < 0 ? first > 0 : last < list.length - 1) {
      const jumper = step < 0 ? list[first - 1] : list[last + 1]; // goes to the other side of them
      const after = step < 0 ? list[last + 1] : rows[0];
      const was = lib.spotOf(jumper);
      lib.make([{ op: "place", id: jumper.id, was, now: { ...was, before: after ? after.id : "" } }], { label: "a move" });
    } else {
      const order = lib.places.map((p) => p.key), to = order[order.indexOf(place) + step];
      if (to) moveTo(rows, to, step > 0 ? lib.of(to)[0] : null);
    }
    ed.go(ed.items.findIndex((x) => x.row === rows[0]), ed.col);
    ed.focus();
  }
  // moveTo puts rows into a bank or onto the shelf, before a row or at the end.
  function moveTo(rows, place, before) {
    const moves = [];
    const chosen = new Set(rows);
    while (before && chosen.has(before)) before = lib.of(place)[lib.of(place).indexOf(before) + 1];
    for (const row of rows) {
      moves.push({ op: "place", id: row.id, was: lib.spotOf(row), now: { place, piece: row.piece || "", before: before ? before.id : "" } });
    }
    // Each was is where the row stood when the later ones had gone already, so that
    // taking the moves back in turn puts all of them right.
    for (let i = moves.length - 1; i >= 0; i--) {
      const list = lib.of(rows[i].place);
      let next = list[list.indexOf(rows[i]) + 1];
      const earlier = new Set(rows.slice(0, i));
      while (next && earlier.has(next)) next = list[list.indexOf(next) + 1];
      moves[i].was.before = next ? next.id : "";
    }
    return lib.make(moves, { label: rows.length === 1 ? "a move" : rows.length + " moves" });
  }
  function remove(rows) {
    if (!rows.length) return;
    const changes = rows.map((row) => ({ op: "remove", id: row.id, spot: lib.spotOf(row) }));
    lib.make(changes, { label: rows.length === 1 ? "a removal" : rows.length + " removals" });
    lib.say((rows.length === 1 ? "Removed." : rows.length + " removed.") + " Ctrl+Z brings " + (rows.length === 1 ? "it" : "them") + " back.");
  }

  input.addEventListener("keydown", (e) => {
    lib.touched = Date.now();
    if (e.isComposing) return;
    const key = e.key, ctrl = e.ctrlKey || e.metaKey, at = ed.at, col = ed.col;
    const done = () => e.preventDefault();
    if (ctrl && !e.altKey && !ed.editing) {
      const low = key.toLowerCase();
      if (low === "z") return done(), e.shiftKey ? lib.goOn() : lib.goBack();
      if (low === "y") return done(), lib.goOn();
      if (low === "h" || low === "f") return done(), low === "h" ? ed.replace() : ed.root.querySelector("[data-filter]").focus();
      if (key === "Home") return done(), ed.go(1, 0, e.shiftKey);
      if (key === "End") return done(), ed.go(ed.items.length - 1, 0, e.shiftKey);
      if (key === "Delete" || key === "Backspace") return done(), remove(ed.chosenRows());
    }
    if (e.altKey && (key === "ArrowUp" || key === "ArrowDown")) return done(), ed.commit(), shift(key === "ArrowUp" ? -1 : 1);
    if (ctrl || e.altKey) return;
    if (key === "Tab") {
      const next = col + (e.shiftKey ? -1 : 1);
      // At the ends of the table the focus goes on to the rest of the page.
      if (!ed.editing && ((e.shiftKey && at <= 1 && col === 0) || (!e.shiftKey && at === ed.items.length - 1 && col === cols.length - 1))) return;
      done();
      if (next >= 0 && next < cols.length) ed.go(at, next);
      else if (next < 0) ed.go(at - 1, cols.length - 1);
      else leaveRow(at);
      return;
    }
    if (key === "Enter") {
      if (e.shiftKey && ed.editing) return;
      done();
      if (ed.item()?.t === "new") {
        ed.commit();
        const d = ed.draft(ed.item().place.key);
        if (!ed.begun(d)) return ed.begin("");
        if (ed.addDraft(ed.item().place.key, true)) return ed.go(ed.at, 0), ed.focus();
        const lacks = lib.missing(lib.cleanText(d.text))[0];
        ed.go(ed.at, Math.max(0, cols.findIndex((c) => c.name.toLowerCase() === lacks)));
        return;
      }
      if (!ed.editing) return open();
      return ed.go(at + 1, col);
    }
    if (key === "Escape" && ed.editing) return done(), ed.stop(), ed.paint();
    if (key === "F2" && !ed.editing) return done(), open();
    if (ed.editing) return;
    const moves = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], PageUp: [-8, 0], PageDown: [8, 0] };
    if (moves[key]) return done(), ed.go(at + moves[key][0], col + moves[key][1], e.shiftKey);
    if (key === "Home" || key === "End") return done(), ed.go(at, key === "Home" ? 0 : cols.length - 1, e.shiftKey);
    if (key === "Delete" || key === "Backspace") {
      done();
      const row = ed.rowAt(at);
      if (row) lib.make(ed.changeOf(row, [[col, ""]]), { label: "a change" });
    }
  });
  function open() {
    const x = ed.item();
    ed.begin(cols[ed.col].get(x.t === "row" ? x.row : ed.draft(x.place.key)));
    input.setSelectionRange(input.value.length, input.value.length);
  }
  // leaveRow goes on to the next row; a new row that is complete is added first.
  function leaveRow(at) {
    ed.commit();
    if (ed.item().t === "new" && ed.addDraft(ed.item().place.key, true)) return ed.go(ed.at, 0), ed.focus();
    ed.go(at + 1, 0);
  }
  input.addEventListener("input", () => {
    if (ed.editing) return ed.grow();
    ed.begin();
  });
  input.addEventListener("blur", () => ed.commit());

  // ---- taps: one chooses, one more edits
  let drag = null;
  body.addEventListener("pointerdown", (e) => {
    const el = e.target.closest(".ed-row");
    if (e.target === input || !el || e.button) return;
    const i = indexOf(el);
    if (i < 0 || ed.items[i].t === "head") return;
    e.preventDefault();
    const cell = e.target.closest(".ed-c"), k = cell ? [...el.children].indexOf(cell) - 2 : 0;
    const again = i === ed.at && k === ed.col && !ed.editing;
    input.readOnly = e.pointerType === "touch" && !again;
    if (k === -2 && ed.items[i].t === "row" && !lib.locked) {
      const rows = ed.chosenRows();
      if (!rows.includes(ed.items[i].row)) ed.go(i, ed.col, e.shiftKey);
      drag = { id: e.pointerId, y: e.clientY, on: false, to: i };
      body.setPointerCapture(e.pointerId);
      ed.focus();
      return;
    }
    ed.go(i, Math.max(0, k), e.shiftKey);
    ed.focus();
    if (again) open();
  });
  const indexOf = (el) => Number(el.getAttribute("aria-rowindex")) - 2;
  body.addEventListener("dblclick", (e) => {
    if (e.target.closest(".ed-row") && !ed.editing) open();
  });
  const line = ed.element("div", "ed-drop");
  line.hidden = true;
  body.append(line);
  body.addEventListener("pointermove", (e) => {
    if (!drag || e.pointerId !== drag.id) return;
    if (!drag.on && Math.abs(e.clientY - drag.y) < 6) return;
    drag.on = true;
    const box = scroll.getBoundingClientRect();
    if (e.clientY < box.top + 60) scroll.scrollTop -= 18;
    if (e.clientY > box.bottom - 40) scroll.scrollTop += 18;
    drag.to = Math.max(1, Math.min(ed.items.length, Math.round((e.clientY - body.getBoundingClientRect().top) / H)));
    line.hidden = false;
    line.style.transform = `translateY(${drag.to * H - 2}px)`;
  });
  const drop = (e) => {
    if (!drag || e.pointerId !== drag.id) return;
    const d = drag;
    drag = null;
    line.hidden = true;
    if (!d.on || e.type === "pointercancel") return;
    const rows = ed.chosenRows(), over = ed.items[d.to], above = ed.items[d.to - 1];
    if (over?.t === "row" && above.t !== "row") moveTo(rows, over.row.place, over.row);
    else if (over?.t === "row") moveTo(rows, over.row.place, over.row);
    else moveTo(rows, above.t === "row" ? above.row.place : above.place.key, null);
  };
  body.addEventListener("pointerup", drop);
  body.addEventListener("pointercancel", drop);

  // ---- copy and paste
  const quoted = (s) => (/["\t\n]/.test(s) ? '"' + s.replaceAll('"', '""') + '"' : s);
  input.addEventListener("copy", (e) => {
    if (ed.editing) return;
    const rows = ed.chosenRows();
    if (!rows.length) return;
    e.preventDefault();
    const out = rows.length === 1 ? quoted(cols[ed.col].get(rows[0])) : rows.map((r) => cols.map((c) => quoted(c.get(r))).join("\t")).join("\n");
    e.clipboardData.setData("text/plain", out);
  });
  // table reads rows as spreadsheets copy them: tabs, and quotes around cells that
  // hold tabs, quotes or line ends.
  function table(s) {
    const rows = [];
    let row = [], i = 0;
    s = s.replace(/\r\n?/g, "\n").replace(/\n$/, "");
    for (;;) {
      let cell = "";
      if (s[i] === '"') {
        const close = /"(?:[^"]|"")*"(?=\t|\n|$)/y;
        close.lastIndex = i;
        const m = close.exec(s);
        if (m) {
          cell = m[0].slice(1, -1).replaceAll('""', '"');
          i = close.lastIndex;
        }
      }
      while (i < s.length && s[i] !== "\t" && s[i] !== "\n") cell += s[i++];
      row.push(cell);
      if (s[i] === "\t") {
        i++;
        continue;
      }
      rows.push(row);
      row = [];
      if (i >= s.length) return rows;
      i++;
    }
  }
  input.addEventListener("paste", (e) => {
    const pasted = e.clipboardData.getData("text/plain");
    if (ed.editing || !pasted) return;
    e.preventDefault();
    if (lib.locked) return lib.say(lib.locked, true);
    const rows = table(pasted), x = ed.item();
    if (!x || x.t === "head") return;
    if (rows.length === 1 && rows[0].length === 1) {
      ed.begin(rows[0][0]);
      return ed.commit();
    }
    // Names of columns in the first row say what is what: the preview knows them.
    const names = rows[0].map((c) => lib.fold(c.trim()));
    if (names.includes("question") && names.includes("answer")) return ed.bring({ text: pasted });
    pasteRows(rows, x);
  });
  function pasteRows(rows, x) {
    const place = x.t === "row" ? x.row.place : x.place.key, start = ed.col;
    const there = x.t === "row" ? lib.of(place).slice(lib.of(place).indexOf(x.row)) : [];
    const changes = [], bad = [];
    rows.forEach((cells, i) => {
      if (cells.every((c) => !c.trim())) return;
      const values = cells.slice(0, cols.length - start).map((v, k) => [start + k, v]);
      if (there[i]) return void changes.push(...ed.changeOf(there[i], values));
      const d = { text: lib.empty(), labels: { tags: [], notes: "" } };
      for (const [c, v] of values) cols[c].set(d.text, d.labels, v);
      const add = ed.addOf(d, place);
      if (lib.missing(add.text).length) bad.push(add);
      changes.push(add);
    });
    // Rows that lack something are mended in the preview, not lost.
    if (bad.length) return ed.bring({ rows: changes.filter((c) => c.op === "add"), place, rest: changes.filter((c) => c.op !== "add") });
    if (!changes.length) return;
    lib.make(changes, { label: rows.length + " pasted rows" });
    lib.say("Pasted " + rows.length + (rows.length === 1 ? " row." : " rows.") + " Ctrl+Z takes all of them back.");
  }

  Object.assign(ed, { moveTo, remove, shift, open });
})();
