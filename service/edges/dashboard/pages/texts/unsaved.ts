import { v7 as uuidv7 } from "uuid";
import { ServiceError } from "../../../../errors.ts";
import type { Action } from "../../../../features/people/rights.ts";
import {
  dropUnsavedText,
  keepUnsavedText,
  readUnsavedText,
  type TypedIn,
  type UnsavedOf,
} from "../../../../features/workflow/drafts/unsaved-texts.ts";
import { isMomentMs } from "../../../../floor/db/keyset-list.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { refusal } from "../../../../floor/web/refuse-fields.ts";
import { uuidPattern } from "../../../../schema.ts";
import { type Context, type Definition, defineForm, defineRawForm, type ParamsOf } from "../../definition.ts";
import type { FormState } from "../../forms/form-state.ts";
import { idempotencyKeyName, receiveForm } from "../../forms/read-form.ts";
import { formAction } from "../../forms/render-form.ts";
import { confirmHtml } from "../../parts/confirm.ts";
import { momentText } from "../../parts/moment.ts";
import { refusalTexts } from "../../refusals.ts";
import { answerJson } from "../../uploads/define-uploads.ts";
import type { Visit } from "../../visit.ts";
import { editorBytesMax, editorFields } from "./editor-fields.ts";
import { changedNames, type EditorTexts, textsOfTyped } from "./editor-texts.ts";

/** The query of a page's calls that says whose text stands in the page: in its browser somebody else may have signed in since. */
const personQuery = "person";
/** The one that says which window it stands in: each page that is opened gets a number, and keeps it while its form goes to and fro. */
const windowQuery = "window";

type WrittenText = {
  of: UnsavedOf;
  /** What is stored: who has typed nothing else has nothing to lose. */
  stored: EditorTexts;
  /** Where the editor of it lies. */
  location: string;
  /** Whether a form is stored: all that it changed of an earlier version stands in this one, or a text was made of it. */
  isSaved: (typed: FormState["typed"]) => Promise<boolean>;
};

/** The two edges of an unsaved state below the path of an editor: `stand` keeps it for a script, `stand/verwerfen` forgets it. */
export function defineUnsaved<const Path extends string>(input: {
  path: Path;
  action: Action;
  /** Throws `not_found` for what the person may not see. */
  find: (context: Context<ParamsOf<Path>>) => Promise<WrittenText>;
}): Definition[] {
  const { path, action, find } = input;
  // The path of an edge begins with that of its page, so the router's parameters hold those of the page.
  const outer = (context: unknown) => context as Context<ParamsOf<Path>>;
  return [
    defineRawForm({
      path: `${path}/stand`,
      action,
      handle: async (context) => answerJson(async () => keep(context, await find(outer(context))), reasonOf),
    }),
    defineForm({
      path: `${path}/stand/verwerfen`,
      action,
      fields: {},
      async handle(context) {
        const { of, location } = await find(outer(context));
        await dropUnsavedText(context.deps.sql, context.visit.agencyId, { personId: personOf(context), of });
        return { location, notice: "Ihr ungespeicherter Stand ist verworfen." };
      },
      show: async (context, state) => ({
        title: "Stand verwerfen",
        main: html`<p>${state.message}</p><p><a href="${(await find(outer(context))).location}">Zurück zum Text</a></p>`,
      }),
    }),
  ];
}

/** What the person typed and did not save, as it stands in a form, and the words on it; null where it is what is stored. */
export async function unsavedOf(
  context: Pick<Context, "visit" | "deps">,
  { of, action, ...written }: Omit<WrittenText, "location"> & { action: string },
): Promise<{ state: FormState; notice: Html } | null> {
  const { visit, deps } = context;
  const found = await readUnsavedText(deps.sql, visit.agencyId, { personId: personOf(context), of });
  if (found === null) return null;
  const { fields, savedAt } = found;
  if (!(await isUnsaved(written, fields))) return null;
  const notice = html`<div class="notice kept" data-kept="${savedAt.toISOString()}">
<p>Ihr Stand von ${timeText(visit, savedAt)} ist noch nicht gespeichert. <a href="#f-title">Weiterschreiben</a></p>
${discardHtml({ visit, action, label: "Verwerfen …" })}</div>`;
  return { state: { typed: fields, problems: {}, message: null }, notice };
}

/** The button that forgets what the person has typed below an editor's path: a link to the editor would show it again. */
export function discardHtml({ visit, action, label }: { visit: Visit; action: string; label: string }): Html {
  return confirmHtml({
    visit,
    action: `${action}/stand/verwerfen`,
    label,
    question: "Was Sie seit dem letzten Speichern geschrieben haben, geht dann verloren.",
    confirm: "Ja, verwerfen",
  });
}

/** After it was saved. */
export async function dropUnsaved(
  context: Pick<Context, "visit" | "deps" | "query">,
  of: UnsavedOf,
): Promise<void> {
  const whose = { personId: personOf(context), of, typedIn: typedInOf(context.query) };
  await dropUnsavedText(context.deps.sql, context.visit.agencyId, whose);
}

/** The paths of an editor's form, which say in which window it stands. */
export function pathsInWindow(
  { visit, query }: Pick<Context, "visit"> & Partial<Pick<Context, "query">>,
  action: string,
): { submit: string; seo: string; keep: string } {
  const at = `${windowQuery}=${windowIn(query) ?? uuidv7()}`;
  const keep = `${formAction(visit, `${action}/stand?${at}`)}&${personQuery}=${personOf({ visit })}`;
  return { submit: `${action}?${at}`, seo: `${action}/seo?${at}`, keep };
}

function windowIn(query: URLSearchParams | undefined): string | null {
  return uuidPattern.exec(query?.get(windowQuery) ?? "")?.[0] ?? null;
}

/** What the script says beside the buttons; each sentence stands there hidden until it is true. */
export function keepingHtml(): Html {
  return html`<div class="keeping"><p class="facts" data-keep="kept" hidden></p>
<p class="problem" role="alert" data-keep="offline" hidden>Keine Verbindung: Ihr Text steht nur in diesem Fenster. Lassen Sie es offen, hier geht es von selbst weiter.</p>
<p class="problem" role="alert" data-keep="signed-out" hidden>Sie wurden abgemeldet: <a href="/app/anmelden" target="_blank" rel="noopener">in einem neuen Fenster anmelden</a>, hier geht nichts verloren.</p>
<p class="problem" role="alert" data-keep="refused" hidden></p>
<div class="problem" role="alert" data-keep="elsewhere" hidden><p>Diesen Text haben Sie auch in einem anderen Fenster offen und dort weitergeschrieben. Was hier steht, ist noch nicht gesichert.</p>
<p class="buttons"><button type="button" data-take="here">Hier weiterschreiben</button><button type="button" data-take="other">Stand des anderen Fensters laden</button></p></div></div>`;
}

async function keep(context: Context, { of, ...written }: WrittenText): Promise<{ kept: string | null }> {
  const { visit, deps, request, query } = context;
  const personId = personOf(context);
  if (query.get(personQuery) !== personId)
    throw refusal("invalid_parameters", {
      german: otherPerson,
      english: "Somebody else is signed in by now.",
    });
  const sent = await receiveForm(request, editorFields, editorBytesMax);
  if (sent.typed.bodyMarkdown === undefined)
    throw new ServiceError("validation_error", "This is no form of an editor.");
  const fields = { ...sent.typed, [idempotencyKeyName]: [sent.idempotencyKey] };
  if (!(await isUnsaved(written, fields))) {
    // A page that shows nothing of it, such as one with a refusal, takes nothing away.
    await dropUnsavedText(deps.sql, visit.agencyId, { personId, of, typedIn: typedInOf(query) });
    return { kept: null };
  }
  const whose = { personId, of };
  const typedIn = query.get("nimmt") === null ? typedInOf(query) : null;
  try {
    const { savedAt } = await keepUnsavedText(deps.sql, visit.agencyId, { ...whose, fields, typedIn });
    return { kept: timeText(visit, savedAt) };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "version_conflict") throw error;
    const other = await readUnsavedText(deps.sql, visit.agencyId, whose);
    // The other window's text is lost only where it is neither saved nor part of this one.
    const isLost = other !== null && isAhead(textsOfTyped(other.fields), textsOfTyped(fields));
    if (isLost && (await isUnsaved(written, other.fields))) throw error;
    const { savedAt } = await keepUnsavedText(deps.sql, visit.agencyId, { ...whose, fields });
    return { kept: timeText(visit, savedAt) };
  }
}

/** Null where the page says nothing of its window. */
function typedInOf(query: URLSearchParams): TypedIn | null {
  const windowId = windowIn(query);
  const shownMs = Date.parse(query.get("gezeigt") ?? "");
  return windowId === null
    ? null
    : { windowId, shownAt: isMomentMs(`${shownMs}`) ? new Date(shownMs) : null };
}

/** A page hands its text over where its form is sent; that can arrive behind the save of the same text. */
async function isUnsaved(
  { stored, isSaved }: Pick<WrittenText, "stored" | "isSaved">,
  typed: FormState["typed"],
): Promise<boolean> {
  return isAhead(stored, textsOfTyped(typed)) && !(await isSaved(typed));
}

function isAhead(stored: EditorTexts, typed: EditorTexts): boolean {
  return changedNames(stored, typed).length > 0;
}

function personOf({ visit }: { visit: Pick<Context["visit"], "signedIn"> }): string {
  return visit.signedIn.personId;
}

/** "14:32 Uhr", with the day where it was another one. */
function timeText(visit: Pick<Context["visit"], "timeZone">, moment: Date): string {
  const { timeZone } = visit;
  const day = new Intl.DateTimeFormat("de-DE", { timeZone, dateStyle: "short" });
  if (day.format(moment) !== day.format(new Date())) return momentText(visit, moment);
  const time = new Intl.DateTimeFormat("de-DE", { timeZone, hour: "2-digit", minute: "2-digit" });
  return `${time.format(moment)} Uhr`;
}

const otherPerson =
  "In diesem Browser ist jetzt jemand anderes angemeldet. Ihr Text steht nur in diesem Fenster: Melden Sie sich wieder an.";

const refusedTexts: Readonly<Record<string, string>> = {
  ...refusalTexts,
  not_found: "Diesen Text gibt es nicht mehr. Was Sie geschrieben haben, steht nur in diesem Fenster.",
  payload_too_large: "Der Text ist größer als 1 MB und steht nur in diesem Fenster. Bitte kürzen Sie ihn.",
};

const reasonOf = ({ code, details }: ServiceError) => details?.formErrors[0] ?? refusedTexts[code];
