import { describe, expect, test } from "bun:test";
import { webhookEventTypes } from "../../../../service/features/events/event-schema.ts";
import { serviceScene } from "../../../support/cast.ts";
import { createTestAgency, serviceKinds, type TestAgency } from "../../../support/service.ts";
import { allowLoopback, webhookCalls } from "./webhook-calls.ts";

for (const kind of serviceKinds) {
  describe(`webhooks on the ${kind} database`, () => {
    const { service } = serviceScene(kind, allowLoopback);
    let agency: TestAgency;
    let calls: ReturnType<typeof webhookCalls>;

    async function newAgency() {
      agency = await createTestAgency(service.sql);
      calls = webhookCalls(service.url, agency.key);
    }

    test("a list of hundreds of disabled webhooks ends at 1 MB, and every active one is on it", async () => {
      await newAgency();
      const insert = (disabled: number, ageHours: number, letter: string) => service.sql`
        insert into webhook (
          agency_id, id, endpoint_url, endpoint_hash, events, secret_encrypted, created_at, disabled_at, disabled_reason
        )
        select
          ${agency.agencyId}, gen_random_uuid(), 'https://example.org/' || repeat(${letter}, 1980), sha256((n || ${letter})::bytea),
          '{report.created}', '\\x00', now() - ${ageHours} * interval '1 hour',
          case when n <= ${disabled} then now() end, case when n <= ${disabled} then 'requested' end
        from generate_series(1, 1100) as n
        where n <= ${disabled} or n > 1095
      `;
      await insert(0, 9, "a");
      await insert(1_000, 1, "d");
      const { webhooks, deliveries } = await calls.list();
      expect(deliveries).toEqual([]);
      const ages = webhooks.map(({ active }: { active: boolean }) => active);
      expect(ages.filter(Boolean)).toHaveLength(10);
      // 2,000 bytes of address each: 262 fit into half a megabyte, and the one that crosses it.
      expect(webhooks).toHaveLength(263);
      expect(Buffer.byteLength(JSON.stringify(webhooks))).toBeLessThan(1024 * 1024);
    });

    test("registering answers 201 with a secret that is shown once and stored encrypted", async () => {
      await newAgency();
      const response = await calls.post({
        endpointUrl: "http://127.0.0.1:4000/in?a=ä#part",
        events: ["report.created", "export.failed", "report.created"],
        unknownField: 1,
      });
      expect(response.status).toBe(201);
      const created = await response.json();
      expect(Object.keys(created).sort()).toEqual(["endpointUrl", "events", "id", "signingSecret"]);
      expect(created).toMatchObject({
        endpointUrl: "http://127.0.0.1:4000/in?a=ä#part",
        events: ["report.created", "export.failed"],
      });
      expect(created.signingSecret).toMatch(/^svc_whsec_[A-Za-z0-9+/]{43}=$/);

      const listed = await calls.list();
      expect(listed).toEqual({
        webhooks: [
          {
            id: created.id,
            endpointUrl: "http://127.0.0.1:4000/in?a=ä#part",
            events: ["report.created", "export.failed"],
            active: true,
            disabledReason: null,
            createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
            disabledAt: null,
            lastDeliveryAt: null,
            consecutiveFailures: 0,
          },
        ],
        deliveries: [],
      });
      const secret = created.signingSecret.slice("svc_whsec_".length);
      const bytes = Buffer.from(secret, "base64");
      const [row] = await service.sql`
        select webhook::text as text, secret_encrypted from webhook where agency_id = ${agency.agencyId}
      `;
      expect(row?.text).not.toContain(secret);
      expect(row?.text).not.toContain(bytes.toString("hex"));
      expect(Buffer.from(row?.secret_encrypted).includes(bytes)).toBe(false);
      expect(service.logged.join("\n")).not.toContain(secret);
    });

    test("an unknown event name is refused with the names that there are", async () => {
      await newAgency();
      const response = await calls.post({ endpointUrl: "http://127.0.0.1:4000/", events: ["report.made"] });
      expect(response.status).toBe(400);
      const body = await response.json();
      expect(body.error).toBe("invalid_body");
      for (const type of webhookEventTypes) expect(body.details.fieldErrors.events[0]).toContain(type);
    });

    test.each([
      ["no body", ""],
      ["no JSON", "{"],
      ["an array", "[]"],
      ["no events", { endpointUrl: "http://127.0.0.1:4000/" }],
      ["an empty list of events", { endpointUrl: "http://127.0.0.1:4000/", events: [] }],
      ["events that are no list", { endpointUrl: "http://127.0.0.1:4000/", events: "report.created" }],
      ["no endpoint", { events: ["report.created"] }],
      ["an endpoint that is no URL", { endpointUrl: "hooks", events: ["report.created"] }],
      [
        "2,001 characters",
        { endpointUrl: `http://127.0.0.1:4000/${"x".repeat(1_979)}`, events: ["report.created"] },
      ],
    ])("%s is refused: invalid_body with details", async (_name, body) => {
      const response = await calls.post(body);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        error: "invalid_body",
        details: { formErrors: expect.any(Array), fieldErrors: expect.any(Object) },
      });
    });

    test("2,000 characters are taken", async () => {
      await newAgency();
      const endpointUrl = `http://127.0.0.1:4000/${"x".repeat(1_978)}`;
      expect(endpointUrl).toHaveLength(2_000);
      expect(await calls.register(endpointUrl)).toMatchObject({ endpointUrl });
    });

    test.each([
      "http://example.org/",
      "https://10.0.0.1/",
      "https://[::1]/",
      "https://localhost./",
      "https://169.254.169.254/latest",
      "https://user:pass@127.0.0.1/",
      "http:\\\\127.0.0.1\\",
      "ftp://127.0.0.1/",
      "https://0x0a.1/",
      "https://nowhere.invalid/",
      "https://93.184.215.14:25/",
    ])("%s is refused: unsafe_endpoint, and the caller does not learn why", async (endpointUrl) => {
      const response = await calls.post({ endpointUrl, events: ["report.created"] });
      expect(response.status).toBe(400);
      expect(await response.json()).toEqual({ error: "unsafe_endpoint" });
      const refusals = service.logged.filter((line) => line.includes("unsafe_endpoint_refused"));
      expect(refusals.at(-1)).toMatch(
        /"reason":"(private_address|not_resolvable|not_https|credentials_in_url|port|invalid_url)"/,
      );
    });

    test("16 KiB are read and one byte more is refused", async () => {
      await newAgency();
      const body = JSON.stringify({ endpointUrl: "http://127.0.0.1:4000/", events: ["report.created"] });
      const response = await calls.post(body.padEnd(16 * 1024));
      expect(response.status).toBe(201);
      const refused = await calls.post(body.padEnd(16 * 1024 + 1));
      expect(refused.status).toBe(413);
      expect(await refused.json()).toEqual({ error: "payload_too_large" });
    });

    test("one target is registered once among the active ones, however it is spelled, and again after disabling", async () => {
      await newAgency();
      const first = await calls.register("http://127.0.0.1:4000/in");
      for (const spelling of [
        "http://127.0.0.1:4000/in",
        "HTTP://127.0.0.1:4000/./in",
        "http://127.1:4000/in#x",
        "http://2130706433:4000/in",
      ]) {
        const response = await calls.post({ endpointUrl: spelling, events: ["export.failed"] });
        expect(response.status).toBe(409);
        expect(await response.json()).toEqual({ error: "endpoint_already_registered" });
      }
      await calls.register("http://127.0.0.1:4000/in?other");
      const other = webhookCalls(service.url, (await createTestAgency(service.sql)).key);
      await other.register("http://127.0.0.1:4000/in");
      expect((await calls.remove(first.id)).status).toBe(200);
      const second = await calls.register("http://127.0.0.1:4000/in");
      expect(second.id).not.toBe(first.id);
      expect((await calls.list()).webhooks).toHaveLength(3);
    });

    test("of 30 registrations at once exactly 20 succeed, of equal ones exactly one", async () => {
      await newAgency();
      const equal = await Promise.all(
        Array.from({ length: 5 }, () =>
          calls.post({ endpointUrl: "http://127.0.0.1:4000/same", events: ["report.created"] }),
        ),
      );
      expect(equal.map((response) => response.status).sort((a, b) => a - b)).toEqual([
        201, 409, 409, 409, 409,
      ]);
      const others = await Promise.all(
        Array.from({ length: 25 }, (_, index) =>
          calls.post({ endpointUrl: `http://127.0.0.1:4000/${index}`, events: ["report.created"] }),
        ),
      );
      expect(others.filter((response) => response.status === 201)).toHaveLength(19);
      const refused = others.filter((response) => response.status !== 201);
      expect(refused).toHaveLength(6);
      for (const response of refused) {
        expect(response.status).toBe(409);
        expect(await response.json()).toEqual({ error: "webhook_limit_reached" });
      }
      const { webhooks } = await calls.list();
      expect(webhooks).toHaveLength(20);
      await calls.remove(webhooks[0]?.id ?? "");
      await calls.register("http://127.0.0.1:4000/after");
    });

    test("of 101 attempts the latest 100 are listed, newest first", async () => {
      await newAgency();
      const { id } = await calls.register("http://127.0.0.1:4000/in");
      await service.sql`
        insert into webhook_attempt (agency_id, id, webhook_id, message_id, event_type, attempt, attempted_at)
        select
          ${agency.agencyId}::integer, ('01980000-0000-7000-8000-' || lpad(number::text, 12, '0'))::uuid, ${id}::uuid,
          gen_random_uuid(), 'report.created', 1, timestamptz '2026-01-01' + number * interval '1 second'
        from generate_series(1, 101) as number
      `;
      const { deliveries } = await calls.list();
      const times = deliveries.map(({ attemptedAt }) => attemptedAt);
      expect(times).toHaveLength(100);
      expect(times).toEqual([...times].sort().reverse());
      expect([times[0], times[99]]).toEqual(["2026-01-01T00:01:41.000Z", "2026-01-01T00:00:02.000Z"]);
    });

    test("disabling answers 200 each time and keeps the first moment", async () => {
      await newAgency();
      const { id } = await calls.register("http://127.0.0.1:4000/in");
      const response = await calls.remove(id);
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual({ success: true });
      const [webhook] = (await calls.list()).webhooks;
      expect(webhook).toMatchObject({ active: false, disabledReason: "requested" });
      expect((await calls.remove(id.toUpperCase())).status).toBe(200);
      expect((await calls.list()).webhooks[0]?.disabledAt).toBe(webhook?.disabledAt ?? "");
    });

    test("another agency's webhook is not there: not in the list, and 404 like an id that never was", async () => {
      await newAgency();
      const { id } = await calls.register("http://127.0.0.1:4000/in");
      const other = webhookCalls(service.url, (await createTestAgency(service.sql)).key);
      expect(await other.list()).toEqual({ webhooks: [], deliveries: [] });
      for (const unknown of [id, crypto.randomUUID(), "7"]) {
        const response = await other.remove(unknown);
        expect(response.status).toBe(404);
        expect(await response.json()).toEqual({ error: "not_found" });
      }
      expect((await calls.list()).webhooks[0]?.active).toBe(true);
    });
  });
}
