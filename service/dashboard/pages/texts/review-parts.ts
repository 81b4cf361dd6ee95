import { textLength } from "../../../public-tools/input-limits.ts";
import { checkSeo } from "../../../public-tools/seo-checker/rules.ts";
import type { CriterionStatus } from "../../../public-tools/seo-checker/schema.ts";
import { type Html, html } from "../../../web/html.ts";
import type { PlacedWarning, reviewDraft } from "../../../workflow/drafts/review-draft.ts";
import { cleanInput, codePoints } from "../../../writer/clean-input.ts";
import { editorFields } from "./editor-fields.ts";
import type { EditorTexts } from "./editor-texts.ts";

export type Review = Awaited<ReturnType<typeof reviewDraft>>;

/** Fields beside which words can stand that the client avoids. */
const warnedFields = ["title", "subtitle", "bodyMarkdown", "keywords", "seoTitle", "seoDescription"] as const;

/** The pieces of the editor that follow the text; a script puts newer ones in their places. */
export type ReviewParts = { warnings: (name: string) => Html; check: Html; assets: Html };

export function reviewParts(review: Review, texts: EditorTexts, assets: Html): ReviewParts {
  const warnings = (name: string) =>
    html`<div data-part="${`warnings-${name}`}">${warningList(review.warnings.filter(({ field }) => field === name))}</div>`;
  return { warnings, check: html`<div data-part="check">${checkHtml(review, texts)}</div>`, assets };
}

/** All pieces one after the other, as the script asks for them. */
export function allParts({ warnings, check, assets }: ReviewParts): Html {
  return html`${warnedFields.map(warnings)}${check}${assets}`;
}

function warningList(warnings: readonly PlacedWarning[]): Html | null {
  if (warnings.length === 0) return null;
  return html`<ul class="warnings" aria-label="Hinweise">${warnings.map(
    ({ message, term, code, places }) =>
      html`<li><p>${message}${code === "image_of_page" && html` (${term})`}</p>${places.map(
        ({ before, word, after }) => html`<p class="facts">…${before}<mark>${word}</mark>${after}…</p>`,
      )}</li>`,
  )}</ul>`;
}

function checkHtml({ wordCount, excess, warnings }: Review, texts: EditorTexts): Html {
  const words = wordCount === 1 ? "1 Wort" : `${wordCount.toLocaleString("de-DE")} Wörter`;
  const named = [...new Set(warnings.map(({ field }) => labelOf(field)))];
  return html`<p>${words}${named.length > 0 && html`. <strong>Hinweise bei: ${named.join(", ")}.</strong>`}</p>
${excess !== null && html`<p class="problem">So lässt sich der Text nicht speichern: Er ist zu lang oder zu verschachtelt.</p>`}
${pressCheck(texts)}`;
}

function pressCheck({ title, subtitle, bodyMarkdown }: EditorTexts): Html {
  const text = cleanInput([title, subtitle, bodyMarkdown].filter((part) => part !== "").join("\n\n"));
  if (codePoints(text) < textLength.min)
    return html`<p class="facts">Der Pressetext-Check beginnt mit den ersten ${textLength.min} Zeichen.</p>`;
  const { score, criteria, topTip } = checkSeo(text);
  return html`<p class="score"><strong>${score.toLocaleString("de-DE")}</strong> von 100 Punkten</p>
<p>${topTip}</p>
<details><summary>Alle Kriterien</summary><ul class="criteria">${criteria.map(
    ({ name, status, note }) =>
      html`<li><strong>${name}</strong> <span class="${stateClasses[status]}">${status}</span><span class="facts">${note}</span></li>`,
  )}</ul></details>`;
}

const stateClasses: Record<CriterionStatus, string> = {
  gut: "state good",
  mittel: "state",
  schlecht: "state bad",
};

function labelOf(field: string): string {
  return Object.entries(editorFields).find(([name]) => name === field)?.[1].label ?? field;
}
