import { describe, expect, test } from "bun:test";
import { parseProcesses } from "../../../service/edges/cli/arguments.ts";
import { readConfig } from "../../../service/program/config.ts";
import {
  configOfMember,
  processesFor,
  refuseTooManyConnections,
  refuseUnfit,
} from "../../../service/program/processes/plan-processes.ts";
import { restartPauseMs } from "../../../service/program/processes/supervise.ts";

const fit = { DATABASE_URL: "postgres://db/x", REDIS_URL: "redis://cache", PORT: "3000" };
const refuse = (count: number, environment: Record<string, string>) => () =>
  refuseUnfit(count, readConfig(environment));

describe("how many processes there may be", () => {
  test("1 to 64, and nothing else", () => {
    expect([parseProcesses("1"), parseProcesses("64")]).toEqual([1, 64]);
    for (const text of ["0", "65", "-1", "1.5", "", "all"]) expect(() => parseProcesses(text)).toThrow();
  });

  test("auto is one for each core, and 64 at most", () => {
    expect([0, 1, 16, 64, 65].map(processesFor)).toEqual([1, 1, 16, 64, 64]);
    expect(parseProcesses("auto")).toBeGreaterThanOrEqual(1);
  });

  test("as many as PostgreSQL takes connections for, and not one more", () => {
    expect(() => refuseTooManyConnections(5, { each: 18, free: 97 })).not.toThrow();
    expect(() => refuseTooManyConnections(16, { each: 18, free: 288 })).not.toThrow();
    expect(() => refuseTooManyConnections(16, { each: 18, free: 287 })).toThrow(
      "16 processes need 288 connections to PostgreSQL, 18 each, and it takes 287. Raise its max_connections",
    );
  });
});

describe("what several processes need", () => {
  test("PostgreSQL and Redis", () => {
    expect(refuse(2, fit)).not.toThrow();
    expect(refuse(2, { REDIS_URL: fit.REDIS_URL })).toThrow("2 processes need PostgreSQL: set DATABASE_URL.");
    expect(refuse(2, { DATABASE_URL: fit.DATABASE_URL })).toThrow("2 processes need Redis: set REDIS_URL.");
  });

  test("a port each for metrics, up to the last one and beside their own", () => {
    expect(refuse(2, { ...fit, METRICS_PORT: "0" })).not.toThrow();
    expect(refuse(2, { ...fit, METRICS_PORT: "65534" })).not.toThrow();
    expect(refuse(2, { ...fit, METRICS_PORT: "65535" })).toThrow("the ports 65535 to 65536 for metrics");
    expect(refuse(2, { ...fit, METRICS_PORT: "2998" })).not.toThrow();
    expect(refuse(2, { ...fit, METRICS_PORT: "2999" })).toThrow("the ports 2999 to 3000 for metrics");
    expect(refuse(2, { ...fit, METRICS_PORT: "3001" })).not.toThrow();
  });
});

test("the first process has the loops, and each has the next port for metrics", () => {
  const config = readConfig({ ...fit, METRICS_PORT: "9464" });
  const of = (number: number) => {
    const { loops, metrics } = configOfMember(config, number);
    return { loops, port: metrics?.port };
  };
  expect([of(1), of(2), of(3)]).toEqual([
    { loops: true, port: 9464 },
    { loops: false, port: 9465 },
    { loops: false, port: 9466 },
  ]);
  expect(configOfMember({ ...config, loops: false }, 1).loops).toBe(false);
});

test("a process that dies again and again comes back after 0.5 s, then twice as long each time, at last every 30 s", () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 5_000].map(restartPauseMs)).toEqual([
    500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000,
  ]);
});
