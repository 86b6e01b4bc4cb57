"use strict";
// Bringing questions from files or a paste: what was understood is shown row by
// row, mended in place, and taken as one change that one undo takes back.
(() => {
  const lib = window.biblechess.library, ed = window.biblechess.editor;
  if (!ed) return;
  const { element, button, para } = ed;
  const limit = 200; // rows that are shown at once
  const uses = {
    "": "(nothing)", question: "Question", answer: "Answer", also_accept: "Also right", do_not_accept: "Not right", reference: "Reference", hint: "Hint",
    say_as: "Say it as", piece: "Piece", team: "Team", number: "Number", choices: "All choices", choice: "A choice", right: "Right choice", category: "Topic",
    tags: "Tags", notes: "Notes", type: "Type", title: "Title",
  };
  const twins = { same: "is there already", close: "is close to one that is there", answer: "is there with another answer" };
  let sent = null; // what was read: { files, text }

  // The columns of a table are remembered by their headings.
  const memory = "question-columns";
  const remembered = () => {
    try {
      return JSON.parse(localStorage.getItem(memory) || "{}");
    } catch {
      return {};
    }
  };
  const headings = (file) => file.columns.map((c) => c.heading).join("\t");
  function remember(file, columns) {
    try {
      localStorage.setItem(memory, JSON.stringify({ ...remembered(), [headings(file)]: columns }));
    } catch {}
  }

  function ask() {
    const files = element("input"), paste = element("textarea"), choices = element("input"), check = element("label", "ed-check");
    files.type = "file";
    files.multiple = true;
    files.accept = ".csv,.tsv,.txt,.xlsx,.json,.gift,.xml,.apkg,.md,.tab";
    paste.rows = 5;
    const pasted = element("label", "field", "Or paste rows or text here");
    pasted.append(paste);
    files.setAttribute("aria-label", "Files");
    choices.type = "checkbox";
    check.append(choices, " Keep the choices of multiple-choice questions in the question");
    const words = para("", "error");
    const look = () => preview({ files: [...files.files], text: paste.value, choices: choices.checked }, words);
    files.addEventListener("change", look);
    ed.dialog("Bring questions", [
      para("Spreadsheets (CSV, Excel), Kahoot, Moodle GIFT and XML, Aiken, Anki, Quizlet, Open Trivia, our own JSON, or plain text with Q: and A:. Drop files anywhere on this page. Nothing changes until you confirm.", "quiet"),
      files, check, pasted, words,
    ], [button("Look at them", look, "primary"), button("Close", ed.close)]);
  }

  // preview has the server read everything, and shows what was understood.
  async function preview(what, words) {
    const say = (s) => (words ? (words.textContent = s) : lib.say(s, true));
    if (!what.files?.length && !what.text?.trim()) return say("Choose a file, or paste some questions first.");
    const size = (what.files || []).reduce((n, f) => n + f.size, 0);
    if (size > 6e6) return say("Too large: together these are " + Math.ceil(size / 1e6) + " MB, and 6 MB can be read at a time. Split the file, or bring fewer.");
    say("Reading…");
    const body = new FormData();
    for (const f of what.files || []) body.append("file", f, f.name);
    if (what.text) body.set("text", what.text);
    if (what.choices) body.set("choices", "1");
    if (what.columns) body.set("columns", what.columns.join(","));
    if (what.header) body.set("header", what.header);
    let answer = null;
    try {
      const response = await fetch(lib.path + "/preview", { method: "POST", body, headers: { Accept: "application/json" }, credentials: "same-origin" });
      answer = await response.json();
    } catch {}
    if (!answer) return say("Not read: no connection. Try again when the page is live.");
    if (answer.error) return say(answer.error);
    sent = what;
    // A table that was mapped before is read in the same way again.
    const one = answer.files.length === 1 && answer.files[0];
    const known = one && one.columns && !what.columns && remembered()[headings(one)];
    if (known && known.join() !== one.columns.map((c) => c.holds).join()) return preview({ ...what, columns: known, header: one.columns.some((c) => c.heading) ? "yes" : "no" }, words);
    say("");
    show(answer.files);
  }

  const rowOf = (r, file) => ({ ...r, text: { ...lib.empty(), ...r.text, also: r.text.also || [], reject: r.text.reject || [] }, labels: lib.cleanLabels(r.labels), file, take: !(r.twin === "same" || r.other) });

  function show(files, rest) {
    const rows = files.flatMap((f) => f.rows.map((r) => rowOf(r, f)));
    const parts = [], table = element("div", "ed-import"), total = para("", "strong");
    const only = element("select");
    only.setAttribute("aria-label", "Rows shown");
    only.append(new Option("All rows", ""), new Option("Only rows that need something", "bad"), new Option("Doubtful rows and duplicates", "doubt"));
    for (const f of files) {
      const bad = f.rows.filter((r) => r.problem).length;
      const line = para((f.name || "Pasted") + ": " + (f.error || f.format + (f.encoding ? ", " + f.encoding : "") + ", " + f.rows.length + " rows" + (bad ? ", " + bad + " of them need something" : "")), f.error ? "error" : "quiet");
      parts.push(line, ...(f.warnings || []).map((w) => para("⚠ " + w, "warn")));
      if (f.columns && files.length === 1 && !f.error) parts.push(mapping(f));
    }
    const taken = () => rows.filter((r) => r.take);
    const confirm = button("", () => take(taken(), rest), "primary");
    let from = 0;
    const count = () => {
      const n = taken().length, bad = taken().filter((r) => problem(r)).length;
      total.textContent = n + " of " + rows.length + " rows will be taken" + (bad ? "; " + bad + (bad === 1 ? " needs" : " need") + " something first: mend them here, or untick them." : ".");
      confirm.textContent = n === 1 ? "Take 1 question" : "Take " + n + " questions";
      confirm.disabled = !n || bad > 0;
    };
    function draw() {
      const fit = rows.filter((r) => (only.value === "bad" ? r.problem || problem(r) : only.value === "doubt" ? r.twin || r.doubts : true));
      table.replaceChildren();
      for (const r of fit.slice(from, from + limit)) table.append(line(r, count));
      if (fit.length > limit) {
        const pages = element("p", "row");
        if (from) pages.append(button("Earlier rows", () => { from -= limit; draw(); }));
        if (from + limit < fit.length) pages.append(button("Further rows", () => { from += limit; draw(); }));
        table.append(pages);
      }
    }
    // What most rows of a file lack is given to all of them at once.
    const bulk = element("div", "row ed-bulk"), ref = element("input"), to = element("select");
    ref.type = "text";
    ref.dir = "auto";
    const labelled = (words, el) => {
      const label = element("label", "field grow");
      label.append(element("span", "", words), el);
      return label;
    };
    to.append(new Option("as in the file", ""), ...lib.places.map((p) => new Option(p.name, p.key)));
    to.addEventListener("change", () => {
      if (to.value) for (const r of taken()) r.place = to.value;
      draw();
    });
    const lacking = rows.filter((r) => !r.text.ref.trim()).length;
    if (lacking > 1) bulk.append(labelled("Reference for the " + lacking + " rows without one", ref), button("Fill it in", () => {
      for (const r of rows) if (!r.text.ref.trim()) r.text.ref = ref.value;
      draw();
      count();
    }));
    if (lib.places.length > 1 && rows.length > 1) bulk.append(labelled("All ticked rows go to", to));
    only.addEventListener("change", () => {
      from = 0;
      draw();
    });
    if (rows.some((r) => problem(r))) only.value = "bad";
    draw();
    count();
    ed.dialog("What was understood", [...parts, total, bulk, only, table], [confirm, button("Back", ask), button("Close", ed.close)]);
  }

  // problem says what keeps a row from being taken.
  function problem(r) {
    const lacks = lib.missing(lib.cleanText(r.text));
    if (lacks.length) return "Needs: " + lacks.join(", ") + ".";
    if (/\s/.test(r.text.hint.trim())) return "The hint must be one word.";
    return r.problem && !r.mended ? r.problem : "";
  }

  // line is one row of the preview: what was read, where it goes, and a field for
  // everything that can be mended.
  function line(r, count) {
    const el = element("article", "ed-in"), tick = element("input"), head = element("label", "ed-check"), words = para("", "error");
    tick.type = "checkbox";
    tick.checked = r.take;
    tick.addEventListener("change", () => {
      r.take = tick.checked;
      count();
    });
    const unit = { row: "Row", line: "Line", question: "Question" }[r.file?.unit] || "Row";
    head.append(tick, " " + unit + " " + r.line + (r.sheet ? " of " + r.sheet : "") + (r.team ? " · " + r.team : ""));
    const place = element("select");
    place.setAttribute("aria-label", "Goes to");
    place.append(...lib.places.map((p) => new Option(p.name, p.key)));
    place.value = r.place;
    place.addEventListener("change", () => (r.place = place.value));
    const refresh = () => {
      const bad = problem(r);
      words.textContent = bad;
      el.classList.toggle("bad", !!bad);
    };
    const fields = element("div", "ed-in-fields");
    for (const c of ed.cols) {
      if (["say", "reject", "tags", "notes", "hint", "also"].includes(c.key) && !c.get(r)) continue;
      const label = element("label", "field ed-in-" + c.key), input = element("textarea");
      input.rows = c.key === "question" ? 2 : 1;
      input.dir = "auto";
      input.value = c.get(r);
      input.addEventListener("input", () => {
        c.set(r.text, r.labels, input.value);
        r.mended = true;
        refresh();
        count();
      });
      label.append(element("span", "", c.name), input);
      fields.append(label);
    }
    el.append(head, place, words, fields);
    if (r.other) el.append(para("It is marked as another side's, so it is not ticked.", "warn"));
    if (r.twin) el.append(para("⧉ This question " + twins[r.twin] + ".", "warn"));
    for (const d of r.doubts || []) el.append(para("⚠ " + d, "warn"));
    refresh();
    return el;
  }

  // mapping lets the columns of a table be read as something else.
  function mapping(file) {
    const fold = element("details", "ed-mapping"), row = element("div", "row");
    fold.append(element("summary", "", "Columns: " + file.columns.map((c) => uses[c.holds] || c.holds).join(", ")), row);
    const selects = file.columns.map((c, i) => {
      const label = element("label", "field"), select = element("select");
      select.append(...Object.entries(uses).map(([v, name]) => new Option(name, v)));
      select.value = c.holds;
      label.append(element("span", "", c.heading || "Column " + (i + 1)), select);
      row.append(label);
      return select;
    });
    row.append(button("Read it so", () => {
      const columns = selects.map((s) => s.value);
      remember(file, columns);
      preview({ ...sent, columns, header: file.columns.some((c) => c.heading) ? "yes" : "no" });
    }));
    return fold;
  }

  // take brings the rows as one change.
  async function take(rows, rest) {
    const changes = rows.map((r) => ({
      op: "add", id: lib.newID(), text: lib.cleanText(r.text), labels: lib.cleanLabels(r.labels), earlier: r.earlier, earlierLabels: r.earlierLabels,
      spot: { place: r.place, piece: r.place === "shelf" ? r.piece || "" : r.place, before: "" },
    }));
    if (JSON.stringify(changes).length > 5.5e6) return lib.say("These are too many at once: bring them in two parts.", true);
    ed.close();
    const done = await lib.make([...(rest || []), ...changes], { label: "bringing " + rows.length + " questions" });
    if (done === true) lib.say("Brought " + rows.length + (rows.length === 1 ? " question." : " questions.") + " Undo takes all of them back.");
  }

  // ---- ways in
  ed.bring = (what) => {
    if (!what.rows) return preview(what);
    sent = null;
    const rows = what.rows.map((c, i) => ({ line: i + 1, place: what.place, piece: c.spot.piece, text: c.text, labels: c.labels }));
    show([{ name: "", format: "rows of a spreadsheet", unit: "row", rows: rows.map((r) => ({ ...r, problem: lib.missing(r.text).length ? "incomplete" : "" })) }], what.rest);
  };
  ed.root.querySelector("[data-import]").addEventListener("click", ask);
  addEventListener("dragover", (e) => {
    if ([...(e.dataTransfer?.types || [])].includes("Files")) e.preventDefault();
  });
  addEventListener("drop", (e) => {
    if (!e.dataTransfer?.files.length) return;
    e.preventDefault();
    if (lib.locked) return lib.say(lib.locked, true);
    preview({ files: [...e.dataTransfer.files] });
  });
})();
