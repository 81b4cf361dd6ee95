import { expect, test } from "bun:test";
import { addClientContact } from "../../../service/features/clients/contacts.ts";
import { setClientStatus } from "../../../service/features/clients/update-client.ts";
import { decideApproval } from "../../../service/features/workflow/approvals/decide-approval.ts";
import { issueApprovalLink } from "../../../service/features/workflow/approvals/issue-approval-link.ts";
import { approvalMailWriters } from "../../../service/features/workflow/approvals/mail/approval-mails.ts";
import { resendApprovalMail } from "../../../service/features/workflow/approvals/resend-approval-mail.ts";
import { sendApprovalRequest } from "../../../service/features/workflow/approvals/send-approval-request.ts";
import { createEmbargoLink } from "../../../service/features/workflow/embargo/embargo-links.ts";
import { correctRelease } from "../../../service/features/workflow/releases/correct-release.ts";
import { onlineMailWriter } from "../../../service/features/workflow/releases/online-mail/online-mails.ts";
import { sendOnlineMails } from "../../../service/features/workflow/releases/online-mail/send-online-mails.ts";
import { publishNewRelease } from "../../../service/features/workflow/releases/publish-new-release.ts";
import { publishRelease } from "../../../service/features/workflow/releases/publish-release.ts";
import type { Mail } from "../../../service/floor/mail/mailer.ts";
import { databaseScene } from "../../support/cast.ts";
import { makeMailsDue, sendMails } from "../../support/send-mails.ts";
import {
  context,
  createApproved,
  createRequested,
  createWorkshop,
  freshToken,
  refusalOf,
  type Workshop,
} from "../../support/workflow.ts";

const { sql } = databaseScene();
const { actor, publicUrl } = context;

test("nobody is asked, reminded or told of a text of an archived client, and its contacts hear of it once it is back", async () => {
  const own = await createWorkshop(sql);
  const wish = { clientId: own.clientId, name: "Bea", email: "bea@mueller.example", wantsOnlineMail: true };
  await addClientContact(sql, own.agencyId, wish, actor);
  const { approvalId } = await createRequested(sql, own);
  const pressReleaseId = await online(own, "Online");
  await makeMailsDue(sql);
  await setStatus(own, "archived");
  expect(await sendAll()).toEqual([]);
  const { agencyId } = own;
  expect(await refusalOf(resendApprovalMail(sql, agencyId, { approvalId }, { actor }))).toBe(
    "validation_error",
  );
  expect(await refusalOf(issueApprovalLink(sql, approvalId, publicUrl))).toBe("validation_error");
  expect(await refusalOf(sendOnlineMails(sql, agencyId, { pressReleaseId, actor }))).toBe("validation_error");
  await setStatus(own, "active");
  await resendApprovalMail(sql, agencyId, { approvalId }, { actor });
  await sendOnlineMails(sql, agencyId, { pressReleaseId, actor });
  expect((await sendAll()).toSorted()).toEqual(["anna@mueller.example", "bea@mueller.example"]);
});

test("nothing of an archived client is published: not by the operator, and no correction", async () => {
  const own = await createWorkshop(sql);
  const draftId = await createApproved(sql, own, { title: "Mit Fehler" });
  const published = { draftId, approvedVersion: 1, maxCredits: 1 };
  const { pressReleaseId } = await publishRelease(sql, own.agencyId, published, context);
  const correction = { pressReleaseId, note: "130 Plätze.", bodyMarkdown: "Es sind 130." };
  await correctRelease(sql, own.agencyId, correction, context);
  const request = { draftId, draftVersion: 2, acceptWarnings: true };
  const { approvalId } = await sendApprovalRequest(sql, own.agencyId, request, context);
  await decideApproval(sql, await freshToken(sql, approvalId), { status: "approved", comment: null });
  await setStatus(own, "archived");
  const corrected = { draftId, approvedVersion: 2, maxCredits: 0 };
  expect(await refusalOf(publishRelease(sql, own.agencyId, corrected, context))).toBe("validation_error");
  const release = { title: "Neu", bodyMarkdown: "Text." };
  expect(await refusalOf(publishNewRelease(sql, own.clientId, release))).toBe("validation_error");
  await setStatus(own, "active");
  await publishRelease(sql, own.agencyId, corrected, context);
  await publishNewRelease(sql, own.clientId, release);
});

test("no link shows a text of an archived client before its date", async () => {
  const own = await createWorkshop(sql);
  const embargoUntil = new Date(Date.now() + 3 * 24 * 3600 * 1000).toISOString();
  const draftId = await createApproved(sql, own, { embargoUntil });
  const create = () => createEmbargoLink(sql, own.agencyId, { draftId, name: "Nora Beck" }, context);
  await setStatus(own, "archived");
  expect(await refusalOf(create())).toBe("validation_error");
  await setStatus(own, "active");
  await create();
});

const setStatus = ({ agencyId, clientId }: Workshop, status: "active" | "archived") =>
  setClientStatus(sql, agencyId, { clientId, status }, actor);

async function online(own: Workshop, title: string): Promise<number> {
  const draftId = await createApproved(sql, own, { title });
  const input = { draftId, approvedVersion: 1, maxCredits: 1 };
  return (await publishRelease(sql, own.agencyId, input, context)).pressReleaseId;
}

/** Whom the mails of approvals and publications went to. */
async function sendAll(): Promise<string[]> {
  const sent: Mail[] = [];
  const mailer = { send: async (mail: Mail) => void sent.push(mail), close: async () => {} };
  const writers = [...approvalMailWriters({ sql, publicUrl }), onlineMailWriter({ sql, publicUrl })];
  await sendMails(sql, mailer, writers);
  return sent.map(({ to }) => to.address);
}
