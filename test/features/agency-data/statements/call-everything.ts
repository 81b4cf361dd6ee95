import { createDashboardUser, type DashboardUser } from "../../../edges/dashboard/support.ts";
import { callTool } from "../../../edges/mcp/support/post-message.ts";
import { runFuzz } from "../../../fuzz/run-fuzz.ts";
import { callConversions, conversionBody } from "../../../support/conversion-call.ts";
import { exportCalls } from "../../../support/export-calls.ts";
import type { TestService } from "../../../support/service.ts";
import { until } from "../../../support/until.ts";
import { createWorkshop, freshToken, type Workshop } from "../../../support/workflow.ts";
import { allowLoopback, webhookCalls } from "../../reporting/webhooks/webhook-calls.ts";
import { type Sink, startSink } from "../../reporting/webhooks/webhook-sink.ts";

/** The same in each run: what fails, fails again. */
const seed = 20_261_122;
const drawnRequests = 200;
/** More than the dashboard has. */
const pagesMax = 150;
/** What the service has to be started with for these calls. */
export const callsEnvironment = {
  ...allowLoopback,
  TRUSTED_PROXIES: "127.0.0.1",
  SECRET_KEY: "07".repeat(32),
};
/** Long enough for the tool that makes search texts of it. */
const bodyMarkdown = "Bremen. Das Werk hat **120** Arbeitsplätze und ging am Montag in Betrieb. ".repeat(8);
const browser = "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0";

export type Calls = { agencyId: number; tools: number; pages: number; delivered: number };

/** Calls the service as its users do: agents, sites, readers of newsrooms, and people in the dashboard. */
export async function callEverything(service: TestService): Promise<Calls> {
  const workshop = await createWorkshop(service.sql, { credits: 3 });
  const sink = startSink();
  try {
    await webhookCalls(service.url, workshop.key).register(sink.url, [
      "conversion.recorded",
      "export.completed",
    ]);
    const { pressReleaseId, tools } = await useTools(service, workshop);
    await report(service, workshop, pressReleaseId);
    const pages = await openPages(await createDashboardUser(service, workshop.agencyId));
    await runFuzz({ service, seed, requests: drawnRequests });
    return { agencyId: workshop.agencyId, tools, pages, delivered: await delivered(sink) };
  } finally {
    await sink.stop();
  }
}

/** A text from its draft to its report, by all fourteen tools; `heard` gets each answer. */
export async function useTools(
  service: TestService,
  { key, clientId }: Workshop,
  heard: (name: string, answer: unknown) => void = () => {},
): Promise<{ pressReleaseId: number; tools: number }> {
  const used = new Set<string>();
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const answer = await callTool(service.url, key, name, args);
    const { isError, structuredContent, content } = answer;
    if (isError === true || structuredContent === undefined)
      throw new Error(`${name}: ${content.map(({ text }) => text).join(" ")}`);
    used.add(name);
    heard(name, answer);
    return structuredContent;
  };
  await call("list_clients");
  await call("get_client_persona", { clientId });
  const title = "Neues Werk in Bremen eröffnet";
  const { id: draftId } = await call("create_draft", { clientId, title, bodyMarkdown });
  await call("update_draft", { draftId, expectedVersion: 1, subtitle: "Produktion seit Montag" });
  await call("list_drafts", { clientId });
  await call("generate_seo_metadata", { draftId });
  const asked = { draftId, draftVersion: 2, acceptWarnings: true };
  const { approvalId } = await call("send_approval_request", asked);
  await approve(service, String(approvalId));
  await call("check_approval_status", { draftId });
  await call("get_agency_credits");
  const published = await call("publish_release", { draftId, approvedVersion: 2, maxCredits: 1 });
  const pressReleaseId = Number(published.pressReleaseId);
  await call("get_article_performance", { pressReleaseId });
  const scope = { scopeType: "article", scopeId: pressReleaseId };
  const { reportId } = await call("create_publication_report", scope);
  await call("get_publication_report", { reportId });
  await call("list_publication_reports");
  return { pressReleaseId, tools: used.size };
}

async function approve({ url, sql }: TestService, approvalId: string): Promise<void> {
  const path = `${url}/approvals/${await freshToken(sql, approvalId)}`;
  await fetch(path);
  const answer = await fetch(path, {
    method: "POST",
    body: new URLSearchParams({ decision: "approve" }),
    headers: { "sec-fetch-site": "same-origin" },
    redirect: "manual",
  });
  if (answer.status >= 400) throw new Error(`Approving answered ${answer.status}.`);
}

async function report(service: TestService, workshop: Workshop, pressReleaseId: number): Promise<void> {
  const { key, clientSlug } = workshop;
  const paths = ["", "/feed.xml", "/sitemap.xml", "?q=Werk"].map((rest) => `/newsroom/${clientSlug}${rest}`);
  for (const path of paths) await fetch(service.url + path, { headers: { "user-agent": browser } });
  const page = await (await fetch(`${service.url}/newsroom/${clientSlug}`)).text();
  const release = new RegExp(`/newsroom/${clientSlug}/[a-z0-9-]+`).exec(page)?.[0];
  if (release === undefined) throw new Error("The newsroom does not show what was published.");
  for (let view = 0; view < 3; view += 1)
    await fetch(service.url + release, { headers: { "user-agent": browser } });
  const body = conversionBody(pressReleaseId);
  for (const expected of [201, 200]) {
    const { status } = await callConversions({ url: service.url, key, body });
    if (status !== expected) throw new Error(`A conversion was answered ${status}.`);
  }
  const exports = exportCalls(service, workshop);
  const formats = ["csv", "json", "pdf"];
  const ends = formats.map((format) =>
    exports.finished({ scopeType: "article", scopeId: pressReleaseId, format }),
  );
  for (const { job } of await Promise.all(ends)) {
    if (job.status !== "completed") throw new Error(`An export ended ${job.status}.`);
    await exports.download(job.id);
  }
}

/** One page of each kind that a link of the dashboard leads to. */
async function openPages(owner: DashboardUser): Promise<number> {
  const paths = ["/app"];
  const kinds = new Set(paths);
  for (const path of paths) {
    const answer = await owner.get(path);
    if (answer.status >= 500) throw new Error(`${path} answered ${answer.status}.`);
    const isPage = answer.headers.get("content-type")?.startsWith("text/html") === true;
    const links = isPage ? [...(await answer.text()).matchAll(/href="(\/app[^"#]*)/g)] : [];
    for (const [, link = ""] of links) {
      const kind = kindOf(link);
      if (kinds.has(kind) || kinds.size === pagesMax) continue;
      kinds.add(kind);
      paths.push(link.replaceAll("&amp;", "&"));
    }
  }
  return paths.length;
}

/** Links that differ in their numbers, ids and values only lead to pages of one kind. */
function kindOf(link: string): string {
  return link.replaceAll(/[0-9a-f-]{36}|[0-9]+/g, "0").replaceAll(/=[^&]*/g, "=");
}

async function delivered(sink: Sink): Promise<number> {
  await until("four messages are delivered", () => sink.received.length >= 4);
  return sink.received.length;
}
