"use strict";
// Keeps what is typed and not yet sent, so that a page that is loaded anew
// brings it back. It stays in this tab, and goes when the seat is given away.
(() => {
  const prefix = "draft " + location.pathname + " ";
  const done = new WeakSet();
  const each = (use) => {
    try {
      use(sessionStorage);
    } catch {
      // A device that stores nothing has no drafts.
    }
  };
  const forget = (start) => each((store) => {
    for (const key of Object.keys(store)) if (key.startsWith(start)) store.removeItem(key);
  });
  const texts = (form) => [...form.elements].filter((el) => el.name && (el.nodeName === "TEXTAREA" || el.nodeName === "SELECT" || (el.nodeName === "INPUT" && el.type === "text")));
  // What the page came with in a field.
  const first = (el) => (el.nodeName === "SELECT" ? ([...el.options].find((o) => o.defaultSelected) || el.options[0])?.value : el.defaultValue);

  // Whoever says that a seat is not theirs gives it up in all of this browser's tabs.
  const tabs = window.BroadcastChannel && new BroadcastChannel("biblechess-left");
  function leave(form) {
    forget("draft ");
    tabs?.postMessage(form.dataset.leaves);
  }

  // A draft remembers what stood there before it, so that it never overwrites
  // what somebody else saved meanwhile.
  function keep(form) {
    const draft = {};
    for (const el of texts(form)) if (el.value !== first(el)) draft[el.name] = [first(el), el.value];
    each((store) => {
      if (Object.keys(draft).length) store.setItem(prefix + form.dataset.draft, JSON.stringify(draft));
      else store.removeItem(prefix + form.dataset.draft);
    });
  }

  function restore() {
    for (const form of document.querySelectorAll("form[data-draft]")) {
      if (done.has(form)) continue;
      done.add(form);
      each((store) => {
        const draft = JSON.parse(store.getItem(prefix + form.dataset.draft) || "{}");
        let last = null;
        for (const el of texts(form)) {
          const [before, typed] = draft[el.name] || [];
          if (typed === undefined || first(el) !== before || el.value !== before) continue;
          el.value = typed;
          last = el;
        }
        if (!last) return;
        for (let fold = form.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
        last.dispatchEvent(new Event("input", { bubbles: true }));
        last.dispatchEvent(new Event("change", { bubbles: true }));
      });
    }
  }

  document.addEventListener("input", (event) => {
    const form = event.target.form;
    if (form?.matches("[data-draft]")) keep(form);
  });
  document.addEventListener("command-done", ({ detail: sent }) => {
    if (!sent.matches("[data-draft]")) return;
    keep(sent);
    // A form that took its place before the answer came got the draft of what was sent.
    for (const form of document.querySelectorAll(`form[data-draft="${sent.dataset.draft}"]`)) {
      if (form === sent) continue;
      for (const el of texts(form)) if (el.nodeName !== "SELECT" && el.value === sent.elements[el.name]?.value) el.value = first(el);
      keep(form);
    }
  });
  document.addEventListener("regions-after", restore);
  document.addEventListener("seat-gone", () => forget(prefix));
  document.addEventListener("submit", (event) => event.target.getAttribute("action") === "/j/leave" && leave(event.target));
  // A page without a stream that stands where a seat's page was: the seat is
  // another device's now.
  if (!document.body.dataset.live && !document.querySelector("form[data-draft]")) forget(prefix);
  restore();
})();
