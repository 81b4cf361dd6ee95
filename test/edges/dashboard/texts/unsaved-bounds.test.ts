import { beforeEach, describe, expect, test } from "bun:test";
import { removeMember } from "../../../../service/features/people/change-member.ts";
import { createDraft } from "../../../../service/features/workflow/drafts/create-draft.ts";
import { deleteOldUnsaved } from "../../../../service/features/workflow/drafts/unsaved-sql.ts";
import {
  keepUnsavedText,
  readUnsavedText,
} from "../../../../service/features/workflow/drafts/unsaved-texts.ts";
import { serviceScene } from "../../../support/cast.ts";
import { serviceKinds } from "../../../support/service.ts";
import { context, createWorkshop, draftInput, refusalOf } from "../../../support/workflow.ts";
import { createDashboardUser } from "../support.ts";
import { typed, unsavedCalls } from "./support/unsaved.ts";

describe.each(serviceKinds)("what is typed and not saved, %s", (kind) => {
  const { service, workshop: own, owner } = serviceScene(kind);
  let draftId: string;
  let path: string;
  beforeEach(async () => {
    draftId = (await createDraft(service.sql, own.agencyId, draftInput(own.clientId), context)).id;
    path = `/app/meldungen/${draftId}`;
  });
  const { keep, pageOf, whose } = unsavedCalls(own, () => draftId);

  test("nobody else sees it, and nobody keeps one for somebody else or of what they may not see", async () => {
    await keep(owner);
    const colleague = await createDashboardUser(service, own.agencyId, { role: "owner" });
    expect(await pageOf(colleague)).not.toContain("Noch nicht gespeichert.");
    const asOwner = await colleague.post(`${path}/stand?person=${owner.personId}`, typed());
    expect([asOwner.status, await asOwner.text()]).toEqual([
      400,
      expect.stringContaining("jemand anderes angemeldet"),
    ]);

    const before = await states();
    const elsewhere = await createWorkshop(service.sql);
    const foreigner = await createDashboardUser(service, elsewhere.agencyId);
    const analyst = await createDashboardUser(service, own.agencyId, { role: "analyst" });
    const [other] = await service.sql<{ id: number }[]>`
      insert into client (agency_id, name, slug)
      values (${own.agencyId}, 'Anderer', ${`anderer-${crypto.randomUUID()}`}) returning id`;
    const limited = await createDashboardUser(service, own.agencyId, {
      role: "editor",
      clientIds: [other?.id ?? 0],
    });
    const refused = [
      await foreigner.post(`${path}/stand?person=${foreigner.personId}`, typed()),
      await keep(limited),
      await keep(limited, typed(), `/app/meldungen/neu/${own.clientId}`),
      await keep(owner, typed(), `/app/meldungen/${crypto.randomUUID()}`),
      await keep(analyst),
    ];
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404, 403]);
    expect(await states()).toBe(before);
  });

  test("without a session it is refused, so that the page can say so", async () => {
    const answer = await owner.post(`${path}/stand`, typed(), { cookie: `session=${"A".repeat(43)}` });
    expect(answer.status).toBe(401);
  });

  test("1 MB is taken and a byte more is not, with a sentence for the page", async () => {
    const bytesOf = (fields: object) => Buffer.byteLength(JSON.stringify(fields));
    const fields = { bodyMarkdown: [""] };
    const most = { bodyMarkdown: ["a".repeat(1_000_000 - bytesOf(fields))] };
    expect(bytesOf(most)).toBe(1_000_000);
    const { sql } = service;
    await keepUnsavedText(sql, own.agencyId, { ...whose(owner), fields: most });
    const more = { bodyMarkdown: [`${most.bodyMarkdown[0]}a`] };
    const refused = keepUnsavedText(sql, own.agencyId, { ...whose(owner), fields: more });
    expect(await refusalOf(refused)).toBe("payload_too_large");
    expect((await readUnsavedText(sql, own.agencyId, whose(owner)))?.fields).toEqual(most);
    const answer = await keep(owner, typed({ bodyMarkdown: "a".repeat(1_100_000) }));
    expect([answer.status, await answer.text()]).toEqual([413, expect.stringContaining("größer als 1 MB")]);
  });

  test("200 MB of an agency are taken and a byte more is not; the state before stays", async () => {
    const full = await createWorkshop(service.sql);
    const writer = await createDashboardUser(service, full.agencyId);
    const { id } = await createDraft(service.sql, full.agencyId, draftInput(full.clientId), context);
    const of = { draftId: id };
    const fields = { bodyMarkdown: ["abc"] };
    const bytes = Buffer.byteLength(JSON.stringify(fields));
    const keepIt = (text: string) =>
      keepUnsavedText(service.sql, full.agencyId, {
        personId: writer.personId,
        of,
        fields: { bodyMarkdown: [text] },
      });
    // Two hundred states of other texts, of which only the size counts.
    await service.sql`
      insert into draft (agency_id, id, client_id)
      select ${full.agencyId}, gen_random_uuid(), ${full.clientId} from generate_series(1, 200)`;
    await service.sql`
      insert into unsaved_text (agency_id, person_id, draft_id, fields, bytes)
      select agency_id, ${writer.personId}::uuid, id, '{}', 1000000
      from draft where agency_id = ${full.agencyId} and id <> ${id}`;
    await service.sql`
      update unsaved_text set bytes = bytes - ${bytes} where agency_id = ${full.agencyId} and draft_id =
        (select draft_id from unsaved_text where agency_id = ${full.agencyId} limit 1)`;
    await keepIt("abc");
    await keepIt("xyz");
    expect(await refusalOf(keepIt("abcd"))).toBe("asset_limit_reached");
    const found = await readUnsavedText(service.sql, full.agencyId, { personId: writer.personId, of });
    expect(found?.fields).toEqual({ bodyMarkdown: ["xyz"] });
    const answer = await writer.post(
      `/app/meldungen/${id}/stand?person=${writer.personId}`,
      typed({ bodyMarkdown: "Ein Text" }),
    );
    expect([answer.status, await answer.text()]).toEqual([409, expect.stringContaining("200 MB")]);
  });

  test("ends after 30 days, and with the person's part in the agency", async () => {
    const leaver = await createDashboardUser(service, own.agencyId, { role: "editor" });
    await keep(leaver);
    await keep(owner);
    const { sql } = service;
    const age = (days: string) =>
      sql`update unsaved_text set saved_at = now() - ${days}::interval where agency_id = ${own.agencyId} and draft_id = ${draftId}`;
    await age("29 days 23 hours");
    await deleteOldUnsaved(sql);
    expect(await readUnsavedText(sql, own.agencyId, whose(owner))).not.toBeNull();

    await removeMember(sql, own.agencyId, leaver.personId, { type: "operator", id: null });
    expect(await readUnsavedText(sql, own.agencyId, whose(leaver))).toBeNull();

    await age("30 days 1 second");
    expect(await readUnsavedText(sql, own.agencyId, whose(owner))).toBeNull();
    expect(await deleteOldUnsaved(sql)).toBe(false);
    const rows = await sql`select from unsaved_text where draft_id = ${draftId}`;
    expect(rows.length).toBe(0);
  });

  const states = async () =>
    (await service.sql`select * from unsaved_text where agency_id = ${own.agencyId}`).length;
});
