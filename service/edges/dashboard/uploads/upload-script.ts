import type { Script } from "../script.ts";

/**
 * Sends files in parts with their progress, below the path of `data-uploads` (`defineUploads`): many at once, or with `data-opens` one,
 * after which a page opens. A break is waited out, and a file that is chosen again after the page was closed goes on where it was.
 */
export const uploadScript: Script = {
  name: "upload",
  source: `const partBytes = 1_000_000;
const retriesMax = 30;
const waitMaxMs = 15_000;
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
      const item = createItem({ list, file, template, number });
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
    const value = (item, name) => item.querySelector("[name=" + name + "]").value;
    const changes = items.map((item) => ({
      assetId: item.dataset.asset, alt: value(item, "alt"), credit: value(item, "credit"), caption: value(item, "caption"),
    }));
    status.textContent = "wird gespeichert";
    const answer = await fetch(all.dataset.save, {
      method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ changes }),
    }).catch(() => null);
    const isJson = answer?.headers.get("content-type")?.startsWith("application/json");
    if (answer?.ok && isJson) {
      for (const item of items) {
        item.removeAttribute("data-changed");
        item.querySelector(".facts").textContent = "gespeichert";
      }
      status.textContent = items.length === 1 ? "Eine Datei ist gespeichert." : items.length + " Dateien sind gespeichert.";
    } else status.textContent = isJson ? (await answer.json()).message : "Das ließ sich nicht speichern. Ihre Eingaben stehen hier noch: Bitte versuchen Sie es noch einmal.";
  });
  return all;
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
    item.item.querySelector(".upload-fields").remove();
    item.item.removeAttribute("data-changed");
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

async function transfer({ box, file, show, tell, last, signal }) {
  const send = createSend(box, signal);
  const key = ["upload", box.dataset.uploads, file.name, file.size, file.lastModified].join(":");
  let state = null;
  try {
    state = await begin(send, file, key);
    let failures = 0;
    while (state.bytesReceived < file.size) {
      show(state.bytesReceived);
      const first = state.bytesReceived;
      const part = file.slice(first, first + partBytes);
      try {
        const range = "bytes " + first + "-" + (first + part.size - 1) + "/" + file.size;
        state = await send("/" + state.uploadId, { method: "POST", body: part, headers: { "content-range": range } });
        failures = 0;
      } catch (error) {
        failures += 1;
        if (signal?.aborted || (error.refusal && error.refusal !== "upload_conflict") || failures > retriesMax) throw error;
        tell("Verbindung unterbrochen, es geht gleich weiter");
        await new Promise((resolve) => setTimeout(resolve, Math.min(500 * 2 ** failures, waitMaxMs)));
        state = await send("/" + state.uploadId, { method: "GET" }).catch((again) => {
          if (again.refusal) throw again;
          return state;
        });
      }
    }
    show(file.size);
    tell(last);
    const done = await send("/" + state.uploadId + "/fertig", { method: "POST" });
    localStorage.removeItem(key);
    return done;
  } catch (error) {
    // A page in place of data, as of an ended session, says nothing about the upload: it can go on later.
    if ((error.refusal && error.refusal !== "unknown") || signal?.aborted) localStorage.removeItem(key);
    if (signal?.aborted && state !== null) {
      const at = box.dataset.uploads.replace(/[^/]+$/, state.uploadId + "/abbrechen");
      fetch(at + "?agency=" + box.dataset.agency, { method: "POST", headers: { "content-type": "application/x-www-form-urlencoded" } });
    }
    if (error.refusal) throw error;
    throw new Error("Die Verbindung ist abgebrochen. Wählen Sie die Datei noch einmal: Es geht dort weiter, wo sie war.");
  }
}

function createSend(box, signal) {
  return async (path, init) => {
    const answer = await fetch(box.dataset.uploads + path + "?agency=" + box.dataset.agency, {
      ...init,
      signal,
      headers: { accept: "application/json", ...init.headers },
    });
    const isJson = answer.headers.get("content-type")?.startsWith("application/json");
    if (answer.ok && isJson) return await answer.json();
    // An ended session is answered by a page, not by data.
    const error = new Error(
      answer.status === 401
        ? "Ihre Sitzung ist beendet. Melden Sie sich in einem neuen Fenster an, und wählen Sie die Datei hier noch einmal."
        : "Der Dienst hat die Datei nicht genommen. Bitte laden Sie die Seite neu.",
    );
    if (isJson) Object.assign(error, await answer.json());
    if (answer.status < 500) error.refusal = error.code ?? "unknown";
    throw error;
  };
}

async function begin(send, file, key) {
  const known = localStorage.getItem(key);
  if (known !== null) {
    const state = await send("/" + known, { method: "GET" }).catch((error) => {
      if (!error.refusal) throw error;
      return null;
    });
    if (state !== null) return state;
  }
  const body = new URLSearchParams({ fileName: file.name, bytes: String(file.size) });
  const state = await send("", { method: "POST", body });
  localStorage.setItem(key, state.uploadId);
  return state;
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
  if (added.picture !== null) {
    const picture = document.createElement("img");
    picture.src = added.picture;
    picture.alt = "";
    item.item.prepend(picture);
  }
  for (const name of ["alt", "credit", "caption"]) {
    const field = item.item.querySelector("[name=" + name + "]");
    // What the picture itself says, unless somebody was faster.
    if (field.value === "") field.value = added[name] ?? "";
  }
}
`,
};
