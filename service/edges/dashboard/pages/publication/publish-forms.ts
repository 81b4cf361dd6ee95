import { fieldReason, ServiceError } from "../../../../errors.ts";
import { changeNewsroom } from "../../../../features/newsroom/settings/change-newsroom.ts";
import { publishRelease } from "../../../../features/workflow/releases/publish-release.ts";
import { publishSoon } from "../../../../features/workflow/releases/publish-soon.ts";
import { isImminent, publishAtOf, undoSeconds } from "../../../../features/workflow/releases/rules.ts";
import type { PublishReleaseOutput } from "../../../../features/workflow/releases/schema.ts";
import { type StopReleaseOutput, stopRelease } from "../../../../features/workflow/releases/stop-release.ts";
import { type Context, type Done, defineForm } from "../../definition.ts";
import type { ValuesOf } from "../../forms/fields.ts";
import { seenVersionField } from "../../forms/seen-stamp.ts";
import { clockName, readWallClock } from "../../parts/clock-change.ts";
import { momentText } from "../../parts/moment.ts";
import { approvalPath, publishPath, releasePagePath } from "../texts/paths.ts";
import { showApproval } from "./approval.ts";
import { incompletePicture, publishFields } from "./approval-fields.ts";
import { draftIdOfVisit, wholeDraftOfVisit } from "./draft-of-visit.ts";
import { imprintFields } from "./imprint-form.ts";
import { otherDate, showPublish } from "./publish-page.ts";

const publishForm = defineForm({
  path: "/app/meldungen/:draftId/veroeffentlichen",
  action: "releases.publish",
  fields: publishFields,
  handle: publish,
  show: showPublish,
  reasons: {
    imprint_missing:
      "Dem Newsroom fehlt ein Impressum. Ohne Impressum wird nichts veröffentlicht: Bitte tragen Sie es zuerst ein.",
    not_found:
      "Ein Bild oder eine Datei dieser Fassung ist nicht mehr in der Mediathek. Wählen Sie im Text andere: Die neue Fassung braucht eine eigene Freigabe.",
    asset_incomplete: incompletePicture,
    insufficient_credits: "Das Guthaben reicht nicht. Es wurde nichts veröffentlicht und nichts abgebucht.",
    credit_limit_exceeded: "Der Preis hat sich geändert. Bitte prüfen Sie ihn und klicken Sie noch einmal.",
    approval_outdated: "Inzwischen gibt es eine neuere Fassung. Sie braucht eine eigene Freigabe.",
    version_conflict: otherDate,
    embargo_active: "Die Sperrfrist ist noch nicht vorbei. Wählen Sie einen Termin danach.",
  },
});

const stopForm = defineForm({
  path: "/app/meldungen/:draftId/stoppen",
  action: "releases.publish",
  fields: {},
  async handle(context) {
    const { visit, deps, query } = context;
    const draftId = await draftIdOfVisit(context);
    const input = { release: { draftId }, what: "schedule", actor: visit.actor } as const;
    const stopped = await stopRelease(deps.sql, visit.agencyId, input);
    return {
      location: query.get("zurueck") === "heute" ? "/app" : approvalPath(draftId),
      notice: stoppedNotice(stopped),
    };
  },
  show: (context, { message }) => showApproval(context, { request: { typed: {}, problems: {}, message } }),
  reasons: {
    already_published: "Das war einen Moment zu spät: Die Meldung ist schon erschienen.",
  },
});

/** At an address of its own: what stops a schedule never throws a text away, however often it is sent. */
const withdrawForm = defineForm({
  path: "/app/meldungen/:draftId/berichtigung-zurueckziehen",
  action: "releases.correct",
  fields: { expectedVersion: seenVersionField },
  async handle(context) {
    const { visit, deps, values } = context;
    const draftId = await draftIdOfVisit(context);
    const input = { release: { draftId }, what: "correction", ...values, actor: visit.actor } as const;
    await stopRelease(deps.sql, visit.agencyId, input);
    return {
      location: approvalPath(draftId),
      notice: "Die Berichtigung ist zurückgezogen. Leser sehen die Meldung wie bisher.",
    };
  },
  show: (context, { message }) => showApproval(context, { request: { typed: {}, problems: {}, message } }),
  reasons: {
    version_conflict:
      "Inzwischen hat jemand eine neuere Fassung der Berichtigung gespeichert. Bitte sehen Sie sie sich an, bevor Sie sie zurückziehen.",
  },
});

const imprintForm = defineForm({
  path: "/app/meldungen/:draftId/veroeffentlichen/impressum",
  action: "newsrooms.write",
  fields: imprintFields,
  async handle(context) {
    const { visit, values, deps } = context;
    const { id, clientId } = await wholeDraftOfVisit(context);
    await changeNewsroom(deps.sql, visit.agencyId, { clientId, changes: values }, visit.actor);
    return { location: publishPath(id), notice: "Das Impressum steht jetzt im Newsroom." };
  },
  show: (context, imprint) => showPublish(context, null, imprint),
});

export const publishFormDefinitions = [publishForm, stopForm, withdrawForm, imprintForm];

function stoppedNotice({ creditsFreed }: StopReleaseOutput): string {
  // A correction costs nothing, so nothing was reserved for it.
  return creditsFreed === 0
    ? "Gestoppt. Leser sehen die Meldung wie bisher. Die Freigabe der Berichtigung gilt weiter."
    : "Gestoppt. Die Meldung erscheint nicht, es ging keine Mail hinaus. Die Freigabe gilt weiter.";
}

type PublishContext = Context<{ draftId: string }> & { values: ValuesOf<typeof publishFields> };

/** Publishes once, however often the form is sent: what has appeared already is only said. */
async function publish(context: PublishContext): Promise<Done> {
  const { visit, deps, values } = context;
  const draftId = await draftIdOfVisit(context);
  const { version: approvedVersion, credits: maxCredits, seenStamp } = values;
  const input = { draftId, approvedVersion, maxCredits, seenStamp };
  const actor = { publicUrl: deps.publicUrl, actor: visit.actor };
  if (values.when === "now")
    return done(context, await publishSoon(deps.sql, visit.agencyId, input, actor), null);
  const at = values.publishAt === null ? null : readWallClock(values.publishAt, visit.timeZone);
  if (at === null)
    throw new ServiceError(
      "validation_error",
      "publishAt: a day and a time.",
      fieldReason("publishAt", "Bitte wählen Sie Tag und Uhrzeit."),
    );
  const later = { ...input, publishAt: at.instant.toISOString() };
  const planned = publishAtOf(later.publishAt, new Date());
  // A person may stop this one too, though its minute has begun or is over.
  if (planned === null || isImminent(planned))
    return done(context, await publishSoon(deps.sql, visit.agencyId, input, actor), null);
  return done(context, await publishRelease(deps.sql, visit.agencyId, later, actor), at);
}

function done(
  { visit }: PublishContext,
  published: PublishReleaseOutput,
  at: { remark: string | null } | null,
): Done {
  const location = releasePagePath(published.pressReleaseId);
  if (published.alreadyPublished)
    return {
      location,
      notice:
        "Diese Meldung ist schon erschienen. Es wurde nichts noch einmal veröffentlicht oder abgebucht.",
    };
  if (published.scheduledFor === null) return { location, notice: "Veröffentlicht." };
  const { draftId, publishedAt } = published;
  // Its own page shows what readers have; the countdown stands beside the approval.
  if (at === null && publishedAt !== null)
    return {
      location: approvalPath(draftId),
      notice: `In ${undoSeconds} Sekunden sehen Leser die Berichtigung. So lange können Sie sie stoppen.`,
    };
  if (at === null)
    return {
      location,
      notice: `In ${undoSeconds} Sekunden erscheint die Meldung. So lange können Sie sie stoppen.`,
    };
  const moment = new Date(published.scheduledFor);
  const when = `Geplant für ${momentText(visit, moment)} (${clockName(moment, visit.timeZone)}).`;
  return { location, notice: at.remark === null ? when : `${when} ${at.remark}` };
}
