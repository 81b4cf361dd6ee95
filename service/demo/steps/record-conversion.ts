import { signConversion } from "../../../sdk/src/index.ts";
import type { DemoStep } from "../demo.ts";
import { mostReadRelease } from "./show-article-report.ts";

/** A conversion through the SDK, the same one again, and one whose signature was made with another key. */
export const recordConversion: DemoStep = {
  name: "conversion",
  title: "Report a signed conversion with the SDK, twice, then with a wrong signature",
  async run(demo) {
    const event = {
      eventId: "angebot-4711",
      pressReleaseId: mostReadRelease(demo).pressReleaseId,
      kind: "lead",
      value: 49.9,
      currency: "EUR",
      occurredAt: new Date(),
      externalReference: "kunde-0815",
    };
    const first = await demo.client.conversions.recordConversion(event);
    const again = await demo.client.conversions.recordConversion(event);
    const body = JSON.stringify({ ...event, eventId: "angebot-4712" });
    const wrong = await signConversion({ apiKey: "another key", body });
    const response = await fetch(`${demo.service.url}/api/reporting/v1/conversions`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${demo.apiKey}`,
        "content-type": "application/json",
        ...wrong.headers,
      },
      body,
    });
    const refusal = { status: response.status, body: await response.json() };
    if (refusal.status !== 401)
      throw new Error(`A wrong signature was answered ${refusal.status}; expected 401.`);
    return {
      lines: [
        `first time    ${JSON.stringify(first.data)}`,
        `second time   ${JSON.stringify(again.data)}`,
        `wrong key     HTTP ${refusal.status} ${JSON.stringify(refusal.body)}`,
      ],
      result: { first: first.data, again: again.data, refusal },
    };
  },
};
