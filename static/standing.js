"use strict";
// Says before the board is set to what was played on paper what comes of it: who
// leaves the floor, who stands elsewhere, and whether the match is over by it.
(() => {
  const form = document.querySelector("[data-standing]"), list = form?.querySelector("[data-about-to]");
  if (!list) return;
  const place = (typed) => typed.trim().toLowerCase().replace(/^-$/, "");

  function say(post, words, grave) {
    const line = document.createElement("li");
    if (post) {
      const name = document.createElement("bdi");
      name.textContent = post.dataset.name;
      line.append(name, ` (${post.dataset.role})`);
    }
    line.append(words);
    line.classList.toggle("warn", !!grave);
    list.append(line);
  }

  function tell() {
    list.replaceChildren();
    const over = [];
    for (const post of form.querySelectorAll("[data-role]")) {
      const square = post.querySelector("input"), kind = post.querySelector("select");
      const was = place(square.defaultValue), is = place(square.value);
      if (!is && post.hasAttribute("data-royal")) over.push(post);
      if (was && !is) say(post, " leaves the floor.");
      else if (is && !was) say(post, ` comes back, onto ${is}.`);
      else if (was !== is) say(post, ` goes from ${was} to ${is}.`);
      const chosen = kind?.selectedOptions[0];
      if (is && chosen && !chosen.defaultSelected) say(post, ` is a ${chosen.text}.`);
    }
    if (!list.children.length) say(null, "Everybody stays where they stand now.");
    for (const post of over) say(post, " is off the floor: that side has lost, and the match is over.", true);
    if (!over.length) say(null, form.elements.turn.selectedOptions[0].text + " calls next.");
  }
  for (const name of ["input", "change", "reset"]) form.addEventListener(name, tell);
  form.addEventListener("toggle", tell, true);
  tell();
})();
