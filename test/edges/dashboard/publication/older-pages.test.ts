import { describe, expect, test } from "bun:test";
import { archiveRelease } from "../../../../service/features/workflow/releases/archive-release.ts";
import { publishRelease } from "../../../../service/features/workflow/releases/publish-release.ts";
import { readRelease } from "../../../../service/features/workflow/releases/read-release.ts";
import { serviceScene } from "../../../support/cast.ts";
import {
  context,
  createApproved,
  createWorkshop,
  refusalOf,
  type Workshop,
} from "../../../support/workflow.ts";
import { createDashboardUser } from "../support.ts";

const { service } = serviceScene("server", { LOOPS: "off" });

const soon = { approvedVersion: 1, maxCredits: 1 };
const operator = { type: "operator", id: null } as const;

describe("a publication", () => {
  test("from an older page leaves the date that a colleague has set or stopped meanwhile, until it is sent once more", async () => {
    const workshop = await createWorkshop(service.sql);
    const draftId = await createApproved(service.sql, workshop);
    const user = await createDashboardUser(service, workshop.agencyId);
    const path = `/app/meldungen/${draftId}/veroeffentlichen`;
    const stampIn = (page: string) => /name="seenStamp" value="(\w{64})"/.exec(page)?.[1] ?? "";
    const dayAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const plan = (publishAt: string) =>
      publishRelease(service.sql, workshop.agencyId, { ...soon, draftId, publishAt }, context);
    const form = { version: "1", credits: "1", when: "now", seenStamp: stampIn(await pageOf()) };
    const theirs = dayAhead(2);
    await plan(theirs);
    const refused = await user.post(path, form);
    const page = await refused.text();
    expect([refused.status, page]).toEqual([409, expect.stringContaining("Inzwischen hat jemand anderes")]);
    expect(page).toContain("Geplant</span> für");
    expect((await stateOf(draftId))?.scheduledFor.toISOString()).toBe(theirs);
    const later = { ...form, when: "at", publishAt: dayAhead(3).slice(0, 16) };
    expect((await user.post(path, later)).status).toBe(409);
    expect((await user.post(path, { ...later, seenStamp: stampIn(page) })).status).toBe(303);
    // Sent twice, it wants what is there already.
    expect((await user.post(path, { ...later, seenStamp: stampIn(page) })).status).toBe(303);
    const planned = stampIn(await pageOf());
    expect((await user.post(`/app/meldungen/${draftId}/stoppen`)).status).toBe(303);
    const stopped = await user.post(path, { ...form, seenStamp: planned });
    const again = await stopped.text();
    expect([stopped.status, again]).toEqual([409, expect.stringContaining("Jetzt ist kein Termin gesetzt")]);
    expect((await stateOf(draftId))?.status).toBe("approved");
    const sent = { ...form, seenStamp: stampIn(again) };
    const both = await Promise.all([user.post(path, sent), user.post(path, sent)]);
    expect(both.map(({ status }) => status)).toEqual([303, 303]);
    expect((await stateOf(draftId))?.status).toBe("scheduled");

    async function pageOf() {
      return await (await user.get(path)).text();
    }
  });

  test("for the minute that is running can be stopped for half a minute, too", async () => {
    const workshop = await createWorkshop(service.sql);
    const draftId = await createApproved(service.sql, workshop);
    const user = await createDashboardUser(service, workshop.agencyId);
    const path = `/app/meldungen/${draftId}`;
    const zone = { timeZone: "Europe/Berlin" };
    const publishAt = new Date().toLocaleString("sv-SE", zone).slice(0, 16).replace(" ", "T");
    const form = { version: "1", credits: "1", when: "at", publishAt };
    const answer = await user.post(`${path}/veroeffentlichen`, form);
    expect(answer.status).toBe(303);
    expect((await stateOf(draftId))?.status).toBe("scheduled");
    expect(await (await user.get(answer.headers.get("location") ?? "")).text()).toContain("data-countdown");
    expect((await user.post(`${path}/stoppen`)).status).toBe(303);
  });

  test("of what is archived is refused with the way back, and not called published", async () => {
    const workshop = await createWorkshop(service.sql);
    const pressReleaseId = await online(workshop);
    await archiveRelease(service.sql, workshop.agencyId, { pressReleaseId, actor: operator });
    const { draftId } = await readRelease(service.sql, workshop.agencyId, pressReleaseId);
    const order = { ...soon, draftId: draftId ?? "" };
    const work = publishRelease(service.sql, workshop.agencyId, order, context);
    expect(await refusalOf(work)).toBe("release_status_conflict");
    const user = await createDashboardUser(service, workshop.agencyId);
    const form = { version: "1", credits: "1", when: "now" };
    const answer = await user.post(`/app/meldungen/${draftId}/veroeffentlichen`, form);
    expect([answer.status, await answer.text()]).toEqual([409, expect.stringContaining("zurückholen")]);
  });
});

const stateOf = async (draftId: string) =>
  (await service.sql`select status, scheduled_for as "scheduledFor" from draft where id = ${draftId}`)[0];

async function online(workshop: Workshop): Promise<number> {
  const draftId = await createApproved(service.sql, workshop);
  return (await publishRelease(service.sql, workshop.agencyId, { ...soon, draftId }, context)).pressReleaseId;
}
