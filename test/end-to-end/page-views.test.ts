import { describe, expect, test } from "bun:test";
import { trafficClasses } from "../../service/features/measurement/vocabulary.ts";
import { machineAgents } from "../features/measurement/fixtures/machines.ts";
import { peopleAgents } from "../features/measurement/fixtures/people.ts";
import { databaseScene } from "../support/cast.ts";
import { sharedRedis } from "../support/redis.ts";
import { seededChance } from "../support/seeded-chance.ts";
import { startServiceProcess } from "../support/service-process.ts";

const requestsTotal = 10_000;
const inFlight = 32;
const clientAddressesMax = 254;

/** What an independent count says of the requests that were answered. */
type Tally = { requests: Map<string, number>; humans: Set<string>; views: number };

describe("10,000 page requests by known agents", () => {
  const { database, address, agency, release } = databaseScene({ connectionsMax: 2 });

  test("are each counted in the right class, none lost after SIGTERM, and the report equals an independent count", async () => {
    const environment = {
      DATABASE_URL: address.databaseUrl,
      REDIS_URL: (await sharedRedis()).url,
      TRUSTED_PROXIES: "127.0.0.1",
      LOG_LEVEL: "warn",
    };
    const service = await startServiceProcess(environment);
    const tally = await sendRequests(service.url + release.path);
    expect(await service.stop()).toBe(0);

    const [raw] =
      await database.sql`select count(*)::int as hits from hit where agency_id = ${agency.agencyId} and release_id = ${release.pressReleaseId}`;
    expect(raw?.hits).toBe(requestsTotal);

    const again = await startServiceProcess(environment);
    const answer = await fetch(`${again.url}/api/reporting/v1/articles/${release.pressReleaseId}?days=2`, {
      headers: { "x-api-key": agency.key },
    });
    const { performance } = await answer.json();
    await again.stop();
    const reported = Object.fromEntries(
      performance.trafficClasses.map((each: { class: string; requests: number }) => [
        each.class,
        each.requests,
      ]),
    );
    const expected = Object.fromEntries(trafficClasses.map((name) => [name, tally.requests.get(name) ?? 0]));
    expect(reported).toEqual(expected);
    expect(performance.views).toBe(tally.views);
    // Around midnight UTC a visitor's pseudonym changes, so the same person may count twice; never less than once.
    expect(performance.uniqueVisitors.value).toBeGreaterThanOrEqual(tally.humans.size);
    expect(performance.uniqueVisitors.value).toBeLessThanOrEqual(tally.humans.size * 2);
    const shares = performance.trafficClasses.reduce(
      (sum: number, each: { share: number }) => sum + each.share,
      0,
    );
    expect(shares).toBeCloseTo(1, 10);
  });
});

async function sendRequests(url: string): Promise<Tally> {
  const chance = seededChance(20_261_120);
  const agents = [
    ...Object.values(peopleAgents).flatMap((list) => list.map((userAgent) => ({ userAgent, kind: "human" }))),
    ...Object.entries(machineAgents).flatMap(([kind, list]) =>
      (list ?? []).map((userAgent) => ({ userAgent, kind })),
    ),
  ];
  const tally: Tally = { requests: new Map(), humans: new Set(), views: 0 };
  let sent = 0;
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (sent < requestsTotal) {
        sent += 1;
        const agent = agents[chance.whole(0, agents.length - 1)];
        if (agent === undefined) throw new Error("The list of agents is empty.");
        const client = `198.51.100.${chance.whole(1, clientAddressesMax)}`;
        const response = await fetch(url, {
          headers: { ...browserLike, "user-agent": agent.userAgent, "x-forwarded-for": client },
        });
        await response.arrayBuffer();
        expect(response.status).toBe(200);
        tally.requests.set(agent.kind, (tally.requests.get(agent.kind) ?? 0) + 1);
        if (agent.kind !== "human") continue;
        tally.views += 1;
        tally.humans.add(`${client} ${agent.userAgent}`);
      }
    }),
  );
  return tally;
}

const browserLike = { accept: "text/html,application/xhtml+xml", "accept-language": "de-DE,de;q=0.9" };
