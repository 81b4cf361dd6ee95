import type { Script } from "../../script.ts";

/**
 * Says the values of a chart's bars under the pointer and by arrow keys, as a slider that screen readers know. Fetches what is marked
 * `data-live` anew every 30 s while it is in sight. Without JavaScript the values stand in the table below each chart.
 */
export const chartScript: Script = {
  name: "charts",
  source: `const refreshMs = 30_000;

function make(tag, attributes) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

function enliven(figure) {
  const readings = JSON.parse(figure.dataset.readings);
  const plot = figure.querySelector(".plot");
  const last = readings.length - 1;
  const title = figure.querySelector("svg title").textContent;
  const slider = make("div", { class: "scrub", role: "slider", tabindex: "0", "aria-label": title, "aria-valuemin": "0", "aria-valuemax": String(last) });
  const cursor = make("div", { class: "cursor" });
  const reading = make("p", { class: "reading", "aria-hidden": "true" });
  const hint = "Werte mit dem Zeiger oder den Pfeiltasten";
  reading.textContent = hint;
  slider.append(cursor);
  plot.append(slider);
  plot.after(reading);
  let at = last;
  const show = (index) => {
    at = Math.min(last, Math.max(0, index));
    cursor.hidden = false;
    cursor.style.left = ((at + 0.5) / readings.length) * 100 + "%";
    reading.textContent = readings[at];
    slider.setAttribute("aria-valuenow", String(at));
    slider.setAttribute("aria-valuetext", readings[at]);
  };
  const rest = () => {
    cursor.hidden = true;
    reading.textContent = hint;
  };
  slider.setAttribute("aria-valuenow", String(at));
  slider.setAttribute("aria-valuetext", readings[at]);
  cursor.hidden = true;
  const steps = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 7, PageDown: -7, Home: -last, End: last };
  slider.addEventListener("keydown", (event) => {
    if (!(event.key in steps) || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    show(at + steps[event.key]);
  });
  slider.addEventListener("focus", () => show(at));
  slider.addEventListener("blur", rest);
  const point = (event) => {
    const box = slider.getBoundingClientRect();
    show(Math.floor(((event.clientX - box.left) / box.width) * readings.length));
  };
  slider.addEventListener("pointermove", point);
  slider.addEventListener("pointerdown", point);
  slider.addEventListener("pointerleave", () => document.activeElement !== slider && rest());
}

const enlivenAll = (root) => {
  for (const figure of root.querySelectorAll("figure[data-readings]")) enliven(figure);
};
enlivenAll(document);

for (const part of document.querySelectorAll("[data-live]")) {
  let isInSight = false;
  new IntersectionObserver(([entry]) => {
    isInSight = entry.isIntersecting;
  }).observe(part);
  const timer = setInterval(async () => {
    // Whoever reads values or the table keeps them.
    if (!isInSight || document.visibilityState !== "visible" || part.contains(document.activeElement)) return;
    try {
      // Whose session has ended is sent to sign in, and that page is no part of this one.
      const answer = await fetch(part.dataset.live, { redirect: "manual" });
      if (answer.status === 204 || answer.type === "opaqueredirect") clearInterval(timer);
      if (answer.status !== 200) return;
      const isOpen = part.querySelector("details")?.open === true;
      part.innerHTML = await answer.text();
      if (isOpen) part.querySelector("details").open = true;
      enlivenAll(part);
    } catch {
      // The next turn asks again.
    }
  }, refreshMs);
}
`,
};
