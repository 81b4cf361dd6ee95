import { describe, expect, test } from "bun:test";
import { decideApproval } from "../../../../service/features/workflow/approvals/decide-approval.ts";
import { sendApprovalRequest } from "../../../../service/features/workflow/approvals/send-approval-request.ts";
import { draftOf } from "../../../../service/features/workflow/drafts/find-draft.ts";
import { archiveRelease } from "../../../../service/features/workflow/releases/archive-release.ts";
import { correctRelease } from "../../../../service/features/workflow/releases/correct-release.ts";
import { publishRelease } from "../../../../service/features/workflow/releases/publish-release.ts";
import { readRelease } from "../../../../service/features/workflow/releases/read-release.ts";
import { stopRelease } from "../../../../service/features/workflow/releases/stop-release.ts";
import { serviceScene } from "../../../support/cast.ts";
import {
  context,
  createApproved,
  createWorkshop,
  freshToken,
  refusalOf,
  type Workshop,
} from "../../../support/workflow.ts";
import { createDashboardUser } from "../support.ts";

const { service } = serviceScene();

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
    expect([refused.status, page]).toEqual([409, expect.stringContaining("inzwischen an anderer Stelle")]);
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
    expect([answer.status, await answer.text()]).toEqual([
      409,
      expect.stringContaining("wieder veröffentlichen"),
    ]);
  });
});

describe("an older form of a correction, or one that was kept", () => {
  /** A correction of the title, as the form sends it. */
  async function begunForm() {
    const workshop = await createWorkshop(service.sql);
    const user = await createDashboardUser(service, workshop.agencyId);
    const pressReleaseId = await online(workshop);
    const path = `/app/meldungen/erschienen/${pressReleaseId}/berichtigen`;
    const [old] = await service.sql`select body_markdown as body from release where id = ${pressReleaseId}`;
    const form = {
      ...{ expectedVersion: "1", correctionNote: "Der Titel stimmt jetzt.", language: "de" },
      ...{ title: "Mein Titel", bodyMarkdown: String(old?.body) },
    };
    return { workshop, user, pressReleaseId, path, form };
  }

  test("undoes no correction that appeared since: both stand there, and a second click decides", async () => {
    const { workshop, user, pressReleaseId, path, form } = await begunForm();
    expect((await user.post(`${path}/stand?person=${user.personId}`, form)).status).toBe(200);
    const { draftId } = await readRelease(service.sql, workshop.agencyId, pressReleaseId);
    await correctAndPublish(workshop, { pressReleaseId, draftId: draftId ?? "" });
    const kept = await (await user.get(path)).text();
    expect(kept).toContain("Mein Titel");
    expect(kept).toContain('name="expectedVersion" value="1"');
    const refused = await user.post(path, form);
    const page = await refused.text();
    expect([refused.status, page]).toEqual([409, expect.stringContaining("andere Berichtigung dieser Mel")]);
    for (const part of ['value="Mein Titel"', 'value="Der Titel stimmt', "Von der Kollegin.</textarea>"])
      expect(page).toContain(part);
    expect(page).toContain('name="expectedVersion" value="2"');
    // Without a version, as it was kept by the release before this one.
    const { expectedVersion: _version, ...before } = form;
    expect((await user.post(path, before)).status).toBe(409);
    const joined = { ...form, expectedVersion: "2", bodyMarkdown: "Von der Kollegin." };
    expect((await user.post(path, joined)).status).toBe(303);
    expect((await draftOf(service.sql, workshop.agencyId, draftId ?? "")).content).toMatchObject({
      title: "Mein Titel",
      bodyMarkdown: "Von der Kollegin.",
    });
  });

  test("is kept where another one was begun since: both stand there, and a second click writes on in it", async () => {
    const { workshop, user, pressReleaseId, path, form } = await begunForm();
    const keep = async () => await (await user.post(`${path}/stand?person=${user.personId}`, form)).json();
    await keep();
    const correction = { pressReleaseId, note: "Jetzt richtig.", bodyMarkdown: "Von der Kollegin." };
    const { id } = await correctRelease(service.sql, workshop.agencyId, correction, context);
    expect(await keep()).toEqual({ kept: expect.stringMatching(/^\d\d:\d\d Uhr$/) });
    const kept = await (await user.get(path)).text();
    expect(kept).toContain('value="Mein Titel"');
    expect(kept).toContain("Ihr Stand von");
    const refused = await user.post(path, form);
    const page = await refused.text();
    expect([refused.status, page]).toEqual([409, expect.stringContaining("andere Berichtigung dieser Mel")]);
    for (const part of ['value="Mein Titel"', 'value="Der Titel stimmt', "Jetzt richtig.</textarea>"])
      expect(page).toContain(part);
    expect(page).toContain('name="expectedVersion" value="2"');
    const joined = { ...form, expectedVersion: "2", bodyMarkdown: "Von der Kollegin." };
    expect((await user.post(path, joined)).status).toBe(303);
    const { content, version } = await draftOf(service.sql, workshop.agencyId, id);
    expect([version, content]).toEqual([
      3,
      expect.objectContaining({
        ...{ title: "Mein Titel", bodyMarkdown: "Von der Kollegin." },
        correctionNote: "Der Titel stimmt jetzt.",
      }),
    ]);
    // Sent once more it is stored already, and nothing of it waits any longer.
    expect((await user.post(path, form)).headers.get("location")).toBe(`/app/meldungen/${id}`);
    expect((await user.get(path)).headers.get("location")).toBe(`/app/meldungen/${id}`);
  });

  test("is no conflict where another one was begun and withdrawn", async () => {
    const workshop = await createWorkshop(service.sql);
    const user = await createDashboardUser(service, workshop.agencyId);
    const pressReleaseId = await online(workshop);
    const correction = { pressReleaseId, note: "Anders.", bodyMarkdown: "Anders." };
    await correctRelease(service.sql, workshop.agencyId, correction, context);
    const release = { pressReleaseId };
    await stopRelease(service.sql, workshop.agencyId, { release, what: "correction", actor: operator });
    const form = {
      expectedVersion: "1",
      correctionNote: "Neu.",
      title: "T",
      bodyMarkdown: "B",
      language: "de",
    };
    const answer = await user.post(`/app/meldungen/erschienen/${pressReleaseId}/berichtigen`, form);
    expect(answer.status).toBe(303);
  });
});

async function correctAndPublish(
  { agencyId }: Workshop,
  { pressReleaseId, draftId }: { pressReleaseId: number; draftId: string },
): Promise<void> {
  const { sql } = service;
  const correction = { pressReleaseId, note: "Jetzt richtig.", bodyMarkdown: "Von der Kollegin." };
  const { version } = await correctRelease(sql, agencyId, correction, context);
  const request = { draftId, draftVersion: version, acceptWarnings: true };
  const { approvalId } = await sendApprovalRequest(sql, agencyId, request, context);
  const yes = { status: "approved", comment: null } as const;
  await decideApproval(sql, await freshToken(sql, approvalId), yes);
  await publishRelease(sql, agencyId, { draftId, approvedVersion: version, maxCredits: 0 }, context);
}

const stateOf = async (draftId: string) =>
  (await service.sql`select status, scheduled_for as "scheduledFor" from draft where id = ${draftId}`)[0];

async function online(workshop: Workshop): Promise<number> {
  const draftId = await createApproved(service.sql, workshop);
  return (await publishRelease(service.sql, workshop.agencyId, { ...soon, draftId }, context)).pressReleaseId;
}
