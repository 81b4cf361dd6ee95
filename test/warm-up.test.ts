import { expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Of so many fresh processes the fastest counts: the others may have met a busy machine. */
const rounds = 5;

/** Press texts that the warming up has never seen, to the length that is analysed. */
const folder = join(import.meta.dir, "tools/texts");
const texts = readdirSync(folder).map((file) => readFileSync(join(folder, file), "utf8"));
const fullText = texts.join("\n\n").repeat(3).slice(0, 20_000);

type FirstCalls = { checkMs: number; agentMs: number };

/**
 * Processor time of the first check of a full text and of the first user agent in a fresh process, in milliseconds: how long they
 * wait for a core on a busy machine is no part of it.
 */
function firstCalls(withWarmUp: boolean): FirstCalls {
  const service = join(import.meta.dir, "../service");
  const program = `
    const { warmUp } = await import("${service}/warm-up.ts");
    const { checkSeo } = await import("${service}/tools/seo-checker/rules.ts");
    const { matchUserAgent } = await import("${service}/measurement/classify/match-user-agent.ts");
    const text = ${JSON.stringify(fullText)};
    const cpuMs = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; };
    if (${withWarmUp}) warmUp();
    const start = cpuMs();
    checkSeo(text);
    const middle = cpuMs();
    matchUserAgent("Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0");
    console.log(JSON.stringify({ checkMs: middle - start, agentMs: cpuMs() - middle }));`;
  const { stdout } = spawnSync(process.execPath, ["-e", program], { encoding: "utf8" });
  return JSON.parse(stdout) as FirstCalls;
}

function fastest(calls: readonly FirstCalls[]): FirstCalls {
  return {
    checkMs: Math.min(...calls.map(({ checkMs }) => checkMs)),
    agentMs: Math.min(...calls.map(({ agentMs }) => agentMs)),
  };
}

// By a ratio, and by turns: what slows the machine down for a second slows both.
test("after warming up the first check of 20,000 characters and the first user agent take less than they would", () => {
  const pairs = Array.from({ length: rounds }, () => ({ warm: firstCalls(true), cold: firstCalls(false) }));
  const warm = fastest(pairs.map((pair) => pair.warm));
  const cold = fastest(pairs.map((pair) => pair.cold));
  expect(warm.checkMs).toBeLessThan(cold.checkMs * 0.75);
  expect(warm.agentMs).toBeLessThan(cold.agentMs / 2);
});
