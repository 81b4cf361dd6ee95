import { randomBytes } from "node:crypto";
import { noCrawlerRanges } from "../../features/measurement/classify/crawler-ranges.ts";
import { createRecorder, type Recorder } from "../../features/measurement/record.ts";
import { attributeSource } from "../../features/measurement/referrer.ts";
import { visitorSaltBytes } from "../../features/measurement/visitor.ts";
import { describeVisit } from "../../features/newsroom/describe-visit.ts";
import type { ReleaseLink } from "../../features/newsroom/links.ts";
import { type LoadedRelease, loadRelease } from "../../features/newsroom/load-release.ts";
import { textsOnThisThread } from "../../press-text/texts-on-this-thread.ts";
import type { Demo, DemoStep, PublishedDemoRelease } from "../demo.ts";
import { below, type PlannedVisit, planVisit } from "../visitors/plan-visit.ts";
import { createRandom, type Random } from "../visitors/random.ts";

const dayMs = 86_400_000;
/** Requests for a release of usual interest on the day it is published. */
const requestsOnFirstDay = 120;
/** What is left of the interest from one day to the next, and the part that stays: search engines and archives. */
const dailyDecay = 0.62;
const lastingShare = 0.06;
const weekendShare = 0.45;
/** People read from 06:00 to 20:00 UTC, which in Berlin is one and the same calendar day all year. */
const firstHourUtc = 6;
const hoursOfReading = 14;
const clickPercent = 14;
/** From opening a page to following a link on it. */
const readingMs = 40_000;

/**
 * Requests are always counted by the server's clock, so earlier days can't be requested: their hits are handed to the
 * recorder instead, after the same classification as live ones. The output says so.
 */
export const seedHistory: DemoStep = {
  name: "history",
  title: "Seed a history, so that the report has earlier days",
  async run(demo) {
    const { sql } = demo.service.database;
    const recorder = createRecorder({ sql, log: demo.log });
    const random = createRandom(2026);
    const days = new Map<number, Uint8Array>();
    for (const release of demo.releases) {
      const slugs = { clientSlug: release.clientSlug, releaseSlug: release.slug };
      const loaded = await loadRelease({ sql, publicUrl: demo.service.url, texts: textsOnThisThread }, slugs);
      if (loaded === null) throw new Error(`The release ${release.pressReleaseId} is not to be found.`);
      for (let daysAgo = release.daysAgo; daysAgo >= 1; daysAgo -= 1) {
        const salt = days.get(daysAgo) ?? randomBytes(visitorSaltBytes);
        days.set(daysAgo, salt);
        recordDay({ demo, recorder, random, release, loaded, daysAgo, salt });
      }
    }
    await recorder.close();
    const { written, dropped } = recorder.stats();
    if (dropped > 0) throw new Error(`The database took ${written} earlier hits and refused ${dropped}.`);
    return {
      lines: [
        `${written} page views and clicks on ${days.size} earlier days, written straight to the recorder (not requested).`,
      ],
      result: { isSeeded: true, hits: written, days: days.size },
    };
  },
};

type Day = {
  demo: Demo;
  recorder: Recorder;
  random: Random;
  release: PublishedDemoRelease;
  loaded: LoadedRelease;
  daysAgo: number;
  salt: Uint8Array;
};

function recordDay(day: Day): void {
  const { random, release, loaded } = day;
  const links = [...loaded.links.values()];
  const age = release.daysAgo - day.daysAgo;
  const midnight = new Date(release.publishedAt.getTime() + age * dayMs).setUTCHours(firstHourUtc);
  for (let left = requestsOn(release, age, new Date(midnight)); left > 0; left -= 1) {
    const visit = planVisit(random);
    const hours = age === 0 ? 2 + random() * (hoursOfReading - 2) : random() * hoursOfReading;
    const occurredAt = new Date(midnight + hours * 3_600_000);
    const isClicking = visit.isPerson && random() * 100 < clickPercent;
    recordVisit(day, {
      visit,
      occurredAt,
      link: isClicking ? links[below(random, links.length)] : undefined,
    });
  }
}

function requestsOn({ interest }: PublishedDemoRelease, age: number, day: Date): number {
  const isWeekend = day.getUTCDay() === 0 || day.getUTCDay() === 6;
  const share = (1 - lastingShare) * dailyDecay ** age + lastingShare;
  return Math.round(requestsOnFirstDay * interest * share * (isWeekend ? weekendShare : 1));
}

/** A page view as the server would have described it, and the link that was followed on it. */
function recordVisit(
  day: Day,
  seen: { visit: PlannedVisit; occurredAt: Date; link: ReleaseLink | undefined },
): void {
  const { demo, release, loaded, salt, recorder } = day;
  const { visit, occurredAt, link } = seen;
  const query = visit.query === "" ? "" : `?${visit.query}`;
  const request = new Request(`${demo.service.url}${release.path}${query}`, { headers: visit.headers });
  const context = {
    ...{ requestId: "", isSecure: false, receivedAtMs: 0, route: null },
    clientAddress: visit.address,
  };
  const nobodyAsked = { crawlerRanges: noCrawlerRanges, verifyAddress: null };
  const hit = describeVisit(nobodyAsked, { request, context, newsroomRow: loaded.newsroomRow, salt });
  if (hit === null) return;
  const ofRelease = { ...hit, releaseId: loaded.releaseId, viewId: null };
  const source = attributeSource({
    url: request.url,
    refererHeader: request.headers.get("referer"),
    ownHosts: [new URL(demo.service.url).hostname],
  });
  recorder.recordPageView({ ...ofRelease, kind: "page_view", source, occurredAt });
  if (link === undefined) return;
  const { label, url, kind: interactionKind } = link;
  const clickedAt = new Date(occurredAt.getTime() + readingMs);
  const click = {
    kind: "interaction",
    interactionKind,
    target: { label, url },
    occurredAt: clickedAt,
  } as const;
  // A slow disk answers late and keeps the hit all the same; what is lost for good shows in the recorder's figures.
  recorder.recordInteraction({ ...ofRelease, ...click }).catch(() => {});
}
