"use strict";
// Keeps the page current: one stream of regions, a watch on it that trusts only
// what it hears, and a lock on every control until the page is current.
(() => {
  const body = document.body, main = document.querySelector("main"), link = document.querySelector("[data-link]");
  const address = body.dataset.live;
  const { morph, dirty, isField } = window.biblechess;

  // ---- clocks, by the server's time
  let offset = Number(body.dataset.now || Date.now()) - Date.now();
  function tick() {
    for (const el of document.querySelectorAll("[data-until]")) {
      const left = Math.ceil((Number(el.dataset.until) - Date.now() - offset) / 1000);
      const text = left <= 0 ? "time" : Math.floor(left / 60) + ":" + String(left % 60).padStart(2, "0");
      if (el.textContent !== text) el.textContent = text;
      el.classList.toggle("over", left <= 0);
    }
  }
  tick();
  setInterval(tick, 500);
  window.biblechess.now = () => Date.now() + offset; // the server's time
  if (!address) return;

  // ---- the call: a sound and a vibration when it becomes this person's turn
  let audio = null, called = "";
  const title = document.title;
  addEventListener("pointerdown", () => {
    audio ||= window.AudioContext ? new AudioContext() : null;
    audio?.resume();
  });
  function chime() {
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([180, 90, 180]);
    if (audio?.state !== "running") return;
    [523.25, 659.25, 783.99].forEach((pitch, i) => {
      const tone = audio.createOscillator(), loud = audio.createGain(), at = audio.currentTime + i * 0.16;
      tone.type = "triangle";
      tone.frequency.value = pitch;
      loud.gain.setValueAtTime(0.0001, at);
      loud.gain.exponentialRampToValueAtTime(0.3, at + 0.02);
      loud.gain.exponentialRampToValueAtTime(0.0001, at + 0.5);
      tone.connect(loud).connect(audio.destination);
      tone.start(at);
      tone.stop(at + 0.55);
    });
  }
  function callMe(silent) {
    const now = [...document.querySelectorAll("[data-call-me]")].map((el) => el.dataset.callMe).join(" ");
    if (now && now !== called && !silent) chime();
    called = now;
    document.title = (now ? "● " : "") + title;
  }

  // ---- the lock
  let current = false, down = Date.now(), ended = false, before = null, told = false;
  const words = { connecting: "Connecting…", live: "Live", reconnecting: "Reconnecting…", stale: "Not live. This page is old: wait until it is back." };
  // A page that has not heard a beat when one was due no longer knows.
  const silent = () => Date.now() - heard > 6500 + trip;
  function show() {
    if (ended) return;
    const lost = Date.now() - down;
    const state = current && !silent() ? "live" : current ? "reconnecting" : lost >= 6000 ? "stale" : lost >= 3000 ? "reconnecting"
      : body.dataset.state === "live" ? "live" : "connecting";
    if (body.dataset.state !== state) body.dataset.state = state;
    const said = state === "stale" && lost > 30000 ? words.stale + " If it stays so, scan the code again: the laptop may have another address." : words[state];
    if (link && link.textContent !== said) link.textContent = said;
    offer(state === "stale");
    if (state === "stale" || state === "connecting") lock();
    else if (current) unlock();
    const back = current && state === "live";
    if (back && !told) document.dispatchEvent(new Event("page-live"));
    told = back;
  }
  // Where the match may go on if this laptop is dead: a link to be tapped, and
  // nothing is sent there by itself.
  const banner = document.querySelector("[data-elsewhere]");
  function offer(now) {
    const to = document.getElementById("elsewhere")?.dataset.link;
    if (!banner || banner.hidden !== (now && !!to)) return;
    banner.hidden = !banner.hidden;
    if (banner.hidden) return;
    banner.querySelector("b").textContent = new URL(to).host;
    banner.querySelector("a").href = to;
  }
  function lock() {
    if (main.inert) return;
    before = main.contains(document.activeElement) ? document.activeElement : null;
    main.inert = true;
  }
  function unlock() {
    if (!main.inert) return;
    main.inert = false;
    if (before?.isConnected) before.focus({ preventScroll: true });
  }

  // ---- the stream
  // source is the stream that is heard. Others are tried beside it when it is
  // silent, and the first that is heard takes its place: on a slow network an
  // answer that is on its way is not thrown away for another question.
  let source = null, heard = 0, after = "", stream = "", tries = 0, given = 0, timer = 0;
  const trials = new Map(); // a stream that was not heard yet → when it was asked for
  // trip is how long an answer took last.
  const loaded = performance.getEntriesByType("navigation")[0];
  let trip = loaded ? Math.max(0, loaded.responseStart - loaded.requestStart) : 0;

  function connect() {
    clearTimeout(timer);
    if (ended) return;
    const mine = new EventSource(address + "?after=" + encodeURIComponent(after) + "&version=" + body.dataset.version);
    trials.set(mine, Date.now());
    const on = (name, act) => mine.addEventListener(name, (event) => {
      if (!hear(mine)) return;
      if (event.lastEventId) after = event.lastEventId;
      act(event.data);
    });
    mine.onopen = () => hear(mine);
    mine.onerror = () => fail(mine);
    on("hello", (data) => (stream = data));
    on("beat", (data) => {
      offset = Number(data) - Date.now();
      show();
    });
    on("regions", (data) => {
      renew(data);
      nowCurrent();
    });
    on("current", nowCurrent);
    on("bye", () => fail(mine));
    on("gone", gone);
    on("reload", reload);
  }
  // hear notes that a stream was heard, and tells whether it is the one that counts.
  function hear(mine) {
    if (mine !== source) {
      if (!trials.has(mine)) return false;
      trip = Date.now() - trials.get(mine);
      trials.delete(mine);
      for (const other of [source, ...trials.keys()]) other?.close();
      trials.clear();
      source = mine;
      given = 0;
    }
    heard = Date.now();
    return true;
  }
  // fail gives a stream up. The first try after it is at once; later ones spread
  // out, so that thirty phones do not knock at the same moment when the laptop is
  // back.
  function fail(mine) {
    mine.close();
    if (mine !== source) {
      if (!trials.delete(mine)) return;
    } else {
      source = null;
      if (current) down = Math.min(Date.now(), heard + 4000);
      current = false;
    }
    if (!source && !trials.size) {
      const wait = tries === 0 ? 0 : Math.min(5000, 300 * 2 ** tries) * (0.5 + Math.random() / 2);
      tries++;
      clearTimeout(timer);
      timer = setTimeout(connect, wait);
    }
    show();
  }
  function nowCurrent() {
    current = true;
    tries = 0;
    show();
  }
  function renew(html) {
    document.dispatchEvent(new Event("regions-before"));
    const parsed = document.createElement("template");
    parsed.innerHTML = html;
    for (const next of [...parsed.content.children]) {
      const now = document.getElementById(next.id);
      if (now?.hasAttribute("data-region")) morph(now, next);
    }
    tick();
    callMe(false);
    document.dispatchEvent(new Event("regions-after"));
  }
  function gone(sentence) {
    ended = true;
    for (const any of [source, ...trials.keys()]) any?.close();
    body.dataset.state = "gone";
    lock();
    document.dispatchEvent(new Event("seat-gone"));
    const panel = document.querySelector("[data-gone]");
    panel.querySelector("p").textContent = sentence;
    panel.hidden = false;
    panel.querySelector("a").focus();
  }
  if (window.BroadcastChannel) {
    const left = new BroadcastChannel("biblechess-left");
    left.onmessage = (event) => !ended && event.data + "/live" === address && gone("This seat was given up in another tab of this browser. If it is yours, open its link again.");
  }
  function reload() {
    const typed = [...document.querySelectorAll("main input, main textarea, main select")].some((el) => isField(el) && dirty(el));
    if (!typed) return location.reload();
    document.querySelector("[data-reload]").hidden = false;
  }

  setInterval(() => {
    const now = Date.now();
    if (source && now - heard > 12000 + trip) fail(source);
    // A trial may have got a connection that died with the stream, so another is
    // made soon. The more were given up, the longer each is waited for.
    const asked = [...trials.values()], last = asked.at(-1), patience = Math.min(14000, 6000 + 3000 * given) + 2 * trip;
    if (asked.length === 2 && now - asked[0] > patience) {
      given++;
      fail(trials.keys().next().value);
    }
    if (source && silent() && !last) connect();
    else if (trials.size === 1 && now - last > 3000 + trip) connect();
    show();
  }, 1000);

  // A phone that comes back, or that has another network, may hold a dead stream
  // that it believes open: it asks anew at once, and keeps what it has meanwhile.
  function back() {
    if (ended || Date.now() - heard < 1000) return;
    if (!current || silent()) {
      current = false;
      down = Date.now();
      body.dataset.state = "connecting";
    }
    for (const trial of trials.keys()) trial.close();
    trials.clear();
    tries = 0;
    connect();
    show();
  }
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && back());
  addEventListener("pageshow", (event) => event.persisted && back());
  addEventListener("online", back);
  window.biblechess.now = () => Date.now() + offset;

  if (body.hasAttribute("data-here")) {
    setInterval(() => {
      if (!stream || !current || ended) return;
      fetch(body.dataset.here, { method: "POST", body: new URLSearchParams({ stream }), credentials: "same-origin" }).catch(() => {});
    }, 8000);
  }

  callMe(true);
  show();
  connect();
})();
