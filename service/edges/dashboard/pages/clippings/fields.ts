import { nullWhereMissing, ServiceError } from "../../../../errors.ts";
import { listClientNames } from "../../../../features/clients/client-names-sql.ts";
import { type ClippingFields, charactersMax } from "../../../../features/insights/clippings/schema.ts";
import { findReleaseTitles } from "../../../../features/reporting/campaigns/member-names-sql.ts";
import { findReleaseState } from "../../../../features/workflow/releases/lifecycle-sql.ts";
import { listReleases } from "../../../../features/workflow/releases/list-releases.ts";
import { urlCharactersMax } from "../../../../floor/web/field-rules.ts";
import type { Context } from "../../definition.ts";
import { choiceField, pickField } from "../../forms/choice-fields.ts";
import type { Option, ValuesOf } from "../../forms/fields.ts";
import type { FormState } from "../../forms/form-state.ts";
import {
  hiddenField,
  optionalAddressField,
  optionalAreaField,
  optionalTextField,
  textField,
} from "../../forms/text-fields.ts";
import { optionalDayField } from "../../forms/value-fields.ts";
import { numberInPath } from "../../parts/path-id.ts";
import { requireClient } from "../../visit.ts";
import { searchField, searchOf } from "../figures/group-search.ts";
import { matchTypeLabels, mediaTypeLabels } from "./labels.ts";
import { clippingsPath } from "./paths.ts";

const offeredMax = 100;

/** A client, or one of its releases: `client:3`, `release:42`. */
const subjectField = pickField({
  label: "Meldung oder Kunde",
  hint: "Angeboten werden die zuletzt bearbeiteten Meldungen; ältere finden Sie über die Suche. Passt keine, wählen Sie den Kunden.",
});

/** A client or release, and the line by which others are found. */
export const subjectFields = { q: searchField("Meldung suchen"), subject: subjectField };

export const clippingFields = {
  ...subjectFields,
  url: optionalAddressField({
    label: "Adresse",
    hint: "Bei Print, Radio, Fernsehen und Podcasts darf sie fehlen.",
    charactersMax: urlCharactersMax,
  }),
  headline: textField({ label: "Überschrift", charactersMax: charactersMax.headline }),
  medium: textField({ label: "Medium", charactersMax: charactersMax.medium }),
  mediaType: choiceField({ label: "Mediengattung", labels: mediaTypeLabels }),
  // The verb refuses an empty day, with what is wrong with the rest.
  publishedOn: { ...optionalDayField({ label: "Erschienen am" }), isOptional: false },
  matchType: choiceField({ label: "Art des Treffers", labels: matchTypeLabels }),
  author: optionalTextField({ label: "Autorin oder Autor", charactersMax: charactersMax.author }),
  place: optionalTextField({
    label: "Seite oder Sendezeit",
    hint: "Zum Beispiel „Seite 12“ oder „Nordmagazin, 19:30 Uhr“.",
    charactersMax: charactersMax.place,
  }),
  language: optionalTextField({
    label: "Sprache",
    hint: "Ein Kürzel wie de oder en.",
    charactersMax: charactersMax.language,
  }),
  reach: optionalTextField({
    label: "Reichweite",
    hint: "Kontakte, wie eine Quelle sie schätzt. Anzeigenäquivalente (AVE) nehmen wir nicht auf.",
    charactersMax: 20,
  }),
  reachSource: optionalTextField({
    label: "Quelle der Reichweite",
    hint: "Zum Beispiel „IVW 3/2026“.",
    charactersMax: charactersMax.reachSource,
  }),
  note: optionalAreaField({
    label: "Interne Notiz",
    hint: "Sie steht in keinem Bericht.",
    charactersMax: charactersMax.note,
    rows: 3,
  }),
};

export const backField = hiddenField({ charactersMax: 4_000 });

/** Where a button leads back to: a list of this section, and nowhere else. */
export function backOf(back: string): string {
  return /^\/app\/clippings(?:$|[/?#])/.test(back) && URL.canParse(back, "http://localhost")
    ? back
    : clippingsPath;
}

export type TypedClipping = ValuesOf<typeof clippingFields>;

/** What was typed, as the verb takes it. Throws `not_found` for a client that the person may not see. */
export async function fieldsOf(
  context: Pick<Context, "visit" | "deps">,
  { q: _search, subject, url, publishedOn, reach, ...values }: TypedClipping,
): Promise<ClippingFields> {
  const digits = reach?.replace(/[.\s]/g, "") ?? null;
  return {
    ...values,
    ...(await subjectOf(context, subject)),
    url: url ?? "",
    publishedOn: publishedOn ?? "",
    reach: digits === null ? null : /^\d{1,15}$/.test(digits) ? Number(digits) : Number.NaN,
  };
}

export async function subjectOf(
  { visit, deps }: Pick<Context, "visit" | "deps">,
  subject: string,
): Promise<{ clientId: number; releaseId: number | null }> {
  const [, kind, digits = ""] = /^(client|release):(\d+)$/.exec(subject) ?? [];
  const id = numberInPath(digits);
  const release = kind === "release" ? await findReleaseState(deps.sql, visit.agencyId, id) : null;
  const clientId = kind === "client" ? id : (release?.clientId ?? null);
  if (clientId === null) throw new ServiceError("not_found", "There is no such client or release.");
  requireClient(visit, clientId);
  return { clientId, releaseId: release?.pressReleaseId ?? null };
}

/**
 * What a clipping can be about: what the form has chosen, the releases that match its search, then clients. Without a search, releases of the
 * client that is chosen alone.
 */
export async function subjectOptions(
  { visit, deps }: Pick<Context, "visit" | "deps">,
  { typed }: FormState,
): Promise<Option[]> {
  const { agencyId, clientIds } = visit;
  // It may be nonsense, and the form says so.
  const chosen = await nullWhereMissing(subjectOf({ visit, deps }, typed.subject?.[0] ?? ""));
  const search = searchOf(typed.q?.[0]);
  const [own, { releases }, clients] = await Promise.all([
    chosen === null || chosen.releaseId === null
      ? []
      : findReleaseTitles(deps.sql, agencyId, [chosen.releaseId]),
    listReleases(deps.sql, agencyId, {
      only: "releases",
      clientIds,
      query: search,
      limit: offeredMax,
      ...(chosen === null || search !== null ? {} : { clientId: chosen.clientId }),
    }),
    listClientNames(deps.sql, agencyId, visit),
  ]);
  const options = [
    ...[...own, ...releases.map(({ pressReleaseId: id, ...release }) => ({ id, ...release }))].map(
      ({ id, title, clientName }) => ({ value: `release:${id}`, label: `Meldung: ${title} (${clientName})` }),
    ),
    ...clients.map(({ id, name }) => ({ value: `client:${id}`, label: `Kunde: ${name}, ohne Meldung` })),
  ];
  return [...new Map(options.map((option) => [option.value, option])).values()];
}
