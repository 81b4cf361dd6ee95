import { beforeAll, describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import fc from "fast-check";
import type { Estimated, Imported, Observed } from "../../../service/features/insights/rules.ts";
import { ExternalInsights, MediaMention, Provenance } from "../../../service/features/insights/schema.ts";
import { Performance } from "../../../service/features/reporting/articles/schema.ts";
import { registerFormats } from "../../../service/schema.ts";
import { serviceScene } from "../../support/cast.ts";
import {
  createTestImport,
  createTestProvider,
  insertMention,
  insertSample,
  insertSearch,
} from "./support.ts";

const origins = ["measured", "observed", "imported", "estimated", "", "Measured", "IMPORTED"] as const;
const anyOrigin = fc.constantFrom(...origins);

const provenance = { source: "x", method: "x", observedAt: "2026-11-20T09:00:00.000Z", confidence: "high" };

describe("schemas", () => {
  beforeAll(registerFormats);

  test("an external value takes the three external origins and nothing else", () => {
    fc.assert(
      fc.property(fc.oneof(anyOrigin, fc.string()), (origin) => {
        const isExternal = ["observed", "imported", "estimated"].includes(origin);
        expect(Value.Check(Provenance, { ...provenance, origin })).toBe(isExternal);
      }),
    );
  });

  test("performance takes no origin but measured, and the external part has no place for performance", () => {
    fc.assert(
      fc.property(fc.oneof(anyOrigin, fc.string()), (origin) => {
        expect(Value.Check(Performance.properties.origin, origin)).toBe(origin === "measured");
      }),
    );
    const names = (schema: unknown) =>
      JSON.stringify(schema).match(/"(\w*[vV]iews|visits|uniqueVisitors)":/g);
    expect(names(ExternalInsights)).toBeNull();
    expect(names(Performance)).not.toBeNull();
    expect(JSON.stringify(MediaMention)).not.toContain("measured");
  });
});

describe("the database", () => {
  const { service, agency, release } = serviceScene();
  let importId: string;
  let providerId: string;

  beforeAll(async () => {
    importId = await createTestImport(service.sql, agency.agencyId);
    providerId = await createTestProvider(service.sql, agency.agencyId);
  });

  test("a mention of a feed is observed, one of a file imported, and one that a person entered either", async () => {
    await fc.assert(
      fc.asyncProperty(anyOrigin, fc.boolean(), fc.boolean(), async (origin, hasImport, hasProvider) => {
        const taken = await isTaken(
          insertMention(service.sql, agency.agencyId, {
            release_id: release.pressReleaseId,
            origin,
            import_id: hasImport ? importId : null,
            provider_id: hasProvider ? providerId : null,
          }),
        );
        const isRight = (origin === "imported" && !hasProvider) || (origin === "observed" && !hasImport);
        expect(taken).toBe(isRight);
      }),
      { numRuns: 200 },
    );
  });

  test("reach is an estimate or it isn't there", async () => {
    await fc.assert(
      fc.asyncProperty(fc.option(fc.nat()), fc.option(anyOrigin), async (reach, reach_origin) => {
        const taken = await isTaken(
          insertMention(service.sql, agency.agencyId, {
            release_id: release.pressReleaseId,
            import_id: importId,
            reach,
            reach_origin,
          }),
        );
        expect(taken).toBe(reach === null ? reach_origin === null : reach_origin === "estimated");
      }),
      { numRuns: 200 },
    );
  });

  test("search and AI figures are imported, conversions observed, whatever is tried", async () => {
    await fc.assert(
      fc.asyncProperty(anyOrigin, fc.uuid(), async (origin, id) => {
        const shared = { release_id: release.pressReleaseId, import_id: importId, origin };
        const search = await isTaken(insertSearch(service.sql, agency.agencyId, { ...shared, query: id }));
        const sample = await isTaken(insertSample(service.sql, agency.agencyId, { ...shared, prompt: id }));
        const conversion = await isTaken(insertConversion(id, origin));
        expect({ search, sample, conversion }).toEqual({
          search: origin === "imported",
          sample: origin === "imported",
          conversion: origin === "observed",
        });
      }),
      { numRuns: 100 },
    );
  });

  test("what was stored can't be turned into another origin either", async () => {
    await insertMention(service.sql, agency.agencyId, {
      release_id: release.pressReleaseId,
      import_id: importId,
    });
    for (const origin of origins.filter((each) => each !== "imported")) {
      for (const table of ["media_mention", "search_visibility", "ai_visibility_run"]) {
        const update = service.sql`
          update ${service.sql(table)} set origin = ${origin} where agency_id = ${agency.agencyId} and origin = 'imported'
        `;
        expect(await isTaken(update.then(() => {}))).toBe(false);
      }
    }
  });

  test("every table with an origin has a check that names which it takes, and none takes measured", async () => {
    const rows = await service.sql<{ table: string; checks: string }[]>`
      select
        pg_class.relname as table,
        coalesce(string_agg(pg_get_constraintdef(pg_constraint.oid), ' '), '') as checks
      from pg_attribute
      join pg_class on pg_class.oid = pg_attribute.attrelid and pg_class.relkind = 'r'
      join pg_namespace on pg_namespace.oid = pg_class.relnamespace and pg_namespace.nspname = 'public'
      left join pg_constraint
        on pg_constraint.conrelid = pg_class.oid
        and pg_constraint.contype = 'c'
        and pg_attribute.attnum = any(pg_constraint.conkey)
      where pg_attribute.attname like '%origin'
      group by pg_class.relname, pg_attribute.attname
    `;
    expect(rows.map((row) => row.table)).toEqual(expect.arrayContaining(["conversion", "media_mention"]));
    for (const row of rows) {
      expect(row.checks).toMatch(/origin = 'observed'|origin = 'imported'|origin = 'estimated'|origin = ANY/);
      expect(row.checks).not.toContain("measured");
    }
  });

  async function insertConversion(id: string, origin: string): Promise<void> {
    await service.sql`
      insert into conversion (agency_id, event_id, id, release_id, kind, origin, occurred_at)
      values (${agency.agencyId}, ${id}, ${id}, ${release.pressReleaseId}, 'lead', ${origin}, now())
    `;
  }

  const isTaken = async (insert: Promise<void>) =>
    await insert.then(
      () => true,
      (error: { code?: string }) => {
        // Check violation: refused for what it is, and not for a slip of this test.
        expect(error.code).toBe("23514");
        return false;
      },
    );
});

/** A value of one origin is not a value of another, for the type checker either. */
export function originsAreTypes(observed: Observed, imported: Imported, estimated: Estimated): void {
  // @ts-expect-error what a file says was not observed
  const one: Observed = imported;
  // @ts-expect-error what was observed is no estimate
  const two: Estimated = observed;
  // @ts-expect-error an estimate is not what a file says
  const three: Imported = estimated;
  // @ts-expect-error nothing external is measured
  const four: Provenance["origin"] = "measured";
  void [one, two, three, four];
}
