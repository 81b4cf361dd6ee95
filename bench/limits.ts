import { Redis } from "ioredis";
import { RateLimiterRedis } from "rate-limiter-flexible";
import { openLimiter } from "../service/floor/limits/open-limiter.ts";
import { createRedisLimiter } from "../service/floor/limits/redis.ts";
import { createLog } from "../service/log.ts";
import { fuzzLimiter } from "../test/floor/limits/fuzz-limiter.ts";
import { startRedis } from "../test/support/redis.ts";
import type { Bench, Figure, Report } from "./figure.ts";
import { alternate } from "./support/rounds.ts";

const inFlight = 64;
/** So many that none of them is full at the end: a refusal is cheaper than an admission, on both sides. */
const agencies = 20_000;
const hourlyLimit = 500;
const windowMs = 3_600_000;
const rounds = 5;
const secondsPerRound = 3;
const fullAgencyKilobytesMax = 5.5;
const fuzzedChecks = 1_000_000;
/** The million checks are counted, not timed. */
const patient = { answerTimeoutMs: 5_000 };
const fuzzRunsPerPart = 2_000;

/**
 * P9: one limit check of the service, exact and with its guard in memory, against the fixed window of rate-limiter-flexible
 * on the same Redis, with a client as its documentation opens it; the memory of a full agency; and a million drawn checks against
 * a model.
 */
export const benchLimits: Bench = { measure };

async function measure(report: Report): Promise<Figure[]> {
  const server = await startRedis();
  const figures = [
    await measureChecks(server.url, report),
    await measureFullAgency(server.url),
    await measureFuzz(server.url, report),
  ];
  await server.stop();
  return figures;
}

async function measureChecks(url: string, report: Report): Promise<Figure> {
  let fallbacks = 0;
  const countFallback = () => {
    fallbacks += 1;
  };
  const limiter = await openLimiter({ redisUrl: url, log: createLog("warn", report), countFallback });
  const client = new Redis(url);
  const fixed = new RateLimiterRedis({
    storeClient: client,
    points: hourlyLimit,
    duration: windowMs / 1000,
    keyPrefix: "reference",
  });
  const ownCheck = createTurns((key) => limiter.check(key, hourlyLimit, windowMs));
  const referenceCheck = createTurns((key) => fixed.consume(key));
  const own = async () => {
    const rate = await checksPerSecond(ownCheck);
    // Checks that memory decided took no Redis: such a round measures nothing.
    if (fallbacks > 0) throw new Error(`${fallbacks} checks fell back to memory: the machine is too busy.`);
    return rate;
  };
  const reference = async () => await checksPerSecond(referenceCheck);
  await own();
  await reference();
  const { ratios, details } = await alternate({ rounds, own, reference, unit: "checks a second" }, report);
  await limiter.close();
  client.disconnect();
  return {
    id: "P9",
    what: `one limit check, exact, ${inFlight} in flight`,
    reference: "rate-limiter-flexible, fixed window",
    target: { atLeast: 1 },
    values: ratios,
    details,
  };
}

/** Asks one agency after the other. */
function createTurns(check: (key: string) => Promise<unknown>): () => Promise<unknown> {
  let turn = 0;
  return () => {
    turn = (turn + 1) % agencies;
    return check(`agency:${turn}`);
  };
}

/** By 64 callers that each wait for their verdict. */
async function checksPerSecond(check: () => Promise<unknown>): Promise<number> {
  let done = 0;
  const started = performance.now();
  const end = started + secondsPerRound * 1000;
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (performance.now() < end) {
        await check();
        done += 1;
      }
    }),
  );
  return done / ((performance.now() - started) / 1000);
}

async function measureFullAgency(url: string): Promise<Figure> {
  const limiter = createRedisLimiter(url, patient);
  await limiter.connect();
  const check = () => limiter.take({ key: "agency:2000000000", limit: hourlyLimit, windowMs });
  for (let admitted = 0; admitted < hourlyLimit; admitted += 1) await check();
  await limiter.close();
  const client = new Redis(url);
  const bytes = Number(await client.memory("USAGE", "limit:{agency:2000000000}", "SAMPLES", 0));
  client.disconnect();
  return {
    id: "P9",
    what: `memory of Redis for an agency with ${hourlyLimit} of ${hourlyLimit}`,
    reference: "",
    target: { atMost: fullAgencyKilobytesMax },
    unit: "KB",
    values: [bytes / 1000],
    details: [`${bytes} bytes`],
  };
}

/** Throws at the first check that differs, with what repeats it. */
async function measureFuzz(url: string, report: Report): Promise<Figure> {
  const limiter = createRedisLimiter(url, patient);
  await limiter.connect();
  const firstSeed = Date.now() % 1_000_000;
  let checks = 0;
  let seed = firstSeed;
  for (; checks < fuzzedChecks; seed += 1) {
    checks += await fuzzLimiter(limiter, { runs: fuzzRunsPerPart, seed });
    report(`${checks} drawn checks agree with the model`);
  }
  await limiter.close();
  return {
    id: "P9",
    what: "drawn checks that differ from the model",
    reference: `${checks.toLocaleString("en")} checks`,
    target: { atMost: 0 },
    unit: "checks",
    values: [0],
    details: [`seeds ${firstSeed} to ${seed - 1}`],
  };
}
