"use strict";
// Sends a command without leaving the page, and says beside what was tapped
// how it went. What a tap asked for is never sent again by itself; only forms
// that save themselves are, since saving the same twice changes nothing.
(() => {
  const { dirty, isField } = window.biblechess;
  const busy = new WeakSet();
  const later = new WeakSet(); // forms to be saved once they can be
  const unsent = new WeakMap(); // form → the tap that got no answer

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
    const fold = form.closest("details[data-shut]");
    if (fold) fold.open = false;
    if (form.dataset.clear === "next") form.querySelector("textarea, input:not([type=hidden])")?.focus();
  }

  function content(data) {
    const parts = [];
    for (const [name, value] of data) {
      if (name !== "once") parts.push(name, typeof value === "string" ? value : value.name + value.size);
    }
    return JSON.stringify(parts);
  }

  // send posts a form; quietly when nobody tapped, so that nothing dims under
  // a finger that is on its way.
  async function send(form, button, quiet) {
    const data = new FormData(form);
    if (button?.name) data.append(button.name, button.value);
    const what = content(data);
    const tried = unsent.get(form);
    const once = tried && tried.what === what ? tried.once : newOnce();
    data.set("once", once);
    const body = form.enctype === "multipart/form-data" ? data : new URLSearchParams(data);
    const sent = new Map(fields(form).map((el) => [el, valueOf(el)]));

    busy.add(form);
    if (!quiet) form.setAttribute("aria-busy", "true");
    say(form, "");
    let answer = null;
    try {
      const signal = AbortSignal.timeout ? AbortSignal.timeout(15000) : undefined;
      const response = await fetch(form.getAttribute("action"), {
        method: "POST", body, signal, headers: { Accept: "application/json" }, credentials: "same-origin",
      });
      answer = await response.json().catch(() => ({ error: "The laptop gave no clear answer. Look at the page, then tap again if it did not happen." }));
    } catch {
      unsent.set(form, { once, what });
    }
    busy.delete(form);
    form.removeAttribute("aria-busy");
    if (!answer) return say(form, "Not sent: no connection. Tap again when the page is live.");
    unsent.delete(form);
    if (answer.error) {
      later.delete(form);
      return say(form, answer.error);
    }
    settle(form, sent);
    say(form, form.dataset.done || "", "done");
    document.dispatchEvent(new CustomEvent("command-done", { detail: form }));
    if (later.delete(form)) save(form);
  }

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("form[data-command]")) return;
    event.preventDefault();
    if (busy.has(form)) return void (form.hasAttribute("data-autosave") && later.add(form));
    if (!live()) return say(form, "Not sent: this page is not live. Tap again when it is.");
    send(form, event.submitter);
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
    send(form, null, true);
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
    for (const form of document.querySelectorAll("form[data-autosave]")) if (later.has(form)) save(form);
  });
})();
