import type { QuotedWarning } from "../../../../features/workflow/drafts/find-warnings.ts";
import type { reviewDraft } from "../../../../features/workflow/drafts/review-draft.ts";
import type { DraftContent } from "../../../../features/workflow/drafts/rules.ts";
import { checkedText } from "../../../../features/workflow/preview/checked-text.ts";
import { counted, formatCount } from "../../../../floor/web/format.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { unlessBusy } from "../../../../press-text/markdown/text-reader.ts";
import { type CriterionStatus, type SeoCheck, textLength } from "../../../../press-text/seo-check/rules.ts";
import type { Context } from "../../definition.ts";
import { editorFields } from "./editor-fields.ts";
import type { EditorTexts } from "./editor-texts.ts";

export type Review = Awaited<ReturnType<typeof reviewDraft>>;

/** Fields beside which words can stand that the client avoids. */
const warnedFields = ["title", "subtitle", "bodyMarkdown", "keywords", "seoTitle", "seoDescription"] as const;

/** The pieces of the editor that follow the text; a script puts newer ones in their places. */
export type ReviewParts = { warnings: (name: string) => Html; check: Html; assets: Html };

export async function reviewParts(
  context: Pick<Context, "visit" | "deps">,
  input: { clientId: number; content: DraftContent; texts: EditorTexts; review: Review; assets: Html },
): Promise<ReviewParts> {
  const { review, assets, clientId, texts } = input;
  // A text without a title has one in its preview alone.
  const content = { ...input.content, title: texts.title };
  const warnings = (name: string) =>
    html`<div data-part="${`warnings-${name}`}">${warningList(review.warnings.filter(({ field }) => field === name))}</div>`;
  const check = checkHtml(review, await pressCheck(context, { clientId, content }));
  return { warnings, check: html`<div data-part="check">${check}</div>`, assets };
}

/** All pieces one after the other, as the script asks for them. */
export function allParts({ warnings, check, assets }: ReviewParts): Html {
  return html`${warnedFields.map(warnings)}${check}${assets}`;
}

function warningList(warnings: readonly QuotedWarning[]): Html | null {
  if (warnings.length === 0) return null;
  return html`<ul class="warnings" aria-label="Hinweise">${warnings.map(
    ({ message, term, code, quotes }) =>
      html`<li><p>${message}${code.startsWith("image_") && html` (${term})`}</p>${quotes.map(
        ({ before, word, after }) => html`<p class="facts">…${before}<mark>${word}</mark>${after}…</p>`,
      )}</li>`,
  )}</ul>`;
}

function checkHtml({ wordCount, excess, warnings }: Review, check: Html): Html {
  const words = counted(wordCount, "Wort", "Wörter");
  const named = [...new Set(warnings.map(({ field }) => labelOf(field)))];
  return html`<p>${words}${named.length > 0 && html`. <strong>Hinweise bei: ${named.join(", ")}.</strong>`}</p>
${excess !== null && html`<p class="problem">So lässt sich der Text nicht speichern: Er ist zu lang oder zu verschachtelt.</p>`}
${check}`;
}

async function pressCheck(
  { visit, deps }: Pick<Context, "visit" | "deps">,
  input: { clientId: number; content: DraftContent },
): Promise<Html> {
  const text = await checkedText(deps, visit.agencyId, input);
  if (text === null)
    return html`<p class="facts">Der Pressetext-Check beginnt mit den ersten ${textLength.min} Zeichen.</p>`;
  const check = await unlessBusy(deps.texts.ask(visit.agencyId, "checkSeo", text));
  return check === null
    ? html`<p class="facts">Für den Pressetext-Check war gerade keine Zeit.</p>`
    : pressCheckHtml(check);
}

function pressCheckHtml({ score, criteria, topTip }: SeoCheck): Html {
  return html`<p class="score"><strong>${formatCount(score)}</strong> von 100 Punkten</p>
<p>${topTip}</p>
<details><summary>Alle Kriterien</summary><ul class="criteria">${criteria.map(
    ({ name, status, note, isTooShort }) =>
      html`<li><strong>${name}</strong> ${
        isTooShort
          ? html`<span class="state">zu kurz für ein Urteil</span>`
          : html`<span class="${stateClasses[status]}">${status}</span>`
      }<span class="facts">${note}</span></li>`,
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
