import { expect, test } from "bun:test";
import { operator } from "../../../service/edges/cli/operator.ts";
import { addProvider } from "../../../service/features/insights/providers/add-provider.ts";
import { rules } from "../../floor/outbound/posting.ts";
import { answering, startReceiver } from "../../floor/outbound/receivers.ts";
import { createTestAgency, createTestRelease, startTestService } from "../../support/service.ts";
import { until } from "../../support/until.ts";

const title = "Neues Werk in Bremen eröffnet";
const feed = `<rss version="2.0"><channel><title>Monitor</title><item><title>${title}</title><link>https://weser.example/1</link></item></channel></rss>`;
const answer = `HTTP/1.1 200 OK\r\nContent-Length: ${Buffer.byteLength(feed)}\r\n\r\n${Buffer.from(feed).toString("latin1")}`;

test("the running service reads a feed by its loop and shows the mention in the article report", async () => {
  await using receiver = await startReceiver(answering(answer));
  const service = await startTestService("server", { LOOPS: "on", WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8" });
  try {
    const { agencyId, key } = await createTestAgency(service.sql);
    const { pressReleaseId } = await createTestRelease(service.sql, agencyId, { title });
    await addProvider(service.sql, agencyId, {
      name: "Monitor",
      url: `http://127.0.0.1:${receiver.port}/`,
      rules,
      actor: operator,
    });
    const insights = await until(async () => {
      const response = await fetch(`${service.url}/api/reporting/v1/articles/${pressReleaseId}`, {
        headers: { "x-api-key": key },
      });
      const report = (await response.json()) as {
        externalInsights?: { mediaMentions: { items: unknown[] } };
      };
      return report.externalInsights;
    });
    expect(insights.mediaMentions.items).toMatchObject([{ provenance: { origin: "observed" } }]);
  } finally {
    await service.stop();
  }
});
