"use strict";
// Sends a command without leaving the page, and says beside what was tapped
// how it went. Nothing is ever sent again by itself.
(() => {
  const { dirty, isField } = window.biblechess;
  const busy = new WeakSet();
  const unsent = new WeakMap(); // form → the tap that got no answer

  // A tap's id lets the server take a repeated one for the same tap.
  // randomUUID is absent on plain http, so the id is built from random bytes.
  const newOnce = () =>
    [...crypto.getRandomValues(new Uint8Array(12))].map((b) => b.toString(16).padStart(2, "0")).join("");

  function say(form, words, kind) {
    const p = form.querySelector("[data-error]");
    if (!p) return;
    p.textContent = words;
    p.hidden = !words;
    p.classList.toggle("done", kind === "done");
    if (kind === "done") setTimeout(() => p.textContent === words && say(form, ""), 5000);
  }

  function mark(form) {
    form.toggleAttribute("data-dirty", [...form.elements].some((el) => isField(el) && dirty(el)));
  }

  // What was sent is now what the server knows: nothing is dirty any more.
  function settle(form) {
    if (form.hasAttribute("data-clear")) form.reset();
    for (const el of form.elements) {
      if (!isField(el)) continue;
      if (el.type === "file") el.value = "";
      else if (el.type === "checkbox" || el.type === "radio") el.defaultChecked = el.checked;
      else if (el.nodeName === "SELECT") for (const o of el.options) o.defaultSelected = o.selected;
      else el.defaultValue = el.value;
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

  async function send(form, button) {
    const data = new FormData(form);
    if (button?.name) data.append(button.name, button.value);
    const what = content(data);
    const tried = unsent.get(form);
    const once = tried && tried.what === what ? tried.once : newOnce();
    data.set("once", once);
    const body = form.enctype === "multipart/form-data" ? data : new URLSearchParams(data);

    busy.add(form);
    form.setAttribute("aria-busy", "true");
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
    if (answer.error) return say(form, answer.error);
    settle(form);
    say(form, form.dataset.done || "", "done");
    document.dispatchEvent(new CustomEvent("command-done", { detail: form }));
  }

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("form[data-command]")) return;
    event.preventDefault();
    if (busy.has(form)) return;
    const state = document.body.dataset.state;
    if (document.body.dataset.live && state !== "live") {
      return say(form, "Not sent: this page is not live. Tap again when it is.");
    }
    send(form, event.submitter);
  });

  document.addEventListener("input", (event) => {
    const form = event.target.form;
    if (form && form.matches("[data-command]")) mark(form);
  });
  document.addEventListener("regions-after", () => document.querySelectorAll("form[data-dirty]").forEach(mark));
})();
