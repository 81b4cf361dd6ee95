import { describe, expect, test } from "bun:test";
import { serviceScene } from "../support/cast.ts";
import { callConversions, conversionBody } from "../support/conversion-call.ts";
import { createTestRelease, databaseKinds } from "../support/service.ts";

const dayMs = 86_400_000;

for (const kind of databaseKinds) {
  describe(`conversions on the ${kind} database`, () => {
    const { service, agency, stranger, release } = serviceScene(kind);

    test("a new event is stored once and answered 201 with its id", async () => {
      const response = await send({ eventId: "order-1" });
      const body = await response.json();
      expect(response.status).toBe(201);
      expect(body).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), duplicate: false });
      expect((await rowsOf("order-1"))[0]).toMatchObject({
        id: body.id,
        kind: "lead",
        currency: "EUR",
        origin: "observed",
      });
    });

    test("the same event again stores nothing and answers 200 with the stored id, before its release is looked up", async () => {
      const first = await (await send({ eventId: "order-2" })).json();
      const again = await send({ eventId: "order-2", pressReleaseId: 2_000_000_000, kind: "other" });
      expect(again.status).toBe(200);
      expect(await again.json()).toEqual({ id: first.id, duplicate: true });
      expect(await rowsOf("order-2")).toHaveLength(1);
    });

    test("of 50 equal calls at once exactly one stores", async () => {
      const body = conversionBody(release.pressReleaseId, { eventId: "order-3" });
      const responses = await Promise.all(
        Array.from({ length: 50 }, () => callConversions({ url: service.url, key: agency.key, body })),
      );
      expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(49);
      const ids = new Set(
        (await Promise.all(responses.map((response) => response.json()))).map(({ id }) => id),
      );
      expect(ids.size).toBe(1);
      expect(await rowsOf("order-3")).toHaveLength(1);
    });

    test("the same event id of another agency is another event", async () => {
      await send({ eventId: "shared" });
      const other = await createTestRelease(service.sql, stranger.agencyId);
      const body = conversionBody(other.pressReleaseId, { eventId: "shared" });
      expect((await callConversions({ url: service.url, key: stranger.key, body })).status).toBe(201);
    });

    test("another agency's release is answered as one that never was", async () => {
      const foreign = await createTestRelease(service.sql, stranger.agencyId);
      const refusals = await Promise.all(
        [foreign.pressReleaseId, 2_147_483_647, 2_147_483_648, Number.MAX_SAFE_INTEGER].map((id) =>
          send({ pressReleaseId: id }),
        ),
      );
      for (const refusal of refusals) await expectRefused(refusal, 404, "release_not_found");
    });

    test.each([
      ["an offset instead of Z", { occurredAt: "2026-11-20T10:00:00+02:00" }],
      ["a lower-case z", { occurredAt: "2026-11-20T10:00:00z" }],
      ["no zone", { occurredAt: "2026-11-20T10:00:00" }],
      ["30 February", { occurredAt: "2026-02-30T10:00:00Z" }],
      ["the 25th hour", { occurredAt: "2026-11-20T25:00:00Z" }],
      ["a leap second", { occurredAt: "2026-06-30T23:59:60Z" }],
      ["a number as time", { occurredAt: 1_784_715_300 }],
      ["no eventId", { eventId: undefined }],
      ["an empty eventId", { eventId: "" }],
      ["an eventId of 101 characters", { eventId: "x".repeat(101) }],
      ["an eventId of 101 emoji", { eventId: "🎉".repeat(101) }],
      ["an eventId with NUL", { eventId: "a\0b" }],
      ["a lone surrogate", { kind: "a\uD800b" }],
      ["an empty kind", { kind: "" }],
      ["a kind of 81 characters", { kind: "x".repeat(81) }],
      ["a release id of 0", { pressReleaseId: 0 }],
      ["a release id with a fraction", { pressReleaseId: 1.5 }],
      ["a release id in quotes", { pressReleaseId: "1" }],
      ["a negative value", { value: -0.01 }],
      ["a value in quotes", { value: "1" }],
      ["null as value", { value: null }],
      ["a currency of 2 characters", { currency: "EU" }],
      ["a currency of 4 characters", { currency: "EURO" }],
      ["a reference of 501 characters", { externalReference: "x".repeat(501) }],
    ])("%s is an invalid payload and leaves no row", async (_, changes) => {
      const before = await countRows();
      await expectRefused(await send(changes), 400, "invalid_payload");
      expect(await countRows()).toBe(before);
    });

    test.each([
      ["an eventId of 100 emoji", { eventId: "🎉".repeat(100) }],
      ["a kind of 80 characters", { kind: "ü".repeat(80) }],
      ["a reference of 500 characters", { externalReference: "ß".repeat(500) }],
      ["an empty reference", { externalReference: "" }],
      ["neither value nor currency", { value: undefined, currency: undefined }],
      ["fractions of a second", { occurredAt: new Date().toISOString().replace(/\.\d+Z/, ".123456789Z") }],
      ["a value of 0", { value: 0 }],
    ])("%s is taken", async (_, changes) => {
      expect((await send(changes)).status).toBe(201);
    });

    test("an event of almost 30 days away is taken in both directions, one beyond refused", async () => {
      const within = 30 * dayMs - 10_000;
      expect((await send({ occurredAt: inUtc(Date.now() - within) })).status).toBe(201);
      expect((await send({ occurredAt: inUtc(Date.now() + within) })).status).toBe(201);
      const beyond = 30 * dayMs + 10_000;
      await expectRefused(
        await send({ occurredAt: inUtc(Date.now() - beyond) }),
        400,
        "occurred_at_out_of_range",
      );
      await expectRefused(
        await send({ occurredAt: inUtc(Date.now() + beyond) }),
        400,
        "occurred_at_out_of_range",
      );
    });

    test("values are kept as decimals, without drift", async () => {
      const literals = [
        "1.10",
        "0.1",
        "0.2",
        "123456789.12",
        "-0",
        "1e3",
        "0.30000000000000004",
        "99999999999999.9",
      ];
      const stored = [];
      for (const [index, literal] of literals.entries()) {
        const body = JSON.stringify(
          conversionBody(release.pressReleaseId, { eventId: `value-${index}`, value: 1 }),
        ).replace('"value":1', `"value":${literal}`);
        expect((await sendRaw(body)).status).toBe(201);
        stored.push((await rowsOf(`value-${index}`))[0]?.value);
      }
      expect(stored).toEqual(["1.1", "0.1", "0.2", "123456789.12", "0", "1000", "0.3", "99999999999999.9"]);
      const [sum] =
        await service.sql`select sum(value)::text as sum from conversion where agency_id = ${agency.agencyId} and event_id in ('value-1', 'value-2')`;
      expect(sum?.sum).toBe("0.3");
    });

    test("a value beyond a double is an invalid payload", async () => {
      const body = JSON.stringify(conversionBody(release.pressReleaseId, { value: 1 })).replace(
        '"value":1',
        '"value":1e309',
      );
      await expectRefused(await sendRaw(body), 400, "invalid_payload");
    });

    test("an external reference is stored only as a hash that differs between agencies", async () => {
      const reference = "kunde-4711@example.org";
      await send({ eventId: "ref-1", externalReference: reference });
      await send({ eventId: "ref-2", externalReference: reference });
      const other = await createTestRelease(service.sql, stranger.agencyId);
      const body = conversionBody(other.pressReleaseId, { eventId: "ref-1", externalReference: reference });
      await callConversions({ url: service.url, key: stranger.key, body });
      const hashes = await service.sql<{ agency_id: number; hash: string }[]>`
        select agency_id, encode(reference_hash, 'hex') as hash from conversion where event_id in ('ref-1', 'ref-2') order by agency_id = ${agency.agencyId} desc
      `;
      expect(hashes).toHaveLength(3);
      expect(hashes[0]?.hash).toBe(hashes[1]?.hash ?? "none");
      expect(hashes[2]?.hash).not.toBe(hashes[0]?.hash ?? "none");
      expect(service.logged.join("\n")).not.toContain(reference);
    });

    test.each([
      ["text", "kein JSON"],
      ["nothing", ""],
      ["half a JSON", '{"eventId": "x"'],
      ["JSON nested 33 deep", "[".repeat(33) + "]".repeat(33)],
      ["bad UTF-8", new Uint8Array([0x22, 0xff, 0x22])],
    ])("%s is invalid JSON", async (_, body) => {
      await expectRefused(await sendRaw(body), 400, "invalid_json");
    });

    test.each(["null", "[]", '"text"', "7", "[".repeat(32) + "]".repeat(32)])(
      "%s is JSON but no conversion",
      async (body) => {
        await expectRefused(await sendRaw(body), 400, "invalid_payload");
      },
    );

    test.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])(
      "the content type %p does not matter: the signature says whose bytes they are",
      async (contentType) => {
        expect((await send({}, { "content-type": contentType })).status).toBe(201);
      },
    );

    test.each([
      ["no timestamp", { "x-service-timestamp": "" }],
      ["a timestamp with a sign", { "x-service-timestamp": "+1784715300" }],
      ["a timestamp with a fraction", { "x-service-timestamp": `${Math.floor(Date.now() / 1000)}.0` }],
      ["a timestamp in milliseconds", { "x-service-timestamp": String(Date.now()) }],
      ["no signature", { "x-service-signature": "" }],
      ["a signature of 63 characters", { "x-service-signature": "a".repeat(63) }],
      ["a signature of 65 characters", { "x-service-signature": "a".repeat(65) }],
      ["a signature in base64", { "x-service-signature": Buffer.alloc(48).toString("base64") }],
      ["another signature", { "x-service-signature": "0".repeat(64) }],
    ])("%s is an invalid signature", async (_, headers) => {
      const response = await send({}, headers);
      expect(response.headers.get("www-authenticate")).toBe("Bearer");
      await expectRefused(response, 401, "invalid_signature");
    });

    test("a timestamp of almost 5 minutes is taken in both directions, one beyond refused", async () => {
      const now = Math.floor(Date.now() / 1000);
      const at = (timestamp: number) =>
        callConversions({
          url: service.url,
          key: agency.key,
          body: conversionBody(release.pressReleaseId),
          timestamp,
        });
      expect((await at(now - 297)).status).toBe(201);
      expect((await at(now + 299)).status).toBe(201);
      await expectRefused(await at(now - 302), 401, "invalid_signature");
      await expectRefused(await at(now + 303), 401, "invalid_signature");
    });

    test("an upper-case signature is taken, one of changed bytes or of another key refused", async () => {
      const { signConversion } = await import("../../sdk/src/sign-conversion.ts");
      const body = JSON.stringify(conversionBody(release.pressReleaseId));
      const { signature } = await signConversion({ apiKey: agency.key, body });
      expect((await sendRaw(body, { "x-service-signature": signature.toUpperCase() })).status).toBe(201);
      await expectRefused(
        await sendRaw(`${body} `, { "x-service-signature": signature }),
        401,
        "invalid_signature",
      );
      const foreign = await signConversion({ apiKey: stranger.key, body });
      await expectRefused(await sendRaw(body, { ...foreign.headers }), 401, "invalid_signature");
    });

    const send = (changes: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
      callConversions({
        url: service.url,
        key: agency.key,
        body: conversionBody(release.pressReleaseId, changes),
        headers,
      });
    const sendRaw = (body: string | Uint8Array, headers: Record<string, string> = {}) =>
      callConversions({ url: service.url, key: agency.key, body, headers });
    const rowsOf = async (eventId: string) =>
      await service.sql`select *, value::text as value from conversion where agency_id = ${agency.agencyId} and event_id = ${eventId}`;
    const countRows = async () => {
      const [row] =
        await service.sql`select count(*)::int as count from conversion where agency_id = ${agency.agencyId}`;
      return row?.count;
    };

    async function expectRefused(response: Response, status: number, error: string): Promise<void> {
      expect({ status: response.status, ...(await response.json()) }).toEqual({ status, error });
    }
  });
}

const inUtc = (ms: number) => new Date(ms).toISOString();
