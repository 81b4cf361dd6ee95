import type { TestAgency, TestService } from "../../support/service.ts";

type Caller = { service: Pick<TestService, "url" | "sql">; agency: TestAgency };

/** Requests of an agency, each answered in a way of its own. */
export function hintCalls({ service, agency }: Caller) {
  const send = (
    method: string,
    path: string,
    input: { key?: string; headers?: Record<string, string>; body?: string; isPlain?: boolean } = {},
  ) =>
    fetch(`${service.url}${path}`, {
      method,
      headers: {
        ...(input.isPlain === true ? {} : { "X-Forwarded-Proto": "https" }),
        "X-Forwarded-For": "203.0.113.9",
        ...(input.key === undefined ? {} : { "X-API-Key": input.key }),
        ...(input.body === undefined ? {} : { "Content-Type": "application/json" }),
        ...input.headers,
      },
      ...(input.body === undefined ? {} : { body: input.body }),
    });

  async function downloadOf(body: object, state: "expired" | null): Promise<Response> {
    const { key } = agency;
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    const created = await send("POST", "/api/reporting/v1/exports", {
      key,
      headers,
      body: JSON.stringify(body),
    });
    const { id } = (await created.json()) as { id: string };
    if (state === "expired") {
      await service.sql`
        update export_job
        set status = 'completed', due_at = null, completed_at = now() - interval '31 days',
          expires_at = now() - interval '1 day'
        where agency_id = ${agency.agencyId} and id = ${id}
      `;
    }
    return await send("GET", `/api/reporting/v1/exports/${id}/download`, { key });
  }

  async function hookTwice(endpointUrl: string): Promise<Response> {
    const body = JSON.stringify({ endpointUrl, events: ["export.completed"] });
    await send("POST", "/api/reporting/v1/webhooks", { key: agency.key, body });
    return await send("POST", "/api/reporting/v1/webhooks", { key: agency.key, body });
  }

  async function hooksUpTo(count: number): Promise<Response> {
    let last: Response | undefined;
    for (let number = 1; number <= count; number += 1) {
      const body = JSON.stringify({
        endpointUrl: `https://192.0.2.8/${number}`,
        events: ["export.completed"],
      });
      last = await send("POST", "/api/reporting/v1/webhooks", { key: agency.key, body });
    }
    if (last === undefined) throw new Error("Nothing was registered.");
    return last;
  }

  return { send, downloadOf, hookTwice, hooksUpTo };
}
