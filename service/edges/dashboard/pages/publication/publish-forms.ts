import { ServiceError } from "../../../../errors.ts";
import { publishRelease } from "../../../../features/workflow/releases/publish-release.ts";
import { stopRelease } from "../../../../features/workflow/releases/stop-release.ts";
import { type Context, type Done, defineForm } from "../../definition.ts";
import { clockName, readWallClock } from "../../parts/clock-change.ts";
import { momentText } from "../../parts/moment.ts";
import { approvalPath, releasePagePath } from "../texts/paths.ts";
import { showApproval } from "./approval.ts";
import { publishFields, scheduleFields } from "./approval-fields.ts";
import { draftIdOfVisit } from "./draft-of-visit.ts";

const reasons = {
  imprint_missing:
    "Dem Newsroom fehlt ein Impressum. Ohne Impressum wird nichts veröffentlicht: Bitte tragen Sie es zuerst ein.",
  insufficient_credits: "Das Guthaben reicht nicht. Es wurde nichts veröffentlicht und nichts abgebucht.",
  credit_limit_exceeded: "Der Preis hat sich geändert. Bitte prüfen Sie ihn und klicken Sie noch einmal.",
  approval_outdated: "Inzwischen gibt es eine neuere Fassung. Sie braucht eine eigene Freigabe.",
} as const;

const publishForm = defineForm({
  path: "/app/meldungen/:draftId/veroeffentlichen",
  action: "releases.publish",
  fields: publishFields,
  handle: (context) => publish(context, null),
  show: (context, state) => showApproval(context, { publication: { form: "now", state } }),
  reasons: {
    ...reasons,
    embargo_active: "Die Sperrfrist ist noch nicht vorbei. Wählen Sie einen Termin danach.",
  },
});

const scheduleForm = defineForm({
  path: "/app/meldungen/:draftId/terminieren",
  action: "releases.publish",
  fields: scheduleFields,
  async handle(context) {
    const local = context.values.publishAt;
    const read = local === null ? null : readWallClock(local, context.visit.timeZone);
    if (read === null) {
      const fieldErrors = { publishAt: ["Bitte wählen Sie Tag und Uhrzeit."] };
      throw new ServiceError("validation_error", "publishAt: a day and a time.", {
        details: { formErrors: [], fieldErrors },
      });
    }
    return await publish(context, read);
  },
  show: (context, state) => showApproval(context, { publication: { form: "later", state } }),
  reasons,
});

const stopForm = defineForm({
  path: "/app/meldungen/:draftId/stoppen",
  action: "releases.publish",
  fields: {},
  async handle(context) {
    const { visit, deps, query } = context;
    const draftId = await draftIdOfVisit(context);
    const stopped = await stopRelease(deps.sql, visit.agencyId, {
      release: { draftId },
      actor: visit.actor,
    });
    return {
      location: query.get("zurueck") === "heute" ? "/app" : approvalPath(draftId),
      notice:
        stopped.status === "approved"
          ? "Gestoppt. Die Meldung erscheint nicht, die Freigabe gilt weiter."
          : "Die Berichtigung ist zurückgezogen. Leser sehen die Meldung wie bisher.",
    };
  },
  show: (context, state) => showApproval(context, { publication: { form: "now", state } }),
  reasons: {
    already_published: "Das war einen Moment zu spät: Die Meldung ist schon erschienen.",
    release_status_conflict: "Es ist nichts mehr geplant.",
  },
});

export const publishFormDefinitions = [publishForm, scheduleForm, stopForm];

type PublishContext = Context<{ draftId: string }> & { values: { version: number; credits: number } };

/** Publishes once, however often the form is sent: what has appeared already is only said. */
async function publish(
  context: PublishContext,
  at: { instant: Date; remark: string | null } | null,
): Promise<Done> {
  const { visit, deps, values } = context;
  const draftId = await draftIdOfVisit(context);
  const published = await publishRelease(
    deps.sql,
    visit.agencyId,
    {
      draftId,
      approvedVersion: values.version,
      maxCredits: values.credits,
      ...(at !== null && { publishAt: at.instant.toISOString() }),
    },
    { publicUrl: deps.publicUrl, actor: visit.actor },
  );
  const location = releasePagePath(published.pressReleaseId);
  if (published.alreadyPublished)
    return {
      location,
      notice:
        "Diese Meldung ist schon erschienen. Es wurde nichts noch einmal veröffentlicht oder abgebucht.",
    };
  if (published.scheduledFor === null) return { location, notice: "Die Meldung ist veröffentlicht." };
  const moment = new Date(published.scheduledFor);
  const when = `Geplant für ${momentText(visit, moment)} (${clockName(moment, visit.timeZone)}).`;
  const remark = at?.remark ?? null;
  return { location: approvalPath(draftId), notice: remark === null ? when : `${when} ${remark}` };
}
