import { expect, test } from "bun:test";
import { ServiceError } from "../../../../service/errors.ts";
import { findWarnings } from "../../../../service/features/workflow/drafts/find-warnings.ts";
import { noDetails } from "../../../../service/features/workflow/drafts/release-details.ts";
import type { DraftContent } from "../../../../service/features/workflow/drafts/rules.ts";
import { textsOnThisThread } from "../../../../service/press-text/texts-on-this-thread.ts";

const content: DraftContent = {
  title: "Neu",
  subtitle: null,
  bodyMarkdown: "",
  language: "de",
  keywords: [],
  embargoUntil: null,
  seoTitle: null,
  seoDescription: null,
  slug: null,
  ...noDetails,
};

test("a taboo word may hold any mark: it stands for itself", async () => {
  const isFound = async (term: string, plain: string) => (await warningsOn([term], plain)).length === 1;
  for (const mark of "-/\\^$.*+?()[]{}|&#~%<>=!:,;'\"@_`–„“") {
    expect(await isFound(`a${mark}b`, `Hier steht a${mark}b.`)).toBe(true);
    expect(await isFound(`a${mark}b`, "Hier steht axb und ab.")).toBe(false);
  }
  expect(await isFound("State-of-the-Art", "Eine state-of-the-art Lösung")).toBe(true);
});

test("warnings come word by word and field by field, each with its first passages", async () => {
  const warnings = await warningsOn(["zuletzt", "neu"], "Neu, neue, neuer und neues. Zuletzt.");
  expect(warnings.map(({ term, field, quotes }) => [term, field, quotes.map(({ word }) => word)])).toEqual([
    ["zuletzt", "bodyMarkdown", ["Zuletzt"]],
    ["neu", "title", ["Neu"]],
    ["neu", "subtitle", ["neu"]],
    ["neu", "bodyMarkdown", ["Neu", "neue", "neuer"]],
  ]);
  expect(warnings[3]?.quotes[1]).toEqual({
    before: "Neu, ",
    word: "neue",
    after: ", neuer und neues. Zuletzt.",
  });
});

test("where there was no time to look for the words, a warning says so", async () => {
  const busy = {
    ...textsOnThisThread,
    ask: () => Promise.reject(new ServiceError("service_unavailable", "There was no time.")),
  };
  expect((await warningsOn(["neu"], "Neu.", busy)).map(({ code }) => code)).toEqual(["not_checked"]);
});

test("a picture that was not pasted along is named before somebody publishes the sentence in its place", async () => {
  const warnings = await warningsOn([], "Vorher. [Bild fehlt: bitte einzeln einfügen] Nachher.");
  expect(warnings.map(({ code, field, term }) => [code, field, term])).toEqual([
    ["image_elsewhere", "bodyMarkdown", "Bild fehlt: bitte einzeln einfügen"],
  ]);
  expect(await warningsOn([], "Das Bild fehlt nicht.")).toEqual([]);
});

function warningsOn(terms: readonly string[], plain: string, texts = textsOnThisThread) {
  const tabooWords = terms.map((term) => ({ term, reason: null, alternative: null }));
  const text = { plain, pageImages: [], foreignImages: [] };
  return findWarnings(texts, 7, { content: { ...content, subtitle: "Ganz neu" }, text, tabooWords });
}
