import { beforeAll, describe, expect, test } from "bun:test";
import { checkRows, objectionsMax } from "../../../service/features/insights/import/check-rows.ts";
import { findReleases } from "../../../service/features/insights/import/find-release.ts";
import type { InspectedFile } from "../../../service/features/insights/import/inspect-file.ts";
import { kindsOfImport } from "../../../service/features/insights/import/kinds.ts";
import {
  releaseNamesMax,
  rowsMax,
  surveyRows,
} from "../../../service/features/insights/import/read-import-rows.ts";
import { changeNewsroom } from "../../../service/features/newsroom/settings/change-newsroom.ts";
import { changeReleaseSlug } from "../../../service/features/workflow/releases/change-release-slug.ts";
import { databaseScene } from "../../support/cast.ts";
import { errorOf } from "../../support/error-of.ts";
import { createTestAgency, createTestRelease } from "../../support/service.ts";

const file: InspectedFile = {
  bytes: 0,
  hash: new Uint8Array(32),
  encoding: "utf-8",
  delimiter: ";",
  endsInBreak: true,
};
const operator = { type: "operator", id: null } as const;
/** All columns but the release stand for all rows, so that a row is a few bytes. */
const mapping = Object.fromEntries(
  kindsOfImport["media-mentions"].columns
    .filter(({ name }) => name !== "release_id")
    .map(({ name }) => [name, { value: "x" }]),
);

test("a file has at most a million rows", async () => {
  expect((await survey(rowsMax, () => "7")).size).toBe(1);
  expect(await errorOf(survey(rowsMax + 1, () => "7"))).toMatchObject({
    fault: { code: "too_many_rows", values: { max: 1_000_000 } },
  });
});

test("a file names at most so many releases, however many rows it has", async () => {
  expect((await survey(releaseNamesMax * 2, (n) => String(n % releaseNamesMax))).size).toBe(releaseNamesMax);
  expect(await errorOf(survey(releaseNamesMax + 1, String))).toMatchObject({
    fault: { code: "too_many_releases", values: { max: releaseNamesMax } },
  });
});

test("a file says of so many addresses at most that they have objected", async () => {
  const said = { medium: "Blatt", country: "DE", source: "Impressum", basis: "Wunsch", objected: "ja" };
  const check = (count: number) =>
    checkRows({
      ...{ kind: "media-contacts", file },
      findRelease: () => ({ problem: "unknown_release" }),
      mapping: Object.fromEntries(Object.entries(said).map(([name, value]) => [name, { value }])),
      chunks: chunks(count, (n) => `nr${n}@blatt.example`, "email"),
    });
  expect(await check(objectionsMax)).toMatchObject({ rows: objectionsMax, badRows: 0 });
  expect(await errorOf(check(objectionsMax + 1))).toMatchObject({
    fault: { code: "too_many_objections", values: { max: objectionsMax } },
  });
});

describe("releases of an agency that has more than one statement reads", () => {
  const { sql, agency } = databaseScene({ connectionsMax: 2 });
  let first: number;

  beforeAll(async () => {
    first = (await createTestRelease(sql, agency.agencyId, { title: "Die erste" })).pressReleaseId;
    const columns = await sql<{ name: string }[]>`
      select attname as name from pg_attribute
      where attrelid = 'release'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
        and attname not in ('id', 'slug', 'title')
    `;
    const others = columns.map(({ name }) => `"${name}"`).join(", ");
    await sql`
      insert into release (slug, title, ${sql.unsafe(others)})
      select 'kopie-' || n, 'Kopie ' || n, ${sql.unsafe(others)}
      from release, generate_series(1, 2500) as n
      where agency_id = ${agency.agencyId}
    `;
  });

  test("are found by headline and number wherever they stand, and those of others are not", async () => {
    const stranger = await createTestAgency(sql);
    const foreign = (await createTestRelease(sql, stranger.agencyId, { title: "Fremd" })).pressReleaseId;
    const names = new Set(["Die erste", "kopie 1", "KOPIE 2500", "Fremd", String(foreign), String(first)]);
    const find = await findReleases(sql, agency.agencyId, { names, publicUrl: null });
    const [last] = await sql<{ id: number }[]>`select id from release where title = 'Kopie 2500'`;
    expect(find("die erste")).toEqual({ value: first });
    expect(find("Kopie 2500")).toEqual({ value: last?.id ?? 0 });
    expect(find("Kopie 1")).toHaveProperty("value");
    expect(find("Fremd")).toMatchObject({ problem: "unknown_release" });
    expect(find(String(foreign))).toMatchObject({ problem: "unknown_number" });
  });

  test("are found by every address that leads to them: of today, of before, and on the newsroom's own domain", async () => {
    const { agencyId } = agency;
    const moved = await createTestRelease(sql, agencyId);
    const { pressReleaseId, clientId, clientSlug } = moved;
    const other = await createTestRelease(sql, agencyId);
    await changeReleaseSlug(sql, agencyId, { pressReleaseId, slug: "werk-bremen" }, operator);
    await changeNewsroom(sql, agencyId, { clientId, changes: { slug: `${clientSlug}-neu` } }, operator);
    await sql`
      insert into newsroom_domain (agency_id, id, client_id, host, token, proven_at, proven_by)
      values (${agencyId}, ${crypto.randomUUID()}, ${clientId}, 'presse.kunde.example', ${"t".repeat(43)}, now(), 'dns')`;
    const publicUrl = "https://presse.example";
    const addresses = [
      `${publicUrl}${moved.path}`,
      `${publicUrl}/newsroom/${clientSlug}-neu/werk-bremen`,
      "https://presse.kunde.example/werk-bremen",
      "https://presse.kunde.example/neues-werk",
    ];
    const [theirs, none] = [`${publicUrl}${other.path}`, `${publicUrl}/newsroom/${clientSlug}/anderes`];
    const names = new Set([...addresses, theirs, none]);
    const find = await findReleases(sql, agencyId, { names, publicUrl });
    expect(addresses.map(find)).toEqual(addresses.map(() => ({ value: pressReleaseId })));
    expect(find(theirs)).toEqual({ value: other.pressReleaseId });
    expect(find(none)).toMatchObject({ problem: "unknown_release" });
  });
});

async function* chunks(
  rows: number,
  nameOf: (n: number) => string,
  heading = "release_id",
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${heading}\n`);
  const rowsAtOnce = 10_000;
  for (let at = 0; at < rows; at += rowsAtOnce) {
    const count = Math.min(rowsAtOnce, rows - at);
    yield Buffer.from(`${Array.from({ length: count }, (_, n) => nameOf(at + n)).join("\n")}\n`);
  }
}
const survey = (rows: number, nameOf: (n: number) => string) =>
  surveyRows({ kind: "media-mentions", chunks: chunks(rows, nameOf), file, mapping });
