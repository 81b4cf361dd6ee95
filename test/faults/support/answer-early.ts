import { openDatabase } from "../../../service/floor/db/open.ts";

/**
 * A service as none should be: it acknowledges conversions at once and stores them a moment later. The control of the test
 * that kills services: a check that finds nothing here would find nothing anywhere.
 */
const commitDelayMs = 100;

const [databaseUrl = "", agencyId = "", port = ""] = process.argv.slice(2);
const { sql } = await openDatabase({ databaseUrl, dataDirectory: "" });

Bun.serve({
  hostname: "127.0.0.1",
  port: Number(port),
  async fetch(request) {
    if (request.method === "GET") return Response.json({ status: "ready" });
    const { eventId, pressReleaseId, kind, occurredAt } = await request.json();
    setTimeout(async () => {
      await sql`
        insert into conversion (agency_id, id, event_id, release_id, kind, occurred_at)
        values (${Number(agencyId)}, ${crypto.randomUUID()}, ${eventId}, ${pressReleaseId}, ${kind}, ${occurredAt})
      `;
    }, commitDelayMs);
    return Response.json({ duplicate: false }, { status: 201 });
  },
});
