/**
 * The script of the page: checks a pasted or dropped report in the browser with the SDK's own file, so that nothing is uploaded.
 * Where the browser can't (no Ed25519, an old report), the form is sent as without script. Kept as text, so that its hash
 * is the same however the service is built. What comes from the report is put in as text, never as HTML.
 */
export const verifyPageScript = `import { verifyReport } from "/pruefen/verify-report.js";
const doc = document, form = doc.getElementById("bericht"), area = form.elements.text, file = form.elements.datei;
const outcome = doc.getElementById("ergebnis"), words = JSON.parse(form.dataset.words);
const bytesMax = 20000000;
doc.getElementById("ohne-upload").hidden = false;
let isLeftToServer = false;
const make = (tag, text, name) => {
  const element = doc.createElement(tag);
  element.textContent = text;
  if (name) element.className = name;
  return element;
};
const show = (isValid, ...lines) => {
  const title = make("h2", isValid ? "✓ gültig" : "✕ nicht gültig");
  title.tabIndex = -1;
  outcome.replaceChildren(title, ...lines.map((line) => make("p", line)));
  outcome.className = "frame verdict-box " + (isValid ? "good" : "poor");
  outcome.hidden = false;
  title.focus();
};
const day = (text) => text.slice(0, 10).split("-").reverse().join(".");
const check = async (text) => {
  const answer = await fetch("/.well-known/pr-service-keys.json");
  // Without the keys no report is anybody's: the server says what it knows.
  if (!answer.ok) return false;
  const { isValid, reasons } = await verifyReport(text, { keys: await answer.json() });
  if (reasons.includes("unsigned")) return false;
  if (!isValid) show(false, words[reasons[0]]);
  else {
    const { id, agency, scope, performance: { window: { from, to } }, integrity } = JSON.parse(text);
    show(true, "Bericht Nummer " + integrity.number + " von " + agency.name + ": " + scope.title + ", " + day(from) + " bis " + day(to) + ".", form.dataset.covers);
    const link = make("a", "Unabhängigen Zeitstempel ansehen");
    link.href = "/pruefen/stempel/" + encodeURIComponent(id) + "/" + integrity.chainHash;
    outcome.append(link);
  }
  return true;
};
form.addEventListener("submit", (event) => {
  if (isLeftToServer) return;
  event.preventDefault();
  // As the service reads it.
  const chosen = area.value.trim() === "" ? file.files[0] : undefined;
  const text = chosen ? (chosen.size > bytesMax ? Promise.reject(new Error("size")) : chosen.text()) : Promise.resolve(area.value);
  text.then(check).then((isDone) => isDone, () => false).then((isDone) => {
    if (isDone) return;
    isLeftToServer = true;
    form.requestSubmit();
  });
});
// What was given last is what is checked: beside a file that was still chosen, a forged report got the verdict of the file.
file.addEventListener("change", () => { if (file.files.length > 0) area.value = ""; });
area.addEventListener("input", () => { file.value = ""; });
area.addEventListener("dragover", (event) => event.preventDefault());
area.addEventListener("drop", (event) => {
  if (event.dataTransfer.files.length === 0) return;
  event.preventDefault();
  file.files = event.dataTransfer.files;
  area.value = "";
});
`;
