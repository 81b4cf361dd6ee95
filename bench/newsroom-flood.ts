import { parseArgs } from "node:util";
import type { Sql } from "../service/floor/db/open.ts";
import { freePort } from "../test/support/service.ts";
import type { Bench, Figure, Report } from "./figure.ts";
import { openScene, withFreshReaders } from "./newsroom-page.ts";
import { drive, type LoadResult } from "./support/wrk.ts";

const connections = 64;
/** `--seconds 60` is the long variant: memory that fills slowly is full by then. */
const secondsDefault = 10;
const settlePauseMs = 250;
/** 100,000 views that wait, on a slow machine full of other work. */
const settleTimeoutMs = 240_000;
const bytesPerEventMax = 450;

/**
 * P3 over a longer time: as many newsroom pages as 64 connections ask for, each by a reader who was never here before. How many are
 * answered, written, waiting at the end and dropped, and what an event takes on the disk. Only runs when it is named.
 */
export const benchNewsroomFlood: Bench = { measure, isNamedOnly: true };

type HitCounts = { recorded: number; dropped: number; waiting: number };

async function measure(report: Report): Promise<Figure[]> {
  const { seconds: asked } = parseArgs({ strict: false, options: { seconds: { type: "string" } } }).values;
  const seconds = Number(asked ?? secondsDefault);
  const port = await freePort();
  const scene = await openScene({ METRICS_PORT: String(port) });
  const metrics = `http://127.0.0.1:${port}/metrics`;
  const requests = withFreshReaders(scene.requests, 1);
  // What is compiled and cached belongs to no round.
  await drive(scene.own, { requests: scene.requests.slice(0, 200), connections, seconds: 1 });
  const before = await settle(metrics);
  const sizesBefore = await bytesByTable(scene.sql);
  const startedMs = performance.now();
  const load = await drive(scene.own, { requests, connections, seconds });
  const atEnd = await countsOf(metrics);
  const after = await settle(metrics);
  const tookSeconds = (performance.now() - startedMs) / 1_000;
  const sizesAfter = await bytesByTable(scene.sql);
  await scene.stop();
  const dropped = after.dropped - before.dropped;
  const written = { meanwhile: atEnd.recorded - before.recorded, total: after.recorded - before.recorded };
  const bytes = [...sizesAfter].map(([table, size]) => ({
    table,
    each: (size - (sizesBefore.get(table) ?? 0)) / Math.max(1, written.total),
  }));
  report(`${said(load, seconds)}; ${count(atEnd.waiting)} waiting at the end, ${count(dropped)} dropped`);
  report(`written: ${count(written.meanwhile / seconds)} a second meanwhile, ${count(written.total)} in all`);
  report(`${count(written.total / tookSeconds)} a second until all was written`);
  report(`bytes an event: ${bytes.map(({ table, each }) => `${table} ${each.toFixed(0)}`).join(", ")}`);
  const what = `newsroom pages, ${connections} connections, ${seconds} s, every visitor new`;
  const common = { id: "FLOOD", reference: "", details: [said(load, seconds)] };
  return [
    { ...common, what: `${what}: views dropped`, target: { atMost: 0 }, unit: "views", values: [dropped] },
    {
      ...common,
      what: "an event on the disk, indexes included",
      target: { atMost: bytesPerEventMax },
      unit: "bytes",
      values: [bytes.reduce((sum, { each }) => sum + each, 0)],
    },
  ];
}

function said({ requests, p50Ms, p99Ms }: LoadResult, seconds: number): string {
  return `${count(requests / seconds)} answered a second, p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`;
}

function count(value: number): string {
  return value.toLocaleString("en", { maximumFractionDigits: 0 });
}

/** Waits until nothing waits. */
async function settle(metrics: string): Promise<HitCounts> {
  const deadlineMs = performance.now() + settleTimeoutMs;
  for (;;) {
    const counts = await countsOf(metrics);
    if (counts.waiting === 0) return counts;
    if (performance.now() > deadlineMs) throw new Error(`${counts.waiting} views still wait.`);
    await Bun.sleep(settlePauseMs);
  }
}

async function countsOf(metrics: string): Promise<HitCounts> {
  const text = await (await fetch(metrics)).text();
  const counterOf = (name: string) => Number(new RegExp(`^${name} (\\d+)`, "m").exec(text)?.[1] ?? 0);
  return {
    recorded: counterOf("pr_service_hits_recorded_total"),
    dropped: counterOf("pr_service_hits_dropped_total"),
    waiting: counterOf("pr_service_hits_waiting"),
  };
}

/** The tables that get a row for each reader who is new. */
async function bytesByTable(sql: Sql): Promise<Map<string, number>> {
  const rows = await sql<{ table: string; bytes: number }[]>`
    select parent.relname as table, sum(pg_total_relation_size(inhrelid))::bigint as bytes
    from pg_inherits
    join pg_class as parent on parent.oid = inhparent
    where parent.relname in ('hit', 'visitor_day')
    group by parent.relname
    order by parent.relname
  `;
  return new Map(rows.map(({ table, bytes }) => [table, Number(bytes)]));
}
