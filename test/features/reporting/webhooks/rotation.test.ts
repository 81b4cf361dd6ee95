import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { verifyWebhook } from "../../../../sdk/src/index.ts";
import { enqueueEvent } from "../../../../service/features/events/enqueue-event.ts";
import { deleteOldSecrets } from "../../../../service/features/reporting/webhooks/change-sql.ts";
import { rotateSecret } from "../../../../service/features/reporting/webhooks/change-webhook.ts";
import {
  createDeliverer,
  type DelivererDeps,
} from "../../../../service/features/reporting/webhooks/create-deliverer.ts";
import { createSecretCipher } from "../../../../service/floor/secrets/secret-cipher.ts";
import { createLog } from "../../../../service/log.ts";
import { serviceScene } from "../../../support/cast.ts";
import { createTestAgency, serviceKinds } from "../../../support/service.ts";
import { until } from "../../../support/until.ts";
import { deliveryDeps, registerEndpoint, reportCreated } from "./webhook-calls.ts";
import { type Sink, startSink } from "./webhook-sink.ts";

const actor = { type: "operator", id: null } as const;
const messages = 30;
/** Requests that one endpoint gets at once. */
const inFlightMax = 8;

describe.each(serviceKinds.map((kind) => [kind]))("a rotation of the secret, on the %s database", (kind) => {
  const { service } = serviceScene(kind);
  let sink: Sink;
  beforeEach(() => {
    sink = startSink();
  });
  afterEach(() => sink.stop());

  test("goes through a delivery that is under way: old and new secret verify what comes after it, retries too, and the new one alone what comes after its day", async () => {
    const { agencyId, oldSecret, rotate } = await registered();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    let newSecret = "";
    // A receiver that takes the new secret at once, and no longer knows the old one.
    sink.answer = async (delivery, index) => {
      if (index < inFlightMax) await released;
      return new Response(null, { status: (await isVerified(delivery, newSecret)) ? 204 : 401 });
    };
    for (let count = 0; count < messages; count += 1)
      await enqueueEvent(service.sql, agencyId, reportCreated());
    const delivering = deliver();
    await until("as many as may be are under way", () => sink.received.length === inFlightMax);
    newSecret = (await rotate()).signingSecret;
    release();
    await delivering;
    while ((await service.sql`select from webhook_queue where agency_id = ${agencyId}`).length > 0)
      await deliver();
    expect(sink.received).toHaveLength(messages + inFlightMax);
    for (const [index, delivery] of sink.received.entries()) {
      const isAfter = index >= inFlightMax;
      expect([await isVerified(delivery, oldSecret), await isVerified(delivery, newSecret)]).toEqual([
        true,
        isAfter,
      ]);
      expect(delivery.headers.get("webhook-signature")?.split(" ")).toHaveLength(isAfter ? 2 : 1);
    }

    sink.answer = async () => {
      await setEnd(agencyId, -1);
      return new Response(null, { status: 500 });
    };
    const last = await deliverOne(agencyId);
    sink.answer = () => new Response(null, { status: 204 });
    await service.sql`update webhook_queue set next_attempt_at = now() - interval '1 second' where agency_id = ${agencyId}`;
    const fresh = await deliverOne(agencyId);
    const retried = sink.received.filter(
      ({ headers }) => headers.get("webhook-id") === last.headers.get("webhook-id"),
    );
    expect(await Promise.all([last, fresh].map((each) => isVerified(each, newSecret)))).toEqual([true, true]);
    expect(await Promise.all([last, fresh].map((each) => isVerified(each, oldSecret)))).toEqual([
      true,
      false,
    ]);
    const latest = retried.at(-1) ?? last;
    expect([
      retried.length > 1,
      await isVerified(latest, oldSecret),
      await isVerified(latest, newSecret),
    ]).toEqual([true, false, true]);
  });

  test("lets both sign to the last moment of its day by the database's clock, and destroys the old one then", async () => {
    const { agencyId, oldSecret, rotate } = await registered();
    const { signingSecret, oldSecretEndsAt } = await rotate();
    const hours = (Date.parse(oldSecretEndsAt) - Date.now()) / 3_600_000;
    expect(Math.abs(hours - 24)).toBeLessThan(0.1);
    await deleteOldSecrets(service.sql);
    await setEnd(agencyId, 3);
    const before = await deliverOne(agencyId);
    expect(await deleteOldSecrets(service.sql)).toBe(0);
    await until(
      "the day is over",
      async () =>
        (await service.sql`select from webhook where agency_id = ${agencyId} and old_secret_ends_at <= now()`)
          .length === 1,
    );
    const after = await deliverOne(agencyId);
    expect(await Promise.all([before, after].map((each) => isVerified(each, oldSecret)))).toEqual([
      true,
      false,
    ]);
    expect(await Promise.all([before, after].map((each) => isVerified(each, signingSecret)))).toEqual([
      true,
      true,
    ]);
    expect(await deleteOldSecrets(service.sql)).toBe(1);
    const [row] = await service.sql`select old_secret_encrypted from webhook where agency_id = ${agencyId}`;
    expect(row).toEqual({ old_secret_encrypted: null });
  });

  test("twice within its day ends the secret before the last at once", async () => {
    const { agencyId, oldSecret, rotate } = await registered();
    const second = await rotate();
    const third = await rotate();
    const delivery = await deliverOne(agencyId);
    const secrets = [oldSecret, second.signingSecret, third.signingSecret];
    expect(await Promise.all(secrets.map((secret) => isVerified(delivery, secret)))).toEqual([
      false,
      true,
      true,
    ]);
  });

  test("after the key of the old secret was lost lets the new one alone sign, and says so once", async () => {
    const { agencyId, oldSecret, rotate } = await registered();
    const logged: string[] = [];
    const log = createLog("info", (line) => logged.push(line));
    const secrets = createSecretCipher(new Uint8Array(32).fill(9));
    const { signingSecret } = await rotate(crypto.randomUUID(), secrets);
    await enqueueEvent(service.sql, agencyId, reportCreated());
    const delivery = await deliverOne(agencyId, { secrets, log });
    expect(sink.received).toHaveLength(2);
    expect([await isVerified(delivery, oldSecret), await isVerified(delivery, signingSecret)]).toEqual([
      false,
      true,
    ]);
    expect(logged.filter((line) => line.includes("webhook_old_secret_unreadable"))).toHaveLength(1);
  });

  test("ordered by two people at once is two rotations, and both are told a secret that verifies", async () => {
    const { agencyId, oldSecret, rotate } = await registered();
    const both = await Promise.all([rotate(), rotate()]);
    const delivery = await deliverOne(agencyId);
    const secrets = [oldSecret, ...both.map(({ signingSecret }) => signingSecret)];
    expect(await Promise.all(secrets.map((secret) => isVerified(delivery, secret)))).toEqual([
      false,
      true,
      true,
    ]);
  });

  test("whose form is sent twice at once is one: the old secret goes on, and one answer holds", async () => {
    const { agencyId, oldSecret, rotate } = await registered();
    const rotationKey = crypto.randomUUID();
    const both = await Promise.all([rotate(rotationKey), rotate(rotationKey)]);
    expect(both[0]?.oldSecretEndsAt).toBe(both[1]?.oldSecretEndsAt ?? "");
    const delivery = await deliverOne(agencyId);
    expect(await isVerified(delivery, oldSecret)).toBe(true);
    const held = await Promise.all(both.map(({ signingSecret }) => isVerified(delivery, signingSecret)));
    expect(held.filter((verdict) => verdict)).toHaveLength(1);
  });

  test("whose form is sent again after its day is a new one, with a day of its own", async () => {
    const { agencyId, oldSecret, rotate } = await registered();
    const rotationKey = crypto.randomUUID();
    const first = await rotate(rotationKey);
    await setEnd(agencyId, -1);
    const second = await rotate(rotationKey);
    expect(Date.parse(second.oldSecretEndsAt)).toBeGreaterThan(Date.now());
    const delivery = await deliverOne(agencyId);
    const secrets = [oldSecret, first.signingSecret, second.signingSecret];
    expect(await Promise.all(secrets.map((secret) => isVerified(delivery, secret)))).toEqual([
      false,
      true,
      true,
    ]);
  });

  async function registered() {
    const { agencyId } = await createTestAgency(service.sql);
    const webhook = await registerEndpoint(service.sql, agencyId, sink.url);
    const rotate = (rotationKey: string = crypto.randomUUID(), secrets = deliveryDeps.secrets) =>
      rotateSecret(
        service.sql,
        agencyId,
        { webhookId: webhook.id, rotationKey },
        { ...deliveryDeps, secrets, actor },
      );
    return { agencyId, oldSecret: webhook.signingSecret, rotate };
  }

  /** Sends all that is due now. */
  const deliver = (more: Partial<DelivererDeps> = {}) =>
    createDeliverer({ ...deliveryDeps, sql: service.sql, retryStepsMs: Array(9).fill(10), ...more }).run(
      new AbortController().signal,
    );

  async function deliverOne(agencyId: number, more: Partial<DelivererDeps> = {}): Promise<Delivery> {
    const index = sink.received.length;
    await enqueueEvent(service.sql, agencyId, reportCreated());
    await deliver(more);
    const delivery = sink.received[index];
    if (delivery === undefined) throw new Error("Nothing was delivered.");
    return delivery;
  }

  const setEnd = (agencyId: number, seconds: number) => service.sql`
    update webhook
    set old_secret_ends_at = now() + ${seconds} * interval '1 second'
    where agency_id = ${agencyId}
  `;
});

/** What all three libraries say; throws where they differ. */
async function isVerified({ headers, body }: Delivery, secret: string): Promise<boolean> {
  if (secret === "") return false;
  const parts = { headers: Object.fromEntries(headers), body };
  const standard = secret.slice("svc_".length);
  const verdicts = await Promise.all([
    holds(() => new StandardWebhook(standard).verify(body, parts.headers)),
    holds(() => new SvixWebhook(standard).verify(body, parts.headers)),
    holds(() => verifyWebhook({ ...parts, secret })),
  ]);
  const [verdict] = verdicts;
  if (verdicts.some((each) => each !== verdict)) throw new Error(`The libraries differ: ${verdicts}`);
  return verdict;
}

async function holds(check: () => unknown): Promise<boolean> {
  try {
    await check();
    return true;
  } catch {
    return false;
  }
}

type Delivery = Pick<Sink["received"][number], "headers" | "body">;
