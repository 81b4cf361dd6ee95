/**
 * A Worker (Cloudflare, workerd): receives webhooks and tells the latest figures of a release when a conversion of it is recorded.
 * Bindings: PR_SERVICE_URL, PR_SERVICE_KEY, PR_SERVICE_WEBHOOK_SECRET.
 */
import { createClient, webhookHandler } from "@pr-service/sdk";

type Bindings = { PR_SERVICE_URL: string; PR_SERVICE_KEY: string; PR_SERVICE_WEBHOOK_SECRET: string };

// biome-ignore lint/style/noDefaultExport: a Worker is what its module exports by default
export default {
  async fetch(request: Request, bindings: Bindings): Promise<Response> {
    const client = createClient({ baseUrl: bindings.PR_SERVICE_URL, apiKey: bindings.PR_SERVICE_KEY });
    const receive = webhookHandler({
      secret: bindings.PR_SERVICE_WEBHOOK_SECRET,
      on: {
        "conversion.recorded": async ({ data: { pressReleaseId } }, { test }) => {
          // The release of a test is an example.
          if (test) return;
          const { data } = await client.articles.getArticlePerformance(pressReleaseId, { days: 7 });
          console.log(`${data.release.title}: ${data.performance.views} views`);
        },
      },
    });
    return await receive(request);
  },
};
