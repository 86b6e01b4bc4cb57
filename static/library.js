"use strict";
// The questions of an editor's seat: rows as the server has them, changes made here
// at once and sent in order, undo and redo by sending the opposite.
(() => {
  const section = document.getElementById("q-table");
  if (!section) return;
  const path = section.dataset.path;
  const fold = (s) => s.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  const newOnce = () => [...crypto.getRandomValues(new Uint8Array(12))].map((b) => b.toString(16).padStart(2, "0")).join("");
  const copy = (o) => JSON.parse(JSON.stringify(o));
  const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

  const lib = {
    path, fold, copy, same, rows: [], places: [], locked: "", touched: 0, version: "", ready: false,
    byID: new Map(), undo: [], redo: [], hold: () => false, say: () => {}, changed: () => {}, clash: () => {}, drafts: () => false,
  };
  const gone = new Map(); // removed rows, so that they can come back
  const real = new Map(); // ids that the server gave to rows made here
  let sending = 0, asked = "", fresh = 0, waking = 0;

  // ---- texts
  const fields = ["question", "answer", "also", "reject", "ref", "hint", "say"];
  const empty = () => ({ question: "", answer: "", also: [], reject: [], ref: "", hint: "", say: "" });
  const clean = (s) => s.replace(/\r\n?|\u0085|\u2028|\u2029/g, "\n").trim();
  const cleanList = (list, not) => [...new Set(list.map(clean).filter((s) => s && s !== not))];
  lib.cleanText = (t) => {
    const c = { ...empty(), ...t };
    for (const f of ["question", "answer", "ref", "hint", "say"]) c[f] = clean(c[f] || "");
    c.also = cleanList(c.also || [], c.answer);
    c.reject = cleanList(c.reject || [], "");
    return c;
  };
  const cleanLabels = (l) => ({ tags: cleanList(l?.tags || [], "").map((s) => s.replace(/\s+/g, " ")), notes: clean(l?.notes || "") });
  lib.cleanLabels = cleanLabels;
  lib.empty = empty;
  lib.fields = fields;
  // What stands between | in a cell of several answers.
  lib.split = (s) => s.split("|").map(clean).filter(Boolean);
  lib.missing = (t) => [["question", "question"], ["answer", "answer"], ["ref", "reference"]].filter(([f]) => !t[f]).map(([, name]) => name);

  const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u, wordly = /[\p{L}\p{N}]/u;
  lib.seconds = (text) => {
    let words = 0;
    for (const field of text.split(/\s+/)) {
      if (!field) continue;
      let pairs = 0, other = false;
      for (const r of field) {
        if (unspaced.test(r)) pairs++;
        else if (wordly.test(r)) other = true;
      }
      words += (other || !pairs ? 1 : 0) + pairs / 2;
    }
    return Math.ceil((words * 60) / 150);
  };
  // What an editor should look at before a judge has to.
  lib.warnings = (row) => {
    const list = [], t = row.text, n = [...t.question].length;
    const bishop = row.place === "bishop" || (row.place === "shelf" && row.piece === "bishop");
    if (bishop && lib.seconds(t.question) < 8) list.push("Reads in " + lib.seconds(t.question) + " s: a Bishop's question should take 8 s or more.");
    if (n > 600) list.push("Long: " + n + " characters; more than 600 are hard to read aloud and to show.");
    if ([...t.answer].length > 120) list.push("The answer has " + [...t.answer].length + " characters: a shorter one is easier to judge.");
    if (/\s/.test(t.hint)) list.push("The hint must be one word.");
    if (bishop && !t.hint) list.push("No hint yet: one word that tells the Bishop which question is due.");
    return list;
  };
  const hows = { same: "Likely a duplicate", close: "Close to another question", answer: "The same question with another answer" };
  lib.twinWords = (row) => {
    const of = row.twin && lib.byID.get(row.twin.of);
    return of ? hows[row.twin.how] + ": " + lib.where(of) + "." : "";
  };
  lib.placeName = (key) => lib.places.find((p) => p.key === key)?.name || key;
  lib.of = (place) => lib.rows.filter((r) => r.place === place);
  lib.where = (row) => lib.placeName(row.place) + " " + (lib.of(row.place).indexOf(row) + 1);

  // ---- rows from the server
  function take(l) {
    lib.rows = (l.rows || []).map((r) => ({ ...r, text: { ...empty(), ...r.text }, labels: cleanLabels(r.labels) }));
    lib.places = l.places;
    lib.locked = l.locked;
    lib.version = l.version;
    lib.ready = true;
    reindex();
    lib.changed();
  }
  function reindex() {
    lib.byID = new Map(lib.rows.map((r) => [r.id, r]));
  }
  lib.refresh = async () => {
    if (sending || lib.hold()) return void (asked = "later");
    // Nothing is loaded between two keys: whoever types is not to wait for it.
    const rest = 400 - (Date.now() - lib.touched);
    if (rest > 0) {
      asked = "later";
      clearTimeout(waking);
      waking = setTimeout(lib.later, rest);
      return;
    }
    asked = "";
    const mine = ++fresh;
    try {
      const answer = await fetch(path + "/rows", { headers: { Accept: "application/json" }, credentials: "same-origin" });
      if (!answer.ok) return;
      const l = await answer.json();
      if (mine !== fresh) return;
      if (sending || lib.hold()) return void (asked = "later");
      take(l);
    } catch {
      asked = "later";
      setTimeout(lib.later, 1000);
    }
  };
  lib.later = () => asked && lib.refresh();
  document.addEventListener("regions-after", () => {
    const now = document.getElementById("q-state")?.dataset.version;
    if (now && now !== lib.version) lib.refresh();
  });

  // ---- changes: each is { op, id, … } with what was and what becomes
  const opposite = {
    add: (c) => ({ ...c, op: "remove" }), remove: (c) => ({ ...c, op: "restore" }), restore: (c) => ({ ...c, op: "remove" }),
    revise: (c) => ({ ...c, was: c.now, now: c.was }), label: (c) => ({ ...c, was: c.now, now: c.was }), place: (c) => ({ ...c, was: c.now, now: c.was }),
  };
  const idOf = (id) => real.get(id) || id;
  const spotOf = (row) => {
    const list = lib.of(row.place), next = list[list.indexOf(row) + 1];
    return { place: row.place, piece: row.piece || "", before: next ? next.id : "" };
  };
  lib.spotOf = spotOf;

  function put(row, spot) {
    row.place = spot.place;
    row.piece = spot.place === "shelf" ? spot.piece || "" : spot.place;
    let at = spot.before ? lib.rows.findIndex((r) => r.id === idOf(spot.before)) : -1;
    if (at < 0) {
      const order = lib.places.map((p) => p.key), mine = order.indexOf(spot.place);
      at = lib.rows.findIndex((r) => order.indexOf(r.place) > mine);
      if (at < 0) at = lib.rows.length;
    }
    lib.rows.splice(at, 0, row);
  }
  function apply(c) {
    const row = lib.byID.get(idOf(c.id)) || gone.get(idOf(c.id));
    if (c.op === "add") {
      const one = { id: c.id, revision: 1, labelled: 0, text: copy(c.text), labels: copy(c.labels), state: "waiting" };
      put(one, c.spot);
      lib.byID.set(one.id, one);
      return;
    }
    if (!row) return;
    if (c.op === "remove" || c.op === "place") lib.rows.splice(lib.rows.indexOf(row), 1);
    if (c.op === "remove") {
      lib.byID.delete(row.id);
      gone.set(row.id, row);
    } else if (c.op === "place") put(row, c.now);
    else if (c.op === "restore") {
      gone.delete(row.id);
      put(row, c.spot);
      lib.byID.set(row.id, row);
    } else if (c.op === "revise") {
      if (row.state === "approved") row.lost = true;
      row.text = copy(c.now);
      row.revision++;
      row.state = "waiting";
      row.reason = "";
      row.twin = null;
      row.hay = null;
    } else if (c.op === "label") {
      row.labels = copy(c.now);
      row.labelled++;
      row.hay = null;
    }
  }
  // wire is a change as the server takes it; numbers are those before it is applied.
  function wire(c, seen) {
    const row = lib.byID.get(idOf(c.id)) || gone.get(idOf(c.id)) || {};
    const spot = c.op === "place" ? c.now : c.spot;
    const w = { op: c.op, question: idOf(c.id), revision: seen?.revision ?? row.revision, labelled: seen?.labelled ?? row.labelled };
    if (spot && c.op !== "remove") Object.assign(w, { place: spot.place, piece: spot.place === "shelf" ? spot.piece || "" : spot.place, before: idOf(spot.before || "") });
    if (c.op === "add") Object.assign(w, { question: "", text: c.text, labels: c.labels, earlier: c.earlier, earlierLabels: c.earlierLabels });
    if (c.op === "revise") w.text = c.now;
    if (c.op === "label") w.labels = c.now;
    return w;
  }

  let queue = Promise.resolve();
  // make makes changes here at once and sends them as one. seen are the numbers of
  // the text that the person saw, where that is not the row's present one.
  lib.make = (changes, { seen, undone, label } = {}) => {
    if (!changes.length) return Promise.resolve(true);
    if (lib.locked) {
      lib.say(lib.locked, true);
      return Promise.resolve(false);
    }
    if (document.body.dataset.state !== "live") {
      lib.say("Not saved: this page is not live. Try again when it is.", true);
      return Promise.resolve(false);
    }
    const lost = changes.filter((c) => c.op === "revise" && lib.byID.get(idOf(c.id))?.state === "approved").length;
    const plans = [];
    for (const c of changes) {
      plans.push({ c, w: wire(c, seen) });
      apply(c);
    }
    const step = { changes, label: label || "" };
    if (undone === "undo") lib.redo.push(step);
    else lib.undo.push(step);
    if (!undone) lib.redo.length = 0;
    sending++;
    lib.changed();
    if (lost) lib.say(lost === 1 ? "Saved. This took the question's approval away: the judges approve it anew." : "Saved. This took the approval of " + lost + " questions away.");
    queue = queue.then(() => send(plans, step));
    return queue;
  };
  async function send(plans, step) {
    // Rows made here may have got their ids meanwhile.
    for (const p of plans) {
      p.w.question = p.w.question && idOf(p.w.question);
      p.w.before = p.w.before && idOf(p.w.before);
    }
    const body = new FormData();
    body.set("edits", JSON.stringify(plans.map((p) => p.w)));
    body.set("once", newOnce());
    let answer = null;
    try {
      const response = await fetch(path + "/edit", { method: "POST", body, headers: { Accept: "application/json" }, credentials: "same-origin" });
      answer = await response.json();
    } catch {
      answer = answer || { error: "Not saved: no connection. Make the change again when the page is live." };
    }
    sending--;
    if (answer.error) {
      for (const list of [lib.undo, lib.redo]) if (list.includes(step)) list.splice(list.indexOf(step), 1);
      if (answer.current) lib.clash(plans, answer.current);
      else lib.say(answer.error, true);
      asked = "later";
      lib.later();
      return answer;
    }
    let n = 0;
    for (const p of plans) {
      if (p.c.op !== "add") continue;
      const id = "q" + answer.seq + "-" + ++n, row = lib.byID.get(p.c.id);
      real.set(p.c.id, id);
      if (!row) continue;
      lib.byID.delete(p.c.id);
      row.id = id;
      lib.byID.set(id, row);
    }
    if (n) lib.changed();
    lib.later();
    return true;
  }
  lib.idOf = idOf;
  lib.newID = (() => {
    let n = 0;
    return () => "new-" + ++n;
  })();
  function back(from, how) {
    const step = from.pop();
    if (!step) return;
    const turned = [...step.changes].reverse().map((c) => opposite[c.op](c));
    // A list has its opposite only if all of its questions are still there.
    const there = turned.every((c) => (c.op === "restore" ? gone.has(idOf(c.id)) : lib.byID.has(idOf(c.id))));
    if (!there) return lib.say("This can't be taken back any more: somebody else has removed the question.", true);
    lib.make(turned, { undone: how, label: step.label });
    lib.say((how === "undo" ? "Taken back" : "Made again") + (step.label ? ": " + step.label : "") + ".");
  }
  lib.goBack = () => back(lib.undo, "undo");
  lib.goOn = () => back(lib.redo, "redo");

  window.biblechess.library = lib;
  lib.start = () => lib.refresh();
})();
