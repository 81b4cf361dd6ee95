import { describe, expect, test } from "bun:test";
import { noDetails } from "../../../../service/features/workflow/drafts/release-details.ts";
import type { DraftContent } from "../../../../service/features/workflow/drafts/rules.ts";
import { checkedText } from "../../../../service/features/workflow/preview/checked-text.ts";
import { checkSeo, textLength } from "../../../../service/press-text/seo-check/rules.ts";
import { forEachDatabase } from "../../../support/databases.ts";
import { context, createWorkshop } from "../../../support/workflow.ts";

const lead = "Die Stadtwerke öffnen ein Werk mit 20 Plätzen, um schneller zu liefern.";
const plainContent: DraftContent = {
  ...noDetails,
  ...{ title: "Werk öffnet", subtitle: null, bodyMarkdown: lead, language: "de", keywords: [] },
  ...{ embargoUntil: null, seoTitle: null, seoDescription: null, slug: null },
};

forEachDatabase((_name, open) => {
  describe("the press-text check of a draft", () => {
    test("asks for no contact, boilerplate, place and day that the newsroom adds by itself", async () => {
      const { check, equip } = await scene(open);
      const input = { subtitle: "Feier am Tor", dateline: "Köln", bodyMarkdown: `## Der Anlass\n\n${lead}` };
      const bare = await check({ ...input, dateline: null });
      expect(bare.contact).toBe("Ergänzen Sie am Ende eine Telefonnummer.");
      expect(bare.lead).toContain("wann (ein Datum)");
      await equip({ name: "1&1", boilerplate: "Die **Firma** baut Pressen." });
      const whole = await check(input);
      expect(whole.contact).toBe("Kontakt und Angaben zum Unternehmen sind vorhanden.");
      expect(whole.lead).toStartWith("Der Vorspann beantwortet al");
      expect(whole.text).toMatch(
        /^Werk öffnet\n\nDer Anlass\n\nKöln, \d+\. \p{L}+ \d{4} – Die Stadtwerke öffnen/u,
      );
      // A place that the text brings by itself stands there once.
      const own = await check({ ...input, bodyMarkdown: `Köln. ${lead}` });
      expect(own.text).toStartWith(`Werk öffnet\n\nKöln. ${lead}`);
    });

    test("knows the contact below a text that is longer than what is read", async () => {
      const { check, equip } = await scene(open);
      await equip({ name: "Kunde GmbH", boilerplate: "Die Firma baut Pressen." });
      for (const units of [textLength.analysed - 400, textLength.analysed + 1]) {
        const { text, contact } = await check({ bodyMarkdown: "Es geht. ".repeat(units / 9) });
        expect(text.length).toBeLessThanOrEqual(textLength.analysed);
        expect(contact).toContain("sind vorhanden");
      }
    });

    test("begins with the words of the text alone", async () => {
      const { checked, equip } = await scene(open);
      await equip({ name: "Kunde GmbH", boilerplate: "Die Firma baut Pressen. ".repeat(9) });
      const body = (length: number) => "a".repeat(length - "Werk öffnet\n\n".length);
      expect(await checked({ bodyMarkdown: body(textLength.min - 1) })).toBeNull();
      expect(await checked({ bodyMarkdown: body(textLength.min) })).not.toBeNull();
    });
  });
});

async function scene(open: Parameters<Parameters<typeof forEachDatabase>[0]>[1]) {
  const { sql } = (await open()).database;
  const { agencyId, clientId } = await createWorkshop(sql);
  const checked = (content: Partial<DraftContent>) =>
    checkedText({ sql, texts: context.texts }, agencyId, {
      clientId,
      content: { ...plainContent, ...content },
    });
  return {
    checked,
    async check(content: Partial<DraftContent>) {
      const text = (await checked(content)) ?? "";
      const noteOf = (name: string) =>
        checkSeo(text).criteria.find((criterion) => criterion.name === name)?.note ?? "";
      return { text, lead: noteOf("W-Fragen im Vorspann"), contact: noteOf("Kontakt und Abspann") };
    },
    async equip({ name, boilerplate }: { name: string; boilerplate: string }) {
      await sql`update client set name = ${name} where agency_id = ${agencyId} and id = ${clientId}`;
      await sql`
        update newsroom
        set description = ${boilerplate}, contact_name = 'Anna Berger', contact_email = 'presse@kunde.example',
          contact_phone = '0221 123456'
        where agency_id = ${agencyId} and client_id = ${clientId}`;
    },
  };
}
