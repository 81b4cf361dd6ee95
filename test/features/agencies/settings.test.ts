import { describe, expect, test } from "bun:test";
import { readLogo } from "../../../service/features/agencies/settings/read-logo.ts";
import { contrastWithWhite } from "../../../service/features/agencies/settings/rules.ts";
import type { AgencyUpdate } from "../../../service/features/agencies/settings/schema.ts";
import { findPictures } from "../../../service/features/agencies/settings/sql.ts";
import { showAgency, updateAgency } from "../../../service/features/agencies/settings/update-agency.ts";
import { databaseScene } from "../../support/cast.ts";
import { forEachDatabase } from "../../support/databases.ts";
import { errorOf } from "../../support/error-of.ts";
import { pngChunk, samplePng } from "../../support/sample-png.ts";
import { createTestAgency } from "../../support/service.ts";

const actor = { type: "operator", id: null } as const;

forEachDatabase((_name, open) => {
  const { sql, agency } = databaseScene(open);

  const change = (update: AgencyUpdate, id = agency.agencyId) => updateAgency(sql, id, { update, actor });
  const fieldsOf = async (update: AgencyUpdate): Promise<string[]> => {
    const error = await change(update).then(
      () => ({ details: { fieldErrors: {} } }),
      (thrown: { details: { fieldErrors: object } }) => thrown,
    );
    return Object.keys(error.details.fieldErrors);
  };

  describe("an agency's settings", () => {
    test("keep what is not named, clear what is null, and write who changed which", async () => {
      const logo = samplePng(40, 20);
      await change({
        colorPrimary: "#0A5A6A",
        senderName: "Team Nord",
        conversionLabels: { lead: "Anfragen", demo: "Demos" },
        logo,
      });
      await change({
        name: "Nordlicht PR",
        timeZone: "Europe/Vienna",
        senderName: null,
        conversionLabels: { demo: null },
      });
      expect(await showAgency(sql, agency.agencyId)).toEqual({
        agencyId: agency.agencyId,
        name: "Nordlicht PR",
        plan: "agency",
        timeZone: "Europe/Vienna",
        colorPrimary: "#0a5a6a",
        colorSecondary: null,
        senderName: null,
        replyTo: null,
        conversionLabels: { lead: "Anfragen" },
        logo: { sha256: readLogo(logo).sha256, width: 40, height: 20 },
      });
      const audits = await sql`
        select details from audit where agency_id = ${agency.agencyId} and action = 'agency.updated' order by id
      `;
      expect(audits.at(-1)?.details).toEqual({
        fields: ["name", "timeZone", "senderName", "conversionLabels"],
      });
    });

    test("name every field that is wrong, and change nothing then", async () => {
      const before = await showAgency(sql, agency.agencyId);
      expect(
        await fieldsOf({
          name: " ",
          timeZone: "Mars/Phobos",
          colorPrimary: "red",
          senderName: "A\nBcc: x@example.com",
          replyTo: "a@example.com, b@example.com",
          conversionLabels: { lead: "x".repeat(61) },
        }),
      ).toEqual(["name", "senderName", "replyTo", "timeZone", "colorPrimary", "conversionLabels"]);
      expect(await showAgency(sql, agency.agencyId)).toEqual(before);
    });

    test("take colours that can be read on white: 4.5 for text, 3 for shapes", async () => {
      expect(contrastWithWhite("#000000")).toBeCloseTo(21);
      expect(contrastWithWhite("#767676")).toBeGreaterThanOrEqual(4.5);
      expect(await fieldsOf({ colorPrimary: "#767676" })).toEqual([]);
      expect(await fieldsOf({ colorPrimary: "#777777" })).toEqual(["colorPrimary"]);
      expect(await fieldsOf({ colorSecondary: "#949494" })).toEqual([]);
      expect(await fieldsOf({ colorSecondary: "#969696" })).toEqual(["colorSecondary"]);
    });

    test("have at most 50 labels of at most 60 characters, also when they come one by one", async () => {
      const labels = (from: number, to: number) =>
        Object.fromEntries(
          Array.from({ length: to - from }, (_, index) => [`kind${from + index}`, "y".repeat(60)]),
        );
      const { agencyId: other } = await createTestAgency(sql);
      await change({ conversionLabels: labels(0, 50) }, other);
      const one = change({ conversionLabels: labels(50, 51) }, other);
      expect(await errorOf(one)).toMatchObject({ code: "validation_error" });
      expect(Object.keys((await showAgency(sql, other)).conversionLabels)).toHaveLength(50);
      await change({ conversionLabels: { kind0: null, kind50: "neu" } }, other);
      expect(await fieldsOf({ conversionLabels: labels(0, 51) })).toEqual(["conversionLabels"]);
    });

    test("belong to their agency", async () => {
      const { agencyId: other } = await createTestAgency(sql);
      const { logo } = await change({ logo: samplePng(30, 30) });
      expect(await findPictures(sql, other, [logo?.sha256 ?? ""])).toEqual([]);
      expect((await showAgency(sql, other)).logo).toBeNull();
      expect(await errorOf(change({ name: "Niemand" }, 2_000_000_000))).toMatchObject({ code: "not_found" });
      expect(await errorOf(showAgency(sql, 2_000_000_000))).toMatchObject({ code: "not_found" });
    });
  });
});

describe("a logo", () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const text = (value: string) => new TextEncoder().encode(value);
  const cut = samplePng(50, 50).slice(0, -20);
  const wrongSum = samplePng(50, 50);
  wrongSum[wrongSum.length - 20] = 7;

  test.each([
    ["no picture", text("Guten Tag"), "no picture"],
    ["nothing", new Uint8Array(), "no picture"],
    ["an SVG with a script", text(svg), "SVG"],
    ["an SVG behind a declaration", text(`\n<?xml version="1.0"?>${svg}`), "SVG"],
    ["a JPEG", Uint8Array.of(0xff, 0xd8, 0xff, 0xe0), "JPEG"],
    [
      "60 megapixels in its header",
      samplePng(1, 1, { claims: { width: 10_000, height: 6_000 } }),
      "10000 x 6000 pixels",
    ],
    ["a side of nothing", samplePng(1, 1, { claims: { width: 0, height: 5 } }), "0 x 5 pixels"],
    ["eleven to one", samplePng(110, 10), "10 times"],
    ["more pixels than its header says", samplePng(50, 50, { claims: { width: 50, height: 40 } }), "damaged"],
    [
      "fewer pixels than its header says",
      samplePng(50, 50, { claims: { width: 50, height: 60 } }),
      "damaged",
    ],
    ["its end cut off", cut, "damaged"],
    ["a wrong checksum", wrongSum, "damaged"],
    [
      "more than a megabyte",
      samplePng(20, 20, { extra: [pngChunk("tEXt", new Uint8Array(1_048_576))] }),
      "bytes",
    ],
  ])("is refused by name when it has %s", (_what, file, words) => {
    expect(() => readLogo(file)).toThrow(words);
  });

  test("is taken at ten to one, without what is not its picture", () => {
    const secret = pngChunk("tEXt", text("Comment\0Kamera von Erika"));
    const logo = readLogo(samplePng(500, 50, { extra: [secret] }));
    expect(logo).toMatchObject({ width: 500, height: 50, mediaType: "image/png" });
    expect(Buffer.from(logo.bytes).toString("latin1")).not.toContain("Erika");
    expect(logo.sha256).toBe(readLogo(samplePng(500, 50)).sha256);
    expect(() => readLogo(samplePng(501, 50))).toThrow("10 times");
  });
});
