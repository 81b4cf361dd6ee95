import { expect, test } from "bun:test";
import { createKey, revokeKey } from "../../../service/features/keys/change-keys.ts";
import { listKeys } from "../../../service/features/keys/sql.ts";
import { databaseScene } from "../../support/cast.ts";
import { forEachDatabase } from "../../support/databases.ts";
import { errorOf } from "../../support/error-of.ts";
import { createTestAgency } from "../../support/service.ts";
import { refusalOf } from "../../support/workflow.ts";

const actor = { type: "operator", id: null } as const;

forEachDatabase((_name, open) => {
  const { sql } = databaseScene(open);
  const create = (agencyId: number, name: string, id?: string) =>
    createKey(sql, agencyId, { name, expiresAt: null, ...(id !== undefined && { id }) }, actor);

  /** Keys of long ago: in use, revoked or expired. */
  async function plant(agencyId: number, { count, ended = null }: { count: number; ended?: string | null }) {
    await sql`
      insert into api_key (agency_id, id, name, prefix, key_hash, created_at, revoked_at, expires_at)
      select
        ${agencyId}, gen_random_uuid(), 'alt', 'svc_key_', sha256(convert_to(gen_random_uuid()::text, 'utf8')),
        now() - interval '1 year' - n * interval '1 minute', ${ended === "revoked" ? sql`now()` : null},
        ${ended === "expired" ? sql`now() - interval '1 second'` : null}
      from generate_series(1, ${count}) as n
    `;
  }

  test("a new key is in the list of an agency that has revoked and let expire a thousand, before them", async () => {
    const { agencyId } = await createTestAgency(sql);
    await plant(agencyId, { count: 600, ended: "revoked" });
    await plant(agencyId, { count: 600, ended: "expired" });
    await create(agencyId, "erster");
    const { id } = await create(agencyId, "zweiter");
    const listed = await listKeys(sql, agencyId);
    expect(listed.slice(0, 3).map(({ name }) => name)).toEqual(["zweiter", "erster", "test"]);
    expect(listed).toHaveLength(1_000);
    expect(await revokeKey(sql, agencyId, id, actor)).toEqual({ name: "zweiter" });
  });

  test("an agency has a thousand keys in use and no more, of two at once one; a form sent twice is none more", async () => {
    const { agencyId } = await createTestAgency(sql);
    const { agencyId: other } = await createTestAgency(sql);
    // It has one from the beginning.
    await plant(agencyId, { count: 998 });
    await plant(agencyId, { count: 2, ended: "revoked" });
    const form = crypto.randomUUID();
    const made = await Promise.allSettled([create(agencyId, "a"), create(agencyId, "b"), create(other, "c")]);
    expect(made.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "fulfilled", "rejected"]);
    expect(await refusalOf(create(agencyId, "d", form))).toBe("validation_error");
    const listed = await listKeys(sql, agencyId);
    expect(listed.filter(({ revokedAt }) => revokedAt === null)).toHaveLength(1_000);
    await revokeKey(sql, agencyId, listed[0]?.id ?? "", actor);
    for (const again of [1, 2])
      expect([again, (await create(agencyId, "d", form)).id]).toEqual([again, form]);
    expect(await errorOf(create(agencyId, "e"))).toMatchObject({
      details: { fieldErrors: { name: [expect.stringContaining("1.000")] } },
    });
  });
});
