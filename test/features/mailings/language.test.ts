import { expect, test } from "bun:test";
import { changeMailing, createMailing } from "../../../service/features/mailings/mailings.ts";
import {
  previewMailing,
  scheduleMailing,
  sendTestMail,
} from "../../../service/features/mailings/send-mailing.ts";
import { insertContactList } from "../../../service/features/media-contacts/lists-sql.ts";
import { publishRelease } from "../../../service/features/workflow/releases/publish-release.ts";
import { given, serviceScene } from "../../support/cast.ts";
import { context, createApproved, createWorkshop } from "../../support/workflow.ts";
import { createContact, secretKey } from "../media-contacts/support.ts";
import { sendForm } from "../newsroom/subscriptions/forms.ts";
import { actor, keptMails, mailingDeps, prepareAll, sendAll } from "./support.ts";

const { service, sql } = serviceScene("server", { SECRET_KEY: Buffer.from(secretKey).toString("base64") });
const workshop = given(() => createWorkshop(sql, { credits: 10 }));
const german = /[äöüß]|Sperrfrist|Meldung|Sehr geehrt|Sie |DSGVO|Knopf/;

test("a mailing under embargo speaks the language of its text, as the pages behind its link do, else that of the newsroom", async () => {
  const { agencyId } = workshop;
  const listId = Bun.randomUUIDv7();
  await insertContactList(sql, agencyId, { id: listId, name: "Presse", clientId: null, condition: null });
  await createContact(sql, agencyId, { listIds: [listId], basisReason: "You asked for news" });
  const mailOf = async (language: string) => {
    const embargoUntil = new Date(Date.now() + 3 * 24 * 3600 * 1000).toISOString();
    const draftId = await createApproved(sql, workshop, { language, embargoUntil });
    const id = await begin({ draftId, isEmbargoed: true });
    await changeMailing(sql, agencyId, { id, subject: "News", listIds: [listId] }, { actor });
    await scheduleMailing(sql, agencyId, { id, dueAt: null, typedCount: null, isInforming: true }, { actor });
    await prepareAll(sql);
    const mailer = keptMails();
    await sendAll(sql, mailer);
    return mailer.mails[0];
  };
  const english = await mailOf("en-GB");
  expect(english?.text).toMatch(/^Dear |^Hello /);
  expect(english?.text).toMatch(/Embargo until \d+ \S+ 20\d\d, \d\d:\d\d CES?T/);
  expect(english?.text).toMatch(/You can object at any time .*\n\nObject:\nhttps:/s);
  expect(english?.html).toContain('<html lang="en">');
  const names = /Müller Maschinenbau/g;
  for (const part of [english?.text, english?.html]) expect(part?.replace(names, "")).not.toMatch(german);
  const path = /\/vorab\/[\w-]+/.exec(english?.text ?? "")?.[0] ?? "";
  const large = await sendForm(service, path, { name: "x".repeat(17_000) });
  expect([large.status, large.headers.get("content-language")]).toEqual([413, "en"]);
  expect(await large.text()).toContain("Accept the embargo and open");
  expect((await mailOf("de"))?.text).toContain("Sperrfrist bis");
  expect((await mailOf("fr"))?.text).toContain("Sperrfrist bis");
  await sql`update newsroom set language = 'en' where agency_id = ${agencyId}`;
  expect((await mailOf("fr"))?.text).toContain("Embargo until");
  expect((await mailOf("de"))?.text).toContain("Sperrfrist bis");
});

test("a mailing about a published release does so too", async () => {
  const draftId = await createApproved(sql, workshop, { language: "en" });
  const order = { draftId, approvedVersion: 1, maxCredits: 1 };
  const { pressReleaseId: releaseId } = await publishRelease(sql, workshop.agencyId, order, context);
  const id = await begin({ releaseId });
  const mail = await previewMailing(mailingDeps(sql), workshop.agencyId, id);
  expect(mail?.text).toContain("Dear Dr. Muster");
  expect(mail?.text).toMatch(/Press release of Müller Maschinenbau, \d+ \S+ 20\d\d/);
  expect(mail?.text).toContain("Read the whole release:");
  await changeMailing(sql, workshop.agencyId, { id, subject: "News" }, { actor });
  await sendTestMail(sql, workshop.agencyId, { id, recipient: "anna@agentur.example" }, { actor });
  const mailer = keptMails();
  await sendAll(sql, mailer);
  for (const shown of [mail, mailer.mails[0]]) {
    expect(shown?.text).toContain("You report on this subject");
    expect(shown?.text).toContain("Imprint of the Muster-Zeitung");
    expect(shown?.text).not.toMatch(/Sie berichten|Impressum/);
  }
});

async function begin(about: { draftId: string; isEmbargoed: true } | { releaseId: number }): Promise<string> {
  const { agencyId, clientId } = workshop;
  const replyTo = "anna@agentur.example";
  const mailing = { draftId: null, isEmbargoed: false, releaseId: null, ...about, clientId, replyTo };
  return (await createMailing(sql, agencyId, mailing, { actor })).id;
}
