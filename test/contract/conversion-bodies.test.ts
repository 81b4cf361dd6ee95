import { describe, expect, test } from "bun:test";
import { serviceScene } from "../support/cast.ts";
import { callConversions, conversionBody } from "../support/conversion-call.ts";
import { databaseKinds } from "../support/service.ts";

for (const kind of databaseKinds) {
  describe(`conversions on the ${kind} database`, () => {
    const { service, agency, release } = serviceScene(kind);

    test("unknown fields are ignored and never stored; of duplicate keys the last counts", async () => {
      const body = JSON.stringify(
        conversionBody(release.pressReleaseId, {
          eventId: "extra",
          secretNote: "nicht speichern",
          constructor: 1,
        }),
      );
      expect((await sendRaw(body.replace('"kind":"lead"', '"kind":"first","kind":"last"'))).status).toBe(201);
      const [row] = await rowsOf("extra");
      expect(row?.kind).toBe("last");
      expect(JSON.stringify(row)).not.toContain("nicht speichern");
    });

    test("a compressed body is refused whatever its signature", async () => {
      const body = Bun.gzipSync(JSON.stringify(conversionBody(release.pressReleaseId)));
      await expectRefused(await sendRaw(body, { "content-encoding": "gzip" }), 400, "invalid_json");
    });

    test("a body of 16 KiB is taken, one byte more refused", async () => {
      const padded = (bytes: number) => {
        const text = JSON.stringify(conversionBody(release.pressReleaseId, { padding: "" }));
        return text.replace('"padding":""', `"padding":"${"x".repeat(bytes - text.length)}"`);
      };
      expect((await sendRaw(padded(16_384))).status).toBe(201);
      await expectRefused(await sendRaw(padded(16_385)), 413, "payload_too_large");
    });

    test("a chunked body is cut at the cap, without waiting for its end", async () => {
      const endless = new ReadableStream({
        pull: (controller) => controller.enqueue(new Uint8Array(1024).fill(0x20)),
      });
      const response = await fetch(`${service.url}/api/reporting/v1/conversions`, {
        method: "POST",
        headers: { "x-api-key": agency.key },
        body: endless,
      });
      await expectRefused(response, 413, "payload_too_large");
    });
    const sendRaw = (body: string | Uint8Array, headers: Record<string, string> = {}) =>
      callConversions({ url: service.url, key: agency.key, body, headers });
    const rowsOf = async (eventId: string) =>
      await service.sql`select *, value::text as value from conversion where agency_id = ${agency.agencyId} and event_id = ${eventId}`;

    async function expectRefused(response: Response, status: number, error: string): Promise<void> {
      expect({ status: response.status, ...(await response.json()) }).toEqual({ status, error });
    }
  });
}
