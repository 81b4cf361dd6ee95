import { describe, expect, test } from "bun:test";
import { ExportError, type ExportJob } from "../../sdk/src/index.ts";
import { timerMaxMs } from "../../sdk/src/sleep.ts";
import { errorOf, thrownBy } from "../support/error-of.ts";
import { json, refusal, silence, startStubService } from "./stub-service.ts";

const jobId = "01981234-5678-7abc-8def-0123456789ab";
const job: ExportJob = {
  id: jobId,
  format: "csv",
  scopeType: "article",
  scopeId: "42",
  status: "queued",
  reportId: null,
  error: null,
  expiresAt: null,
  createdAt: "2026-07-22T10:15:00Z",
  completedAt: null,
};
const completed = json({ job: { ...job, status: "completed" }, downloadUrl: "https://a.example/download" });

describe("waitForExport", () => {
  test("looks until the job is completed, and tells its progress", async () => {
    await using service = startStubService(state({}), state({ status: "processing" }), completed);
    const progress: string[] = [];
    const { data } = await service.client().exports.waitForExport(jobId, {
      pauseMs: 1,
      onProgress: (seen) => progress.push(seen.status),
    });
    expect(progress).toEqual(["queued", "processing", "completed"]);
    expect(data.downloadUrl).toBe("https://a.example/download");
  });

  test("looks ever more seldom", async () => {
    await using service = startStubService(state({}));
    const start = performance.now();
    const wait = service.client().exports.waitForExport(jobId, { pauseMs: 100, timeoutMs: 2_000 });
    expect(await errorOf(wait)).toBeInstanceOf(ExportError);
    expect(performance.now() - start).toBeGreaterThanOrEqual(1_990);
    // 100, 150, 225, 337, 506 and the rest make seven looks at most; equal pauses would make twenty.
    expect(service.seen.length).toBeLessThanOrEqual(8);
    expect(service.seen.length).toBeGreaterThan(2);
  });

  test("fails with the job's error when the job failed", async () => {
    await using service = startStubService(state({ status: "failed", error: "scope_deleted" }));
    expect(await errorOf(service.client().exports.waitForExport(jobId))).toMatchObject({
      name: "ExportError",
      code: "export_failed",
      job: { error: "scope_deleted" },
      message: `Export ${jobId} failed: scope_deleted.`,
    });
  });

  test("takes a last look at its deadline, and then says that the job goes on", async () => {
    await using service = startStubService(state({ status: "processing" }));
    const wait = service.client().exports.waitForExport(jobId, { timeoutMs: 2_000, pauseMs: 10_000 });
    expect(await errorOf(wait)).toMatchObject({ code: "wait_timeout", job: { status: "processing" } });
    expect(service.seen).toHaveLength(2);
  });

  test("survives a service that is gone for a moment, but not a job that never was", async () => {
    await using service = startStubService(
      refusal(503, "service_unavailable"),
      completed,
      refusal(404, "not_found"),
    );
    const client = service.client();
    expect((await client.exports.waitForExport(jobId)).data.job.status).toBe("completed");
    expect(await errorOf(client.exports.waitForExport(jobId))).toMatchObject({ code: "not_found" });
  });

  test.each([
    ["does not answer", silence()],
    ["asks to come back later", refusal(503, "service_unavailable", { "Retry-After": "30" })],
  ])("ends at its own time where the service %s", async (_, answer) => {
    const waitOn = async (...answers: Parameters<typeof startStubService>) => {
      await using service = startStubService(...answers);
      const start = performance.now();
      const error = await errorOf(
        service.client().exports.waitForExport(jobId, { timeoutMs: 1_500, pauseMs: 1 }),
      );
      const tookMs = performance.now() - start;
      return { error, isInTime: tookMs >= 1_490 && tookMs < 4_000 };
    };
    expect(await waitOn(state({ status: "processing" }), answer)).toMatchObject({
      error: { name: "ExportError", code: "wait_timeout", job: { status: "processing" } },
      isInTime: true,
    });
    expect(await waitOn(answer)).toMatchObject({
      error: { name: "NetworkError", code: "timeout", operation: "waitForExport" },
      isInTime: true,
    });
  });

  test("ends with its signal while the service does not answer", async () => {
    await using service = startStubService(silence());
    const reason = new Error("the user left");
    const controller = new AbortController();
    setTimeout(() => controller.abort(reason), 5);
    const wait = service.client().exports.waitForExport(jobId, { signal: controller.signal });
    expect(await errorOf(wait)).toBe(reason);
  });

  test("waits without an end where it is told to", async () => {
    await using service = startStubService(state({}), completed);
    const wait = service
      .client()
      .exports.waitForExport(jobId, { timeoutMs: Number.POSITIVE_INFINITY, pauseMs: 1 });
    expect((await wait).data.job.status).toBe("completed");
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, timerMaxMs + 1, 0, -1])(
    "refuses a pause of %p, by which it would never end or never pause",
    async (pauseMs) => {
      await using service = startStubService(state({}));
      const wait = service.client().exports.waitForExport(jobId, { pauseMs, timeoutMs: 200 });
      expect(await errorOf(wait)).toMatchObject({
        name: "TypeError",
        message: `pauseMs must be more than 0, at most ${timerMaxMs}.`,
      });
      expect(service.seen).toHaveLength(0);
    },
  );

  test("ends with its signal while it waits", async () => {
    await using service = startStubService(state({}));
    const controller = new AbortController();
    const reason = new Error("the user left");
    const wait = service.client().exports.waitForExport(jobId, {
      signal: controller.signal,
      onProgress: () => setTimeout(() => controller.abort(reason), 5),
    });
    expect(await errorOf(wait)).toBe(reason);
  });
});

describe("downloadExport", () => {
  test("gives the file as a stream, with its name and type", async () => {
    const headers = {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": 'attachment; filename="report-article-42-2026-06-23-2026-07-22.csv"',
    };
    await using service = startStubService(chunked(["section,", "date\r\n", "größe"], headers));
    const { data: file } = await service.client().exports.downloadExport(jobId);
    expect(file.fileName).toBe("report-article-42-2026-06-23-2026-07-22.csv");
    expect(file.contentType).toBe("text/csv; charset=utf-8");
    expect(await new Response(file.stream).text()).toBe("section,date\r\ngröße");
  });

  test.each([
    ['attachment; filename="../../etc/passwd"', "passwd"],
    ['attachment; filename="C:\\Windows\\a.exe"', "a.exe"],
    ['attachment; filename=".bashrc"', "bashrc"],
    ['attachment; filename=".."', "report"],
    ['attachment; filename="a b;c.pdf"', "a_b"],
    ["attachment; filename=plain.pdf", "plain.pdf"],
    ["attachment", "report"],
    [null, "report"],
  ])("makes a harmless name of %p", async (disposition, fileName) => {
    const headers: Record<string, string> =
      disposition === null ? {} : { "Content-Disposition": disposition };
    await using service = startStubService(chunked(["x"], headers));
    expect((await service.client().exports.downloadExport(jobId)).data.fileName).toBe(fileName);
  });

  test("lets a stream take longer than timeoutMs, once it has begun", async () => {
    const slow = () =>
      new Response(
        new ReadableStream({
          async start(controller) {
            for (const part of ["a", "b", "c"]) {
              controller.enqueue(new TextEncoder().encode(part));
              await Bun.sleep(1_000);
            }
            controller.close();
          },
        }),
      );
    await using service = startStubService(slow);
    const { data: file } = await service.client({ timeoutMs: 2_000 }).exports.downloadExport(jobId);
    expect(await new Response(file.stream).text()).toBe("abc");
  });

  test("ends a stream that has begun with the caller's signal", async () => {
    const endless = () => new Response(new ReadableStream({ pull: (c) => c.enqueue(new Uint8Array(1024)) }));
    await using service = startStubService(endless);
    const controller = new AbortController();
    const { data: file } = await service
      .client()
      .exports.downloadExport(jobId, { signal: controller.signal });
    const reader = file.stream.getReader();
    await reader.read();
    controller.abort(new Error("the user left"));
    const readToTheEnd = async () => {
      while (!(await reader.read()).done);
    };
    expect(await thrownBy(readToTheEnd())).toThrow();
  });

  test.each([
    [409, "export_not_ready"],
    [410, "export_expired"],
  ])("tells a refusal with %p as such", async (status, code) => {
    await using service = startStubService(refusal(status, code));
    expect(await errorOf(service.client().exports.downloadExport(jobId))).toMatchObject({ status, code });
  });

  /** Sends these chunks, each when the one before was asked for. */
  function chunked(chunks: string[], headers: Record<string, string>) {
    return () => {
      const waiting = chunks.map((chunk) => new TextEncoder().encode(chunk));
      const stream = new ReadableStream<Uint8Array>({
        pull(controller) {
          const chunk = waiting.shift();
          if (chunk) controller.enqueue(chunk);
          else controller.close();
        },
      });
      return new Response(stream, { headers });
    };
  }
});

test("exportReportingDataStream gives the document byte for byte", async () => {
  await using service = startStubService(json({ agencyId: 7, exportedAt: "2026-07-22T10:15:00Z" }));
  const { data: stream, rateLimit } = await service.client().data.exportReportingDataStream();
  expect(await new Response(stream).json()).toEqual({ agencyId: 7, exportedAt: "2026-07-22T10:15:00Z" });
  expect(rateLimit?.remaining).toBe(499);
});

const state = (changes: Partial<ExportJob>) => json({ job: { ...job, ...changes }, downloadUrl: null });
