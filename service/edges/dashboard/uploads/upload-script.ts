import { assetChangesMax } from "../../../features/media/update-asset.ts";
import type { Script } from "../script.ts";
import { transferSource } from "./transfer-source.ts";

/**
 * Sends files in parts with their progress, below the path of `data-uploads` (`defineUploads`): many at once, or with `data-opens` one,
 * after which a page opens. A break is waited out, and a file that is chosen again after the page was closed goes on where it was.
 */
export const uploadScript: Script = {
  name: "upload",
  source: `${transferSource}
// As many as the service takes at once.
const changesMax = ${assetChangesMax};
const wordNames = ["alt", "credit", "caption"];
const fieldOf = (item, name) => item.querySelector("[name=" + name + "]");
const box = document.querySelector("[data-uploads]");
if (box) (box.dataset.opens === undefined ? sendMany : sendOne)(box);

// Takes the place of a form for one file: several at once, by choosing or by dropping, each with what is said of it.
function sendMany(box) {
  const plain = box.querySelector("form");
  const template = box.querySelector("template[data-item]");
  const picker = plain.querySelector("input[type=file]");
  picker.multiple = true;
  const drop = document.createElement("div");
  drop.className = "drop";
  const label = plain.querySelector("label[for=u-file]");
  label.textContent = "Dateien wählen oder hierher ziehen";
  drop.append(label, picker);
  const status = document.createElement("p");
  status.className = "unseen";
  status.setAttribute("role", "status");
  const list = document.createElement("ul");
  list.className = "upload-list";
  const all = createAll(box, list);
  plain.replaceWith(drop, status, list, all);

  let queue = Promise.resolve();
  let number = 0;
  const add = (files) => {
    for (const file of files) {
      number += 1;
      const failed = [...list.querySelectorAll("li[data-failed]")].find((each) => each.dataset.failed === file.name);
      const item = createItem({ list, file, template, number });
      if (failed !== undefined) moveWords(failed, item.item);
      all.hidden = false;
      queue = queue.then(() => uploadOne({ box, file, item, status }));
    }
  };
  const take = () => {
    add(picker.files);
    picker.value = "";
  };
  picker.addEventListener("change", take);
  // Chosen before this script had arrived: the button that would have sent it is gone now.
  take();
  for (const name of ["dragenter", "dragover"])
    drop.addEventListener(name, (event) => {
      event.preventDefault();
      drop.classList.add("over");
    });
  for (const name of ["dragleave", "drop"]) drop.addEventListener(name, () => drop.classList.remove("over"));
  drop.addEventListener("drop", (event) => {
    event.preventDefault();
    add(event.dataTransfer.files);
  });
  addEventListener("beforeunload", (event) => {
    if (list.querySelector("progress, li[data-changed]")) event.preventDefault();
  });
}

// One button for all files; what is typed beside one of them stays while others arrive.
function createAll(box, list) {
  const all = box.querySelector("template[data-all]").content.firstElementChild.cloneNode(true);
  const credit = all.querySelector("input");
  const status = all.querySelector("[role=status]");
  all.hidden = true;
  all.querySelector("[data-take-over]").addEventListener("click", () => {
    for (const field of list.querySelectorAll("[name=credit]")) {
      field.value = credit.value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
  });
  list.addEventListener("input", (event) => event.target.closest("li").setAttribute("data-changed", ""));
  all.querySelector("[data-save-all]").addEventListener("click", async () => {
    const items = [...list.querySelectorAll("li[data-asset]")];
    if (items.length === 0) return (status.textContent = "Noch ist keine Datei fertig hochgeladen.");
    status.textContent = "wird gespeichert";
    for (let first = 0; first < items.length; first += changesMax) {
      const refusal = await saveWords(all.dataset.save, items.slice(first, first + changesMax));
      if (refusal !== null) return (status.textContent = refusal);
    }
    status.textContent = items.length === 1 ? "Eine Datei ist gespeichert." : items.length + " Dateien sind gespeichert.";
  });
  return all;
}

// Null once it is done, else why not.
async function saveWords(path, items) {
  const wordsOf = (item) => Object.fromEntries(wordNames.map((name) => [name, fieldOf(item, name).value]));
  const changes = items.map((item) => ({ assetId: item.dataset.asset, seenStamp: item.seenStamp, ...wordsOf(item) }));
  const answer = await fetch(path, {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ changes }),
  }).catch(() => null);
  const isJson = answer?.headers.get("content-type")?.startsWith("application/json");
  if (!answer?.ok || !isJson)
    return isJson ? (await answer.json()).message : "Das ließ sich nicht speichern. Ihre Eingaben stehen hier noch: Bitte versuchen Sie es noch einmal.";
  const { files } = await answer.json();
  const older = [];
  for (const [index, item] of items.entries()) {
    const { seenStamp, problem } = files.find(({ assetId }) => assetId === item.dataset.asset);
    item.seenStamp = seenStamp;
    item.querySelector(".facts, .problem").className = problem ? "problem" : "facts";
    if (problem) {
      item.querySelector(".problem").textContent = problem;
      older.push(item.querySelector(".media-name").textContent);
      continue;
    }
    // Typed meanwhile: it would have been lost without a question at leaving.
    if (wordNames.some((name) => fieldOf(item, name).value !== changes[index][name])) continue;
    item.removeAttribute("data-changed");
    item.querySelector(".facts").textContent = "gespeichert";
  }
  return older.length === 0 ? null : "Nicht gespeichert, weil es inzwischen an anderer Stelle geändert wurde: " + older.join(", ");
}

function createItem({ list, file, template, number }) {
  const item = document.createElement("li");
  const name = document.createElement("p");
  name.className = "media-name";
  name.textContent = file.name;
  const progress = document.createElement("progress");
  progress.max = Math.max(file.size, 1);
  progress.value = 0;
  progress.setAttribute("aria-label", "Fortschritt von " + file.name);
  const note = document.createElement("p");
  note.className = "facts";
  note.textContent = "wartet";
  const fields = template.content.firstElementChild.cloneNode(true);
  for (const each of fields.querySelectorAll("[id], [for], [aria-describedby]"))
    for (const attribute of ["id", "for", "aria-describedby"])
      if (each.hasAttribute(attribute)) each.setAttribute(attribute, each.getAttribute(attribute).replace(/\\bt-/g, "t" + number + "-"));
  item.append(name, progress, note, fields);
  list.append(item);
  return { item, progress, note };
}

function moveWords(failed, item) {
  for (const name of wordNames) fieldOf(item, name).value = fieldOf(failed, name).value;
  item.setAttribute("data-changed", "");
  failed.remove();
}

async function uploadOne({ box, file, item, status }) {
  try {
    const added = await transfer({
      box,
      file,
      show: (bytes) => show(item, bytes, file.size),
      tell: (text) => {
        item.note.textContent = text;
      },
      last: "wird geprüft und verkleinert",
    });
    finish({ item, added });
    status.textContent = file.name + " ist hochgeladen.";
  } catch (error) {
    item.progress.remove();
    // Its words wait for the file to be chosen again.
    if (item.item.hasAttribute("data-changed")) item.item.dataset.failed = file.name;
    else item.item.querySelector(".upload-fields").remove();
    item.note.className = "problem";
    item.note.textContent = error.message;
    status.textContent = file.name + ": " + item.note.textContent;
  }
}

// One file, behind which another page opens.
function sendOne(box) {
  const form = box.querySelector("form");
  form.addEventListener("submit", async (event) => {
    const file = form.querySelector("input[type=file]").files[0];
    if (file === undefined) return;
    event.preventDefault();
    const stop = new AbortController();
    const bar = Object.assign(document.createElement("progress"), { max: file.size || 1, value: 0 });
    bar.setAttribute("aria-label", "Fortschritt");
    const cancel = Object.assign(document.createElement("button"), { type: "button", textContent: "Abbrechen" });
    const state = document.createElement("p");
    state.setAttribute("role", "status");
    cancel.addEventListener("click", () => stop.abort());
    form.querySelector("button.primary").disabled = true;
    form.append(bar, state, cancel);
    const tell = (text) => {
      state.textContent = text;
    };
    try {
      const show = (bytes) => {
        bar.value = bytes;
        if (bytes > 0) tell(Math.floor((bytes / bar.max) * 100) + " % übertragen");
      };
      const { open } = await transfer({ box, file, show, tell, last: "Die Datei wird geprüft …", signal: stop.signal });
      location.assign(open);
    } catch (error) {
      bar.remove();
      cancel.remove();
      state.className = stop.signal.aborted ? "" : "problem";
      tell(stop.signal.aborted ? "Abgebrochen. Es wurde nichts gespeichert." : error.message);
      form.querySelector("button.primary").disabled = false;
    }
  });
}

function show(item, bytes, size) {
  item.progress.value = bytes;
  const percent = size === 0 ? 100 : Math.floor((bytes / size) * 100);
  item.note.textContent = percent + " %";
}

function finish({ item, added }) {
  item.progress.remove();
  document.querySelector(".upload + .nothing")?.remove();
  item.note.textContent = "hochgeladen";
  item.item.dataset.asset = added.assetId;
  item.item.seenStamp = added.seenStamp;
  if (added.picture !== null) {
    const picture = document.createElement("img");
    picture.src = added.picture;
    picture.alt = "";
    item.item.prepend(picture);
  }
  for (const name of wordNames) {
    const field = fieldOf(item.item, name);
    // What the picture itself says, unless somebody was faster.
    if (field.value === "") field.value = added[name] ?? "";
  }
}
`,
};
