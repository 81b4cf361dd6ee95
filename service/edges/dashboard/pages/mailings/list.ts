import { nullWhereMissing, ServiceError } from "../../../../errors.ts";
import { listClientNames } from "../../../../features/clients/client-names-sql.ts";
import { createMailing, listMailings } from "../../../../features/mailings/mailings.ts";
import { isInScope } from "../../../../features/people/rights.ts";
import { draftOf } from "../../../../features/workflow/drafts/find-draft.ts";
import { embargoEnd } from "../../../../features/workflow/embargo/embargo-links.ts";
import { listReleases } from "../../../../features/workflow/releases/list-releases.ts";
import { readRelease } from "../../../../features/workflow/releases/read-release.ts";
import { formatCount, formatMoment } from "../../../../floor/web/format.ts";
import { html } from "../../../../floor/web/html.ts";
import { type Context, defineForm, definePage, type PageContent } from "../../definition.ts";
import { pickField } from "../../forms/choice-fields.ts";
import type { Option } from "../../forms/fields.ts";
import { type FormState, filledForm } from "../../forms/form-state.ts";
import { timedIdOfForm } from "../../forms/id-of-form.ts";
import { formHtml } from "../../forms/render-form.ts";
import { emptyHtml } from "../../parts/empty.ts";
import { shortMomentHtml } from "../../parts/moment.ts";
import { cursorOf, pagerHtml } from "../../parts/pager.ts";
import { numberInPath } from "../../parts/path-id.ts";
import { tableHtml } from "../../parts/table.ts";
import type { Visit } from "../../visit.ts";
import { mailingPath, mailingsPath, stateHtml } from "./known-mailing.ts";

const newPath = `${mailingsPath}/neu` as const;
/** Releases that a form offers; older ones are reached from their own page. */
const offeredMax = 100;

const newFields = {
  about: pickField({
    label: "Worum geht es?",
    hint: "Eine Meldung, oder eine Mitteilung ohne Meldung im Namen eines Kunden. Unter Sperrfrist steht in der Mail statt des Textes ein Link: Er öffnet sich, sobald die Sperrfrist angenommen ist.",
  }),
};

const listPage = definePage({
  path: mailingsPath,
  action: "mailings.read",
  async handle({ visit, query, deps }) {
    const { mailings, nextCursor } = await listMailings(deps.sql, visit.agencyId, {
      clientIds: visit.clientIds,
      cursor: cursorOf(query),
    });
    const link = { label: "Neuer Aussand", href: newPath };
    const mayWrite = visit.may("mailings.write");
    return {
      title: "Aussand",
      lead: "Pressemeldungen an Redaktionen. Gezählt wird je Aussand, niemand wird einzeln verfolgt.",
      tools: mayWrite ? html`<a class="button primary" href="${link.href}">${link.label}</a>` : html``,
      main: html`${
        mailings.length === 0
          ? emptyHtml({
              title: "Noch kein Aussand",
              text: "Wählen Sie eine Meldung und die Listen, und sehen Sie sich vorher alles an.",
              ...(mayWrite && { link }),
            })
          : tableHtml({
              caption: "Aussände",
              rows: mailings,
              columns: [
                {
                  label: "Aussand",
                  cell: ({ id, subject, clientName }) =>
                    html`<a href="${mailingPath(id)}">${subject === "" ? "Ohne Betreff" : subject}</a><span class="facts">${clientName}</span>`,
                },
                { label: "Stand", cell: ({ status }) => stateHtml(status) },
                {
                  label: "Zeit",
                  cell: ({ status, dueAt, finishedAt, createdAt }) =>
                    shortMomentHtml(visit, (status === "scheduled" ? dueAt : finishedAt) ?? createdAt),
                },
                {
                  label: "Verschickt",
                  cell: ({ figures }) => formatCount(figures?.sent ?? 0),
                  isNumber: true,
                },
                { label: "Klicks", cell: ({ figures }) => formatCount(figures?.clicks ?? 0), isNumber: true },
              ],
            })
      }
${pagerHtml({ path: mailingsPath, query, nextCursor })}`,
    };
  },
});

const newPage = definePage({
  path: newPath,
  action: "mailings.write",
  handle: (context) => {
    const releaseId = context.query.get("meldung");
    const draftId = context.query.get("sperrfrist");
    const about =
      draftId === null ? (releaseId === null ? null : `release:${releaseId}`) : `embargo:${draftId}`;
    return showNew(context, filledForm({ about }));
  },
});

const newForm = defineForm({
  path: newPath,
  action: "mailings.write",
  fields: newFields,
  async handle(context) {
    const { visit, values, deps, idempotencyKey } = context;
    const about = await chosenSubject(context, values.about);
    if (about === null) throw new ServiceError("not_found", "There is no such release or client.");
    const ofForm = timedIdOfForm(visit.agencyId, idempotencyKey, values);
    const input = { ...about, replyTo: visit.signedIn.email, id: ofForm };
    const { id } = await createMailing(deps.sql, visit.agencyId, input, { actor: visit.actor });
    return { location: mailingPath(id) };
  },
  show: showNew,
  reasons: { not_found: "Das steht nicht zur Auswahl. Bitte wählen Sie neu." },
});

export const mailingListDefinitions = [listPage, newPage, newForm];

async function showNew(context: Context, state: FormState): Promise<PageContent> {
  const { visit } = context;
  return {
    title: "Neuer Aussand",
    trail: [{ label: "Aussand", href: mailingsPath }],
    main: formHtml({
      visit,
      action: newPath,
      fields: newFields,
      state,
      options: { about: await aboutOptions(context, state.typed.about?.[0]) },
      submit: "Weiter zu den Empfängern",
      beside: html`<a href="${mailingsPath}">Abbrechen</a>`,
    }),
  };
}

type Subject = {
  clientId: number;
  releaseId: number | null;
  draftId: string | null;
  isEmbargoed: boolean;
  label: string;
};

/** What a value of the form names, as far as the person may see it. */
async function chosenSubject(
  { visit, deps }: Pick<Context, "visit" | "deps">,
  value: string | undefined,
): Promise<Subject | null> {
  const [, ahead, draftId] = /^(planned|embargo):(.+)$/.exec(value ?? "") ?? [];
  if (ahead !== undefined && draftId !== undefined)
    return await chosenDraft({ visit, deps }, { draftId, isEmbargoed: ahead === "embargo" });
  const [, kind, idText = ""] = /^(release|client):([1-9]\d{0,9})$/.exec(value ?? "") ?? [];
  if (kind === undefined) return null;
  const published = { draftId: null, isEmbargoed: false };
  const id = numberInPath(idText);
  if (kind === "client")
    return isInScope(visit, id) ? { ...published, clientId: id, releaseId: null, label: "" } : null;
  const release = await nullWhereMissing(readRelease(deps.sql, visit.agencyId, id));
  if (release === null || !isInScope(visit, release.clientId)) return null;
  const label = `${release.title} (${release.clientName})`;
  return { ...published, clientId: release.clientId, releaseId: id, label };
}

async function chosenDraft(
  { visit, deps }: Pick<Context, "visit" | "deps">,
  { draftId, isEmbargoed }: { draftId: string; isEmbargoed: boolean },
): Promise<Subject | null> {
  const draft = await nullWhereMissing(draftOf(deps.sql, visit.agencyId, draftId));
  if (draft === null || !isInScope(visit, draft.clientId)) return null;
  const { clientId, content, scheduledFor } = draft;
  const end = embargoEnd(content.embargoUntil, scheduledFor);
  const label = end === null ? content.title : embargoLabel(visit, content.title, end);
  return { clientId, releaseId: null, draftId: draft.id, isEmbargoed, label };
}

function embargoLabel({ timeZone }: Visit, text: string, end: Date): string {
  return `${text}, Sperrfrist bis ${formatMoment(end, timeZone)}`;
}

/** Published releases, the chosen one among them however old it is, texts that wait for their date, and the clients. */
async function aboutOptions(
  { visit, deps }: Pick<Context, "visit" | "deps">,
  chosen: string | undefined,
): Promise<Option[]> {
  const { clientIds, agencyId } = visit;
  const drafts = { only: "drafts", clientIds, limit: offeredMax } as const;
  const [planned, approved, { releases }, clients, subject] = await Promise.all([
    listReleases(deps.sql, agencyId, { ...drafts, status: "scheduled" }),
    listReleases(deps.sql, agencyId, { ...drafts, status: "approved" }),
    listReleases(deps.sql, agencyId, { only: "releases", isOnline: true, clientIds, limit: offeredMax }),
    listClientNames(deps.sql, agencyId, { clientIds }),
    chosenSubject({ visit, deps }, chosen),
  ]);
  const group = "Meldungen";
  const isOfActive = ({ clientId }: { clientId: number }) =>
    clients.find(({ id }) => id === clientId)?.isActive !== false;
  // A correction waits for its date too, but its release is out.
  const waiting = [...planned.releases, ...approved.releases].filter(
    (each) => !each.isOnline && isOfActive(each),
  );
  const embargoGroup = "Unter Sperrfrist, vor der Veröffentlichung";
  const options = [
    ...(subject === null || (subject.releaseId === null && !subject.isEmbargoed)
      ? []
      : [
          subject.isEmbargoed
            ? { value: `embargo:${subject.draftId}`, label: subject.label, group: embargoGroup }
            : { value: `release:${subject.releaseId}`, label: subject.label, group },
        ]),
    ...releases.filter(isOfActive).map(({ pressReleaseId, title, clientName }) => ({
      ...{ value: `release:${pressReleaseId}`, label: `${title} (${clientName})`, group },
    })),
    ...waiting
      .filter(({ status }) => status === "scheduled")
      .map(({ draftId, title, clientName }) => ({
        ...{ value: `planned:${draftId}`, label: `${title} (${clientName})` },
        group: "Geplante Meldungen, nach der Veröffentlichung",
      })),
    ...waiting.flatMap(({ draftId, title, clientName, embargoUntil, scheduledFor }) => {
      const end = embargoEnd(embargoUntil, scheduledFor);
      if (end === null) return [];
      const label = embargoLabel(visit, `${title} (${clientName})`, end);
      return [{ value: `embargo:${draftId}`, label, group: embargoGroup }];
    }),
    ...clients
      .filter(({ isActive }) => isActive)
      .map(({ id, name }) => ({
        value: `client:${id}`,
        label: name,
        group: "Mitteilung im Namen von",
      })),
  ];
  return [...new Map(options.map((option) => [option.value, option])).values()];
}
