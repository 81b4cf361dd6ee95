import { itemsMax, type WorkItem } from "../../../../features/today/work-sql.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { buttonFormHtml, confirmHtml } from "../../parts/confirm.ts";
import { draftStateHtml } from "../../parts/draft-state.ts";
import { momentHtml } from "../../parts/moment.ts";
import type { Visit } from "../../visit.ts";
import { approvalPath, textPath, textsPath } from "../texts/paths.ts";

const dayMs = 24 * 3600 * 1000;

/** What the client has answered and what waits for the client, what agents wrote, and what appears by itself. */
export function workSections(visit: Visit, work: readonly WorkItem[], canMail: boolean): Html {
  const of = (kind: WorkItem["kind"]) => work.filter((item) => item.kind === kind);
  return html`${section("Beantwortet seit Ihrem letzten Besuch", of("answered"), (item) => answered(visit, item))}
${section("Offene Freigaben", of("open"), (item) => open(visit, item, canMail))}
${section("Entwürfe von Agenten", of("agent"), (item) => drafted(visit, item))}
${section("Geplante Meldungen", of("scheduled"), (item) => scheduled(visit, item))}`;
}

function section(title: string, items: readonly WorkItem[], row: (item: WorkItem) => Html): Html | null {
  if (items.length === 0) return null;
  return html`<section><h2>${title}</h2>
<ul class="work">${items.map((item) => html`<li>${row(item)}</li>`)}</ul>
${items.length === itemsMax && html`<p class="facts">Hier stehen die ersten ${itemsMax}. <a href="${textsPath}">Alle Meldungen</a></p>`}</section>`;
}

function answered(visit: Visit, item: WorkItem): Html {
  const isApproved = item.status === "approved";
  return html`<div>${heading(item)}
<p class="facts">${item.approverName}, ${momentHtml(visit, item.at)}</p>${item.comment !== null && html`<p class="quote">„${item.comment}“</p>`}</div>
<p><span class="${isApproved ? "state good" : "state bad"}">${isApproved ? "Freigegeben" : "Änderungen gewünscht"}</span></p>`;
}

function open(visit: Visit, item: WorkItem, canMail: boolean): Html {
  const { approvalId, dueAt } = item;
  const isOverdue = dueAt !== null && dueAt.getTime() < Date.now();
  return html`<div>${heading(item)}
<p class="facts">${item.approverName}, gefragt ${ageText(item.at)}${
    dueAt !== null &&
    html`, <span class="${isOverdue ? "late" : ""}">${isOverdue ? "Frist war" : "Frist"} ${momentHtml(visit, dueAt)}</span>`
  }</p></div>
${
  canMail &&
  item.hasAddress &&
  approvalId !== null &&
  visit.may("approvals.request") &&
  buttonFormHtml({
    visit,
    action: `${approvalPath(item.draftId)}/erneut?zurueck=heute`,
    label: "Erneut senden",
    about: item.title,
    values: { approvalId },
  })
}`;
}

/** Nobody has worked on it since: whoever saves a version of their own takes it over. */
function drafted(visit: Visit, item: WorkItem): Html {
  return html`<div>${heading(item, textPath(item.draftId))}
<p class="facts">geschrieben ${momentHtml(visit, item.at)}</p></div>
<p><a class="button" href="${textPath(item.draftId)}">Ansehen<span class="unseen">: ${item.title}</span></a></p>`;
}

function scheduled(visit: Visit, item: WorkItem): Html {
  return html`<div>${heading(item)}
<p class="facts">${draftStateHtml("scheduled")} ${momentHtml(visit, item.at)}</p></div>
${
  visit.may("releases.publish") &&
  confirmHtml({
    visit,
    action: `${textPath(item.draftId)}/stoppen?zurueck=heute`,
    label: "Stoppen …",
    question: `„${item.title}“ erscheint dann nicht. Die Freigabe bleibt.`,
    confirm: "Ja, stoppen",
  })
}`;
}

function heading({ draftId, title, clientName }: WorkItem, path = approvalPath(draftId)): Html {
  return html`<p><a href="${path}">${title}</a> <span class="facts">${clientName}</span></p>`;
}

function ageText(at: Date): string {
  const days = Math.floor((Date.now() - at.getTime()) / dayMs);
  if (days < 1) return "vor weniger als einem Tag";
  return days === 1 ? "vor einem Tag" : `vor ${days} Tagen`;
}
