"use strict";
// Beside the table of questions: filter, what is known of the chosen question, find
// and replace, history, and the two texts when two editors met.
(() => {
  const lib = window.biblechess.library, ed = window.biblechess.editor;
  if (!ed) return;
  const { root, element } = ed;
  const dialog = root.querySelector("[data-dialog]");
  const button = (words, act, cls) => {
    const b = element("button", cls || "", words);
    b.type = "button";
    b.addEventListener("click", act);
    return b;
  };
  const para = (words, cls) => {
    const p = element("p", cls || "", words);
    p.dir = "auto";
    return p;
  };
  const close = () => {
    dialog.close();
    ed.focus();
  };
  // open shows a dialog with a heading, what it is about, and buttons.
  function open(title, parts, actions) {
    dialog.replaceChildren();
    dialog.setAttribute("aria-label", title);
    const row = element("div", "row ed-actions");
    row.append(...actions);
    dialog.append(element("h2", "", title), ...parts, row);
    if (!dialog.open) dialog.showModal();
  }
  dialog.addEventListener("cancel", () => setTimeout(ed.focus));

  // ---- the bar
  const filter = root.querySelector("[data-filter]"), show = root.querySelector("[data-show]");
  filter.addEventListener("input", () => ed.setFilter(filter.value, show.value));
  show.addEventListener("change", () => ed.setFilter(filter.value, show.value));
  filter.addEventListener("keydown", (e) => {
    if (e.key === "Escape") {
      filter.value = "";
      ed.setFilter("", show.value);
    }
    if (e.key === "Enter" || e.key === "ArrowDown") {
      e.preventDefault();
      ed.focus();
    }
  });
  root.querySelector("[data-undo]").addEventListener("click", lib.goBack);
  root.querySelector("[data-redo]").addEventListener("click", lib.goOn);
  root.querySelector("[data-keys]").addEventListener("click", () => {
    const list = element("dl", "ed-keys");
    for (const [k, what] of [
      ["type", "replaces the cell"], ["Enter, F2", "opens the cell; Enter again saves it and goes down"], ["Tab, Shift+Tab", "next cell, the one before"],
      ["arrows, Page, Home, End", "move; with Shift more rows are chosen"], ["Esc", "leaves the cell as it was"], ["Shift+Enter", "a new line in the cell"],
      ["Alt+↑, Alt+↓", "moves the rows, over the edge of a bank too"], ["Ctrl+Delete", "removes the rows"], ["Ctrl+Z, Ctrl+Y", "takes back, makes again"],
      ["Ctrl+C, Ctrl+V", "copies and pastes, from spreadsheets too"], ["Ctrl+F, Ctrl+H", "filters, finds and replaces"], ["drag No.", "moves the rows"],
    ]) list.append(element("dt", "", k), element("dd", "", what));
    open("Keys", [list], [button("Close", close)]);
  });
  document.addEventListener("click", (e) => {
    const link = e.target.closest("[data-go]");
    if (!link || e.ctrlKey || e.metaKey || e.shiftKey) return;
    e.preventDefault();
    if (filter.value || show.value) {
      filter.value = show.value = "";
      ed.setFilter("", "");
    }
    const i = ed.items.findIndex((x) => x.t === "head" && x.place.key === link.dataset.go);
    if (i < 0) return;
    root.scrollIntoView({ block: "nearest" });
    ed.scroll.scrollTop = i * ed.H;
    ed.go(i + 1, 0);
    ed.scroll.scrollTop = i * ed.H;
    ed.focus();
  });

  // ---- the chosen question
  ed.about = (row) => {
    const d = ed.detail;
    d.hidden = !row;
    if (!row) return;
    const keep = d.contains(document.activeElement);
    const q = para(row.text.question, "ed-words"), facts = element("ul", "ed-facts");
    const fact = (words, cls) => {
      const li = element("li", cls || "", words);
      li.dir = "auto";
      facts.append(li);
      return li;
    };
    fact(lib.where(row) + " · revision " + row.revision + " · reads in " + lib.seconds(row.text.question) + " s" + (row.asked ? " · asked " + row.asked + " times, missed " + (row.missed || 0) : " · never asked"));
    fact(row.state === "approved" ? "✓ Approved." : row.state === "sent back" ? "↩ Sent back." : "○ Waits for the judges' approval.", "s-" + row.state.replace(" ", "-"));
    if (row.reason) fact("A judge says: " + row.reason, "warn");
    if (row.lost) fact("A change took its approval away (B34): the judges approve it anew.", "warn");
    for (const w of lib.warnings(row)) fact("⚠ " + w, "warn");
    const twin = lib.twinWords(row);
    if (twin) fact("⧉ " + twin + " ", "warn").append(button("Go to it", () => ed.goTo(lib.byID.get(row.twin.of)), "ed-small"));
    const move = element("select");
    move.setAttribute("aria-label", "Move to");
    move.append(new Option("Move to…", ""), ...lib.places.filter((p) => p.key !== row.place).map((p) => new Option(p.name, p.key)));
    move.addEventListener("change", () => {
      if (move.value) ed.moveTo(ed.chosenRows(), move.value, null);
      ed.focus();
    });
    const tools = element("div", "row ed-actions");
    if (!lib.locked) {
      tools.append(button("✎ Edit", () => { ed.focus(); ed.open(); }), button("↑", () => ed.shift(-1)), button("↓", () => ed.shift(1)));
      tools.children[1].setAttribute("aria-label", "Move up");
      tools.children[2].setAttribute("aria-label", "Move down");
      if (lib.places.length > 1) tools.append(move);
      tools.append(meant(row), button("Remove", () => { ed.remove(ed.chosenRows()); ed.focus(); }));
    }
    tools.append(button("History", () => history(row)));
    d.replaceChildren(q, facts, tools);
    if (keep) ed.focus();
  };
  // meant chooses the bank that a question on the shelf is meant for.
  function meant(row) {
    if (row.place !== "shelf") return "";
    const select = element("select");
    select.setAttribute("aria-label", "Meant for");
    select.append(new Option("For any bank", ""), ...lib.places.filter((p) => p.key !== "shelf").map((p) => new Option("For " + p.name, p.key)));
    select.value = row.piece || "";
    select.addEventListener("change", () => {
      const was = lib.spotOf(row);
      lib.make([{ op: "place", id: row.id, was, now: { ...was, piece: select.value } }], { label: "a change" });
    });
    return select;
  }

  // ---- history
  async function history(row) {
    let h = null;
    try {
      const answer = await fetch(lib.path + "/history?question=" + encodeURIComponent(lib.idOf(row.id)), { headers: { Accept: "application/json" }, credentials: "same-origin" });
      h = await answer.json();
    } catch {}
    if (!h?.revisions) return lib.say(h?.error || "The history can't be loaded now: try again when the page is live.", true);
    const list = element("ol", "ed-history");
    h.revisions.forEach((r, i) => {
      const li = element("li");
      li.append(element("h3", "", "Revision " + r.number + (i ? "" : ", the present one")), hand(r), shown(r.text));
      if (r.approvedBy) li.append(para("✓ Approved by " + r.approvedBy.join(", ") + ".", "s-approved"));
      if (r.passed) li.append(para("✓ Approved in an earlier match.", "s-approved"));
      for (const why of r.sentBack || []) li.append(para("↩ Sent back: " + why, "s-sent-back"));
      if (i && !lib.locked) li.append(button("Bring this text back", () => {
        close();
        const now = lib.cleanText(r.text);
        if (!lib.same(now, lib.cleanText(row.text))) lib.make([{ op: "revise", id: row.id, was: lib.copy(row.text), now }], { label: "an earlier text" });
      }));
      const beside = (h.asides || []).filter((a) => a.revision === r.number);
      list.append(...beside.map((a) => aside(row, a, h.asides.indexOf(a) === 0)), li);
    });
    const bank = element("details"), steps = element("ul", "ed-steps");
    bank.append(element("summary", "", "Order and changes of the list: " + h.list), steps);
    for (const s of h.steps || []) {
      const li = element("li");
      if (s.text) li.append(para("“" + s.text + "”"));
      li.append(para(s.words, "strong"), hand(s));
      steps.append(li);
    }
    open("History", [list, bank], [button("Close", close)]);
  }
  // hand is who made a change, and when.
  function hand(change) {
    const p = para(change.by ? change.by + ", " : "", "quiet"), time = element("time", "", new Date(change.at).toLocaleString([], { dateStyle: "medium", timeStyle: "short" }));
    time.dateTime = new Date(change.at).toISOString();
    p.append(time);
    return p;
  }
  // aside is where a question was kept for a time and its labels then.
  function aside(row, a, present) {
    const li = element("li", "ed-aside"), labels = lib.cleanLabels(a.labels);
    li.append(element("h3", "", "Kept in: " + a.place + (present ? ", the present one" : "")), hand(a));
    if (labels.tags.length || labels.notes) li.append(shown(labels));
    else li.append(para("No tags, no notes.", "quiet"));
    if (!present && !lib.locked && !lib.same(labels, lib.cleanLabels(row.labels))) li.append(button("Bring these tags and notes back", () => {
      close();
      lib.make([{ op: "label", id: row.id, was: lib.copy(row.labels), now: labels }], { label: "earlier tags and notes" });
    }));
    return li;
  }
  const names = { question: "Question", answer: "Answer", also: "Also right", reject: "Not right", ref: "Reference", hint: "Hint", say: "Say it as", tags: "Tags", notes: "Notes" };
  const words = (v) => (Array.isArray(v) ? v.join(" | ") : v || "");
  // shown is a text as a list of its fields; those that differ from another are marked.
  function shown(text, other) {
    const dl = element("dl", "ed-text");
    for (const f of Object.keys(names)) {
      if (!words(text[f]) && !words(other?.[f])) continue;
      const dd = element("dd", other && words(text[f]) !== words(other[f]) ? "differs" : "", words(text[f]) || "—");
      dd.dir = "auto";
      dl.append(element("dt", "", names[f]), dd);
    }
    return dl;
  }

  // ---- two editors met
  lib.clash = (plans, current) => {
    const met = plans.filter((p) => current.some((c) => c.question === p.w.question));
    if (plans.length > 1 || met.length !== 1 || !["revise", "label"].includes(met[0].c.op)) {
      return lib.say("Nothing was changed: somebody else has changed " + (current.length === 1 ? "one of these questions" : current.length + " of these questions") + " meanwhile. Look at them, then do it again.", true);
    }
    const { c } = met[0], theirs = current[0], label = c.op === "label";
    const now = label ? lib.cleanLabels(theirs.labels) : lib.cleanText(theirs.text);
    const pair = element("div", "ed-pair");
    for (const [title, text, other] of [["Theirs, as it stands now", now, c.now], ["Yours, not saved", c.now, now]]) {
      const one = element("section");
      one.append(element("h3", "", title), shown(text, other));
      pair.append(one);
    }
    const save = () => {
      close();
      lib.make([{ op: c.op, id: c.id, was: now, now: c.now }], { seen: theirs, label: "a change" });
    };
    open("Somebody else has changed this question meanwhile", [para("Nothing was overwritten. Look at both, then choose."), pair],
      [button("Keep theirs", close, "primary"), button("Save mine over it", save)]);
  };

  // ---- find and replace
  ed.replace = () => {
    const field = (label, el) => {
      const l = element("label", "field");
      l.append(element("span", "", label), el);
      return l;
    };
    const find = element("input"), into = element("input"), where = element("select"), exact = element("input");
    find.type = into.type = "text";
    find.dir = into.dir = "auto";
    exact.type = "checkbox";
    where.append(new Option("Every column", ""), ...ed.cols.map((c, i) => new Option(c.name, String(i))));
    const check = element("label", "ed-check");
    check.append(exact, " Capitals count");
    const count = para("Type what is to be found.", "strong"), preview = element("ul", "ed-preview");
    const all = button("Replace all", () => run(), "primary");
    let plan = [];
    function look() {
      plan = [];
      let n = 0;
      preview.replaceChildren();
      if (find.value) {
        const re = new RegExp(find.value.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), exact.checked ? "gu" : "giu");
        for (const row of ed.filtered()) {
          const values = [];
          ed.cols.forEach((c, i) => {
            if (where.value && Number(where.value) !== i) return;
            const was = c.get(row), hits = was.match(re);
            if (!hits) return;
            n += hits.length;
            values.push([i, was.replace(re, () => into.value)]);
            if (preview.children.length < 8) {
              const li = element("li"), del = element("del", "", was), ins = element("ins", "", values[values.length - 1][1]);
              del.dir = ins.dir = "auto";
              li.append(element("small", "", lib.where(row) + ", " + c.name), del, ins);
              preview.append(li);
            }
          });
          if (values.length) plan.push([row, values]);
        }
      }
      const approved = plan.filter(([r]) => r.state === "approved").length;
      count.textContent = find.value ? n + (n === 1 ? " place" : " places") + " in " + plan.length + (plan.length === 1 ? " question" : " questions") + (approved ? "; " + approved + " would lose their approval" : "") + "." : "Type what is to be found.";
      all.disabled = !plan.length || lib.locked !== "";
    }
    function run() {
      const changes = plan.flatMap(([row, values]) => ed.changeOf(row, values));
      close();
      if (!changes.length) return;
      lib.make(changes, { label: "replacing " + plan.length });
      lib.say("Replaced in " + plan.length + (plan.length === 1 ? " question." : " questions.") + " Ctrl+Z takes all of it back.");
    }
    for (const el of [find, into, where, exact]) el.addEventListener("input", look);
    open("Find and replace", [field("Find", find), field("Replace with", into), field("In", where), check, count, preview,
      para("Only the rows that the table shows now are looked through.", "quiet")], [all, button("Close", close)]);
    look();
    find.focus();
  };
  root.querySelector("[data-replace]").addEventListener("click", () => ed.replace());

  addEventListener("beforeunload", (e) => {
    if (ed.editing && ed.input.value) e.preventDefault();
  });
  Object.assign(ed, { dialog: open, close, button, para, dialogElement: dialog });
  lib.start();
})();
