import { createClient, createTools, ExportError, NetworkError, ServiceError } from "@pr-service/sdk";
import { errorOf } from "../../support/error-of.ts";
import { assertEqual, assertInstance, type Case, type Context } from "./shim.ts";
import { scenes, streamBytes, stubKey } from "./stub-contract.ts";

const connect = ({ baseUrl }: Context, options: { timeoutMs?: number; retries?: number } = {}) =>
  createClient({ baseUrl, apiKey: stubKey, backoffMs: 1, ...options });

const conversion = {
  eventId: "order-ß-4711",
  pressReleaseId: 7,
  kind: "lead",
  value: 49.9,
  currency: "EUR",
  occurredAt: "2026-07-22T10:15:00Z",
};

/** The client over each runtime's own fetch, streams, timers and abort signals. */
export const clientCases: Case[] = [
  {
    name: "an answer carries its data, the rate-limit figures and the request id",
    async run(context) {
      const { data, rateLimit, requestId } = await connect(context).articles.getArticlePerformance(
        scenes.plain,
      );
      assertEqual(data.release.title, "Größer");
      assertEqual([rateLimit?.limit, rateLimit?.remaining], [500, 499]);
      assertEqual(requestId, "01981234-5678-7abc-8def-0123456789ab");
    },
  },
  {
    name: "a conversion is signed over the bytes that arrive",
    async run(context) {
      const { data } = await connect(context).conversions.recordConversion(conversion);
      assertEqual(data, { id: "c1", duplicate: false });
    },
  },
  {
    name: "a refusal is a ServiceError with its code, and is asked once",
    async run(context) {
      const refused = await errorOf(connect(context).articles.getArticlePerformance(scenes.refused));
      const { status, code, rateLimit } = assertInstance(refused, ServiceError);
      assertEqual([status, code, rateLimit?.remaining], [404, "not_found", 499]);
    },
  },
  {
    name: "503 is asked again",
    async run(context) {
      const { data } = await connect(context).articles.getArticlePerformance(scenes.laterFine);
      assertEqual(data.release.title, "Größer");
    },
  },
  {
    name: "silence ends at the time-out",
    async run(context) {
      const client = connect(context, { timeoutMs: 50, retries: 0 });
      const failed = await errorOf(client.articles.getArticlePerformance(scenes.silent));
      assertEqual(assertInstance(failed, NetworkError).code, "timeout");
    },
  },
  {
    name: "an aborted signal rejects with its own reason",
    async run(context) {
      const aborter = new AbortController();
      const { signal } = aborter;
      const asked = connect(context).articles.getArticlePerformance(scenes.silent, { signal });
      setTimeout(() => aborter.abort(new RangeError("enough")), 20);
      assertEqual(assertInstance(await errorOf(asked), RangeError).message, "enough");
    },
  },
  {
    name: "a redirect is not followed",
    async run(context) {
      const client = connect(context, { retries: 0 });
      const failed = await errorOf(client.articles.getArticlePerformance(scenes.moved));
      assertEqual(assertInstance(failed, ServiceError).code, "unexpected_response");
    },
  },
  {
    name: "a file comes as a stream with its name",
    async run(context) {
      const { data: file } = await connect(context).exports.downloadExport("done");
      assertEqual([file.fileName, file.contentType], ["report.pdf", "application/pdf"]);
      assertEqual((await new Response(file.stream).arrayBuffer()).byteLength, streamBytes);
    },
  },
  {
    name: "a failed job is an ExportError",
    async run(context) {
      const failed = await errorOf(connect(context).exports.waitForExport("failed"));
      assertEqual(assertInstance(failed, ExportError).code, "export_failed");
    },
  },
  {
    name: "a tool is called without a key",
    async run({ baseUrl }) {
      const { data } = await createTools({ baseUrl }).headlines("Grüße");
      assertEqual(data.headlines, ["without a key: Grüße"]);
    },
  },
];
