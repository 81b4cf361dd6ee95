import { describe, expect, test } from "bun:test";
import { Elysia } from "elysia";
import { noCrawlerRanges } from "../../../service/features/measurement/classify/crawler-ranges.ts";
import type { EngagementBeacon, Hit } from "../../../service/features/measurement/hit.ts";
import type { Recorder } from "../../../service/features/measurement/record.ts";
import { createSalts } from "../../../service/features/measurement/salts.ts";
import { newsroomInteractionRoutes } from "../../../service/features/newsroom/interaction-routes.ts";
import { createReleaseCache } from "../../../service/features/newsroom/release-cache.ts";
import { createViewId, readViewId } from "../../../service/features/newsroom/view-id.ts";
import { shareConnections } from "../../../service/floor/db/share-connections.ts";
import { errorResponse, toServiceError } from "../../../service/floor/http/error-response.ts";
import { setRequestContext } from "../../../service/floor/http/request-context.ts";
import { createPublicSeats } from "../../../service/floor/limits/public-seats.ts";
import { createLog } from "../../../service/log.ts";
import { textsOnThisThread as texts } from "../../../service/press-text/texts-on-this-thread.ts";
import { serviceScene } from "../../support/cast.ts";
import { createTestAgency, createTestRelease } from "../../support/service.ts";
import { browserHeaders } from "../measurement/fixtures/browser-headers.ts";

const silent = createLog("silent", () => {});

// Days to come: the service that runs here destroys the salts of days that are past.
describe("a beacon around midnight UTC", () => {
  const { service } = serviceScene();

  test("counts for its view for two hours after, on every replica, with the pseudonyms of the view", async () => {
    const { clock, replica, taken, send, viewAt } = await openNewsroom("2096-06-01");
    const view = await viewAt("2096-06-01T23:50:30Z");
    const old = replica();
    for (const moment of ["2096-06-01T23:59:59.999Z", "2096-06-02T00:00:00Z", "2096-06-02T01:59:59.999Z"]) {
      clock.now = new Date(moment);
      expect([moment, await send(view), await send(view, old)]).toEqual([moment, 202, 202]);
    }
    clock.now = new Date("2096-06-02T02:00:00Z");
    expect([await send(view), await send(view, old)]).toEqual([404, 404]);
    const beacons = taken.filter((hit): hit is EngagementBeacon => hit.kind === "beacon");
    expect(beacons).toHaveLength(6);
    expect(new Set(beacons.map((hit) => hit.viewedAt?.toISOString()))).toEqual(
      new Set(["2096-06-01T23:50:00.000Z"]),
    );
    expect(new Set(taken.map((hit) => hit.saltDay))).toEqual(new Set(["2096-06-01"]));
    expect(new Set(taken.map((hit) => hit.visitorId)).size).toBe(1);
    expect(new Set(taken.map((hit) => hit.kind))).toEqual(new Set(["interaction", "beacon"]));
  });

  test("of a view of the day before yesterday, or of a day whose salt is destroyed, is refused", async () => {
    const { clock, send, viewAt } = await openNewsroom("2096-06-10");
    const view = await viewAt("2096-06-10T23:59:00Z");
    clock.now = new Date("2096-06-12T00:30:00Z");
    expect(await send(view)).toBe(404);
    await service.sql`delete from day_salt where day = '2096-06-10'`;
    clock.now = new Date("2096-06-11T00:30:00Z");
    expect(await send(view)).toBe(404);
  });

  async function openNewsroom(day: string) {
    const { agencyId } = await createTestAgency(service.sql);
    const release = await createTestRelease(service.sql, agencyId);
    await service.sql`update newsroom set level = 'L2' where agency_id = ${agencyId}`;
    const clock = { now: new Date(`${day}T12:00:00Z`) };
    const replica = () => createSalts(service.sql, { now: () => clock.now });
    const taken: Hit[] = [];
    const take = async (hit: Hit) => void taken.push(hit);
    const unused = async () => {};
    const stats = { waiting: 0, written: 0, batches: 0, failedAttempts: 0, dropped: 0, pagesHeld: 0 };
    const recorder: Recorder = {
      recordPageView: take,
      waitForRoom: () => null,
      recordInteraction: take,
      recordBeacon: take,
      flush: unused,
      close: unused,
      stats: () => stats,
    };
    const send = async (view: string, salts = replica()) => {
      const routes = newsroomInteractionRoutes({
        sql: service.sql,
        connections: shareConnections(),
        log: silent,
        recorder,
        salts,
        crawlerRanges: noCrawlerRanges,
        mailer: null,
        publicUrl: "http://localhost",
        releases: createReleaseCache({ sql: service.sql, publicUrl: "http://localhost", texts }),
        isSignedIn: () => false,
        verifyAddress: async () => "unknown",
        texts,
        publicSeats: createPublicSeats(),
      });
      const request = new Request(`http://localhost${release.path}/beacon`, {
        method: "POST",
        headers: { ...browserHeaders, "sec-fetch-dest": "empty", "content-type": "application/json" },
        body: JSON.stringify({
          v: 1,
          view,
          engagedMs: 5_000,
          scroll: 50,
          events: [{ kind: "copy_text", target: "" }],
        }),
      });
      setRequestContext(request, {
        requestId: "1",
        clientAddress: "192.0.2.1",
        isSecure: true,
        receivedAtMs: 0,
        route: null,
      });
      const app = new Elysia()
        .onError(({ error }) => errorResponse(toServiceError(error, silent, "1")))
        .use(routes);
      return (await app.handle(request)).status;
    };
    const viewAt = async (moment: string, releaseId = release.pressReleaseId) => {
      clock.now = new Date(moment);
      return createViewId(await replica().current(), releaseId, clock.now);
    };
    return { clock, replica, taken, send, viewAt };
  }
});

test("a view's id says its minute, and holds for its release and salt alone", () => {
  const salt = new Uint8Array(32).fill(1);
  const day = "2026-06-01";
  for (const [moment, minute] of [
    ["2026-06-01T00:00:00Z", "2026-06-01T00:00:00.000Z"],
    ["2026-06-01T23:59:59.999Z", "2026-06-01T23:59:00.000Z"],
  ] as const) {
    const id = createViewId(salt, 7, new Date(moment));
    expect(id).toMatch(/^[A-Za-z0-9_-]{28}$/);
    expect(readViewId(id, { salt, day }, 7)?.toISOString()).toBe(minute);
    expect(readViewId(id, { salt, day }, 8)).toBeNull();
    expect(readViewId(id, { salt: new Uint8Array(32).fill(2), day }, 7)).toBeNull();
    expect(readViewId(`z${id.slice(1)}`, { salt, day }, 7)).toBeNull();
  }
});
