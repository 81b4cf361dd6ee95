import { ServiceError } from "../../../../errors.ts";
import { appendUpload } from "../../../../features/media/uploads.ts";
import {
  beginMoveFile,
  cancelMoveFile,
  checkMove,
  emptyFile,
  refuseOtherUpload,
} from "../../../../features/moving/move-file.ts";
import {
  beginMove,
  discardMove,
  moveOf,
  runMove,
  runMoveWithoutPictures,
  stopMove,
} from "../../../../features/moving/moves.ts";
import { listRedirects } from "../../../../features/moving/old-addresses-sql.ts";
import { redirectFormats, redirectTable } from "../../../../features/moving/redirects.ts";
import type { CountedMove } from "../../../../features/moving/schema.ts";
import { listMoves } from "../../../../features/moving/sql.ts";
import { listMovedTexts } from "../../../../features/moving/texts-sql.ts";
import { moveLoopName } from "../../../../features/moving/work-on-move.ts";
import { downloadHeaders } from "../../../../floor/http/downloads.ts";
import { byteOrderMark, csvLine } from "../../../../floor/web/csv-line.ts";
import { html } from "../../../../floor/web/html.ts";
import { type Context, defineForm, definePage, defineRawForm, type PageContent } from "../../definition.ts";
import { emptyForm, type FormState } from "../../forms/form-state.ts";
import { timedIdOfForm } from "../../forms/id-of-form.ts";
import { readFile } from "../../forms/read-form.ts";
import { formHtml } from "../../forms/render-form.ts";
import { optionalTextField, textField } from "../../forms/text-fields.ts";
import { lookAgainScript } from "../../parts/look-again-script.ts";
import { shortMomentHtml } from "../../parts/moment.ts";
import { cursorOf, pagerHtml } from "../../parts/pager.ts";
import { uuidInPath } from "../../parts/path-id.ts";
import { tableHtml } from "../../parts/table.ts";
import { defineUploads } from "../../uploads/define-uploads.ts";
import { uploadScript } from "../../uploads/upload-script.ts";
import { clientOf, clientPage, clientPath, clientsPath, type ShownClient } from "./client-frame.ts";
import { moveHtml } from "./move-parts.ts";
import { leftWords, missingWords, stateWords } from "./move-words.ts";

const path = `${clientsPath}/:id/newsroom/umzug` as const;
const ofMove = `${path}/:moveId` as const;
const action = "newsrooms.move";
/** Of a form without script: below what the server takes as a body. Larger files go in pieces. */
const formBytesMax = 900 * 1024;

type Here = Context<{ id: string; moveId: string }>;

const beginFields = {
  site: textField({
    label: "Adresse des bisherigen Newsrooms",
    hint: "Etwa „presse.kunde.de“. Bilder holen wir nur von dort.",
    charactersMax: 500,
  }),
  feedUrl: optionalTextField({
    label: "Adresse eines Feeds",
    hint: "Nur wenn Sie keine Datei haben. Der Feed muss die ganzen Texte enthalten.",
    charactersMax: 2_000,
    placeholder: "https://presse.kunde.de/feed/",
  }),
};

const movesPage = definePage({ path, action, handle: (context) => showMoves(context, emptyForm) });

const beginForm = defineForm({
  path,
  action,
  fields: beginFields,
  async handle(context) {
    const { visit, values, deps, idempotencyKey } = context;
    const { id: clientId } = await clientOf(context);
    const asked = { clientId, site: values.site, feedUrl: values.feedUrl ?? "" };
    const input = { ...asked, id: timedIdOfForm(visit.agencyId, idempotencyKey, asked) };
    const moveId = await beginMove(deps.sql, visit.agencyId, input, visit);
    deps.wake(moveLoopName);
    return { location: movePath(clientId, moveId) };
  },
  show: showMoves,
});

const movePage = definePage({
  path: ofMove,
  action,
  scripts: [uploadScript, lookAgainScript],
  handle: (context) => showMove(context, emptyForm),
});

const uploadForms = defineUploads({
  path: `${ofMove}/dateiteile`,
  action,
  async begin(context, file) {
    const { move } = await found(context);
    return await beginMoveFile(context.deps.sql, context.visit.agencyId, { ...file, moveId: move.id });
  },
  async check(context, uploadId) {
    const { move } = await found(context);
    await refuseOtherUpload(context.deps.sql, context.visit.agencyId, { moveId: move.id, uploadId });
  },
  async finish(context, uploadId) {
    const { client, move } = await found(context);
    await checkMove(context.deps.sql, context.visit.agencyId, { moveId: move.id, uploadId });
    context.deps.wake(moveLoopName);
    return { open: movePath(client.id, move.id) };
  },
});

/** For the script of the upload, whose button says that nothing is kept. */
const cancelForm = defineForm({
  path: `${ofMove}/:uploadId/abbrechen`,
  action,
  fields: {},
  async handle(context) {
    const { visit, deps, params } = context;
    const { client, move } = await found(context);
    const uploadId = uuidInPath(params.uploadId);
    await cancelMoveFile(deps.sql, visit.agencyId, { moveId: move.id, uploadId });
    return { location: movePath(client.id, move.id) };
  },
  show: showMove,
});

/** The whole file at once, for browsers without script. */
const fileForm = defineRawForm({
  path: `${ofMove}/datei`,
  action,
  async handle(context) {
    const { visit, deps, request } = context;
    const { client, move } = await found(context);
    const file = await readFile(request, "file", formBytesMax).catch((error: unknown) => {
      if (error instanceof ServiceError && error.code === "payload_too_large") return null;
      throw error;
    });
    if (file === null || file.size === 0) {
      const message =
        file === null
          ? "Bitte wählen Sie eine Datei aus. Ohne JavaScript nehmen wir Dateien bis 900 KB."
          : emptyFile;
      return { ...(await showMove(context, { ...emptyForm, message })), status: 400 };
    }
    const bytes = new Uint8Array(await file.arrayBuffer());
    const { id: moveId } = move;
    const sent = { moveId, fileName: file.name, bytes: bytes.length };
    const uploadId = await beginMoveFile(deps.sql, visit.agencyId, sent);
    await appendUpload(deps, visit.agencyId, { uploadId, position: 0, bytes });
    await checkMove(deps.sql, visit.agencyId, { moveId, uploadId });
    deps.wake(moveLoopName);
    return { location: movePath(client.id, move.id) };
  },
});

const stateForms = [
  { word: "starten", verb: runMove },
  { word: "ohne-bilder", verb: runMoveWithoutPictures },
  { word: "anhalten", verb: stopMove },
  { word: "verwerfen", verb: discardMove },
].map(({ word, verb }) =>
  defineForm({
    path: `${ofMove}/${word}`,
    action,
    fields: {},
    async handle(context) {
      const { visit, deps } = context;
      const { client, move } = await found(context);
      await verb(deps.sql, visit.agencyId, move.id, visit);
      deps.wake(moveLoopName);
      const isGone = verb === discardMove && move.taken === 0;
      return { location: isGone ? clientPath(client.id, "/newsroom/umzug") : movePath(client.id, move.id) };
    },
    show: showMove,
    reasons: { imprint_missing: "Der Newsroom hat noch kein Impressum. Tragen Sie es unter „Newsroom“ ein." },
  }),
);

const listFile = definePage({
  path: `${ofMove}/liste.csv`,
  action,
  async handle(context) {
    const { move } = await found(context);
    const texts = await listMovedTexts(context.deps.sql, context.visit.agencyId, move.id);
    const head = ["Nr.", "Überschrift", "Erschienen", "Alte Adresse", "Stand", "Bilder, die fehlen"];
    const rows = texts.map((text) => [
      ...[text.position, text.title, text.publishedAt?.toISOString() ?? "", text.url ?? ""],
      text.reason !== null ? leftWords[text.reason] : text.state === "taken" ? "übernommen" : "kommt",
      text.missing.map(({ url, reason }) => `${url} (${missingWords[reason]})`).join(" "),
    ]);
    const table = byteOrderMark + [head, ...rows].map(csvLine).join("");
    return new Response(table, { headers: downloadHeaders("umzug.csv") });
  },
});

const redirectFiles = redirectFormats.map((format) =>
  definePage({
    path: `${ofMove}/umleitungen-${format}`,
    action,
    async handle(context) {
      const { client } = await found(context);
      const redirects = await listRedirects(context.deps.sql, context.visit.agencyId, client.id);
      const table = redirectTable(format, { redirects, publicUrl: context.deps.publicUrl });
      const name = format === "csv" ? "umleitungen.csv" : (`umleitungen-${format}.conf` as const);
      return new Response(table, { headers: downloadHeaders(name) });
    },
  }),
);

export const movingDefinitions = [
  ...[
    movesPage,
    beginForm,
    movePage,
    ...uploadForms,
    cancelForm,
    fileForm,
    ...stateForms,
    listFile,
    ...redirectFiles,
  ],
];

function movePath(clientId: number, moveId: string): string {
  return clientPath(clientId, `/newsroom/umzug/${moveId}`);
}

/** The client and its move. The same 404 for one that is not there, another agency's, and another client's. */
async function found(context: Here): Promise<{ client: ShownClient; move: CountedMove }> {
  const client = await clientOf(context);
  const { visit, deps, params } = context;
  const move = await moveOf(deps.sql, visit.agencyId, uuidInPath(params.moveId));
  if (move.clientId !== client.id) throw new ServiceError("not_found", "The client has no such move.");
  return { client, move };
}

async function showMoves(context: Context<{ id: string }>, state: FormState): Promise<PageContent> {
  const { visit, deps, query } = context;
  const client = await clientOf(context);
  const cursor = cursorOf(query);
  const { moves, nextCursor } = await listMoves(deps.sql, visit.agencyId, { clientId: client.id, cursor });
  const at = clientPath(client.id, "/newsroom/umzug");
  return clientPage(visit, client, {
    tab: "/newsroom",
    title: "Umzug hierher",
    lead: "Übernehmen Sie einen bisherigen Newsroom mit Texten, Bildern und alten Adressen. Zuerst sehen Sie in einem Probelauf, was kommt. Es kostet kein Guthaben, und niemand bekommt eine Nachricht.",
    main: html`${formHtml({ visit, action: at, fields: beginFields, state, submit: "Weiter" })}
${
  moves.length > 0 &&
  html`<h2>Bisherige Umzüge</h2>
${tableHtml({
  caption: "Bisherige Umzüge",
  rows: moves,
  columns: [
    { label: "Von", cell: ({ id, source }) => html`<a href="${movePath(client.id, id)}">${source}</a>` },
    { label: "Datei", cell: ({ fileName }) => fileName },
    { label: "Stand", cell: ({ state: word }) => stateWords[word] },
    { label: "Übernommen", isNumber: true, cell: ({ taken }) => taken },
    { label: "Begonnen", cell: ({ createdAt }) => shortMomentHtml(visit, createdAt) },
  ],
})}
${pagerHtml({ path: at, query, nextCursor })}`
}`,
  });
}

async function showMove(context: Here, state: FormState): Promise<PageContent> {
  const { visit, deps } = context;
  const { client, move } = await found(context);
  // While it runs the page is read every two seconds.
  const isAtWork = move.state === "running" || move.state === "checking";
  const texts = isAtWork ? [] : await listMovedTexts(deps.sql, visit.agencyId, move.id);
  return clientPage(visit, client, {
    tab: "/newsroom",
    title: `Umzug von ${move.source}`,
    lead: html`<span class="state">${stateWords[move.state]}</span>`,
    main: moveHtml({ visit, move, texts, state, at: movePath(client.id, move.id) }),
  });
}
