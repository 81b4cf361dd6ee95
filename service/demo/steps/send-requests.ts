import { setTimeout as sleep } from "node:timers/promises";
import type { Demo, DemoStep, PublishedDemoRelease } from "../demo.ts";
import { below, type PlannedVisit, planVisit } from "../visitors/plan-visit.ts";
import { createRandom, pickWeighted, type Random } from "../visitors/random.ts";

const pageRequests = 320;
/** Readers at once, as after a newsletter. A click is answered when it is committed, so its reader waits up to 250 ms. */
const parallelReaders = 32;
/** Of 100 readers about this many follow a link, download a file or contact the press office. */
const clickPercent = 22;
/** A batch is written 250 ms after its first hit; twenty times that for a slow disk. */
const countedTimeoutMs = 5_000;
const pollIntervalMs = 25;

type Sent = { people: number; machines: number; clicks: number };

/** Sends what browsers and machines send, to the service's own pages, and waits until all of it is counted. */
export const sendRequests: DemoStep = {
  name: "requests",
  title: "Request newsroom pages as people and machines do",
  async run(demo) {
    const before = demo.service.hitStats().written;
    const random = createRandom(640);
    const sent: Sent = { people: 0, machines: 0, clicks: 0 };
    const startedMs = performance.now();
    const visits = Array.from({ length: pageRequests }, () => visitOf(demo, random));
    await Promise.all(Array.from({ length: parallelReaders }, () => sendAll(demo, visits, sent)));
    const seconds = (performance.now() - startedMs) / 1000;
    const requests = sent.people + sent.machines + sent.clicks;
    const counted = await untilCounted(demo, before, requests);
    return {
      lines: [
        `${requests} HTTP requests in ${seconds.toFixed(1)} s: ${sent.people} page views by people, ${sent.machines} by machines, ${sent.clicks} counted clicks.`,
        `${counted} of ${requests} counted in the database.`,
      ],
      result: { ...sent, requests, counted },
    };
  },
};

type Visit = PlannedVisit & { release: PublishedDemoRelease; click: number | null };

/** All chances are taken before anything is sent, so that the order of answers can't change what is sent next. */
function visitOf(demo: Demo, random: Random): Visit {
  const release = pickWeighted(
    random,
    demo.releases.map((each) => ({ ...each, weight: each.interest / (1 + each.daysAgo / 4) })),
  );
  const visit = planVisit(random);
  const isClicking = random() * 100 < clickPercent;
  return { ...visit, release, click: visit.isPerson && isClicking ? below(random, 1_000) : null };
}

/** Takes visits from the common list until it is empty. */
async function sendAll(demo: Demo, visits: Visit[], sent: Sent): Promise<void> {
  for (let visit = visits.pop(); visit !== undefined; visit = visits.pop()) await send(demo, visit, sent);
}

async function send(demo: Demo, visit: Visit, sent: Sent): Promise<void> {
  const page = `${demo.service.url}${visit.release.path}`;
  const response = await get(visit.query === "" ? page : `${page}?${visit.query}`, visit);
  const html = await response.text();
  if (response.status !== 200)
    throw new Error(`${page} answered ${response.status}; expected the release's page.`);
  if (visit.isPerson) sent.people += 1;
  else sent.machines += 1;
  if (visit.click === null) return;
  const links = [...html.matchAll(/href="([^"]*\/go\/[^"]+)"/g)].map(([, href = ""]) => href);
  const href = links[visit.click % links.length];
  if (href === undefined) throw new Error(`${page} shows no counted link.`);
  const click = await get(new URL(href, page).href, {
    address: visit.address,
    headers: { ...visit.headers, referer: page, "sec-fetch-site": "same-origin" },
  });
  if (click.status !== 302) throw new Error(`${href} answered ${click.status}; expected a redirect.`);
  sent.clicks += 1;
}

/** As a proxy in front of the service would pass it on: the client's address stands in X-Forwarded-For. */
function get(url: string, visit: Pick<PlannedVisit, "address" | "headers">): Promise<Response> {
  const headers = { ...visit.headers, "x-forwarded-for": visit.address };
  return fetch(url, { headers, redirect: "manual" });
}

async function untilCounted(demo: Demo, before: number, expected: number): Promise<number> {
  const deadlineMs = performance.now() + countedTimeoutMs;
  for (;;) {
    const counted = demo.service.hitStats().written - before;
    if (counted >= expected) return counted;
    if (performance.now() > deadlineMs)
      throw new Error(`Only ${counted} of ${expected} requests were counted.`);
    await sleep(pollIntervalMs);
  }
}
