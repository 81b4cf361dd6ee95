import { nullWhereMissing, ServiceError } from "../../../../errors.ts";
import { addClipping } from "../../../../features/insights/clippings/add-clipping.ts";
import { type Address, addressesMax, findAddress } from "../../../../features/insights/pages/address-sql.ts";
import { enterAddress, handOverAddresses } from "../../../../features/insights/pages/hand-over.ts";
import { addressLoopName } from "../../../../features/insights/pages/read-addresses.ts";
import { parseUrl } from "../../../../floor/strings/parse-url.ts";
import { urlCharactersMax } from "../../../../floor/web/field-rules.ts";
import { html } from "../../../../floor/web/html.ts";
import { type Context, defineForm, definePage, type PageContent } from "../../definition.ts";
import { type FormState, filledForm } from "../../forms/form-state.ts";
import { linesField } from "../../forms/list-fields.ts";
import { formHtml } from "../../forms/render-form.ts";
import { lookAgainScript } from "../../parts/look-again-script.ts";
import { uuidInPath } from "../../parts/path-id.ts";
import { requireClient } from "../../visit.ts";
import { searchHtml } from "../figures/group-search.ts";
import { againHtml, isUnread, unreadable } from "./address-batch.ts";
import { clippingFields, fieldsOf, subjectField, subjectOf, subjectOptions } from "./fields.ts";
import { addressPath, batchPath, clippingPath, clippingsPath, enterPath } from "./paths.ts";

const trail = [{ label: "Clippings", href: clippingsPath }];
const noSubject = { clientId: null, releaseId: null };

const urlFields = {
  subject: subjectField,
  urls: {
    ...linesField({
      label: "Adressen der Beiträge",
      hint: `Eine je Zeile, höchstens ${addressesMax}. Bei einer prüfen Sie gleich die Angaben, bei mehreren danach in der Liste.`,
      entriesMax: addressesMax,
      charactersMax: urlCharactersMax,
      rows: 3,
    }),
    isOptional: false,
  },
};

const addressPattern = `${enterPath}/adresse/:addressId` as const;
type OfAddress = Context<{ addressId: string }>;

export const enterDefinitions = [
  definePage({
    path: enterPath,
    action: "clippings.write",
    handle: (context) => showEnter(context, filledForm({ subject: askedSubject(context.query) })),
  }),
  defineForm({
    path: enterPath,
    action: "clippings.write",
    fields: urlFields,
    async handle(context) {
      const { visit, values, deps } = context;
      const urls = values.urls.map((url) => (/^www\./i.test(url) ? `https://${url}` : url));
      const subject = await subjectOf(context, values.subject);
      const batchId = await handOverAddresses(deps.sql, visit.agencyId, { ...visit, ...subject, urls });
      deps.wake(addressLoopName);
      return { location: urls.length === 1 ? addressPath(batchId) : batchPath(batchId) };
    },
    show: showEnter,
  }),
  definePage({
    path: `${enterPath}/ohne-adresse`,
    action: "clippings.write",
    handle: (context) =>
      showTyping(
        context,
        filledForm({ subject: askedSubject(context.query), mediaType: "print", matchType: "mention" }),
      ),
  }),
  defineForm({
    path: `${enterPath}/ohne-adresse`,
    action: "clippings.write",
    fields: clippingFields,
    async handle(context) {
      const { visit, values, deps } = context;
      const fields = await fieldsOf(context, values);
      return done(await addClipping(deps.sql, visit.agencyId, { ...visit, fields }));
    },
    show: showTyping,
  }),
  definePage({
    path: addressPattern,
    action: "clippings.write",
    scripts: [lookAgainScript],
    handle: (context) => showAddress(context, null),
  }),
  defineForm({
    path: addressPattern,
    action: "clippings.write",
    fields: clippingFields,
    async handle(context) {
      const { visit, values, deps } = context;
      const address = await addressOf(context);
      const fields = await fieldsOf(context, values);
      return done(await enterAddress(deps.sql, visit.agencyId, { ...visit, address, fields }));
    },
    show: showAddress,
  }),
];

function done({ outcome, id }: { outcome: "added" | "known"; id: string }) {
  const notice =
    outcome === "added" ? "Das Clipping ist eingetragen." : "Diesen Beitrag gibt es bei dem Kunden schon.";
  return { location: clippingPath(id), notice };
}

/** What a link from a client or a release has chosen already. */
function askedSubject(query: URLSearchParams): string {
  const [release, client] = [query.get("meldung"), query.get("kunde")];
  return release !== null ? `release:${release}` : client !== null ? `client:${client}` : "";
}

/** What is offered, and the search for more: of the client or release that a link names or that was chosen before. */
async function subjectsOf(context: Context, path: string, { typed }: FormState) {
  const { query } = context;
  const asked = askedSubject(query);
  const chosen =
    asked === ""
      ? // It may be nonsense, and the form says so.
        ((await nullWhereMissing(subjectOf(context, typed.subject?.[0] ?? ""))) ?? noSubject)
      : await subjectOf(context, asked);
  const kept = new URLSearchParams([...query].filter(([name]) => name === "meldung" || name === "kunde"));
  return {
    search: searchHtml(path, query, "Meldung suchen", kept.toString()),
    subject: await subjectOptions(context, chosen),
  };
}

async function showEnter(context: Context, state: FormState): Promise<PageContent> {
  const { visit, query } = context;
  const { search, subject } = await subjectsOf(context, enterPath, state);
  const without = `${enterPath}/ohne-adresse${query.size === 0 ? "" : `?${query}`}`;
  return {
    title: "Clipping eintragen",
    lead: html`Fügen Sie die Adresse ein, die Sie bekommen haben. Print, Radio, Fernsehen und Podcasts: <a href="${without}">ohne Adresse eintragen</a>.`,
    trail,
    main: html`${search}
${formHtml({ visit, action: enterPath, fields: urlFields, state, options: { subject }, submit: "Weiter" })}`,
  };
}

async function showTyping(context: Context, state: FormState): Promise<PageContent> {
  const { visit } = context;
  const action = `${enterPath}/ohne-adresse`;
  const { search, subject } = await subjectsOf(context, action, state);
  return {
    title: "Clipping ohne Adresse",
    trail: [...trail, { label: "Eintragen", href: enterPath }],
    main: html`${search}
${formHtml({ visit, action, fields: clippingFields, state, options: { subject }, submit: "Eintragen" })}`,
  };
}

async function addressOf({
  visit,
  params,
  deps,
}: Pick<OfAddress, "visit" | "params" | "deps">): Promise<Address> {
  const address = await findAddress(deps.sql, visit.agencyId, uuidInPath(params.addressId));
  if (address === null) throw new ServiceError("not_found", "The agency has no such address.");
  requireClient(visit, address.clientId);
  return address;
}

async function showAddress(context: OfAddress, state: FormState | null): Promise<PageContent> {
  const { visit } = context;
  const address = await addressOf(context);
  const { id, batchId, outcome, url, clientId, releaseId, fields, mentionId } = address;
  const title = "Angaben prüfen";
  if (mentionId !== null)
    return {
      title,
      trail,
      main: html`<p>Dieser Beitrag ist eingetragen. <a href="${clippingPath(mentionId)}">Clipping ansehen</a></p>`,
    };
  // What somebody has typed into a page that was open before is more than the page can tell.
  if (outcome === null && state === null)
    return {
      title,
      trail,
      main: html`<div data-running><progress aria-label="Wird gelesen"></progress><p role="status">Die Seite wird gelesen. Das dauert höchstens ein paar Sekunden. <a href="${addressPath(id)}">Neu laden</a></p></div>`,
    };
  const subject = releaseId === null ? `client:${clientId}` : `release:${releaseId}`;
  const read = { ...fields, medium: fields.medium ?? mediumOf(url) };
  const known = filledForm({ ...read, subject, url, mediaType: "online", matchType: "mention" });
  return {
    title,
    lead:
      outcome === "read" || outcome === null
        ? "Das sagt die Seite von sich. Bitte prüfen und ergänzen Sie es."
        : html`${unreadable(visit, outcome)} Bitte tragen Sie die Angaben selbst ein.`,
    trail,
    main: html`${id === batchId && isUnread(outcome) && againHtml(visit, batchId)}
${formHtml({
  ...{ visit, action: addressPath(id), fields: clippingFields, state: state ?? known, submit: "Eintragen" },
  options: { subject: await subjectOptions(context, { clientId, releaseId }) },
})}`,
  };
}

function mediumOf(url: string): string {
  return parseUrl(url)?.hostname.replace(/^www\./, "") ?? "";
}
