/** What `uploadScript` sends one file with: in parts, through breaks, and on from where an earlier page was. */
export const transferSource = `const partBytes = 1_000_000;
const retriesMax = 30;
const waitMaxMs = 15_000;

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
`;
