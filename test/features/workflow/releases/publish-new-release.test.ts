import { expect, test } from "bun:test";
import { publishNewRelease } from "../../../../service/features/workflow/releases/publish-new-release.ts";
import { databaseScene } from "../../../support/cast.ts";
import { registerEndpoint } from "../../reporting/webhooks/webhook-calls.ts";

const { sql, workshop } = databaseScene();
const publicUrl = "https://presse.example";

test("an operator's release is told of to webhooks, and one that is dated back is not", async () => {
  const { agencyId, clientId } = workshop;
  const { id } = await registerEndpoint(sql, agencyId, "https://127.0.0.1:9/");
  await sql`update webhook set events = array['release.published'] where agency_id = ${agencyId} and id = ${id}`;
  const input = { title: "Neu", bodyMarkdown: "Text." };
  const published = await publishNewRelease(sql, clientId, input, { publicUrl: async () => publicUrl });
  await publishNewRelease(sql, clientId, { ...input, title: "Alt" }, { publishedAt: new Date("2020-05-04") });
  const messages = await sql<{ payload: string }[]>`
    select payload from webhook_message where agency_id = ${agencyId}
  `;
  expect(messages.map(({ payload }) => JSON.parse(payload))).toEqual([
    expect.objectContaining({
      type: "release.published",
      data: {
        agencyId,
        pressReleaseId: published.pressReleaseId,
        clientId,
        title: "Neu",
        url: `${publicUrl}/newsroom/${published.clientSlug}/neu`,
        publishedAt: published.publishedAt.toISOString(),
      },
    }),
  ]);
});
