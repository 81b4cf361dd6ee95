import { textProblem, urlProblem } from "../web/field-rules.ts";
import type { FieldProblem } from "../web/refuse-fields.ts";

/** An imprint or a privacy notice: a page elsewhere, or a text in Markdown that the newsroom shows itself. */
export type LegalText = { url: string } | { markdown: string };

/** The table checks the same bounds; long imprints have 5,000 characters, long privacy notices 30,000. */
const imprintCharactersMax = 20_000;
const privacyCharactersMax = 50_000;

export function imprintProblem(imprint: LegalText): FieldProblem | null {
  return "url" in imprint
    ? urlProblem("imprintUrl", imprint.url)
    : textProblem("imprintMarkdown", imprint.markdown, { min: 1, max: imprintCharactersMax });
}

export function privacyProblem(privacy: LegalText): FieldProblem | null {
  return "url" in privacy
    ? urlProblem("privacyUrl", privacy.url)
    : textProblem("privacyMarkdown", privacy.markdown, { min: 1, max: privacyCharactersMax });
}
