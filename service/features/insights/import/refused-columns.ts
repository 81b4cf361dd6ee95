import { toNormalForm } from "../../../floor/strings/normal-form.ts";
import type { RowProblemCode } from "./row-problems.ts";

/** Why a column is refused, and the names by which files call it (normalised: lower case, words joined by `_`). */
type Refusal = { code: RowProblemCode; names: readonly RegExp[] };

const refusals: readonly Refusal[] = [
  {
    code: "equivalent_value",
    names: [
      /(^|_)(ave|aev|aäw|aaew|aeaw|aäq|emv|avew?)(_|$)/,
      /(anzeigen|werbe)_?(ä|ae)quivalen[zt]/,
      /advertis(ing|ement)_?(value|equivalen)/,
      /(^|_)ad_?(value|equivalen)/,
      /(media|medien|pr|werbe|anzeigen)_?(wert|value)(e|s)?(_|$)/,
      /(earned|media)_?media_?value/,
    ],
  },
  {
    code: "composite_score",
    names: [
      /(^|_)(score|scoring|punktzahl|punkte|rating)(_|$)/,
      /(impact|visibility|sichtbarkeits?|media|medien|pr|resonanz|quality|qualit(ä|ae)ts?|brand|marken)_?(score|index|wert|punkte)(_|$)/,
    ],
  },
  {
    code: "sum_of_reach",
    names: [
      /(gesamt|summen|kumulierte?|brutto|total|cumulative|cumulated|combined|aggregate[d]?|overall|sum|summe)_?(of_|der_)?_?(potential_|potenzielle_)?(reichweite|reichweiten|reach)/,
      /(reach|reichweite|reichweiten)_?(sum|summe|gesamt|total|kumuliert|cumulative|cumulated)/,
      /(^|_)(ots|opportunities_to_see|gross_impressions|bruttokontakte)(_|$)/,
    ],
  },
  {
    code: "rank",
    names: [/(^|_)(ai_|llm_|ki_)?(rank|ranking|rang|platz)(_|$)/],
  },
];

/** Why a column of this name is never imported, or null. `name` is normalised. */
export function refusalOf(name: string): RowProblemCode | null {
  return refusals.find((refusal) => refusal.names.some((pattern) => pattern.test(name)))?.code ?? null;
}

/** A column's name as all of this compares it: lower case, words joined by one `_`. */
export function normaliseColumn(name: string): string {
  return toNormalForm(name, "NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "_")
    .replace(/^_+|_+$/g, "");
}
