import { operator } from "../../../service/edges/cli/operator.ts";
import { addProvider } from "../../../service/features/insights/providers/add-provider.ts";
import { createFeedParser } from "../../../service/features/insights/providers/feed-parser.ts";
import { removeProvider } from "../../../service/features/insights/providers/remove-provider.ts";
import { listProviders } from "../../../service/features/insights/providers/sql.ts";
import { providerLoop } from "../../../service/features/insights/providers/sync-providers.ts";
import { readExternalInsights } from "../../../service/features/insights/read-external-insights.ts";
import { threadUrl } from "../../../service/floor/concurrency/thread-url.ts";
import { createLog } from "../../../service/log.ts";
import { rules } from "../../floor/outbound/posting.ts";
import type { Receiver } from "../../floor/outbound/receivers.ts";
import { announceAll } from "../../support/announce-all.ts";
import { serviceScene } from "../../support/cast.ts";
import { createTestAgency, createTestRelease } from "../../support/service.ts";

const unknownId = "018f4f0e-1111-7000-8000-000000000000";
export const publicUrl = "https://presse.example";
export const title = "Müller Maschinenbau eröffnet neues Werk in Bremen";
export const feed = (count = 1) =>
  `<?xml version="1.0" encoding="utf-8"?><rss version="2.0"><channel><title>Monitor</title>${Array.from(
    { length: count },
    (_, n) => `<item><title>${title}</title><link>https://weser.example/${n}?utm_source=feed</link></item>`,
  ).join("")}</channel></rss>`;
export const ok = (body: string, headers = "") =>
  `HTTP/1.1 200 OK\r\n${headers}Content-Length: ${Buffer.byteLength(body, "utf8")}\r\n\r\n${Buffer.from(body, "utf8").toString("latin1")}`;

/** A service that reads feeds; `current` is of whom they are. */
export function providerScene(current: () => { agencyId: number; releaseId: number }) {
  const { service, atEnd } = serviceScene();
  const feedParser = createFeedParser(threadUrl("features/insights/providers/feed-worker"));
  atEnd(() => feedParser.close());

  /** An agency of its own with a release. Due feeds of earlier tests would be read here too. */
  async function begin(): Promise<{ agencyId: number; releaseId: number }> {
    await service.sql`update provider_connection set next_check_at = now() + interval '1 day' where state <> 'removed'`;
    const { agencyId } = await createTestAgency(service.sql);
    const { pressReleaseId } = await createTestRelease(service.sql, agencyId, { title });
    return { agencyId, releaseId: pressReleaseId };
  }
  const add = (receiver: Pick<Receiver, "port">) =>
    addProvider(service.sql, current().agencyId, {
      name: "Monitor",
      url: `http://feeds.example:${receiver.port}/f.xml?token=abc`,
      rules,
      actor: operator,
    });
  const sync = async (signal = new AbortController().signal) => {
    const log = createLog("silent", () => {});
    await providerLoop({ sql: service.sql, log, targetRules: rules, publicUrl, feedParser }).run(signal);
  };
  const again = async () => {
    await service.sql`update provider_connection set next_check_at = now() - interval '1 second' where agency_id = ${current().agencyId}`;
    await announceAll(service.sql);
  };
  const provider = async () => (await listProviders(service.sql, current().agencyId))[0];
  const remove = async () =>
    await removeProvider(service.sql, current().agencyId, {
      id: (await provider())?.id ?? unknownId,
      actor: operator,
    });
  const mentions = async () => {
    const insights = await readExternalInsights(service.sql, current().agencyId, {
      releaseIds: [current().releaseId],
      clientIds: [],
      window: { from: "2026-01-01", to: "2099-01-01" },
    });
    return insights?.mediaMentions?.items ?? [];
  };

  return { service, begin, add, sync, again, provider, remove, mentions };
}
