import type { WholeDraft } from "../../../../features/workflow/drafts/read-draft.ts";
import { listTopics } from "../../../../features/workflow/drafts/reference-sql.ts";
import { reviewDraft } from "../../../../features/workflow/drafts/review-draft.ts";
import { listReleases } from "../../../../features/workflow/releases/list-releases.ts";
import type { Sql } from "../../../../floor/db/open.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { languageName } from "../../../../floor/web/language-names.ts";
import type { Context, PageContent } from "../../definition.ts";
import type { Fields, Option } from "../../forms/fields.ts";
import { type FormState, isRefused } from "../../forms/form-state.ts";
import { fieldHtml, formAction, formHtml } from "../../forms/render-form.ts";
import { draftStateHtml } from "../../parts/draft-state.ts";
import { languageOptions } from "../../parts/languages.ts";
import { momentHtml } from "../../parts/moment.ts";
import { richTextScript } from "../../rich-text/script.ts";
import { clientPath } from "../clients/client-frame.ts";
import { draftTabs } from "./draft-tabs.ts";
import { chosenHtml, editorAssets } from "./editor-assets.ts";
import { correctionFields, editorFields, textFields } from "./editor-fields.ts";
import { type EditorRemarks, editorRemarks } from "./editor-remarks.ts";
import { editorScript } from "./editor-script.ts";
import { contentOfTexts, textsOfTyped } from "./editor-texts.ts";
import { endingBefore } from "./ending-approval.ts";
import { savingAndAsking, textPath, textsPath } from "./paths.ts";
import { type ReviewParts, reviewParts } from "./review-parts.ts";
import { topicsHtml, topicsScript } from "./topics.ts";
import { keepingHtml, pathsInWindow } from "./unsaved.ts";
import { unsavedScript } from "./unsaved-script.ts";

type PageContext = Pick<Context, "visit" | "deps"> & Partial<Pick<Context, "query">>;
type EditorInput = {
  clientId: number;
  /** Where the form is sent to; preview and checks lie below it. */
  action: string;
  fields: Fields;
  state: FormState;
  hasNote: boolean;
  /** Above the form: what happened to the text. */
  above?: Html;
  submit: string;
  /** What saving ends, where the client is asked or has approved: the next step is another one. */
  ending?: string | null;
  /** What contacts wrote about the text. */
  remarks?: EditorRemarks | null;
  cancelPath: string;
};

/** What runs beside the form. */
export const editorScripts = [editorScript, richTextScript, unsavedScript, topicsScript];

/** The latest ones: a translation follows its original within weeks. */
const originalsMax = 100;

/** The editor of a stored text, with what stands in the form. */
export async function showEditor(
  context: PageContext,
  draft: WholeDraft,
  state: FormState,
  above?: Html,
): Promise<PageContent> {
  const path = textPath(draft.id);
  return {
    title: draft.title,
    lead: draftLead(context, draft),
    trail: [{ label: "Meldungen", href: textsPath }],
    hasFrames: true,
    main: html`${draftTabs(draft.id, path)}
${await editorHtml(context, {
  clientId: draft.clientId,
  action: path,
  fields: draft.isCorrection ? correctionFields : editorFields,
  state,
  hasNote: draft.isCorrection,
  submit: "Speichern",
  ending: endingBefore(draft.status),
  remarks: await editorRemarks(context, draft),
  cancelPath: textsPath,
  ...(above !== undefined && { above }),
})}`,
  };
}

/** Client, state and version, and since when it stands so. */
export function draftLead({ visit }: PageContext, draft: WholeDraft): Html {
  return html`${draft.clientName} · ${draftStateHtml(draft.status)} · Fassung ${draft.version}, ${momentHtml(visit, new Date(draft.updatedAt))}`;
}

/** The form with its fields beside what readers will get. */
export async function editorHtml(context: PageContext, input: EditorInput): Promise<Html> {
  const { visit, deps } = context;
  const { clientId, action, fields, state, ending = null } = input;
  const texts = textsOfTyped(state.typed);
  const content = contentOfTexts(texts, visit.timeZone);
  const [review, originals, assets, topics] = await Promise.all([
    reviewDraft(deps, visit.agencyId, { clientId, content }),
    originalOptions(deps.sql, visit.agencyId, { clientId, chosen: texts.translationOf }),
    editorAssets(context, clientId, texts),
    listTopics(deps.sql, visit.agencyId, clientId),
  ]);
  const shownAssets = chosenHtml(clientId, action, assets.chosen);
  const parts = await reviewParts(context, { clientId, content, texts, review, assets: shownAssets });
  const paths = pathsInWindow(context, action);
  return html`<div class="editor">
<div class="editor-form">${input.above}
${ending !== null && html`<p>${ending}</p>`}
${formHtml({
  visit,
  action: paths.submit,
  fields,
  state,
  body: bodyHtml(context, input, {
    paths,
    parts,
    topics,
    options: { translationOf: originals, language: languageOptions(texts.language), ...assets.options },
  }),
  submit: input.submit,
  beside: html`${ending === null && html`<button formaction="${formAction(visit, savingAndAsking(paths.submit))}"><span class="unseen">Speichern und </span>Freigabe anfragen</button>`}
<a href="${input.cancelPath}">Abbrechen</a>`,
})}
${input.remarks?.forms}
${keepingHtml()}</div>
</div>`;
}

/** The stored text as readers get it, for people who may not change it, or not any more. */
export function previewFrame(action: string): Html {
  return html`<iframe class="preview-frame" data-preview src="${`${action}/ansicht`}" title="Vorschau: die Seite, die Leser bekommen" sandbox="allow-same-origin"></iframe>`;
}

/** What stands beside the text: the page that readers will get, facts that are folded, and the check. */
function asideHtml(
  { visit }: PageContext,
  { action }: EditorInput,
  { facts, check }: { facts: Html } & Pick<ReviewParts, "check">,
): Html {
  return html`<aside class="editor-side" aria-label="Vorschau, Angaben und Prüfung">
<section aria-labelledby="vorschau"><div class="editor-preview-head"><h2 id="vorschau">Vorschau</h2>
<button formaction="${formAction(visit, `${action}/ansicht`)}" formtarget="_blank" formnovalidate>Vorschau in neuem Fenster</button></div>
<p class="facts" data-preview-state role="status"></p>
${previewFrame(action)}</section>
<section aria-labelledby="angaben"><h2 id="angaben">Angaben</h2>${facts}</section>
<section aria-labelledby="pruefung"><h2 id="pruefung">Pressetext-Check</h2>${check}</section>
</aside>`;
}

function bodyHtml(
  context: PageContext,
  input: EditorInput,
  {
    paths,
    parts,
    topics,
    options,
  }: {
    paths: ReturnType<typeof pathsInWindow>;
    parts: ReviewParts;
    topics: readonly string[];
    options: Readonly<Record<string, readonly { value: string; label: string }[]>>;
  },
): Html {
  const { visit } = context;
  const { clientId, action, fields, state, hasNote, above, remarks = null } = input;
  const field = (name: string) =>
    html`${fieldHtml(fields, name, state, { options })}${parts.warnings(name)}${name === "topics" && topicsHtml(topics)}`;
  const hasEmbargo = fields.embargoUntil !== undefined && fields.embargoUntil.shape !== "hidden";
  const isSaved = above === undefined && !isRefused(state);
  const isOpen = (names: readonly string[]) => names.some((name) => state.problems[name] !== undefined);
  const group = (label: string, names: readonly string[], rest?: Html) =>
    html`<details class="group"${isOpen(names) && html` open`}><summary>${label}</summary>${names.map(field)}${rest}</details>`;
  const further = Object.keys(textFields)
    .slice(6)
    .filter((name) => Object.hasOwn(fields, name));
  const facts = html`${group("Bild und Dateien", ["imageAssetId", "assetIds"], parts.assets)}
${group(hasEmbargo ? "Ort, Themen, Sperrfrist und Sprache" : "Ort, Themen und Sprache", ["dateline", ...further])}
${
  Object.hasOwn(fields, "seoTitle") &&
  group(
    "Suchmaschinen",
    ["seoTitle", "seoDescription", "slug", "focusKeyword"],
    html`<p class="buttons"><button formaction="${formAction(visit, paths.seo)}" formnovalidate>Vorschlagen</button></p>`,
  )
}`;
  return html`<div data-editor${isSaved && html` data-saved`}${visit.may("media.write") && html` data-library="${clientPath(clientId, "/mediathek")}" data-agency="${visit.agencyId}"`} data-preview="${formAction(visit, `${action}/ansicht`)}" data-review="${formAction(visit, `${action}/pruefung`)}" data-keep-path="${paths.keep}" hidden></div>
<button class="unseen" tabindex="-1" aria-hidden="true">Speichern</button>
${Object.hasOwn(fields, "expectedVersion") && field("expectedVersion")}
<div class="editor-columns${remarks !== null && html` has-remarks`}"><div class="editor-main">
${hasNote && field("correctionNote")}
${["title", "subtitle", "bodyMarkdown"].map(field)}
</div>
${remarks?.list}
${asideHtml(context, input, { facts, check: parts.check })}
</div>`;
}

/** Published releases of a client, of which a text can be a translation; the chosen one too where it is none of the latest. */
async function originalOptions(
  sql: Sql,
  agencyId: number,
  { clientId, chosen }: { clientId: number; chosen: string },
): Promise<Option[]> {
  const { releases } = await listReleases(sql, agencyId, {
    only: "releases",
    clientId,
    isOnline: true,
    limit: originalsMax,
  });
  const options = releases.flatMap(({ pressReleaseId, title, language }) =>
    pressReleaseId === null
      ? []
      : [{ value: String(pressReleaseId), label: `${title} (${languageName(language)})` }],
  );
  const isListed = chosen === "" || options.some(({ value }) => value === chosen);
  return isListed ? options : [{ value: chosen, label: `Meldung Nr. ${chosen}` }, ...options];
}
