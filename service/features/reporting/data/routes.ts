import { setImmediate } from "node:timers/promises";
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { FreshReads } from "../../../floor/db/fresh-reads.ts";
import type { ConnectionShares } from "../../../floor/db/share-connections.ts";
import type { DefineOperation } from "../../../floor/http/operation.ts";
import type { FairSeats } from "../../../floor/limits/fair-seats.ts";
import { streamEncoding } from "../../../floor/web/accept-encoding.ts";
import { type DeletionDeps, deleteReportingData } from "./delete-reporting-data.ts";
import { deletedDataExample, reportingDataExample } from "./examples.ts";
import { createExportData } from "./export-reporting-data.ts";
import { confirmation, DeletedReportingData, ReportingData } from "./schema.ts";
import type { SpoolFolder } from "./spool-folder.ts";

export type DataRouteDeps = DeletionDeps & {
  freshReads: FreshReads;
  /** Seats for reads that can take long. */
  heavyReads: FairSeats;
  connections: ConnectionShares;
  /** Where exports wait for their readers. */
  spools: SpoolFolder;
  allowSlowReader: (request: Request) => void;
};

const path = "/api/reporting/v1/data";
const tag = "Data";
/** The waits in both lines, and some for opening the spool; below the 30 s after which the server closes a silent connection. */
const exportDeadlineMs = 25_000;
/** Enough for ten million conversions; below the 30 s after which the server closes a silent connection. */
const deletionDeadlineMs = 25_000;

const ConfirmHeaders = Type.Object({
  "x-service-confirm": Type.Literal(confirmation, { description: `Exactly \`${confirmation}\`.` }),
});

export function dataRoutes(define: DefineOperation, deps: DataRouteDeps) {
  const exportData = createExportData(deps);

  const get = define({
    operationId: "exportReportingData",
    method: "GET",
    path,
    tag,
    summary: "All reporting data of the agency",
    description:
      "One JSON document, streamed from one snapshot of the database: what is recorded or deleted meanwhile does not tear it. It holds no credentials. `reports` are oldest first, each as it was issued, so that the chain of their hashes can be checked. One that does not fit its hash any more is left out, and `reportsLeftOut` names it. A stream that breaks off was not complete: ask again. An agency has one export under way and two unread ones; further calls wait in line, at most 8 of them and each for at most 20 s, and are then told 503 with `Retry-After`, which costs nothing of the hourly limit. Unread exports of one agency take at most half of the room that the service has for them on disk: one that would take more breaks off.",
    responses: { 200: { description: "The data.", schema: ReportingData, example: reportingDataExample } },
    errors: [],
    deadlineMs: exportDeadlineMs,
    async handle({ caller, request }) {
      const encoding = streamEncoding(request.headers);
      const headers = { "content-type": "application/json", vary: "accept-encoding" };
      // Nobody would read the export. Its length is not known: a body of none would say 0, a stream says nothing.
      if (request.method === "HEAD") return new Response(soonEnded(), { headers });
      const stream = await exportData(caller.agencyId, request.signal);
      deps.allowSlowReader(request);
      if (encoding === "identity") return new Response(stream, { headers });
      const compressed = stream.pipeThrough(gzipStream());
      return new Response(compressed, { headers: { ...headers, "content-encoding": encoding } });
    },
  });

  const remove = define({
    operationId: "deleteReportingData",
    method: "DELETE",
    path,
    tag,
    summary: "Delete all reporting data of the agency, for good",
    description: `Removes exactly what the export shows, in one transaction, and answers how many records of each area went. Jobs that are under way stop. What was measured on the agency's own newsroom pages, its releases, clients and keys stay. Send \`X-Service-Confirm: ${confirmation}\`.`,
    headers: { schema: ConfirmHeaders, code: "confirmation_required" },
    responses: {
      200: { description: "Deleted.", schema: DeletedReportingData, example: deletedDataExample },
    },
    errors: [],
    deadlineMs: deletionDeadlineMs,
    async handle({ caller, requestId }) {
      const body = await deleteReportingData(deps, caller.agencyId, { actorId: caller.keyId, requestId });
      return { status: 200, body };
    },
  });

  // HEAD has a route of its own: the router's reads the body of GET to its end.
  return new Elysia()
    .route(get.method, get.path, get.handler, get.hook)
    .route("HEAD", get.path, get.handler, { parse: "none", detail: { hide: true } })
    .route(remove.method, remove.path, remove.handler, remove.hook);
}

/** Compresses chunk by chunk on zlib's threads, as fast as the reader takes it. */
function gzipStream(): ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  const { readable, writable } = new CompressionStream("gzip");
  return { readable, writable };
}

/** Nothing, at the second look: of a stream that is ended at the first Bun says that its length is 0. Node reads it to its end. */
function soonEnded(): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      await setImmediate();
      controller.close();
    },
  });
}
