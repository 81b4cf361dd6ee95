/**
 * The script of the approval page: whoever selects words in a passage can write a comment on just these. It fills the fields that the
 * page has below each passage anyway, stores nothing and asks nobody. It warns before what was typed is left behind.
 *
 * Kept as text, not as a function, so that its hash is the same however the service is built.
 */
export const selectionScript = `
const doc = document, sheet = doc.querySelector(".sheet"), form = doc.getElementById("entscheidung-form");
const ranges = [];
const button = doc.createElement("button");
button.type = "button";
button.className = "pick";
button.textContent = "Anmerken";
button.hidden = true;
let chosen = null, isPressed = false, isSent = false;

const passageOf = (node) => {
  for (let at = node.nodeType == 1 ? node : node.parentElement; at && at != sheet; at = at.parentElement) {
    const remark = at.nextElementSibling;
    if (remark && remark.matches("details.remark")) return { at, remark };
  }
  return null;
};
const wordsOf = (range) => {
  const part = range.cloneContents();
  part.querySelectorAll("del").forEach((gone) => gone.remove());
  part.querySelectorAll("br").forEach((end) => end.replaceWith(" "));
  return [...part.textContent.replace(/\\s+/g, " ").trim()].slice(0, 300).join("");
};
const look = () => {
  // A finger on the button ends the selection before the click comes.
  if (isPressed) return;
  const selection = getSelection();
  const isSome = selection && selection.rangeCount > 0 && !selection.isCollapsed;
  const passage = isSome ? passageOf(selection.getRangeAt(0).startContainer) : null;
  chosen = null;
  button.hidden = true;
  if (!passage) return;
  const range = selection.getRangeAt(0).cloneRange();
  if (!passage.at.contains(range.endContainer)) range.setEndAfter(passage.at.lastChild);
  const quote = wordsOf(range);
  if (!quote) return;
  chosen = { range, quote, remark: passage.remark };
  const box = range.getBoundingClientRect();
  const below = matchMedia("(pointer: coarse)").matches ? 40 : 8;
  button.hidden = false;
  button.style.top = scrollY + box.bottom + below + "px";
  button.style.left = Math.max(8, Math.min(scrollX + box.left, doc.documentElement.clientWidth - button.offsetWidth - 8)) + "px";
};
const comment = () => {
  isPressed = false;
  if (!chosen) return;
  const { range, quote, remark } = chosen;
  const entries = [...remark.querySelectorAll(".entry")];
  let entry = entries.find((each) => !each.querySelector("textarea").value.trim());
  if (!entry) {
    entry = entries[0].cloneNode(true);
    entry.querySelector("textarea").value = "";
    remark.append(entry);
  }
  entry.querySelector("[name=zitat]").value = quote;
  entry.querySelector("span").textContent = "Ihre Anmerkung zu \\u201e" + quote + "\\u201c";
  remark.open = true;
  ranges.push(range);
  if (CSS.highlights) CSS.highlights.set("remark", new Highlight(...ranges));
  getSelection().removeAllRanges();
  button.hidden = true;
  entry.querySelector("textarea").focus();
};

if (sheet && form) {
  doc.body.append(button);
  button.addEventListener("pointerdown", (event) => {
    isPressed = true;
    event.preventDefault();
  });
  button.addEventListener("pointercancel", () => { isPressed = false; });
  button.addEventListener("click", comment);
  doc.addEventListener("selectionchange", look);
  // The button stands at the end of the page, and who marks words by the keyboard is in their middle.
  doc.addEventListener("keydown", (event) => {
    if (event.key != "Tab" || event.shiftKey || button.hidden || doc.activeElement == button) return;
    event.preventDefault();
    button.focus();
  });
  doc.addEventListener("submit", () => { isSent = true; });
  addEventListener("beforeunload", (event) => {
    const isTyped = [...doc.querySelectorAll("textarea")].some((area) => area.value != area.defaultValue);
    if (isTyped && !isSent) event.preventDefault();
  });
}
`;
