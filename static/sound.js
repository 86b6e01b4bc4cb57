"use strict";
// The hall's one loudspeaker: short sounds, each made by the page itself. A
// browser makes none before somebody has touched the page, so the page says so.
(() => {
  const body = document.body, button = document.querySelector("[data-sound-open]");
  if (!button) return;

  // A sound is a list of tones: shape, pitch, pitch at its end, begin, length (s), loudness.
  const bell = (pitch, at, long = 1.1) => [["sine", pitch, pitch, at, long, 0.5], ["sine", pitch * 2.76, pitch * 2.76, at, long / 2.5, 0.16]];
  const brass = (pitch, at, long) => [["sawtooth", pitch, pitch, at, long, 0.16], ["triangle", pitch, pitch, at, long, 0.3]];
  const sounds = {
    call: [["triangle", 392, 392, 0, 0.16, 0.35], ["triangle", 587.3, 587.3, 0.13, 0.28, 0.35]],
    challenge: [...brass(293.7, 0, 0.16), ...brass(293.7, 0.18, 0.16), ...brass(440, 0.36, 0.7), ["sine", 90, 45, 0, 0.5, 0.6]],
    "ruling-right": [["sine", 150, 50, 0, 0.25, 0.8], ...bell(523.3, 0.12), ...bell(659.3, 0.26), ...bell(784, 0.4, 1.4)],
    "ruling-wrong": [["sine", 150, 50, 0, 0.25, 0.8], ["triangle", 311.1, 311.1, 0.12, 0.3, 0.4], ["triangle", 233.1, 220, 0.4, 0.7, 0.45]],
    "ruling-late": [["sine", 150, 50, 0, 0.25, 0.8], ["square", 880, 880, 0.12, 0.07, 0.12], ["square", 880, 880, 0.26, 0.07, 0.12], ["triangle", 277.2, 261.6, 0.42, 0.7, 0.4]],
    check: [["square", 659.3, 659.3, 0, 0.12, 0.14], ["square", 659.3, 659.3, 0.18, 0.24, 0.14]],
    time: bell(196, 0, 1.8),
    pause: [...bell(440, 0, 0.9), ...bell(349.2, 0.35, 1.3)],
    end: [...brass(392, 0, 0.2), ...brass(392, 0.22, 0.12), ...brass(392, 0.36, 0.12), ...brass(523.3, 0.5, 0.35), ...brass(659.3, 0.88, 0.35), ...brass(784, 1.26, 1.2), ...bell(1046.5, 1.26, 2)],
  };

  const key = "biblechess-sound " + location.pathname;
  // One loudspeaker: the first projector begins with sound, the others without.
  let wanted = location.pathname === "/projector/1";
  try {
    wanted = JSON.parse(localStorage.getItem(key) ?? wanted);
  } catch {
    // As it begins, then.
  }
  let audio = null;
  const words = { on: "♪ Sound is on", off: "Sound is off: M", blocked: "♪ Tap for sound" };
  function show() {
    const state = !wanted ? "off" : audio?.state === "running" ? "on" : "blocked";
    button.dataset.soundState = state;
    button.textContent = words[state];
    button.setAttribute("aria-pressed", state === "on");
  }
  // A touch or a key is what a browser waits for.
  function touched() {
    if (!wanted || !window.AudioContext) return;
    if (!audio) {
      audio = new AudioContext();
      audio.onstatechange = show;
    }
    audio.resume().then(show);
  }
  function want(on) {
    wanted = on;
    try {
      localStorage.setItem(key, on);
    } catch {
      // It holds until the page is left.
    }
    if (on) touched();
    else audio?.suspend();
    show();
  }
  function play(name) {
    const tones = sounds[name];
    if (!wanted || audio?.state !== "running" || !tones) return;
    body.dataset.heard = name;
    for (const [shape, pitch, last, begin, long, loud] of tones) {
      const tone = audio.createOscillator(), volume = audio.createGain(), at = audio.currentTime + 0.02 + begin;
      tone.type = shape;
      tone.frequency.setValueAtTime(pitch, at);
      tone.frequency.exponentialRampToValueAtTime(last, at + long);
      volume.gain.setValueAtTime(0.0001, at);
      volume.gain.exponentialRampToValueAtTime(loud * 0.5, at + 0.015);
      volume.gain.exponentialRampToValueAtTime(0.0001, at + long);
      tone.connect(volume).connect(audio.destination);
      tone.start(at);
      tone.stop(at + long + 0.05);
    }
  }
  addEventListener("pointerdown", (event) => event.target !== button && touched());
  addEventListener("keydown", touched);
  button.addEventListener("click", () => want(button.dataset.soundState !== "on"));
  show();
  Object.assign(window.biblechess, { play, mute: () => want(!wanted) });
})();
