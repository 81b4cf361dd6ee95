import { ServiceError } from "../../../../errors.ts";
import { findConnectionNames } from "../../../../features/agent-access/connections-sql.ts";
import { findPeople } from "../../../../features/people/person-sql.ts";
import { listDraftVersions, readDraftVersion } from "../../../../features/workflow/drafts/list-versions.ts";
import { isLocked } from "../../../../features/workflow/drafts/rules.ts";
import { updateDraft } from "../../../../features/workflow/drafts/update-draft.ts";
import type { ListedVersion } from "../../../../features/workflow/drafts/version-sql.ts";
import { html } from "../../../../floor/web/html.ts";
import { type Context, defineForm, definePage, type PageContent } from "../../definition.ts";
import { hiddenField } from "../../forms/text-fields.ts";
import { confirmHtml } from "../../parts/confirm.ts";
import { momentHtml, shortMomentHtml } from "../../parts/moment.ts";
import { cursorOf, pagerHtml } from "../../parts/pager.ts";
import { numberInPath } from "../../parts/path-id.ts";
import { tableHtml } from "../../parts/table.ts";
import { differenceHtml } from "./difference-html.ts";
import { draftTabs } from "./draft-tabs.ts";
import { withAssetNames } from "./editor-assets.ts";
import { changedNames, changeOf, type TextName, textsOfContent, versionOfForm } from "./editor-texts.ts";
import { endingAfter, endingBefore } from "./ending-approval.ts";
import { draftContext, knownDraft, namingFields } from "./known-draft.ts";
import { textPath, textsPath, versionsPath } from "./paths.ts";

const rowsMax = 50;

const authorLabels: Readonly<Record<string, string>> = {
  api_key: "Schnittstelle",
  // Of somebody who left longer ago than people are kept.
  agent: "ehemaliger Assistent",
  // Somebody who left longer ago than people are kept.
  person: "ehemalige Person",
  contact: "Kunde",
  operator: "Betrieb",
  service: "Dienst",
};

const listPage = definePage({
  path: `${textsPath}/:draftId/fassungen`,
  action: "drafts.read",
  async handle(context) {
    const { visit, deps, query } = context;
    const draft = await knownDraft(context);
    const path = versionsPath(draft.id);
    const { versions, nextCursor } = await listDraftVersions(deps.sql, visit.agencyId, {
      draftId: draft.id,
      limit: rowsMax,
      cursor: cursorOf(query),
    });
    const authorOf = await authorNames(context, versions);
    return {
      title: `Fassungen: ${draft.title}`,
      lead: "Jedes Speichern ist eine Fassung. Keine geht verloren.",
      trail: trailOf(draft),
      main: html`${draftTabs(draft.id, path)}
${tableHtml({
  caption: "Fassungen",
  rows: versions,
  columns: [
    {
      label: "Fassung",
      cell: ({ version }) => html`<a href="${`${path}/${version}`}">Fassung ${version}</a>`,
    },
    { label: "Titel", isName: true, cell: ({ title }) => title },
    { label: "Von", cell: authorOf },
    { label: "Gespeichert", cell: ({ createdAt }) => shortMomentHtml(visit, createdAt) },
    { label: "Freigabe", cell: approvalCell },
  ],
})}
${pagerHtml({ path, query, nextCursor })}`,
    };
  },
});

const versionPage = definePage({
  path: `${textsPath}/:draftId/fassungen/:version`,
  action: "drafts.read",
  handle: showVersion,
});

/** Earlier versions have no note or an older one, and what a correction does not change: the verb refused all of them. */
const keptInCorrections: ReadonlySet<TextName> = new Set(["correctionNote", "slug", "embargoUntil"]);

const restoreForm = defineForm({
  path: `${textsPath}/:draftId/fassungen/:version`,
  action: "drafts.write",
  fields: { expectedVersion: hiddenField({ charactersMax: 10 }) },
  async handle(context) {
    const { visit, values, deps } = context;
    const draft = await knownDraft(context);
    const { content, version } = await versionOf(context, draft.id);
    const wanted = textsOfContent(content, visit.timeZone);
    const changed = changedNames(textsOfContent(draft.content, visit.timeZone), wanted).filter(
      (name) => !draft.isCorrection || !keptInCorrections.has(name),
    );
    const location = textPath(draft.id);
    if (changed.length === 0) return { location, notice: `Der Text ist schon der von Fassung ${version}.` };
    const change = changeOf(wanted, changed, visit.timeZone);
    const input = { draftId: draft.id, expectedVersion: versionOfForm(values), ...change };
    const saved = await namingFields(updateDraft(deps.sql, visit.agencyId, input, draftContext(context)));
    const ending = endingAfter(draft.status, saved);
    return { location, notice: `Fassung ${version} ist wieder da, als Fassung ${saved.version}.${ending}` };
  },
  show: (context) => showVersion(context),
  reasons: {
    version_conflict:
      "Der Text wurde inzwischen an anderer Stelle gespeichert. Bitte vergleichen Sie noch einmal.",
    validation_error:
      "Diese Fassung lässt sich nicht unverändert wiederherstellen, zum Beispiel weil ihr Original nicht mehr veröffentlicht ist. Übernehmen Sie den Text von Hand.",
  },
});

export const versionDefinitions = [listPage, versionPage, restoreForm];

async function showVersion(context: Context<{ draftId: string; version: string }>): Promise<PageContent> {
  const { visit, deps } = context;
  const draft = await knownDraft(context);
  const shownVersion = await versionOf(context, draft.id);
  const { version, content, createdAt } = shownVersion;
  const authorOf = await authorNames(context, [shownVersion]);
  const comparedTo = comparedVersion(context.query.get("mit"), { version, newest: draft.version });
  const other =
    comparedTo === 0
      ? null
      : await readDraftVersion(deps.sql, visit.agencyId, { draftId: draft.id, version: comparedTo });
  const path = versionsPath(draft.id);
  const texts = textsOfContent(content, visit.timeZone);
  const otherTexts = other === null ? texts : textsOfContent(other.content, visit.timeZone);
  const [shown, before] = await withAssetNames(context, draft.clientId, texts, otherTexts);
  const link = (to: number, label: string) =>
    to > 0 &&
    to !== comparedTo &&
    to !== version &&
    html`<a href="${`${path}/${version}?mit=${to}`}">${label}</a>`;
  return {
    title: `Fassung ${version}`,
    lead: html`${authorOf(shownVersion)}, ${momentHtml(visit, new Date(createdAt))}`,
    trail: [...trailOf(draft), { label: "Fassungen", href: path }],
    main: html`<p class="buttons">${link(version - 1, "Mit der vorigen vergleichen")}${link(draft.version, "Mit der neuesten vergleichen")}</p>
<h2>${other === null ? "Die erste Fassung" : `Verglichen mit Fassung ${comparedTo}`}</h2>
${
  other === null
    ? html`<p class="compared">${shown.title}\n\n${shown.bodyMarkdown}</p>`
    : await differenceHtml(
        context,
        comparedTo < version ? { before, after: shown } : { before: shown, after: before },
      )
}
${
  version !== draft.version &&
  visit.may("drafts.write") &&
  !isLocked(draft.status) &&
  html`<div class="after">${confirmHtml({
    visit,
    action: `${path}/${version}`,
    label: "Diese Fassung wiederherstellen …",
    question: `Der Text dieser Fassung wird als neue Fassung gespeichert. Die jetzige bleibt in der Liste. ${endingBefore(draft.status) ?? ""}`,
    confirm: "Wiederherstellen",
    values: { expectedVersion: String(draft.version) },
  })}</div>`
}`,
  };
}

type Authored = Pick<ListedVersion, "authorType" | "authorId">;

/** Who wrote a version: a person by name, all others by what they are. */
async function authorNames(
  { visit, deps }: Pick<Context, "visit" | "deps">,
  versions: readonly Authored[],
): Promise<(version: Authored) => string> {
  const idsOf = (type: string) =>
    versions.flatMap(({ authorType, authorId }) =>
      authorType === type && authorId !== null ? [authorId] : [],
    );
  const ids = idsOf("person");
  const people = ids.length === 0 ? [] : await findPeople(deps.sql, [...new Set(ids)]);
  const names = new Map([
    ...people.map(({ id, name, email }) => [id, name ?? email] as const),
    ...(await findConnectionNames(deps.sql, visit.agencyId, idsOf("agent"))),
  ]);
  return ({ authorType, authorId }) => names.get(authorId ?? "") ?? authorLabels[authorType ?? ""] ?? "–";
}

async function versionOf(
  { visit, deps, params }: Context<{ draftId: string; version: string }>,
  draftId: string,
) {
  return await readDraftVersion(deps.sql, visit.agencyId, { draftId, version: numberInPath(params.version) });
}

/** The version to compare with: the one before, where no other is asked for; 0 for none. */
function comparedVersion(
  asked: string | null,
  { version, newest }: { version: number; newest: number },
): number {
  if (asked === null) return version - 1;
  const number = numberInPath(asked);
  if (number > newest) throw new ServiceError("not_found", "The draft has no such version.");
  return number;
}

function trailOf(draft: { id: string; title: string }) {
  return [
    { label: "Meldungen", href: textsPath },
    { label: draft.title, href: textPath(draft.id) },
  ];
}

const approvalLabels: Readonly<Record<string, string>> = {
  pending: "angefragt",
  approved: "freigegeben",
  changes_requested: "Änderungen gewünscht",
  expired: "abgelaufen",
  superseded: "hinfällig",
};

function approvalCell({ approvalStatus, isRecorded, isPublished }: ListedVersion): string {
  const status = approvalStatus === null ? "–" : (approvalLabels[approvalStatus] ?? approvalStatus);
  const approval = isRecorded ? `${status}, von der Agentur vermerkt` : status;
  return isPublished ? `${approval}, veröffentlicht` : approval;
}
