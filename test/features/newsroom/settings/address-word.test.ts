import { describe, expect, test } from "bun:test";
import type { AuditActor } from "../../../../service/features/audit/sql.ts";
import { createClient } from "../../../../service/features/clients/create-client.ts";
import type { LegalText } from "../../../../service/features/clients/legal-text.ts";
import { changeNewsroom } from "../../../../service/features/newsroom/settings/change-newsroom.ts";
import { showNewsroom } from "../../../../service/features/newsroom/settings/show-newsroom.ts";
import { changeReleaseSlug } from "../../../../service/features/workflow/releases/change-release-slug.ts";
import { publishAtOnce } from "../../../../service/features/workflow/releases/sql.ts";
import type { Sql } from "../../../../service/floor/db/open.ts";
import { candidateSlugs } from "../../../../service/floor/web/slug.ts";
import { forEachDatabase } from "../../../support/databases.ts";
import { createTestAgency, createTestRelease, testImprint } from "../../../support/service.ts";
import { refusalOf } from "../../../support/workflow.ts";
import { refusedFields } from "./support/refused-fields.ts";

const actor: AuditActor = { type: "operator", id: null };
let clients = 0;

forEachDatabase((_name, open) => {
  describe("an address word", () => {
    test("that a newsroom gave up is never another's, and is its own again when it wants", async () => {
      const { sql } = (await open()).database;
      const { agencyId, clientId, slug } = await createNewsroom(sql);
      const change = (word: string) =>
        changeNewsroom(sql, agencyId, { clientId, changes: { slug: word } }, actor);
      await change("neues-wort");
      const other = await createTestAgency(sql);
      const named = (slugs: string[]) =>
        createClient(sql, other.agencyId, { name: "Neu", slugs, persona: null, contactEmail: null });
      expect(await refusalOf(named([slug]))).toBe("invalid_parameters");
      const next = await named([slug, `${slug}-zwei`]);
      expect(next.slug).toBe(`${slug}-zwei`);
      const taking = changeNewsroom(
        ...([sql, other.agencyId, { clientId: next.clientId, changes: { slug } }, actor] as const),
      );
      expect(await refusedFields(taking)).toEqual({ slug: [expect.stringContaining("vergeben")] });
      expect((await change(slug)).slug).toBe(slug);
      expect((await change("drittes-wort")).slug).toBe("drittes-wort");
      const words = await sql`select word from address_word where agency_id = ${agencyId} order by word`;
      expect(words.map(({ word }) => word)).toEqual([slug, "neues-wort"].sort());
    });

    test("changed by two people at once becomes what one wanted, and the other is told", async () => {
      const { sql } = (await open()).database;
      const { agencyId, clientId, slug } = await createNewsroom(sql);
      const outcomes = await Promise.allSettled(
        ["eins", "zwei"].map((word) =>
          changeNewsroom(sql, agencyId, { clientId, changes: { slug: word }, seenSlug: slug }, actor),
        ),
      );
      const told = outcomes.flatMap((outcome) =>
        outcome.status === "rejected" ? [outcome.reason.code] : [],
      );
      expect(told).toEqual(["version_conflict"]);
      const { slug: now } = await showNewsroom(sql, agencyId, clientId);
      expect(["eins", "zwei"]).toContain(now);
    });

    test("taken by two newsrooms at once, one of which has just given it up, has one owner", async () => {
      const { sql } = (await open()).database;
      for (let round = 0; round < 5; round += 1) {
        const owner = await createNewsroom(sql);
        const others = await Promise.all([createNewsroom(sql), createNewsroom(sql)]);
        const wish = (who: typeof owner, word: string) =>
          changeNewsroom(sql, who.agencyId, { clientId: who.clientId, changes: { slug: word } }, actor);
        const outcomes = await Promise.allSettled([
          wish(owner, `frei-${round}`),
          ...others.map((who) => wish(who, owner.slug)),
        ]);
        expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
      }
    });

    test("of a release works in the same way, within its newsroom", async () => {
      const { sql } = (await open()).database;
      const { agencyId } = await createTestAgency(sql);
      const { pressReleaseId, clientId } = await createTestRelease(sql, agencyId);
      const change = (slug: string, seenSlug?: string) =>
        changeReleaseSlug(
          sql,
          agencyId,
          { pressReleaseId, slug, ...(seenSlug === undefined ? {} : { seenSlug }) },
          actor,
        );
      await change("anderes-wort");
      const publish = (slugs: string[]) =>
        publishAtOnce(sql, clientId, { title: "T", bodyMarkdown: "Text.", slugs, publishedAt: null });
      expect(await refusalOf(publish(["neues-werk"]))).toBe("invalid_parameters");
      const second = await publish(candidateSlugs("Neues Werk"));
      expect(second.slug).toBe("neues-werk-2");
      const taking = changeReleaseSlug(
        ...([sql, agencyId, { pressReleaseId: second.pressReleaseId, slug: "neues-werk" }, actor] as const),
      );
      expect(await refusedFields(taking)).toEqual({ slug: [expect.stringContaining("vergeben")] });
      expect(await refusalOf(change("drittes", "neues-werk"))).toBe("version_conflict");
      expect(Object.keys(await refusedFields(change("datenschutz")))).toEqual(["slug"]);
      expect((await change("neues-werk")).slug).toBe("neues-werk");
      const outcomes = await Promise.allSettled([change("x", "neues-werk"), change("y", "neues-werk")]);
      expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      const { agencyId: other } = await createTestAgency(sql);
      const foreign = changeReleaseSlug(sql, other, { pressReleaseId, slug: "fremd" }, actor);
      expect(await refusalOf(foreign)).toBe("not_found");
      const [noted] = await sql`
        select details from audit where agency_id = ${agencyId} and action = 'release.address_changed' order by id`;
      expect(noted?.details).toEqual({ before: { slug: "neues-werk" }, after: { slug: "anderes-wort" } });
    });
  });

  describe("an imprint", () => {
    test("is missed before anything is published", async () => {
      const { sql } = (await open()).database;
      const { agencyId, clientId } = await createNewsroom(sql, null);
      const input = { title: "T", bodyMarkdown: "Text.", slugs: ["t"], publishedAt: null };
      expect(await refusalOf(publishAtOnce(sql, clientId, input))).toBe("imprint_missing");
      await changeNewsroom(sql, agencyId, { clientId, changes: { imprintMarkdown: "Kunde" } }, actor);
      expect(await publishAtOnce(sql, clientId, input)).toMatchObject({ slug: "t" });
    });
  });
});

async function createNewsroom(sql: Sql, imprint: LegalText | null = testImprint) {
  clients += 1;
  const slugs = [`kunde-${clients}`];
  const { agencyId } = await createTestAgency(sql);
  const created = await createClient(sql, agencyId, {
    ...{ name: "Kunde", slugs, persona: null, contactEmail: null },
    imprint,
  });
  return { agencyId, ...created };
}
