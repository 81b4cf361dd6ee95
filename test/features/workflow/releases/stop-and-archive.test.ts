import { describe, expect, test } from "bun:test";
import { updateDraft } from "../../../../service/features/workflow/drafts/update-draft.ts";
import { serviceKinds } from "../../../support/service.ts";
import {
  context,
  createApproved,
  createWorkshop,
  listenToEverything,
  refusalOf,
} from "../../../support/workflow.ts";
import { releaseLifeScene } from "./life-scene.ts";

describe.each(serviceKinds.map((kind) => [kind]))("the life of a release on the %s database", (kind) => {
  const {
    service,
    workshop,
    publish,
    schedule,
    stop,
    archive,
    restore,
    correct,
    approve,
    credits,
    pageOf,
    eventsOf,
    statusesOf,
    runSchedule,
  } = releaseLifeScene(kind);

  test("a stopped schedule is approved again, its credit is free, and the text can be edited and scheduled anew", async () => {
    const draftId = await createApproved(service.sql, workshop, { title: "Gestoppt" });
    const before = await credits();
    const { pressReleaseId } = await schedule(draftId);
    expect((await credits()).reserved).toBe(before.reserved + 1);
    expect(await stop({ pressReleaseId })).toEqual({
      draftId,
      pressReleaseId,
      status: "approved",
      version: 1,
      creditsFreed: 1,
    });
    expect(await credits()).toMatchObject({ balance: before.balance, reserved: before.reserved });
    expect(await statusesOf(pressReleaseId)).toEqual(["approved", "approved"]);
    expect(await refusalOf(stop({ draftId }))).toBe("release_status_conflict");
    await runSchedule();
    expect(await statusesOf(pressReleaseId)).toEqual(["approved", "approved"]);

    const edit = { draftId, expectedVersion: 1, title: "Ganz anders gemeint" };
    await updateDraft(service.sql, workshop.agencyId, edit, context);
    await approve(draftId);
    const published = await publish(draftId);
    expect(published).toMatchObject({ pressReleaseId, creditsCharged: 1 });
    expect(published.url).toEndWith("/ganz-anders-gemeint");
    expect((await pageOf(published.url)).status).toBe(200);
    expect(await refusalOf(stop({ draftId }))).toBe("already_published");
    expect(await refusalOf(stop({ pressReleaseId }))).toBe("already_published");
  });

  test("of a stop and a publication at the same moment one wins, and the credit follows it", async () => {
    for (let round = 0; round < 8; round += 1) {
      const draftId = await createApproved(service.sql, workshop, { title: `Wettlauf ${kind} ${round}` });
      const { pressReleaseId } = await schedule(draftId);
      const before = await credits();
      await service.sql`update draft set scheduled_for = now() - interval '1 second' where id = ${draftId}`;
      const [stopped] = await Promise.allSettled([stop({ draftId }), runSchedule()]);
      const after = await credits();
      const states = await statusesOf(pressReleaseId);
      expect(after.reserved).toBe(before.reserved - 1);
      if (stopped.status === "fulfilled") {
        expect(states).toEqual(["approved", "approved"]);
        expect(after.balance).toBe(before.balance);
      } else {
        expect(stopped.reason).toMatchObject({ code: "already_published" });
        expect(states).toEqual(["published", "published"]);
        expect(after.balance).toBe(before.balance - 1);
      }
    }
  });

  test("an archived release comes back under its address, and each of two at once is told what the other did", async () => {
    await listenToEverything(service.sql, workshop.agencyId);
    const draftId = await createApproved(service.sql, workshop, { title: "Kommt wieder" });
    const { pressReleaseId, url } = await publish(draftId);
    const codesOf = async (works: Promise<unknown>[]) => {
      const outcomes = await Promise.allSettled(works);
      const codes = outcomes.map((work) => (work.status === "fulfilled" ? "ok" : String(work.reason.code)));
      return codes.toSorted();
    };
    expect(await refusalOf(restore(pressReleaseId))).toBe("release_status_conflict");
    const twice = ["ok", "release_status_conflict"];
    expect(await codesOf([archive(pressReleaseId), archive(pressReleaseId)])).toEqual(twice);
    expect(await statusesOf(pressReleaseId)).toEqual(["archived", "archived"]);
    expect((await pageOf(url)).status).not.toBe(200);
    expect(await codesOf([restore(pressReleaseId), restore(pressReleaseId)])).toEqual(twice);
    expect(await statusesOf(pressReleaseId)).toEqual(["published", "published"]);
    expect((await pageOf(url)).status).toBe(200);
    expect(await eventsOf(pressReleaseId)).toEqual(["release.published", "release.archived"]);
  });

  test("of another agency is not found by any of the four", async () => {
    const draftId = await createApproved(service.sql, workshop, { title: "Gehört uns" });
    const { pressReleaseId } = await publish(draftId);
    const { agencyId } = await createWorkshop(service.sql);
    const attempts = [
      () => stop({ pressReleaseId }, { agencyId }),
      () => stop({ draftId }, { agencyId }),
      () => archive(pressReleaseId, agencyId),
      () => restore(pressReleaseId, agencyId),
      () => correct(pressReleaseId, {}, agencyId),
    ];
    for (const attempt of attempts) expect(await refusalOf(attempt())).toBe("not_found");
  });
});
