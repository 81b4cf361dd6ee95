import { expect, test } from "bun:test";
import { judgeDistribution, judgeWorkers } from "../../../../service/edges/cli/doctor/check-cluster.ts";

const stepsOf = (tables: number) =>
  Array.from({ length: tables }, (_, index) => ({
    table: `new_${index + 1}`,
    distribution: "distributed" as const,
    bytes: 0,
  }));

test("a cluster is well when every table lies where it belongs", () => {
  expect(judgeDistribution({ steps: [], done: ["client"], servers: 2 })).toEqual({
    name: "cluster_tables",
    ok: true,
    message: "All 1 tables lie where they belong, on 2 servers.",
  });
});

test("up to five tables that are not distributed are named, and the command that does it", () => {
  const messageOf = (tables: number) =>
    judgeDistribution({ steps: stepsOf(tables), done: [], servers: 2 }).message;
  expect(messageOf(5)).toContain("alone: new_1, new_2, new_3, new_4, new_5. Stop");
  expect(messageOf(6)).toContain("new_5 and 1 others. Stop");
  expect(messageOf(1)).toContain("pr-service distribute --yes");
});

test("a worker that does not answer is named with the reason", () => {
  const worker = { name: "b:5432", answers: true, reason: "1" };
  expect(judgeWorkers([worker, worker]).ok).toBe(true);
  const away = judgeWorkers([worker, { name: "c:5432", answers: false, reason: "failed to connect" }]);
  expect(away.ok).toBe(false);
  expect(away.message).toStartWith("The worker c:5432 does not answer the coordinator: failed to connect.");
});
