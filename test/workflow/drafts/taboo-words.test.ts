import { expect, test } from "bun:test";
import { noDetails } from "../../../service/workflow/drafts/release-details.ts";
import { findWarnings } from "../../../service/workflow/drafts/rules.ts";

const content = {
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

/** Whether the term is found in the text. */
function isFound(term: string, plain: string): boolean {
  const taboo = { term, reason: null, alternative: null };
  return findWarnings(content, { plain, pageImages: [] }, [taboo]).length === 1;
}

test("a taboo word may hold any mark: it stands for itself", () => {
  for (const mark of "-/\\^$.*+?()[]{}|&#~%<>=!:,;'\"@_`–„“") {
    expect(isFound(`a${mark}b`, `Hier steht a${mark}b.`)).toBe(true);
    expect(isFound(`a${mark}b`, "Hier steht axb und ab.")).toBe(false);
  }
  expect(isFound("State-of-the-Art", "Eine state-of-the-art Lösung")).toBe(true);
});
