import { describe, expect, test } from "bun:test";
import { createDraft } from "../../../../service/features/workflow/drafts/create-draft.ts";
import { generateSeoMetadata } from "../../../../service/features/workflow/drafts/generate-seo-metadata.ts";
import { listDrafts } from "../../../../service/features/workflow/drafts/list-drafts.ts";
import { type SeoWriter, WriterError } from "../../../../service/features/writer/writer.ts";
import { serviceScene } from "../../../support/cast.ts";
import { context, draftInput, refusalOf } from "../../../support/workflow.ts";

const bodyMarkdown = `**Bremen.** Müller Maschinenbau hat am Montag sein neues Werk im Bremer Hafen eröffnet. Auf 12.000 Quadratmetern entstehen dort Pressen für die Verpackungsindustrie. Das Werk gibt 120 Menschen Arbeit.

Die Hallen tragen 1.800 Solarmodule. Damit deckt das Werk nach Angaben des Unternehmens zwei Drittel seines Stroms selbst. „Wir bauen dort, wo unsere Leute leben“, sagt Geschäftsführerin Anna Müller.`;

const { service, workshop } = serviceScene();

describe("search metadata", () => {
  test("is made of the draft's own words, within its bounds, and saves nothing", async () => {
    const draftId = await draft({ title: "Neues Werk in Bremen eröffnet" });
    const metadata = await generateSeoMetadata(service.sql, workshop.agencyId, { draftId }, context);
    expect(metadata).toMatchObject({
      draftVersion: 1,
      seoTitle: "Neues Werk in Bremen eröffnet | Müller Maschinenbau",
      slug: "neues-werk-in-bremen-eroeffnet",
      ogTitle: "Neues Werk in Bremen eröffnet",
      warnings: [],
    });
    expect([...metadata.seoDescription].length).toBeLessThanOrEqual(155);
    expect(metadata.seoDescription).toStartWith("Bremen. Müller Maschinenbau hat am Montag");
    expect(metadata.keywords).toContain("Werk");
    expect(metadata.jsonLd).toMatchObject({
      "@type": "NewsArticle",
      headline: "Neues Werk in Bremen eröffnet",
    });
    expect(metadata.jsonLd).not.toHaveProperty("datePublished");
    const again = await generateSeoMetadata(service.sql, workshop.agencyId, { draftId }, context);
    expect(again).toEqual(metadata);
    const { drafts } = await listDrafts(service.sql, workshop.agencyId, { draftId });
    expect(drafts[0]?.version).toBe(1);
  });

  test("shows none of the marks of a text", async () => {
    const marked = bodyMarkdown
      .replace("neues Werk", "*neues* Werk für ~~9~~ 12 Mio. Euro")
      .replace("eröffnet. ", "eröffnet.\\\n");
    const draftId = await draft({ title: "Neues Werk in Bremen eröffnet", bodyMarkdown: marked });
    const { seoDescription } = await generateSeoMetadata(
      service.sql,
      workshop.agencyId,
      { draftId },
      context,
    );
    expect(seoDescription).toStartWith(
      "Bremen. Müller Maschinenbau hat am Montag sein neues Werk für 12 Mio.",
    );
    expect(seoDescription).not.toMatch(/[*~\\]/);
  });

  test("puts the focus keyword into the title, and finds a sentence with it for the description", async () => {
    const draftId = await draft({ title: "Neues Werk in Bremen eröffnet" });
    const input = { draftId, focusKeyword: "Solarmodule" };
    const metadata = await generateSeoMetadata(service.sql, workshop.agencyId, input, context);
    expect(metadata.seoTitle).toStartWith("Solarmodule: Neues Werk");
    expect(metadata.keywords[0]).toBe("Solarmodule");
    expect(metadata.warnings.map((warning) => warning.code)).toContain("keyword_not_in_title");
    const other = { draftId, focusKeyword: "Windkraft" };
    const missing = await generateSeoMetadata(service.sql, workshop.agencyId, other, context);
    expect(missing.warnings.map((warning) => warning.code)).toContain("keyword_not_in_text");
  });

  test("never passes 60 and 155 code points, whatever the words are", async () => {
    for (const title of ["ü".repeat(61), `${"Wort ".repeat(40)}Ende`, "😀".repeat(299)]) {
      const draftId = await draft({ title, subtitle: `${"Satzteil ".repeat(50)}😀` });
      const metadata = await generateSeoMetadata(service.sql, workshop.agencyId, { draftId }, context);
      expect([...metadata.seoTitle].length).toBeLessThanOrEqual(60);
      expect([...metadata.seoDescription].length).toBeLessThanOrEqual(155);
      expect(metadata.seoTitle.isWellFormed()).toBe(true);
      expect(metadata.warnings.map((warning) => warning.code)).toContain("title_shortened");
    }
  });

  test("needs fifty words", async () => {
    const words = (count: number) => Array.from({ length: count }, (_, index) => `wort${index}`).join(" ");
    const short = await draft({ bodyMarkdown: words(49) });
    const enough = await draft({ bodyMarkdown: words(50) });
    const ask = (draftId: string) =>
      generateSeoMetadata(service.sql, workshop.agencyId, { draftId }, context);
    expect(await refusalOf(ask(short))).toBe("draft_too_short");
    expect((await ask(enough)).draftVersion).toBe(1);
  });

  test("takes what an AI writer gives, cut to the bounds, and the rules where it gives nothing", async () => {
    const draftId = await draft({});
    const ask = (seoTexts: SeoWriter["seoTexts"]) =>
      generateSeoMetadata(
        service.sql,
        workshop.agencyId,
        { draftId },
        { ...context, seoWriter: { seoTexts } },
      );
    const written = await ask(async () => ({
      seoTitle: "Kurz ".repeat(30),
      seoDescription: "Beschreibung.",
    }));
    expect(written.seoTitle).toEndWith("…");
    expect([...written.seoTitle].length).toBeLessThanOrEqual(60);
    expect(written).toMatchObject({ seoDescription: "Beschreibung.", warnings: [] });
    const byRules = await ask(() => Promise.reject(new WriterError("unavailable", "away")));
    expect(byRules.seoTitle).toStartWith("Neues Werk");
    expect(byRules.warnings.map((warning) => warning.code)).toEqual(["writer_unavailable"]);
  });
});

async function draft(input: { title?: string; subtitle?: string; bodyMarkdown?: string }): Promise<string> {
  const whole = draftInput(workshop.clientId, { bodyMarkdown, ...input });
  return (await createDraft(service.sql, workshop.agencyId, whole, context)).id;
}
