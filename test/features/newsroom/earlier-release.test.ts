import { describe, expect, test } from "bun:test";
import { serviceScene } from "../../support/cast.ts";
import { createTestAgency, createTestRelease } from "../../support/service.ts";

describe("a release that had its address before a page of the newsroom took it", () => {
  const { service } = serviceScene("embedded");

  /** A newsroom whose release has the word as its address, as older versions let it. */
  const releaseAt = async (word: string) => {
    const { agencyId } = await createTestAgency(service.sql);
    const { clientSlug } = await createTestRelease(service.sql, agencyId);
    await service.sql`update release set slug = ${word} where agency_id = ${agencyId}`;
    const ask = async (query = "") => {
      const answer = await fetch(`${service.url}/newsroom/${clientSlug}/${word}${query}`, {
        redirect: "manual",
      });
      return (await answer.text()).includes("Neues Werk in Bremen eröffnet</h1>") ? "release" : answer.status;
    };
    return { agencyId, ask };
  };

  test("stays there, whatever follows a link to it, also from memory", async () => {
    for (const word of ["suche", "bilder", "thema", "jahr", "impressum", "datenschutz"]) {
      const { ask } = await releaseAt(word);
      for (const query of ["", "", "?utm_source=x"])
        expect([word, await ask(query)]).toEqual([word, "release"]);
    }
  });

  test("leaves the page its own queries", async () => {
    const search = await releaseAt("suche");
    expect([await search.ask(), await search.ask("?q=werk")]).toEqual(["release", 200]);
    const gallery = await releaseAt("bilder");
    for (const query of ["?jahr=2026", "?meldung=bilder", "?before=1-1"])
      expect([await gallery.ask(), await gallery.ask(query)]).toEqual(["release", 200]);
  });

  test("gives way to an imprint or a privacy notice that the newsroom keeps here", async () => {
    for (const [word, column] of [
      ["impressum", "imprint_markdown"],
      ["datenschutz", "privacy_markdown"],
    ] as const) {
      const { agencyId, ask } = await releaseAt(word);
      const { sql } = service;
      const imprintUrl = word === "impressum" ? sql`, imprint_url = null` : sql``;
      await sql`update newsroom set ${sql(column)} = 'Kunde GmbH' ${imprintUrl} where agency_id = ${agencyId}`;
      expect(await ask()).toBe(200);
    }
  });
});
