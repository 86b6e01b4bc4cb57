"use strict";
// Changes a piece of the page into what the server sent, and keeps what the
// person is doing: focus, selection, typed and chosen values, opened details.
(() => {
  // Attributes that scripts set and the server knows nothing about.
  const own = new Set(["aria-busy", "data-dirty", "data-js", "tabindex"]);

  // Two nodes with the same key are the same thing at another time; a thing
  // whose key changed is a new one and brings no typed text along.
  const key = (n) => (n.nodeType === 1 && (n.id || n.dataset.key)) || "";
  const same = (a, b) => a.nodeName === b.nodeName && key(a) === key(b);

  // dirty tells whether a person changed this field since it was sent.
  function dirty(el) {
    if (el.type === "checkbox" || el.type === "radio") return el.checked !== el.defaultChecked;
    if (el.nodeName === "SELECT") return el.selectedIndex !== chosen(el);
    if (el.type === "file") return el.value !== "";
    return el.value !== el.defaultValue;
  }
  // chosen is the option that the server marked, or the first.
  const chosen = (select) => Math.max(0, [...select.options].findIndex((o) => o.defaultSelected));

  const isField = (el) => ["INPUT", "TEXTAREA", "SELECT"].includes(el.nodeName) && el.type !== "hidden";

  function attributes(from, to) {
    for (const { name } of [...from.attributes]) {
      if (own.has(name) || (name === "open" && from.nodeName === "DETAILS")) continue;
      if (!to.hasAttribute(name)) from.removeAttribute(name);
    }
    for (const { name, value } of [...to.attributes]) {
      if (own.has(name) || (name === "open" && from.nodeName === "DETAILS")) continue;
      if (from.getAttribute(name) !== value) from.setAttribute(name, value);
    }
  }

  function children(from, to) {
    let here = from.firstChild;
    for (const next of [...to.childNodes]) {
      let match = here;
      while (match && !same(match, next)) match = key(next) ? match.nextSibling : null;
      if (!match) {
        from.insertBefore(next, here);
        continue;
      }
      if (match === here) here = here.nextSibling;
      else from.insertBefore(match, here);
      morph(match, next);
    }
    while (here) {
      const gone = here;
      here = here.nextSibling;
      gone.remove();
    }
  }

  function morph(from, to) {
    if (from.nodeType !== 1) {
      if (from.nodeValue !== to.nodeValue) from.nodeValue = to.nodeValue;
      return;
    }
    if (from.hasAttribute("data-keep") || from.isEqualNode(to)) return;
    const field = isField(from);
    const kept = field && (dirty(from) || (document.activeElement === from && from.type !== "checkbox" && from.type !== "radio"));
    const value = from.value, checked = from.checked, index = from.selectedIndex;
    attributes(from, to);
    children(from, to);
    if (!field || from.type === "file") return;
    if (from.type === "checkbox" || from.type === "radio") from.checked = kept ? checked : from.defaultChecked;
    else if (from.nodeName === "SELECT") from.selectedIndex = kept && index < from.options.length ? index : chosen(from);
    else if (!kept) from.value = from.defaultValue;
    else if (from.value !== value) from.value = value;
  }

  window.biblechess = { morph, dirty, isField };
})();
