import { beforeEach } from "bun:test";
import { createMailer } from "../../../../service/floor/mail/mailer.ts";
import { given, serviceScene } from "../../../support/cast.ts";
import { startMailServer } from "../../../support/mail-server.ts";
import { createSubscription, createTestNewsroom, type TestNewsroom } from "./support.ts";

/** Subscriptions that are written at once. */
const fillLanes = 10;

/** A newsroom with a queue of mails and the server that takes them, both empty before each test. */
export function mailScene() {
  const { service, atEnd } = serviceScene();
  const mailServer = given(() => startMailServer());
  /** Another one for each test. */
  const newsroom: TestNewsroom = { agencyId: 0, clientId: 0, clientSlug: "", releaseId: 0 };
  const mailer = given(async () =>
    createMailer({ smtpUrl: mailServer.url, mailFrom: "Nordlicht <presse@nordlicht.example>" }),
  );
  beforeEach(async () => {
    await service.sql`truncate mail, newsroom_mail, newsroom_fan_out, newsroom_subscription`;
    mailServer.received.length = 0;
    mailServer.answer = null;
    Object.assign(newsroom, await createTestNewsroom(service.sql));
  });
  atEnd(async () => {
    mailer.close();
    await mailServer.stop();
  });

  /** Confirmed subscriptions with addresses of one ciphertext each, as the verbs would write them. */
  async function fillSubscriptions(count: number): Promise<void> {
    const create = async (lane: number) => {
      for (let number = lane; number < count; number += fillLanes)
        await createSubscription(service.sql, newsroom, { address: `leser-${number}@example.org` });
    };
    await Promise.all(Array.from({ length: fillLanes }, (_, lane) => create(lane)));
  }

  const recipients = () => mailServer.received.flatMap(({ to }) => to).toSorted();
  const mailRows = async () =>
    await service.sql<{ status: string; digestAt: Date | null; releaseId: number; attempts: number }[]>`
      select status, due_at as "digestAt", (details ->> 0)::integer as "releaseId", attempts
      from mail where agency_id = ${newsroom.agencyId} order by 3, id`;

  return { service, mailServer, mailer, newsroom, fillSubscriptions, recipients, mailRows };
}
