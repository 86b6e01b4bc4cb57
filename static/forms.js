"use strict";
// Sends a command without leaving the page, and says beside what was tapped
// how it went. What a tap asked for is never sent late or again by itself: the
// person is asked. Only forms that save themselves are, since saving the same
// twice changes nothing.
(() => {
  const { dirty, isField } = window.biblechess;
  const busy = new WeakMap(); // form → the tap that was sent and has no answer yet
  const later = new WeakSet(); // forms to be saved once they can be
  const next = new WeakMap(); // form → another tap, made while one waits for its answer
  const open = new Map(); // form → the tap that was not sent, or got no answer
  const taken = new WeakMap(); // form → the tap that the laptop took last, and when

  // A tap's id lets the server take a repeated one for the same tap.
  // randomUUID is absent on plain http, so the id is built from random bytes.
  const newOnce = () =>
    [...crypto.getRandomValues(new Uint8Array(12))].map((b) => b.toString(16).padStart(2, "0")).join("");

  const live = () => !document.body.dataset.live || document.body.dataset.state === "live";
  const fields = (form) => [...form.elements].filter(isField);
  const toggle = (el) => el.type === "checkbox" || el.type === "radio";
  const valueOf = (el) => (toggle(el) ? el.checked : el.nodeName === "SELECT" ? el.selectedIndex : el.value);

  function say(form, words, kind) {
    const p = form.querySelector("[data-error]");
    if (!p) return;
    p.textContent = words;
    p.hidden = !words;
    p.classList.toggle("done", kind === "done");
    if (kind === "done") setTimeout(() => p.textContent === words && say(form, ""), 5000);
  }

  function mark(form) {
    form.toggleAttribute("data-dirty", fields(form).some(dirty));
  }

  // What was sent is now what the server knows. What was typed meanwhile stays.
  function settle(form, sent) {
    const clear = form.hasAttribute("data-clear");
    for (const el of fields(form)) {
      const same = valueOf(el) === sent.get(el);
      if (el.type === "file") {
        if (same) el.value = "";
      } else if (toggle(el)) {
        if (clear && same) el.checked = el.defaultChecked;
        else if (!clear) el.defaultChecked = sent.get(el) ?? el.defaultChecked;
      } else if (el.nodeName === "SELECT") {
        if (same) for (const o of el.options) clear ? (o.selected = o.defaultSelected) : (o.defaultSelected = o.selected);
      } else if (clear) {
        if (same) el.value = el.defaultValue;
      } else if (sent.has(el)) {
        const typed = el.value;
        el.defaultValue = sent.get(el);
        if (el.value !== typed) el.value = typed;
      }
    }
    mark(form);
    for (const fold of [form.closest("details[data-shut]"), ...form.querySelectorAll("details[data-shut]")]) if (fold) fold.open = false;
    if (form.dataset.clear === "next") form.querySelector("textarea, input:not([type=hidden])")?.focus();
  }

  function content(data) {
    const parts = [];
    for (const [name, value] of data) {
      if (name !== "once") parts.push(name, typeof value === "string" ? value : value.name + value.size);
    }
    return JSON.stringify(parts);
  }

  // tapOf is what a tap asks for. Its time lets the laptop refuse it when the
  // network brings it much later; a file takes its time.
  function tapOf(form, button) {
    const data = new FormData(form);
    if (button?.name) data.append(button.name, button.value);
    const what = content(data), before = open.get(form);
    const once = before && before.what === what ? before.once : newOnce();
    data.set("once", once);
    const to = form.getAttribute("action") + " " + (data.get("about") ?? "");
    return { form, data, what, once, to, at: Date.now(), file: form.enctype === "multipart/form-data", values: new Map(fields(form).map((el) => [el, valueOf(el)])) };
  }

  // send posts a tap; quietly when nobody tapped, so that nothing dims under
  // a finger that is on its way.
  async function send(tap, quiet) {
    const { form, data } = tap;
    if (!tap.file) data.set("tapped", Math.round(window.biblechess.now?.() ?? Date.now()));
    busy.set(form, tap);
    if (!quiet) form.setAttribute("aria-busy", "true");
    open.delete(form);
    say(form, "");
    let answer = null;
    try {
      const signal = AbortSignal.timeout?.(tap.file ? 60000 : 15000);
      const response = await fetch(form.getAttribute("action"), {
        method: "POST", body: tap.file ? data : new URLSearchParams(data), signal, headers: { Accept: "application/json" }, credentials: "same-origin",
      });
      answer = await response.json().catch(() => ({ error: "The laptop gave no clear answer. Look at the page, then tap again if it did not happen." }));
    } catch {
      tap.lost = true;
    }
    busy.delete(form);
    form.removeAttribute("aria-busy");
    const another = next.get(form);
    next.delete(form);
    if (!answer) return keep(tap);
    if (answer.error) later.delete(form);
    if (another) {
      if (!answer.error) settle(form, tap.values);
      another.late = Date.now() - another.at > 5000;
      return live() && !another.late ? send(another) : keep(another);
    }
    if (answer.error) return say(form, answer.error);
    settle(form, tap.values);
    taken.set(form, { tap, at: Date.now() });
    document.querySelector("[data-dropped]")?.remove();
    say(form, form.dataset.done || "", "done");
    document.dispatchEvent(new CustomEvent("command-done", { detail: form }));
    if (later.delete(form)) save(form);
  }

  // ---- taps that were not sent, or got no answer
  // keep remembers such a tap until the page is live, and asks then.
  function keep(tap) {
    const { form } = tap;
    open.set(form, tap);
    if (form.hasAttribute("data-autosave")) {
      later.add(form);
      setTimeout(() => later.has(form) && live() && save(form), 3000);
      return say(form, "Not saved yet: no answer came. It is kept here, and saved when the page is back.");
    }
    if (live()) return ask(tap);
    say(form, tap.lost ? "No answer came. When the page is live you see whether it arrived." : "Not sent: this page is not live. You are asked again when it is.");
  }
  function ask(tap) {
    const { form } = tap;
    if (!form.isConnected) return drop(tap);
    tap.asked = true;
    say(form, tap.lost ? "No answer came, so it may or may not have arrived. Look at the page first. Sent again, it still counts once."
      : tap.late ? "This was not sent, because the answer to your tap before it took long." : "This was not sent, because the page was not live.");
    const p = form.querySelector("[data-error]");
    const choice = (words, act) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "small";
      button.textContent = words;
      button.addEventListener("click", act);
      p?.append(" ", button);
    };
    choice(tap.lost ? "Send it again" : "Send it now", () => (live() ? send(tap) : keep(tap)));
    choice("Don't send it", () => open.delete(form) && say(form, ""));
  }
  // What the tap was about has passed, so there is nothing to ask.
  function drop(tap) {
    open.delete(tap.form);
    let p = document.querySelector("[data-dropped]");
    if (!p) {
      p = document.createElement("p");
      p.className = "banner";
      p.dataset.dropped = "";
      p.setAttribute("role", "alert");
      document.querySelector("main").before(p);
    }
    p.textContent = tap.lost ? "No answer came to your last tap, and the page has changed since: what it shows now is what counts. "
      : "Your last tap was not sent, because the page was not live, and the page has changed since: look again. ";
    const button = document.createElement("button");
    button.type = "button";
    button.className = "small";
    button.textContent = "Understood";
    button.addEventListener("click", () => p.remove());
    p.append(button);
  }
  function look() {
    for (const tap of [...open.values()]) {
      if (!live()) continue;
      if (!tap.form.isConnected) drop(tap);
      else if (!tap.asked && !later.has(tap.form)) ask(tap);
    }
  }
  document.addEventListener("seat-gone", () => open.clear());
  document.addEventListener("page-live", look);
  document.addEventListener("regions-after", look);

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("form[data-command]")) return;
    event.preventDefault();
    if (busy.has(form)) {
      // The same tapped twice is one tap, also when the page has changed between
      // the two; what was typed or chosen anew has its turn after the answer.
      const sent = busy.get(form), tap = tapOf(form, event.submitter);
      if (form.hasAttribute("data-autosave")) later.add(form);
      else if (tap.to !== sent.to || tap.what === sent.what) next.delete(form);
      else next.set(form, tap);
      return;
    }
    const tap = tapOf(form, event.submitter), last = taken.get(form);
    // The second half of a double tap may come after the answer to the first and
    // before the page shows what came of it.
    if (last && tap.data.has("about") && tap.to === last.tap.to && tap.what === last.tap.what && Date.now() - last.at < 1000) return;
    if (!live()) return keep(tap);
    send(tap);
  });

  // ---- forms that save themselves once a changed field is left
  function save(form) {
    mark(form);
    if (!form.isConnected || !form.hasAttribute("data-dirty")) return;
    if (busy.has(form)) return void later.add(form);
    if (!live()) {
      later.add(form);
      return say(form, "Not saved yet: this page is not live. It is kept here, and saved when the page is back.");
    }
    later.delete(form);
    send(tapOf(form, null), true);
  }
  document.addEventListener("change", (event) => {
    const form = event.target.form;
    if (form?.matches("[data-autosave]") && isField(event.target)) save(form);
  });

  document.addEventListener("input", (event) => {
    const form = event.target.form;
    if (!form?.matches("[data-command]")) return;
    // Typing another value of a house rule chooses it.
    const typed = event.target.closest(".option")?.querySelector("input[type=radio][value=typed]");
    if (typed && event.target !== typed) typed.checked = true;
    mark(form);
  });
  document.addEventListener("regions-after", () => {
    for (const form of document.querySelectorAll("form[data-dirty]")) {
      mark(form);
      if (later.has(form) && live() && !form.contains(document.activeElement)) save(form);
    }
  });
  document.addEventListener("page-live", () => {
    for (const form of document.querySelectorAll("form[data-autosave]")) {
      if (!later.has(form)) continue;
      save(form);
      if (!busy.has(form) && later.delete(form)) say(form, ""); // there is nothing left to save
    }
  });
})();
