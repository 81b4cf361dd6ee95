import { beforeEach, describe, expect, test } from "bun:test";
import { createDraft } from "../../../../service/features/workflow/drafts/create-draft.ts";
import { readUnsavedText } from "../../../../service/features/workflow/drafts/unsaved-texts.ts";
import { serviceScene } from "../../../support/cast.ts";
import { serviceKinds } from "../../../support/service.ts";
import { context, draftInput } from "../../../support/workflow.ts";
import { typed, unsavedCalls } from "./support/unsaved.ts";

describe.each(serviceKinds)("what is typed and not saved, %s", (kind) => {
  const { service, workshop: own, owner } = serviceScene(kind);
  let draftId: string;
  let path: string;
  beforeEach(async () => {
    draftId = (await createDraft(service.sql, own.agencyId, draftInput(own.clientId), context)).id;
    path = `/app/meldungen/${draftId}`;
  });
  const { pageOf, whose } = unsavedCalls(own, () => draftId);

  test("of two windows neither overwrites what the other holds before the person says so", async () => {
    const [one, other] = ["11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"];
    const inWindow = (id: string | undefined, body: string, more = "") =>
      owner.post(
        `${path}/stand?agency=${own.agencyId}&person=${owner.personId}&window=${id}${more}`,
        typed({ bodyMarkdown: body }),
      );
    const kept = async () =>
      (await readUnsavedText(service.sql, own.agencyId, whose(owner)))?.fields.bodyMarkdown?.[0];
    expect((await inWindow(one, "Eins.")).status).toBe(200);
    expect((await inWindow(one, "Eins, zwei.")).status).toBe(200);
    const refused = await inWindow(other, "Etwas anderes.");
    expect([refused.status, await refused.json()]).toEqual([
      409,
      { code: "version_conflict", message: expect.stringContaining("in einem anderen Fenster") },
    ]);
    expect(await kept()).toBe("Eins, zwei.");
    // Neither does a page that holds what is stored.
    const stored = draftInput(own.clientId).bodyMarkdown;
    expect(await (await inWindow(other, stored)).json()).toEqual({ kept: null });
    expect(await kept()).toBe("Eins, zwei.");
    // Saving in one window leaves what stands in the other.
    const saved = await owner.post(`${path}?window=${other}`, typed({ title: "Anderswo gespeichert" }));
    expect(saved.status).toBe(303);
    expect(await kept()).toBe("Eins, zwei.");
    // A window that showed the state writes on in it, and so does one that was told.
    const shown = /data-kept="([^"]+)"/.exec(await pageOf(owner))?.[1] ?? "";
    expect((await inWindow(other, "Weiter.", `&gezeigt=${encodeURIComponent(shown)}`)).status).toBe(200);
    expect((await inWindow(one, "Hier weiter.")).status).toBe(409);
    // A moment that PostgreSQL does not know is none.
    for (const none of [
      "+275760-09-13T00:00:00Z",
      "-000001-01-01T00:00:00Z",
      "0000-01-01T00:00:00Z",
      "heute",
    ])
      expect((await inWindow(one, "Hier.", `&gezeigt=${encodeURIComponent(none)}`)).status).toBe(409);
    expect((await inWindow(one, "Hier weiter.", "&nimmt=1")).status).toBe(200);
    expect(await kept()).toBe("Hier weiter.");
    // What both have alike is nobody's loss.
    expect((await inWindow(other, "Hier weiter.")).status).toBe(200);
  });

  test("is gone once a window that showed it saves it, which another one had written", async () => {
    const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
    const at = `agency=${own.agencyId}&person=${owner.personId}`;
    await owner.post(`${path}/stand?${at}&window=${one}`, typed());
    const shown = encodeURIComponent(/data-kept="([^"]+)"/.exec(await pageOf(owner))?.[1] ?? "");
    expect((await owner.post(`${path}?window=${other}&gezeigt=${shown}`, typed())).status).toBe(303);
    expect(await readUnsavedText(service.sql, own.agencyId, whose(owner))).toBeNull();
  });
});
