import type { Migration } from "./migrate.ts";
import foundation from "./migrations/000001-foundation.sql" with { type: "text" };
import measurement from "./migrations/000002-measurement.sql" with { type: "text" };
import conversions from "./migrations/000003-conversions.sql" with { type: "text" };
import audit from "./migrations/000004-audit.sql" with { type: "text" };
import reportsExports from "./migrations/000010-reports-exports.sql" with { type: "text" };
import webhooks from "./migrations/000012-webhooks.sql" with { type: "text" };
import workflow from "./migrations/000013-workflow.sql" with { type: "text" };
import insights from "./migrations/000014-insights.sql" with { type: "text" };
import webhookLeases from "./migrations/000015-webhook-leases.sql" with { type: "text" };
import conversionKeys from "./migrations/000016-conversion-keys.sql" with { type: "text" };
import auditOrder from "./migrations/000017-audit-order.sql" with { type: "text" };
import agencyWork from "./migrations/000018-agency-work.sql" with { type: "text" };
import bounds from "./migrations/000019-bounds.sql" with { type: "text" };
import releaseContent from "./migrations/000020-release-content.sql" with { type: "text" };
import newsroomAddresses from "./migrations/000021-newsroom-addresses.sql" with { type: "text" };
import correctionsAndLeaving from "./migrations/000023-corrections-and-leaving.sql" with { type: "text" };
import publishBesidePrevious from "./migrations/000024-publish-beside-previous.sql" with { type: "text" };
import media from "./migrations/000025-media.sql" with { type: "text" };
import readBesidePrevious from "./migrations/000026-read-beside-previous.sql" with { type: "text" };
import newsroomSearch from "./migrations/000027-newsroom-search.sql" with { type: "text" };
import subscriptions from "./migrations/000029-subscriptions.sql" with { type: "text" };
import people from "./migrations/000031-people.sql" with { type: "text" };
import signOn from "./migrations/000032-sign-on.sql" with { type: "text" };
import reportChain from "./migrations/000033-report-chain.sql" with { type: "text" };
import reportPresentation from "./migrations/000035-report-presentation.sql" with { type: "text" };
import approvalPeople from "./migrations/000040-approval-people.sql" with { type: "text" };
import webhookCare from "./migrations/000041-webhook-care.sql" with { type: "text" };
import refusedCalls from "./migrations/000043-refused-calls.sql" with { type: "text" };
import importUploads from "./migrations/000044-import-uploads.sql" with { type: "text" };
import peopleWhoLeave from "./migrations/000045-people-who-leave.sql" with { type: "text" };
import scheduleFormats from "./migrations/000046-schedule-formats.sql" with { type: "text" };
import agencyLeads from "./migrations/000050-agency-leads.sql" with { type: "text" };
import clusterSteps from "./migrations/000051-cluster-steps.sql" with { type: "text" };
import importStates from "./migrations/000053-import-states.sql" with { type: "text" };
import backfills from "./migrations/000054-backfills.sql" with { type: "text" };
import peopleAndLinks from "./migrations/000056-people-and-links.sql" with { type: "text" };
import oneUpload from "./migrations/000057-one-upload.sql" with { type: "text" };
import auditBySubject from "./migrations/000059-audit-by-subject.sql" with { type: "text" };
import pictureFocus from "./migrations/000060-picture-focus.sql" with { type: "text" };
import passwordCost from "./migrations/000061-password-cost.sql" with { type: "text" };
import mails from "./migrations/000062-mails.sql" with { type: "text" };
import unsavedTexts from "./migrations/000063-unsaved-texts.sql" with { type: "text" };
import approvalComments from "./migrations/000065-approval-comments.sql" with { type: "text" };
import approvers from "./migrations/000066-approvers.sql" with { type: "text" };
import recordedApprovals from "./migrations/000067-recorded-approvals.sql" with { type: "text" };
import onlineMails from "./migrations/000068-online-mails.sql" with { type: "text" };
import waitingDrafts from "./migrations/000069-waiting-drafts.sql" with { type: "text" };
import keptPortfolios from "./migrations/000070-kept-portfolios.sql" with { type: "text" };
import reportDrafts from "./migrations/000071-report-drafts.sql" with { type: "text" };
import calendarSchedules from "./migrations/000072-calendar-schedules.sql" with { type: "text" };
import reportTemplates from "./migrations/000073-report-templates.sql" with { type: "text" };
import sitemaps from "./migrations/000074-sitemaps.sql" with { type: "text" };
import clippings from "./migrations/000075-clippings.sql" with { type: "text" };
import clippingAddresses from "./migrations/000076-clipping-addresses.sql" with { type: "text" };
import clientNames from "./migrations/000077-client-names.sql" with { type: "text" };
import mentionEvidence from "./migrations/000078-mention-evidence.sql" with { type: "text" };
import clientDays from "./migrations/000080-client-days.sql" with { type: "text" };
import figureNotes from "./migrations/000081-figure-notes.sql" with { type: "text" };
import alerts from "./migrations/000082-alerts.sql" with { type: "text" };
import unsavedWindows from "./migrations/000083-unsaved-windows.sql" with { type: "text" };
import recordedInRounds from "./migrations/000084-recorded-in-rounds.sql" with { type: "text" };
import lostHits from "./migrations/000085-lost-hits.sql" with { type: "text" };
import mediaContacts from "./migrations/000087-media-contacts.sql" with { type: "text" };
import contactImports from "./migrations/000088-contact-imports.sql" with { type: "text" };
import mailSenders from "./migrations/000090-mail-senders.sql" with { type: "text" };
import mailings from "./migrations/000091-mailings.sql" with { type: "text" };
import agentConnections from "./migrations/000093-agent-connections.sql" with { type: "text" };
import agentsInTheLog from "./migrations/000094-agents-in-the-log.sql" with { type: "text" };
import timeStamps from "./migrations/000095-time-stamps.sql" with { type: "text" };
import movingIn from "./migrations/000098-moving-in.sql" with { type: "text" };
import newMentions from "./migrations/000100-new-mentions.sql" with { type: "text" };
import issuedDrafts from "./migrations/000101-issued-drafts.sql" with { type: "text" };
import goals from "./migrations/000106-goals.sql" with { type: "text" };
import offeredSections from "./migrations/000107-offered-sections.sql" with { type: "text" };
import mailingEnds from "./migrations/000110-mailing-ends.sql" with { type: "text" };
import senderSpf from "./migrations/000111-sender-spf.sql" with { type: "text" };
import mailingsAhead from "./migrations/000113-mailings-ahead.sql" with { type: "text" };
import movesInTurns from "./migrations/000125-moves-in-turns.sql" with { type: "text" };
import importedMembers from "./migrations/000140-imported-members.sql" with { type: "text" };
import invitations from "./migrations/000150-invitations.sql" with { type: "text" };
import releaseMonths from "./migrations/000155-release-months.sql" with { type: "text" };
import visitorSources from "./migrations/000160-visitor-sources.sql" with { type: "text" };
import exportFilesLeft from "./migrations/000170-export-files-left.sql" with { type: "text" };
import reportClients from "./migrations/000175-report-clients.sql" with { type: "text" };
import correctedFields from "./migrations/000180-corrected-fields.sql" with { type: "text" };
import mailingsWithReleases from "./migrations/000181-mailings-with-releases.sql" with { type: "text" };
import feedIds from "./migrations/000182-feed-ids.sql" with { type: "text" };

/** Every migration in its order. Forward only: one that has landed is never edited. */
export const migrations: readonly Migration[] = [
  { number: 1, name: "000001-foundation", statements: foundation },
  { number: 2, name: "000002-measurement", statements: measurement },
  { number: 3, name: "000003-conversions", statements: conversions },
  { number: 4, name: "000004-audit", statements: audit },
  { number: 10, name: "000010-reports-exports", statements: reportsExports },
  { number: 12, name: "000012-webhooks", statements: webhooks },
  { number: 13, name: "000013-workflow", statements: workflow },
  { number: 14, name: "000014-insights", statements: insights },
  { number: 15, name: "000015-webhook-leases", statements: webhookLeases },
  { number: 16, name: "000016-conversion-keys", statements: conversionKeys },
  { number: 17, name: "000017-audit-order", statements: auditOrder },
  { number: 18, name: "000018-agency-work", statements: agencyWork },
  { number: 19, name: "000019-bounds", statements: bounds },
  { number: 20, name: "000020-release-content", statements: releaseContent },
  { number: 21, name: "000021-newsroom-addresses", statements: newsroomAddresses },
  { number: 23, name: "000023-corrections-and-leaving", statements: correctionsAndLeaving },
  {
    number: 24,
    name: "000024-publish-beside-previous",
    statements: publishBesidePrevious,
    withPrevious: true,
  },
  { number: 25, name: "000025-media", statements: media },
  { number: 26, name: "000026-read-beside-previous", statements: readBesidePrevious, withPrevious: true },
  { number: 27, name: "000027-newsroom-search", statements: newsroomSearch },
  { number: 29, name: "000029-subscriptions", statements: subscriptions },
  { number: 31, name: "000031-people", statements: people },
  { number: 32, name: "000032-sign-on", statements: signOn },
  { number: 33, name: "000033-report-chain", statements: reportChain },
  { number: 35, name: "000035-report-presentation", statements: reportPresentation },
  { number: 40, name: "000040-approval-people", statements: approvalPeople },
  { number: 41, name: "000041-webhook-care", statements: webhookCare },
  { number: 43, name: "000043-refused-calls", statements: refusedCalls },
  { number: 44, name: "000044-import-uploads", statements: importUploads },
  { number: 45, name: "000045-people-who-leave", statements: peopleWhoLeave },
  { number: 46, name: "000046-schedule-formats", statements: scheduleFormats },
  { number: 50, name: "000050-agency-leads", statements: agencyLeads },
  { number: 51, name: "000051-cluster-steps", statements: clusterSteps },
  { number: 53, name: "000053-import-states", statements: importStates },
  { number: 54, name: "000054-backfills", statements: backfills },
  { number: 56, name: "000056-people-and-links", statements: peopleAndLinks },
  { number: 57, name: "000057-one-upload", statements: oneUpload },
  { number: 59, name: "000059-audit-by-subject", statements: auditBySubject },
  { number: 60, name: "000060-picture-focus", statements: pictureFocus },
  { number: 61, name: "000061-password-cost", statements: passwordCost },
  { number: 62, name: "000062-mails", statements: mails },
  { number: 63, name: "000063-unsaved-texts", statements: unsavedTexts },
  { number: 65, name: "000065-approval-comments", statements: approvalComments },
  { number: 66, name: "000066-approvers", statements: approvers },
  { number: 67, name: "000067-recorded-approvals", statements: recordedApprovals },
  { number: 68, name: "000068-online-mails", statements: onlineMails },
  { number: 69, name: "000069-waiting-drafts", statements: waitingDrafts },
  { number: 70, name: "000070-kept-portfolios", statements: keptPortfolios },
  { number: 71, name: "000071-report-drafts", statements: reportDrafts },
  { number: 72, name: "000072-calendar-schedules", statements: calendarSchedules },
  { number: 73, name: "000073-report-templates", statements: reportTemplates },
  { number: 74, name: "000074-sitemaps", statements: sitemaps },
  { number: 75, name: "000075-clippings", statements: clippings },
  { number: 76, name: "000076-clipping-addresses", statements: clippingAddresses },
  { number: 77, name: "000077-client-names", statements: clientNames },
  { number: 78, name: "000078-mention-evidence", statements: mentionEvidence },
  { number: 80, name: "000080-client-days", statements: clientDays },
  { number: 81, name: "000081-figure-notes", statements: figureNotes },
  { number: 82, name: "000082-alerts", statements: alerts },
  { number: 83, name: "000083-unsaved-windows", statements: unsavedWindows },
  { number: 84, name: "000084-recorded-in-rounds", statements: recordedInRounds },
  { number: 85, name: "000085-lost-hits", statements: lostHits },
  { number: 87, name: "000087-media-contacts", statements: mediaContacts },
  { number: 88, name: "000088-contact-imports", statements: contactImports },
  { number: 90, name: "000090-mail-senders", statements: mailSenders },
  { number: 91, name: "000091-mailings", statements: mailings },
  { number: 93, name: "000093-agent-connections", statements: agentConnections },
  { number: 94, name: "000094-agents-in-the-log", statements: agentsInTheLog },
  { number: 95, name: "000095-time-stamps", statements: timeStamps },
  { number: 98, name: "000098-moving-in", statements: movingIn },
  { number: 100, name: "000100-new-mentions", statements: newMentions },
  { number: 101, name: "000101-issued-drafts", statements: issuedDrafts },
  { number: 106, name: "000106-goals", statements: goals },
  { number: 107, name: "000107-offered-sections", statements: offeredSections },
  { number: 110, name: "000110-mailing-ends", statements: mailingEnds },
  { number: 111, name: "000111-sender-spf", statements: senderSpf },
  { number: 113, name: "000113-mailings-ahead", statements: mailingsAhead },
  { number: 125, name: "000125-moves-in-turns", statements: movesInTurns },
  { number: 140, name: "000140-imported-members", statements: importedMembers },
  { number: 150, name: "000150-invitations", statements: invitations },
  { number: 155, name: "000155-release-months", statements: releaseMonths },
  { number: 160, name: "000160-visitor-sources", statements: visitorSources },
  { number: 170, name: "000170-export-files-left", statements: exportFilesLeft },
  { number: 175, name: "000175-report-clients", statements: reportClients },
  { number: 180, name: "000180-corrected-fields", statements: correctedFields },
  { number: 181, name: "000181-mailings-with-releases", statements: mailingsWithReleases },
  { number: 182, name: "000182-feed-ids", statements: feedIds },
];
