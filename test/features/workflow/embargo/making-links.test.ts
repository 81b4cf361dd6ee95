import { describe, expect, test } from "bun:test";
import { v7 as uuidv7 } from "uuid";
import { createDraft } from "../../../../service/features/workflow/drafts/create-draft.ts";
import {
  createEmbargoLink,
  listEmbargoLinks,
  revokeEmbargoLink,
} from "../../../../service/features/workflow/embargo/embargo-links.ts";
import { publishRelease } from "../../../../service/features/workflow/releases/publish-release.ts";
import { formatMoment } from "../../../../service/floor/web/format.ts";
import { errorOf } from "../../../support/error-of.ts";
import { context, createApproved, createWorkshop, draftInput, refusalOf } from "../../../support/workflow.ts";
import { embargoScene, inDays } from "./support.ts";

describe("an embargo link", () => {
  const { service, workshop, embargoed, get, createLink, open } = embargoScene();

  test("is refused for what is not approved or has no date, by the fields that are wrong, and for another agency", async () => {
    const { sql } = service;
    const { agencyId, clientId } = workshop;
    const create = (input: Partial<Parameters<typeof createEmbargoLink>[2]>, agency = agencyId) =>
      createEmbargoLink(sql, agency, { draftId, name: "Anna", ...input }, context);
    const draftId = await embargoed();
    const unapproved = await createDraft(sql, agencyId, draftInput(clientId), context);
    expect(await refusalOf(create({ draftId: unapproved.id }))).toBe("not_approved");
    const dateless = await createApproved(sql, workshop);
    expect(await reasonOf(create({ draftId: dateless }))).toEqual([
      "Der Entwurf hat weder eine Sperrfrist noch einen Termin, der noch bevorsteht.",
    ]);
    expect(await refusalOf(create({ draftId: "x" }))).toBe("not_found");
    const stranger = await createWorkshop(sql);
    expect(await refusalOf(create({}, stranger.agencyId))).toBe("not_found");
    expect(await fieldsOf(create({ name: " ", password: "zu-kurz", expiresAt: inDays(367) }))).toEqual([
      "expiresAt",
      "name",
      "password",
    ]);
    for (const wrong of [
      { name: "x".repeat(201) },
      { password: "x".repeat(9) },
      { password: "x".repeat(201) },
    ])
      expect(await refusalOf(create(wrong))).toBe("validation_error");
    // A command prints the message alone.
    expect(await errorOf(create({ password: "zu-kurz" }))).toMatchObject({
      message: "password: expected 10 to 200 characters.",
    });
    await create({ name: "x".repeat(200), password: "ö".repeat(200), expiresAt: inDays(365.9) });
    const { id } = await create({ password: "x".repeat(10) });
    expect(await refusalOf(revokeEmbargoLink(sql, stranger.agencyId, { id }, context))).toBe("not_found");
    expect((await listEmbargoLinks(sql, stranger.agencyId, {})).links).toEqual([]);
    await sql`
      insert into embargo_link (agency_id, id, draft_id, draft_version, name, token_hash, password_hash, expires_at)
      select ${agencyId}::integer, gen_random_uuid(), ${draftId}::uuid, 1, 'x', sha256(n::text::bytea || ${draftId}::text::bytea), ${"x".repeat(20)}, now() + interval '1 day'
      from generate_series(1, 97) as n`;
    await create({});
    expect(await reasonOf(create({}))).toEqual(["Ein Entwurf hat höchstens 100 gültige Links."]);
  });

  test("waits for a date that is ahead: no embargo that is over counts, and none of a correction", async () => {
    const { sql } = service;
    const { agencyId } = workshop;
    const draftId = await createApproved(sql, workshop, { embargoUntil: inDays(-1).toISOString() });
    const create = () => createEmbargoLink(sql, agencyId, { draftId, name: "Anna" }, context);
    expect(await refusalOf(create())).toBe("validation_error");
    const appearsAt = inDays(3);
    const order = { draftId, approvedVersion: 1, maxCredits: 1, publishAt: appearsAt.toISOString() };
    await publishRelease(sql, agencyId, order, context);
    const planned = await createLink({ draftId });
    const cookie = await open(planned);
    const shown = await (await get(planned.path, cookie)).text();
    expect(shown).toContain(`Sperrfrist bis ${formatMoment(appearsAt, "Europe/Berlin")}`);
    // A correction keeps the release's embargo, and could be one with a date that is ahead.
    await sql`update draft set status = 'approved', published_version = version, scheduled_for = null where id = ${draftId}`;
    await sql`update draft_version set embargo_until = now() + interval '3 days' where draft_id = ${draftId}`;
    expect(await refusalOf(create())).toBe("not_approved");
  });

  test("is made once by the copies of a form, and the last answer has the token and the password that hold", async () => {
    const { sql } = service;
    const { agencyId } = workshop;
    const draftId = await embargoed();
    const id = uuidv7();
    const create = (name = "Anna") => createEmbargoLink(sql, agencyId, { draftId, name, id }, context);
    const age = (minutes: number) =>
      sql`update embargo_link set created_at = now() - make_interval(mins => ${minutes}) where id = ${id}`;
    const pathOf = ({ url }: { url: string }) => new URL(url).pathname;
    const first = await create();
    const [second, third] = await Promise.all([create(), create()]);
    expect([first.id, second.id, third.id]).toEqual([id, id, id]);
    expect((await get(pathOf(first))).status).toBe(404);
    const holding = (await get(pathOf(third))).status === 200 ? third : second;
    const cookie = await open({ path: pathOf(holding), password: holding.password });
    await get(pathOf(holding), cookie);
    // Somebody reads it by now, or may have got it long ago: the copy makes another one and leaves it alone.
    expect((await create()).id).not.toBe(id);
    await sql`update embargo_link set openings = 0 where id = ${id}`;
    await age(11);
    expect((await create()).id).not.toBe(id);
    await age(9);
    expect((await create("Bert")).id).not.toBe(id);
    expect((await create()).id).toBe(id);
    await revokeEmbargoLink(sql, agencyId, { id }, context);
    expect((await create()).id).not.toBe(id);
  });

  test("is listed page by page, for one draft too", async () => {
    const draftId = await embargoed();
    const ids: string[] = [];
    for (let number = 0; number < 3; number += 1) ids.unshift((await createLink({ draftId })).id);
    const { sql } = service;
    const first = await listEmbargoLinks(sql, workshop.agencyId, { draftId, limit: 2 });
    const cursor = first.nextCursor ?? "";
    const second = await listEmbargoLinks(sql, workshop.agencyId, { draftId, limit: 2, cursor });
    expect([...first.links, ...second.links].map(({ id }) => id)).toEqual(ids);
    expect(second.nextCursor).toBeNull();
    expect(await refusalOf(listEmbargoLinks(sql, workshop.agencyId, { limit: 0 }))).toBe("validation_error");
    expect(await refusalOf(listEmbargoLinks(sql, workshop.agencyId, { cursor: "x" }))).toBe("invalid_cursor");
  });
});

async function reasonOf(work: Promise<unknown>): Promise<string[]> {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  const details = error instanceof Error && "details" in error ? error.details : null;
  return (details as { formErrors: string[] } | null)?.formErrors ?? [];
}

async function fieldsOf(work: Promise<unknown>): Promise<string[]> {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  const details = error instanceof Error && "details" in error ? error.details : null;
  return Object.keys((details as { fieldErrors: object } | null)?.fieldErrors ?? {}).toSorted();
}
