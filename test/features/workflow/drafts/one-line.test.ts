import { expect, test } from "bun:test";
import {
  changedNames,
  textsOfContent,
  textsOfTyped,
} from "../../../../service/edges/dashboard/pages/texts/editor-texts.ts";
import { contentOf, updatedContent } from "../../../../service/features/workflow/drafts/rules.ts";

/** What browsers make of the value of `<input type="text">` (HTML Standard, value sanitization). */
const inInput = (text: string) => text.replace(/[\r\n]/g, "");

test("a title, a subtitle and what search engines get are one line each, so that an editor's form changes none of them", () => {
  const created = contentOf({
    clientId: 1,
    title: "Neues Werk\nin Bremen",
    bodyMarkdown: "Text",
    subtitle: "Erste Zeile\r\n zweite Zeile",
    keywords: ["Bremen\nWerk"],
  });
  const draftId = crypto.randomUUID();
  const content = updatedContent(created, {
    draftId,
    expectedVersion: 1,
    seoTitle: "a\nb",
    seoDescription: "c\n\nd",
  });
  const stored = textsOfContent(content, "Europe/Berlin");
  const sent = textsOfTyped(
    Object.fromEntries(
      Object.entries(stored).map(([name, text]) => [
        name,
        [/^(?:title|subtitle|seo)/.test(name) ? inInput(text) : text],
      ]),
    ),
  );
  expect(changedNames(stored, sent)).toEqual([]);
  expect(content).toMatchObject({
    title: "Neues Werk in Bremen",
    subtitle: "Erste Zeile zweite Zeile",
    keywords: ["Bremen Werk"],
  });
});

test("what nobody sees is no title and no text, and stands around none", () => {
  const input = {
    clientId: 1,
    title: "\u200bNeues\u00a0Werk\u2060 ",
    bodyMarkdown: "Text",
    subtitle: "\u200b\u202e",
  };
  expect(contentOf(input)).toMatchObject({ title: "Neues\u00a0Werk", subtitle: null });
  for (const unseen of [{ title: "\u200b\u2060" }, { bodyMarkdown: "\ufeff\n\u200b" }])
    expect(() => contentOf({ ...input, ...unseen })).toThrow("nothing but white space");
});
