import { connect } from "node:net";
import { generateKey } from "../../../service/features/keys/key-format.ts";
import { postMessage, rpc } from "../../edges/mcp/support/post-message.ts";
import { callConversions, conversionBody } from "../../support/conversion-call.ts";
import { exportCalls } from "../../support/export-calls.ts";

/**
 * The agency that does everything at once; it has years of figures, long texts, a large data export, and receivers that
 * take nothing.
 */
export type LoudAgency = {
  url: string;
  agencyId: number;
  key: string;
  pressReleaseId: number;
  /** Of its release. */
  path: string;
};

/** `act` does it once, and says what came of it; `workers` do so again and again. */
export type LoudActivity = { workers: number; act: (agency: LoudAgency) => Promise<number | "left"> };

/** As long as a body may be. */
const largestConversionBytes = 16 * 1024;
const largestMessageBytes = 256 * 1024;
/** How long a client holds an answer that it does not read. */
const unreadMs = 1_000;

const browser = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

const get = async ({ url, key }: Pick<LoudAgency, "url" | "key">, path: string): Promise<number> => {
  const response = await fetch(`${url}/api/reporting/v1${path}`, { headers: { "x-api-key": key } });
  await response.arrayBuffer();
  return response.status;
};

const post = async (agency: LoudAgency, message: unknown): Promise<number> => {
  const response = await postMessage(agency.url, agency.key, message);
  await response.arrayBuffer();
  return response.status;
};

const callTool = (agency: LoudAgency, name: string, args: Record<string, unknown>) =>
  post(agency, rpc("tools/call", { name, arguments: args }));

/** What one agency can do to others, all of it at once. A new way to be loud is a line here. */
export const loudActivities: Record<string, LoudActivity> = {
  dataExports: { workers: 4, act: (agency) => get(agency, "/data") },
  unreadDataExports: { workers: 4, act: (agency) => openUnread(agency, "/api/reporting/v1/data") },
  yearReports: { workers: 30, act: (agency) => get(agency, `/articles/${agency.pressReleaseId}?days=365`) },
  frozenReports: {
    workers: 3,
    act: (agency) =>
      callTool(agency, "create_publication_report", {
        scopeType: "article",
        scopeId: agency.pressReleaseId,
        days: 365,
      }),
  },
  longLists: {
    workers: 4,
    act: (agency) => callTool(agency, "list_drafts", { includeBody: true, limit: 100 }),
  },
  largestConversions: {
    workers: 3,
    async act(agency) {
      const body = conversionBody(agency.pressReleaseId, { note: "" });
      const bytes = JSON.stringify(body).length;
      const response = await callConversions({
        ...agency,
        body: { ...body, note: "x".repeat(largestConversionBytes - bytes) },
      });
      return response.status;
    },
  },
  largestMessages: {
    workers: 3,
    act: (agency) =>
      post(agency, rpc("tools/list", { _meta: { pad: "x".repeat(largestMessageBytes - 200) } })),
  },
  exportsQueued: { workers: 4, act: orderExport },
  // Each conversion is a message to each of its receivers, which are silent or gone.
  deadWebhooks: {
    workers: 2,
    async act(agency) {
      const response = await callConversions({ ...agency, body: conversionBody(agency.pressReleaseId) });
      return response.status;
    },
  },
  // Each by a reader who was never here, from an address of their own.
  pageFlood: { workers: 12, act: readAsStranger },
  wrongKeys: {
    workers: 5,
    act: ({ url }) => get({ url, key: generateKey() }, "/webhooks"),
  },
};

async function readAsStranger({ url, path }: LoudAgency): Promise<number> {
  const address = Array.from({ length: 4 }, () => 1 + Math.floor(Math.random() * 200)).join(".");
  const response = await fetch(url + path, {
    headers: { "x-forwarded-for": address, "user-agent": browser, accept: "text/html" },
  });
  await response.arrayBuffer();
  return response.status;
}

async function orderExport(agency: LoudAgency): Promise<number> {
  const body = { scopeType: "article", scopeId: agency.pressReleaseId, days: 365, format: "pdf" };
  return (await exportCalls(agency, { ...agency, keyId: "" }).create(body)).status;
}

/** A client that asks and reads nothing. */
function openUnread({ url, key }: LoudAgency, path: string): Promise<"left"> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    socket.pause();
    socket.on("error", () => {});
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${key}\r\n\r\n`);
    setTimeout(() => {
      socket.destroy();
      resolve("left");
    }, unreadMs);
  });
}
