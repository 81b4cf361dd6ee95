import { itemsMax, type WorkItem } from "../../../../features/today/work-sql.ts";
import { ownRecord } from "../../../../features/workflow/approvals/rules.ts";
import { quoted } from "../../../../floor/strings/quoted.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { buttonFormHtml, confirmHtml } from "../../parts/confirm.ts";
import { draftStateHtml } from "../../parts/draft-state.ts";
import { ageText, momentHtml } from "../../parts/moment.ts";
import type { Visit } from "../../visit.ts";
import { approvalPath, publishPath, textPath, textsPath } from "../texts/paths.ts";

const minuteMs = 60 * 1000;

/** What waits for the agency, what waits for the client, and what appears by itself; the latest state of each text. */
export function workSections(visit: Visit, work: readonly WorkItem[], canMail: boolean): Html {
  const of = (kind: WorkItem["kind"]) => work.filter((item) => item.kind === kind);
  const asked = of("open");
  const [overdue, waiting] = [asked.filter(isOverdue), asked.filter((item) => !isOverdue(item))];
  // Both sections share the most urgent ones: what is left out belongs below the last of them.
  const cut = asked.length === itemsMax ? `Hier stehen die ${itemsMax} dringendsten offenen Anfragen.` : null;
  return html`${section("Freigegeben", of("approved"), (item) => approved(visit, item))}
${section("Änderungen gewünscht", of("changes"), (item) => changes(visit, item))}
${section("Freigabe überfällig", overdue, (item) => open(visit, item, canMail), waiting.length === 0 ? cut : null)}
${section("Anfrage abgelaufen", of("expired"), (item) => expired(visit, item))}
${section("Entwürfe von KI-Assistenten und Programmen", of("agent"), (item) => drafted(visit, item))}
${section("Termine", of("scheduled"), (item) => scheduled(visit, item))}
${section("Wartet auf den Kunden", waiting, (item) => open(visit, item, canMail), cut)}`;
}

function isOverdue({ dueAt }: WorkItem): boolean {
  return dueAt !== null && dueAt.getTime() < Date.now();
}

function section(
  title: string,
  items: readonly WorkItem[],
  row: (item: WorkItem) => Html,
  cut = items.length === itemsMax ? `Hier stehen die ersten ${itemsMax}.` : null,
): Html | null {
  if (items.length === 0) return null;
  return html`<section><h2>${title}</h2>
<ul class="work">${items.map((item) => html`<li>${row(item)}</li>`)}</ul>
${cut !== null && html`<p class="facts">${cut} <a href="${textsPath}">Alle Meldungen</a></p>`}</section>`;
}

function approved(visit: Visit, item: WorkItem): Html {
  const { draftId, isCorrection, title } = item;
  const about = html`<span class="unseen">: ${title}</span>`;
  return html`<div>${heading(item)}
<p class="facts">${draftStateHtml("approved")} von ${item.approverName ?? "einem Kontakt"}, ${momentHtml(visit, item.at)}</p>${comment(item)}</div>
${
  visit.may("releases.publish") &&
  (item.recorders.includes(visit.signedIn.personId)
    ? html`<p>${ownRecord}</p>`
    : html`<p class="buttons"><a class="button primary" href="${publishPath(draftId)}">${isCorrection ? "Berichtigung veröffentlichen" : "Jetzt veröffentlichen"}${about}</a>${
        !isCorrection &&
        html`<a class="button" href="${publishPath(draftId, "at")}">Termin setzen${about}</a>`
      }</p>`)
}`;
}

function changes(visit: Visit, item: WorkItem): Html {
  return html`<div>${heading(item)}
<p class="facts">${draftStateHtml("changes_requested")} ${item.approverName}, ${momentHtml(visit, item.at)}</p>${comment(item)}</div>
${visit.may("drafts.write") && html`<p><a class="button" href="${textPath(item.draftId)}">Text bearbeiten<span class="unseen">: ${item.title}</span></a></p>`}`;
}

/** What the contact wrote: on the whole, and on passages, of these the first few. */
function comment({ draftId, comment: text, remarks, remarkCount }: WorkItem): Html {
  const more = remarkCount - remarks.length;
  return html`${text !== null && html`<p class="quote">${quoted(text)}</p>`}
${remarks.map((remark) => html`<p class="quote"><span class="facts">Zu ${quoted(remark.quote)}:</span> ${remark.comment}</p>`)}
${more > 0 && html`<p class="facts"><a href="${`${approvalPath(draftId)}#anmerkungen`}">${more === 1 ? "Eine weitere Anmerkung" : `${more} weitere Anmerkungen`}</a></p>`}`;
}

function open(visit: Visit, item: WorkItem, canMail: boolean): Html {
  const { approvalId, dueAt, approverName, hasAddress } = item;
  const asked = item.asked ?? [{ contactId: null, name: approverName ?? "", hasAddress }];
  return html`<div>${heading(item)}
<p class="facts">${asked.map(({ name }) => name).join(", ")}, gefragt ${ageText((Date.now() - item.at.getTime()) / minuteMs)}${
    item.isStuck
      ? html`, <span class="late">darf nicht mehr freigeben</span>`
      : dueAt !== null &&
        html`, <span class="${isOverdue(item) ? "late" : ""}">${isOverdue(item) ? "Frist war" : "Frist"} ${momentHtml(visit, dueAt)}</span>`
  }</p></div>
${item.isStuck && askAgain(visit, item)}
${
  canMail &&
  !item.isStuck &&
  approvalId !== null &&
  visit.may("approvals.request") &&
  html`<div class="buttons">${asked
    .filter((each) => each.hasAddress)
    .map(({ contactId, name }) =>
      buttonFormHtml({
        visit,
        action: `${approvalPath(item.draftId)}/erneut?zurueck=heute`,
        label: asked.length === 1 ? "Erinnern" : `${name} erinnern`,
        about: item.title,
        values: { approvalId, ...(contactId !== null && { contactId }) },
      }),
    )}</div>`
}`;
}

function expired(visit: Visit, item: WorkItem): Html {
  return html`<div>${heading(item)}
<p class="facts">${item.approverName} hat nicht geantwortet, der Link galt bis ${momentHtml(visit, item.at)}</p></div>
${askAgain(visit, item)}`;
}

function askAgain(visit: Visit, { draftId, title }: WorkItem): Html | null {
  if (!visit.may("approvals.request")) return null;
  return html`<p><a class="button" href="${approvalPath(draftId)}">Neu anfragen<span class="unseen">: ${title}</span></a></p>`;
}

/** Nobody has worked on it since: whoever saves a version of their own takes it over. */
function drafted(visit: Visit, item: WorkItem): Html {
  return html`<div>${heading(item, textPath(item.draftId))}
<p class="facts">geschrieben ${momentHtml(visit, item.at)}</p></div>
<p><a class="button" href="${textPath(item.draftId)}">Ansehen<span class="unseen">: ${item.title}</span></a></p>`;
}

function scheduled(visit: Visit, item: WorkItem): Html {
  const isOwn =
    visit.may("releases.publish") && !item.isCorrection && item.recorders.includes(visit.signedIn.personId);
  return html`<div>${heading(item)}
<p class="facts">${draftStateHtml("scheduled")} ${momentHtml(visit, item.at)}</p>${isOwn && html`<p>${ownRecord}</p>`}</div>
${
  visit.may("releases.publish") &&
  html`<div class="buttons">${!item.isCorrection && !isOwn && html`<a class="button" href="${publishPath(item.draftId, "at")}">Termin verschieben<span class="unseen">: ${item.title}</span></a>`}${confirmHtml(
    {
      visit,
      action: `${textPath(item.draftId)}/stoppen?zurueck=heute`,
      label: "Stoppen …",
      question: `${quoted(item.title)} erscheint dann nicht. Die Freigabe bleibt.`,
      confirm: "Ja, stoppen",
    },
  )}</div>`
}`;
}

function heading({ draftId, title, clientName }: WorkItem, path = approvalPath(draftId)): Html {
  return html`<p><a href="${path}">${title}</a></p>
<p class="facts">${clientName}</p>`;
}
