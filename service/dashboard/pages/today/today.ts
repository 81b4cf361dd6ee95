// oxlint-disable-next-line pr-service/no-writing-sql -- when somebody last looked is nobody else's business.
import { noteTodayVisit } from "../../../people/today-visit-sql.ts";
import { readToday, type Today } from "../../../today/read-today.ts";
import { type Html, html } from "../../../web/html.ts";
import { definePage } from "../../definition.ts";
import { emptyHtml } from "../../parts/empty.ts";
import type { Visit } from "../../visit.ts";
import { faultsSection } from "./faults.ts";
import { releasesSection } from "./releases.ts";
import { stepsSection } from "./steps.ts";
import { workSections } from "./work.ts";

/** Below this somebody should buy more before the next publications fail. */
const creditsLow = 3;

const todayPage = definePage({
  path: "/app",
  action: "today.read",
  async handle({ visit, deps, request }) {
    const { sql, mailer } = deps;
    const { agencyId, clientIds, timeZone } = visit;
    // HEAD shows nobody the page, so it does not count as a visit, and new entries stay marked as new.
    const isSeen = request.method === "GET";
    const since = isSeen ? await noteTodayVisit(sql, agencyId, visit.signedIn.personId) : null;
    const canMail = mailer !== null;
    const today = await readToday(sql, agencyId, { clientIds, since, timeZone, canMail });
    return { title: "Heute", main: todayHtml(visit, today, canMail) };
  },
});

export const todayDefinitions = [todayPage];

function todayHtml(visit: Visit, today: Today, canMail: boolean): Html {
  const { work, faults, releases, state } = today;
  const isCalm = work.length === 0 && faults.length === 0;
  const steps = stepsSection(visit, today);
  return html`${steps}
${
  isCalm &&
  steps === null &&
  emptyHtml({ title: "Alles erledigt", text: "Im Moment wartet nichts auf Sie. Schön, dass Sie da sind." })
}
${faultsSection(visit, faults)}
${workSections(visit, work, canMail)}
${releasesSection(visit, releases)}
${visit.may("credits.read") && credits(state.balance - state.reserved, state.reserved)}`;
}

function credits(available: number, reserved: number): Html {
  const text = `${available.toLocaleString("de-DE")} ${available === 1 ? "Credit" : "Credits"} verfügbar`;
  return html`<section aria-labelledby="guthaben"><h2 id="guthaben">Guthaben</h2>
<p>${text}${reserved > 0 && `, ${reserved.toLocaleString("de-DE")} für geplante Meldungen reserviert`}. Eine Veröffentlichung kostet einen Credit. <a href="/app/einstellungen/guthaben">Zum Guthaben</a></p>
${available < creditsLow && html`<p class="problem">Das Guthaben geht zur Neige. Bitte laden Sie es auf, bevor die nächste Meldung ansteht.</p>`}</section>`;
}
