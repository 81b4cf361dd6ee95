import type { Script } from "../../script.ts";

/**
 * Sets the two numbers of a picture's focus by a click on it, or by the arrow keys, and shows the crops that come of it. Without it the
 * numbers are typed.
 */
export const focusScript: Script = {
  name: "focus",
  source: `const box = document.querySelector("[data-focus]");
if (box !== null) {
  const [across, down] = ["focusX", "focusY"].map((name) => box.querySelector("[name=" + name + "]"));
  const picture = (alt) => Object.assign(document.createElement("img"), { src: box.dataset.focus, alt });
  const target = document.createElement("button");
  target.type = "button";
  target.className = "focus-target";
  target.setAttribute("aria-label", "Bildmittelpunkt: klicken, oder mit den Pfeiltasten verschieben");
  const point = document.createElement("span");
  point.className = "focus-point";
  target.append(picture(""), point);
  const crops = document.createElement("div");
  crops.className = "crops";
  const shown = ["16:9", "4:3", "1:1"].map((shape) => {
    const figure = document.createElement("figure");
    const image = picture("");
    image.className = "crop-" + shape.replace(":", "-");
    figure.append(image, Object.assign(document.createElement("figcaption"), { textContent: shape }));
    crops.append(figure);
    return image;
  });
  const status = document.createElement("p");
  status.className = "facts";
  status.setAttribute("role", "status");
  const within = (number) => Math.min(100, Math.max(0, Math.round(number)));
  const show = () => {
    const [x, y] = [within(Number(across.value)), within(Number(down.value))];
    point.style.left = x + "%";
    point.style.top = y + "%";
    for (const image of shown) image.style.objectPosition = x + "% " + y + "%";
    status.textContent = "Bildmittelpunkt: " + x + " % von links, " + y + " % von oben";
  };
  const set = (x, y) => {
    across.value = within(x);
    down.value = within(y);
    show();
  };
  target.addEventListener("click", (event) => {
    // A press of Enter is a click without a place.
    if (event.detail === 0) return;
    const { left, top, width, height } = target.getBoundingClientRect();
    set(((event.clientX - left) / width) * 100, ((event.clientY - top) / height) * 100);
  });
  target.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const size = event.shiftKey ? 10 : 2;
    set(Number(across.value) + step[0] * size, Number(down.value) + step[1] * size);
  });
  for (const field of [across, down]) field.addEventListener("input", show);
  box.prepend(target, crops, status);
  show();
}
`,
};
