/** A picture of the client's library, as the text shows it and as the editor does. */
export type LibraryPicture = {
  id: string;
  fileName: string;
  /** Address in the text. */
  src: string;
  /** Address that only people of the agency can read. */
  thumbnail: string;
  alt: string | null;
  credit: string | null;
  caption: string | null;
  /** Of these three, as they were seen. */
  seenStamp: string;
};

/** Where the library of the client lies, and for which agency this page was made. */
export type Library = { path: string; agencyId: string };

const broken = "Die Verbindung ist abgebrochen. Bitte versuchen Sie es noch einmal.";

/** As `transfer-source.ts` sends them. */
const partBytes = 1_000_000;
const retriesMax = 8;
const waitMaxMs = 10_000;

type LibraryPage = { pictures: LibraryPicture[]; nextCursor: string | null };

/** The newest pictures of the client, or those behind the cursor. */
export async function listPictures(library: Library, cursor: string | null): Promise<LibraryPage> {
  const query = cursor === null ? "" : `?cursor=${encodeURIComponent(cursor)}`;
  return (await ask(library, `/auswahl${query}`, { method: "GET" })) as LibraryPage;
}

/** What the library says of a picture that stands in a text; throws with a German sentence where it has none such. */
export async function findPicture(library: Library, assetId: string): Promise<LibraryPicture> {
  const { pictures } = (await ask(library, `/auswahl?asset=${assetId}`, { method: "GET" })) as LibraryPage;
  if (pictures[0] === undefined)
    throw new RefusedError("Dieses Bild liegt nicht in der Mediathek des Kunden.");
  return pictures[0];
}

/** Sends a file in parts to the client's library and returns the picture that it has become. Throws with a German sentence. */
export async function uploadPicture(library: Library, file: File): Promise<LibraryPicture> {
  const body = new URLSearchParams({ fileName: file.name, bytes: String(file.size) });
  let state = (await ask(library, "/uploads", { method: "POST", body })) as {
    uploadId: string;
    bytesReceived: number;
  };
  const at = `/uploads/${state.uploadId}`;
  let failures = 0;
  while (state.bytesReceived < file.size) {
    const first = state.bytesReceived;
    const part = file.slice(first, first + partBytes);
    const headers = { "content-range": `bytes ${first}-${first + part.size - 1}/${file.size}` };
    try {
      state = (await ask(library, at, { method: "POST", body: part, headers })) as typeof state;
      failures = 0;
    } catch (error) {
      failures += 1;
      if (error instanceof RefusedError || failures > retriesMax) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.min(500 * 2 ** failures, waitMaxMs)));
      state = (await ask(library, at, { method: "GET" }).catch(() => state)) as typeof state;
    }
  }
  const added = (await ask(library, `${at}/fertig`, { method: "POST" })) as { inText: LibraryPicture | null };
  if (added.inText === null)
    throw new RefusedError(`${file.name} ist kein Bild, das sich im Text zeigen lässt.`);
  return added.inText;
}

/**
 * Stores what is said of a picture, in the library, where every text finds it. Throws with the German reason why it does not. What somebody
 * else has said meanwhile is kept: `problem` tells it, and with the new stamp it may be replaced.
 */
export async function describePicture(
  library: Library,
  { id, alt, credit, caption, seenStamp }: Omit<LibraryPicture, "fileName" | "src" | "thumbnail">,
): Promise<{ seenStamp: string; problem?: string }> {
  const change = { assetId: id, alt: alt ?? "", credit: credit ?? "", caption: caption ?? "", seenStamp };
  const init = {
    method: "POST",
    body: JSON.stringify({ changes: [change] }),
    headers: { "content-type": "application/json" },
  };
  const { files } = (await ask(library, "/angaben", init)) as {
    files: [{ seenStamp: string; problem?: string }];
  };
  return files[0];
}

/** What the service refuses; asking again changes nothing. */
class RefusedError extends Error {}

function addressOf({ path, agencyId }: Library, rest: string): string {
  return `${path}${rest}${rest.includes("?") ? "&" : "?"}agency=${agencyId}`;
}

async function ask(library: Library, rest: string, init: RequestInit): Promise<unknown> {
  const headers = { accept: "application/json", ...init.headers };
  // The browser says in English that it came to nothing.
  const answer = await fetch(addressOf(library, rest), { ...init, headers }).catch(() => {
    throw new Error(broken);
  });
  const isJson = answer.headers.get("content-type")?.startsWith("application/json") === true;
  if (answer.ok && isJson) return await answer.json();
  const told = isJson ? ((await answer.json()) as { code?: string; message?: string }) : {};
  const ended =
    "Ihre Sitzung ist beendet. Melden Sie sich in einem neuen Fenster an, und versuchen Sie es noch einmal.";
  const hasEnded = answer.ok || answer.status === 401;
  const message =
    told.message ?? (hasEnded ? ended : "Das hat nicht geklappt. Bitte laden Sie die Seite neu.");
  // Not the next part, as after an answer that was lost: the upload's state says which one is.
  if (told.code === "upload_conflict") throw new Error(message);
  if (answer.status < 500) throw new RefusedError(message);
  throw new Error(broken);
}
