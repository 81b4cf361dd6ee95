import { describe, expect, test } from "bun:test";
import PostalMime from "postal-mime";
import { changeMailing, createMailing } from "../../../service/features/mailings/mailings.ts";
import { attachmentBytesMax } from "../../../service/features/mailings/rules.ts";
import { scheduleMailing } from "../../../service/features/mailings/send-mailing.ts";
import { keyRecord } from "../../../service/features/mailings/senders/look-up.ts";
import { checkSender, setSender } from "../../../service/features/mailings/senders/senders.ts";
import { findSender } from "../../../service/features/mailings/senders/sql.ts";
import { saveContactSettings } from "../../../service/features/media-contacts/settings.ts";
import { createMailer } from "../../../service/floor/mail/mailer.ts";
import { databaseScene } from "../../support/cast.ts";
import { errorOf } from "../../support/error-of.ts";
import { startMailServer } from "../../support/mail-server.ts";
import { createTestRelease } from "../../support/service.ts";
import { insertTestAssets } from "../../support/test-assets.ts";
import { createContact, secrets } from "../media-contacts/support.ts";
import { actor, createDesk, type Desk, prepareAll, publicUrl, sendAll } from "./support.ts";

const { sql } = databaseScene();
const anyAddress = /(?:https?:\/\/|mailto:|www\.)[^\s"'<>\\]+/g;
const anyHost = /[\w-]+(?:\.[\w-]+)*\.(?:example|de|com)\b[^\s"'<>\\]*/g;
const file = Buffer.from("Ein Bild. ".repeat(1_000));

const fileStore = {
  write: () => Promise.reject(new Error("The test writes no file.")),
  remove: () => Promise.reject(new Error("The test removes no file.")),
  async *read() {
    yield file;
  },
};

async function addFile({ agencyId, clientId }: Desk, bytes: number): Promise<string> {
  const id = Bun.randomUUIDv7();
  await insertTestAssets(sql, { agencyId, clientId }, [id]);
  await sql`update media_blob set bytes = ${bytes} where agency_id = ${agencyId} and id = ${id}`;
  return id;
}

async function signAs({ agencyId, clientId }: Desk): Promise<void> {
  const input = { clientId, name: "Hafenbau, Presse", address: "presse@hafenbau.example" };
  await setSender(sql, agencyId, input, { actor, secrets });
  const row = await findSender(sql, agencyId, clientId);
  await checkSender(sql, agencyId, clientId, async (name) =>
    name.startsWith(row?.selector ?? "-") ? [[keyRecord(row?.publicKey ?? "")]] : [],
  );
}

test("a mail as it arrives, signed and with a file, holds no address that differs between two recipients but the two named", async () => {
  const desk = await createDesk(sql);
  const { agencyId, clientId, releaseId, listId } = desk;
  await signAs(desk);
  const settings = { retentionMonths: 24, noticeUrl: "https://agentur.example/hinweis" };
  await saveContactSettings(sql, agencyId, { settings, actor });
  for (const firstName of ["Ada", "Ben", "Cem"])
    await createContact(sql, agencyId, {
      ...{ firstName, listIds: [listId], medium: `https://zeitung.example/${firstName}` },
      source: `Impressum https://zeitung.example/impressum?fuer=${firstName}`,
      basisReason: `Ressort auf www.zeitung.example/${firstName} und ${firstName}@zeitung.example`,
    });
  const { id } = await createMailing(
    sql,
    agencyId,
    { clientId, releaseId, replyTo: "anna@agentur.example" },
    { actor },
  );
  const assetIds = [await addFile(desk, file.length)];
  const message = "{Anrede}, an {Medium}: mehr auf https://hafenbau.example/neu";
  await changeMailing(sql, agencyId, { id, listIds: [listId], assetIds, message }, { actor });
  await scheduleMailing(sql, agencyId, { id, dueAt: null, typedCount: null, isInforming: true }, { actor });
  await prepareAll(sql);
  const server = await startMailServer();
  const mailer = createMailer({ smtpUrl: server.url, mailFrom: "Dienst <dienst@dienst.example>" });
  try {
    await sendAll(sql, mailer, { fileStore });
  } finally {
    mailer.close();
    await server.stop();
  }
  expect(server.received).toHaveLength(3);
  const mails = await Promise.all(
    server.received.map(({ source }) => PostalMime.parse(Buffer.from(source, "latin1"))),
  );
  const texts = mails.map((mail) => {
    // Whom it goes to, its own id, signature and moment are each mail's own; all else is read.
    const own = ["to", "message-id", "dkim-signature", "date", "received"];
    const headers = mail.headers.filter(({ key }) => !own.includes(key)).map(({ value }) => value);
    return [mail.text ?? "", mail.html ?? "", ...headers]
      .join("\n")
      .replace(/mailto:bounce\+[0-9a-z]{45}@dienst\.example/g, "")
      .replaceAll(new RegExp(`${publicUrl}/widerspruch/[\\w-]+`, "g"), "");
  });
  for (const pattern of [anyAddress, anyHost]) {
    const [first, ...others] = texts.map((text) => text.match(pattern) ?? []);
    expect(first?.length).toBeGreaterThan(3);
    for (const other of others) expect(other).toEqual(first ?? []);
  }
  expect(texts[0]).toContain("https://hafenbau.example/neu");
  const attached = mails.map(({ attachments }) =>
    attachments.map(({ content }) => Buffer.from(content as ArrayBuffer)),
  );
  for (const files of attached) expect(files.map((each) => each.equals(file))).toEqual([true]);
  const ids = mails.map(({ messageId }) => messageId ?? "");
  expect(ids).toEqual(server.received.map(({ from }) => `<${from}>`));
  expect(new Set(ids).size).toBe(3);
});

describe("the files of a mailing", () => {
  test("weigh at most 5 MB together, and are the client's own", async () => {
    const desk = await createDesk(sql);
    const { agencyId, clientId } = desk;
    const { id } = await createMailing(
      sql,
      agencyId,
      { clientId, releaseId: null, replyTo: "a@b.example" },
      { actor },
    );
    const half = await addFile(desk, attachmentBytesMax / 2);
    const other = await addFile(desk, attachmentBytesMax / 2);
    const choose = (assetIds: string[]) => changeMailing(sql, agencyId, { id, assetIds }, { actor });
    await choose([half, other]);
    const byte = await addFile(desk, 1);
    const refused = { details: { fieldErrors: { assetIds: [expect.stringContaining("5 MB")] } } };
    expect(await errorOf(choose([half, other, byte]))).toMatchObject(refused);
    const neighbour = { ...desk, ...(await createTestRelease(sql, agencyId)) };
    const foreign = await createDesk(sql);
    for (const other of [neighbour, foreign])
      expect(await errorOf(choose([await addFile(other, 1)]))).toMatchObject(refused);
    expect(await errorOf(choose(["keine"]))).toMatchObject({ code: "not_found" });
  });
});

test("no id that is none reaches the database", async () => {
  const { agencyId, clientId } = await createDesk(sql);
  const { id } = await createMailing(
    sql,
    agencyId,
    { clientId, releaseId: null, replyTo: "a@b.example" },
    { actor },
  );
  for (const wrong of [{ listIds: ["x"] }, { contactIds: ["x"] }])
    expect(await errorOf(changeMailing(sql, agencyId, { id, ...wrong }, { actor }))).toMatchObject({
      code: "not_found",
    });
});
