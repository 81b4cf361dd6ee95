import { ServiceError } from "../../../../errors.ts";
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
import { defineSearch, searchButton } from "../figures/group-search.ts";
import { againHtml, isUnread, unreadable } from "./address-batch.ts";
import { clippingFields, fieldsOf, subjectFields, subjectOf, subjectOptions } from "./fields.ts";
import { endEntering, knownHtml } from "./known-clipping.ts";
import { addressPath, batchPath, clippingPath, clippingsPath, enterPath } from "./paths.ts";

const trail = [{ label: "Clippings", href: clippingsPath }];

const urlFields = {
  ...subjectFields,
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

const typingPath = `${enterPath}/ohne-adresse` as const;
const addressPattern = `${enterPath}/adresse/:addressId` as const;
type OfAddress = Context<{ addressId: string }>;

export const enterDefinitions = [
  definePage({
    path: enterPath,
    action: "clippings.write",
    handle: async (context) => showEnter(context, filledForm({ subject: await askedSubject(context) })),
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
  defineSearch({ path: enterPath, action: "clippings.write", fields: urlFields, show: showEnter }),
  definePage({
    path: typingPath,
    action: "clippings.write",
    handle: async (context) =>
      showTyping(
        context,
        filledForm({ subject: await askedSubject(context), mediaType: "print", matchType: "mention" }),
      ),
  }),
  defineForm({
    path: typingPath,
    action: "clippings.write",
    fields: clippingFields,
    async handle(context) {
      const { visit, values, deps } = context;
      const fields = await fieldsOf(context, values);
      const entered = await addClipping(deps.sql, visit.agencyId, { ...visit, fields });
      const show = () => showTyping(context, filledForm(values));
      return await endEntering(context, { entered, fields, show });
    },
    show: showTyping,
  }),
  defineSearch({ path: typingPath, action: "clippings.write", fields: clippingFields, show: showTyping }),
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
      const entered = await enterAddress(deps.sql, visit.agencyId, { ...visit, address, fields });
      const show = () => showAddress(context, filledForm(values));
      return await endEntering(context, { entered, fields, show });
    },
    show: showAddress,
  }),
  defineSearch({
    path: addressPattern,
    action: "clippings.write",
    fields: clippingFields,
    show: showAddress,
  }),
];

/** What a link from a client or a release has chosen already. Throws `not_found` for what the person may not see. */
async function askedSubject(context: Context): Promise<string> {
  const [release, client] = [context.query.get("meldung"), context.query.get("kunde")];
  const subject = release !== null ? `release:${release}` : client !== null ? `client:${client}` : "";
  if (subject !== "") await subjectOf(context, subject);
  return subject;
}

async function showEnter(context: Context, state: FormState): Promise<PageContent> {
  const { visit } = context;
  const [kind, id = ""] = (state.typed.subject?.[0] ?? "").split(":");
  const without = `${typingPath}${id === "" ? "" : `?${kind === "release" ? "meldung" : "kunde"}=${encodeURIComponent(id)}`}`;
  return {
    title: "Clipping eintragen",
    lead: html`Fügen Sie die Adresse ein, die Sie bekommen haben. Print, Radio, Fernsehen und Podcasts: <a href="${without}">ohne Adresse eintragen</a>.`,
    trail,
    main: formHtml({
      ...{ visit, action: enterPath, fields: urlFields, state, submit: "Weiter" },
      options: { q: searchButton(visit, enterPath), subject: await subjectOptions(context, state) },
    }),
  };
}

async function showTyping(context: Context, state: FormState): Promise<PageContent> {
  const { visit } = context;
  return {
    title: "Clipping ohne Adresse",
    trail: [...trail, { label: "Eintragen", href: enterPath }],
    main: html`${await knownHtml(context, state)}
${formHtml({
  ...{ visit, action: typingPath, fields: clippingFields, state, submit: "Eintragen" },
  options: { q: searchButton(visit, typingPath), subject: await subjectOptions(context, state) },
})}`,
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

async function showAddress(context: OfAddress, sent: FormState | null): Promise<PageContent> {
  const { visit } = context;
  const address = await addressOf(context);
  const { id, batchId, outcome, url, clientId, releaseId, fields, mentionId } = address;
  const title = "Angaben prüfen";
  if (mentionId !== null && sent === null)
    return {
      title,
      trail,
      main: html`<p>Dieser Beitrag ist eingetragen. <a href="${clippingPath(mentionId)}">Clipping ansehen</a></p>`,
    };
  // What somebody has typed into a page that was open before is more than the page can tell.
  if (outcome === null && sent === null)
    return {
      title,
      trail,
      main: html`<div data-running><progress aria-label="Wird gelesen"></progress><p role="status">Die Seite wird gelesen. Das dauert höchstens ein paar Sekunden. <a href="${addressPath(id)}">Neu laden</a></p></div>`,
    };
  const subject = releaseId === null ? `client:${clientId}` : `release:${releaseId}`;
  const read = { ...fields, medium: fields.medium ?? mediumOf(url) };
  const state = sent ?? filledForm({ ...read, subject, url, mediaType: "online", matchType: "mention" });
  return {
    title,
    lead:
      outcome !== null && isUnread(outcome)
        ? html`${unreadable(visit, outcome)} Bitte tragen Sie die Angaben selbst ein.`
        : "Das sagt die Seite von sich. Bitte prüfen und ergänzen Sie es.",
    trail,
    main: html`${id === batchId && isUnread(outcome) && againHtml(visit, batchId)}
${await knownHtml(context, state)}
${formHtml({
  ...{ visit, action: addressPath(id), fields: clippingFields, state, submit: "Eintragen" },
  options: { q: searchButton(visit, addressPath(id)), subject: await subjectOptions(context, state) },
})}`,
  };
}

function mediumOf(url: string): string {
  return parseUrl(url)?.hostname.replace(/^www\./, "") ?? "";
}
