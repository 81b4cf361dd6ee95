import type { ExportState } from "../../sdk/src/index.ts";
import type { TestAgency, TestService } from "./service.ts";
import { until } from "./until.ts";

/** Jobs of the tests take well under a second; a loaded machine may need longer. */
const doneTimeoutDefaultMs = 60_000;

export type ExportCalls = ReturnType<typeof exportCalls>;

/** The export endpoints as one agency calls them. */
export function exportCalls(
  service: Pick<TestService, "url">,
  agency: TestAgency,
  doneTimeoutMs = doneTimeoutDefaultMs,
) {
  const path = `${service.url}/api/reporting/v1/exports`;
  const headers = { "X-API-Key": agency.key, "Content-Type": "application/json" };

  async function state(jobId: string): Promise<ExportState> {
    const response = await fetch(`${path}/${jobId}`, { headers });
    return (await response.json()) as ExportState;
  }

  return {
    /** `idempotencyKey` null leaves the header out. */
    create: (body: unknown, idempotencyKey: string | null = crypto.randomUUID()): Promise<Response> =>
      fetch(path, {
        method: "POST",
        headers: { ...headers, ...(idempotencyKey === null ? {} : { "Idempotency-Key": idempotencyKey }) },
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
    get: (jobId: string): Promise<Response> => fetch(`${path}/${jobId}`, { headers }),
    download: (jobId: string): Promise<Response> => fetch(`${path}/${jobId}/download`, { headers }),
    /** Orders a file and waits for the job's end. */
    async finished(body: unknown): Promise<ExportState> {
      const created = await this.create(body);
      const { id } = (await created.json()) as { id: string };
      return await this.ended(id);
    },
    async ended(jobId: string): Promise<ExportState> {
      const look = async () => {
        const current = await state(jobId);
        return ["completed", "failed"].includes(current.job.status) && current;
      };
      return await until(`the end of job ${jobId}`, look, doneTimeoutMs);
    },
  };
}
