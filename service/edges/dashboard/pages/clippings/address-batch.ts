import { ServiceError } from "../../../../errors.ts";
import { type Address, listAddresses } from "../../../../features/insights/pages/address-sql.ts";
import { readAgain, stopReading } from "../../../../features/insights/pages/hand-over.ts";
import { addressLoopName } from "../../../../features/insights/pages/read-addresses.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { type Context, defineForm, definePage, type PageContent } from "../../definition.ts";
import { buttonFormHtml } from "../../parts/confirm.ts";
import { lookAgainScript } from "../../parts/look-again-script.ts";
import { uuidInPath } from "../../parts/path-id.ts";
import { tableHtml } from "../../parts/table.ts";
import { requireClient, type Visit } from "../../visit.ts";
import { unreadableTexts } from "./labels.ts";
import { addressPath, batchPath, clippingPath, clippingsPath, enterPath, mediaPath } from "./paths.ts";

const batchPattern = `${enterPath}/adressen/:batchId` as const;
type OfBatch = Context<{ batchId: string }>;
/** The page of addresses that were handed over together: their progress, and what can be done about it. */
export const addressBatchDefinitions = [
  definePage({
    path: batchPattern,
    action: "clippings.write",
    scripts: [lookAgainScript],
    handle: showBatch,
  }),
  defineForm({
    path: `${batchPattern}/anhalten`,
    action: "clippings.write",
    fields: {},
    async handle(context) {
      const { deps, visit } = context;
      const { batchId } = await batchOf(context);
      await stopReading(deps.sql, visit.agencyId, { batchId, actor: visit.actor });
      return { location: batchPath(batchId), notice: "Angehalten. Was schon gelesen ist, bleibt." };
    },
    show: showBatch,
  }),
  defineForm({
    path: `${batchPattern}/noch-einmal`,
    action: "clippings.write",
    fields: {},
    async handle(context) {
      const { deps, visit } = context;
      const { batchId, addresses } = await batchOf(context);
      await readAgain(deps.sql, visit.agencyId, { batchId, actor: visit.actor });
      deps.wake(addressLoopName);
      return { location: addresses.length === 1 ? addressPath(batchId) : batchPath(batchId) };
    },
    show: showBatch,
  }),
];

async function batchOf({ visit, params, deps }: Pick<OfBatch, "visit" | "params" | "deps">) {
  const batchId = uuidInPath(params.batchId);
  const addresses = await listAddresses(deps.sql, visit.agencyId, batchId);
  const [first] = addresses;
  if (first === undefined) throw new ServiceError("not_found", "The agency has no such addresses.");
  requireClient(visit, first.clientId);
  return { batchId, addresses };
}

async function showBatch(context: OfBatch): Promise<PageContent> {
  const { visit } = context;
  const { batchId, addresses } = await batchOf(context);
  const ready = addresses.filter(({ outcome }) => outcome !== null).length;
  const unread = addresses.filter(({ outcome }) => isUnread(outcome)).length;
  const isStopped = addresses.some(({ outcome }) => outcome === "stopped");
  const added = addresses.filter(({ outcome }) => outcome === "added").length;
  return {
    title: `${addresses.length} Adressen`,
    trail: [
      { label: "Clippings", href: clippingsPath },
      { label: "Eintragen", href: enterPath },
    ],
    main: html`${
      ready < addresses.length
        ? html`<div data-running><progress max="${addresses.length}" value="${ready}" aria-label="Fortschritt"></progress>
<p role="status">${ready} von ${addresses.length} erledigt. Sie können die Seite verlassen.</p></div>
${buttonFormHtml({ visit, action: `${batchPath(batchId)}/anhalten`, label: "Anhalten" })}`
        : html`<p role="status">${isStopped ? "Angehalten" : "Fertig"}: ${newText(added)}${unread > 0 && `, ${unread === 1 ? "eine Adresse" : `${unread} Adressen`} nicht gelesen`}. ${added > 0 && html`<a class="button primary" href="${`${clippingsPath}?sort=eingegangen`}">Clippings ansehen</a>`}</p>
${unread > 0 && againHtml(visit, batchId)}`
    }
${tableHtml({
  caption: "Adressen",
  rows: addresses,
  columns: [
    { label: "Adresse", cell: ({ url }) => html`<span class="address">${url}</span>` },
    { label: "Ergebnis", cell: ({ outcome }) => outcomeText(visit, outcome) },
    { label: "Weiter", isAction: true, cell: nextHtml },
  ],
})}`,
  };
}

function newText(added: number): string {
  return added === 1 ? "ein neues Clipping" : `${added} neue Clippings`;
}

export function isUnread(outcome: Address["outcome"]): boolean {
  return outcome !== null && outcome !== "read" && outcome !== "added" && outcome !== "known";
}

/** The button that has what was not read read again. */
export function againHtml(visit: Visit, batchId: string): Html {
  return buttonFormHtml({ visit, action: `${batchPath(batchId)}/noch-einmal`, label: "Noch einmal lesen" });
}

function nextHtml({ id, outcome, mentionId, url }: Address): Html | false {
  const about = html`<span class="unseen">: ${url}</span>`;
  if (mentionId !== null) return html`<a href="${clippingPath(mentionId)}">Ansehen${about}</a>`;
  return outcome !== null && html`<a href="${addressPath(id)}">Eintragen${about}</a>`;
}

function outcomeText(visit: Visit, outcome: Address["outcome"]): Html | string {
  if (outcome === null) return "Wartet";
  if (outcome === "added") return html`<span class="state good">Eingetragen</span>`;
  if (outcome === "known") return "Gibt es schon, unverändert";
  return outcome === "read" ? "Angaben unvollständig" : unreadable(visit, outcome);
}

/** Why the page was not read; who may change that is told where. */
export function unreadable(visit: Visit, outcome: Exclude<Address["outcome"], null>): Html {
  if (outcome === "stopped") return html`Nicht gelesen: Angehalten.`;
  const text =
    outcome === "read" || outcome === "added" || outcome === "known" ? "" : unreadableTexts[outcome];
  const isOff = (outcome === "switched_off" || outcome === "medium_off") && visit.may("agency.write");
  return html`${text}${isOff && html` <a href="${mediaPath}">Einstellung ansehen</a>.`}`;
}
