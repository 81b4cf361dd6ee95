/**
 * The script of measurement level L2: engaged time, scroll depth and interactions of one page view, sent as `Beacon`.
 *
 * It reads and stores nothing on the device (no cookie, no storage) and asks no third party. The time counts while the page is
 * visible and focused and the reader did something in the last 30 s; a long look at one paragraph is still reading, a forgotten
 * window is not. Whenever the page is hidden it sends the sums so far (`engagedMs`, `scroll`) and the events since the last time,
 * so the receiver keeps the greatest sums and appends the events. 30 min, 20 events and 50 messages bound one page view.
 *
 * Kept as text, not as a function, so that its hash is the same however the service is built. At most 1.5 KB gzipped.
 */
export const engagementScript = `(() => {
  const doc = document, { view, beacon } = doc.currentScript.dataset;
  const canonical = doc.querySelector("link[rel=canonical]").href;
  const played = new Set();
  let engaged = 0, last = 0, until = 0, attending = false, seen = false;
  let scroll = 0, events = [], sent = "", messages = 0;

  const count = () => {
    const now = performance.now(), visible = doc.visibilityState == "visible";
    if (attending) engaged += Math.max(0, Math.min(now, until) - last);
    last = now;
    attending = visible && doc.hasFocus();
    seen = seen || visible;
  };
  const act = () => {
    count();
    until = last + 30000;
    const page = doc.documentElement;
    const share = (scrollY + innerHeight + 2) / page.scrollHeight;
    if (seen) scroll = Math.max(scroll, Math.min(100, Math.floor(share * 4) * 25));
  };
  const send = () => {
    count();
    const engagedMs = Math.min(1800000, Math.round(engaged)), sums = engagedMs + "/" + scroll;
    if (!seen || messages > 49 || (sums == sent && !events.length)) return;
    const body = JSON.stringify({ v: 1, view, engagedMs, scroll, events });
    sent = sums;
    events = [];
    messages++;
    const type = "application/json";
    if (!navigator.sendBeacon(beacon, new Blob([body], { type })))
      fetch(beacon, { method: "POST", body, keepalive: true, credentials: "omit", headers: { "content-type": type } }).catch(() => {});
  };
  const record = (kind, target) => {
    if (events.push({ kind, target }) > 19) send();
  };

  const watcher = new IntersectionObserver((entries) => entries.forEach((entry) => {
    if (!entry.isIntersecting) return;
    watcher.unobserve(entry.target);
    record("image_view", entry.target.dataset.target);
  }), { threshold: 0.5 });
  doc.querySelectorAll("img[data-target]").forEach((image) => watcher.observe(image));

  const on = (target, names, listener) => names.split(" ").forEach((name) =>
    target.addEventListener(name, listener, { capture: true, passive: true }));
  on(window, "focus scroll resize load pointerdown pointermove keydown touchmove", act);
  on(window, "blur", count);
  on(window, "pagehide", send);
  on(doc, "visibilitychange", () => doc.visibilityState == "visible" ? act() : send());
  on(doc, "copy", () => String(getSelection()) && record("copy_text", ""));
  on(doc, "play", ({ target }) => {
    const name = target.dataset.target;
    if (!name || played.has(name)) return;
    played.add(name);
    record("media_play", name);
  });

  const tool = (name, kind, use) => {
    const button = doc.querySelector("[data-" + name + "]");
    button.hidden = button.parentNode.hidden = false;
    on(button, "click", () => use().then(() => {
      record(kind, "");
      button.textContent = button.dataset.done;
    }, () => {}));
  };
  if (navigator.clipboard) tool("copy", "copy_link", () => navigator.clipboard.writeText(canonical));
  if (navigator.share) tool("share", "share", () => navigator.share({ title: doc.title, url: canonical }));
  act();
})();
`;

/** The headers with which `engagementScriptPath` is answered; its name changes with its content. */
export const engagementScriptHeaders: Record<string, string> = {
  "content-type": "text/javascript; charset=utf-8",
  "cache-control": "public, max-age=31536000, immutable",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
};
