import { measureOptions } from "../../../../features/reporting/exports/shown-goals.ts";
import { audienceCharacters, objectiveCharacters } from "../../../../features/reporting/goals/rules.ts";
import {
  type GoalMeasure,
  type GoalScopeType,
  goalScopeTypes,
  measureKinds,
  measuresMax,
} from "../../../../features/reporting/goals/schema.ts";
import type { GoalFields, GoalRow } from "../../../../features/reporting/goals/sql.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { type FieldProblem, refuseFields } from "../../../../floor/web/refuse-fields.ts";
import { pickField } from "../../forms/choice-fields.ts";
import { type Field, unmarked, type ValuesOf } from "../../forms/fields.ts";
import type { FormState } from "../../forms/form-state.ts";
import { cellsField, hasHeadless } from "../../forms/list-fields.ts";
import { areaField, textField } from "../../forms/text-fields.ts";
import { optionalDayField } from "../../forms/value-fields.ts";
import { dashboardWording } from "../../parts/wording.ts";

const kinds = measureOptions(dashboardWording);
const cell = { entriesMax: measuresMax, charactersMax: 80 };

export const goalFields = {
  scope: pickField({ label: "Wofür" }),
  from: unmarked(optionalDayField({ label: "Erster Tag" })),
  to: unmarked(optionalDayField({ label: "Letzter Tag", hint: "Höchstens ein Jahr." })),
  objective: areaField({
    label: "Was erreicht werden soll",
    hint: "Ein Satz, etwa „Die Fachpresse kennt das neue Werk“.",
    charactersMax: objectiveCharacters.max,
    rows: 2,
  }),
  audience: textField({ label: "Zielgruppe", charactersMax: audienceCharacters.max }),
  measures: measuresField(),
  measureOf: cellsField({ label: "Nähere Angabe", ...cell }),
  measureTarget: cellsField({ label: "Zielwert", ...cell }),
};

/** A choice in each row; empty ones keep their rows, as those of the columns beside them do. */
function measuresField(): Field<string[]> {
  return {
    ...cellsField({ label: "Messgrößen", ...cell }),
    read: (typed) =>
      typed.every((choice) => choice === "" || kinds.some(({ value }) => value === choice))
        ? { value: [...typed] }
        : { problem: "Bitte wählen Sie Messgrößen aus der Liste." },
  };
}

const noMeasure: FieldProblem = {
  field: "measures",
  german: "In einer Zeile fehlt die Messgröße. Bitte wählen Sie sie, oder leeren Sie die Zeile.",
  english: "a target needs its measure.",
};

/** What the form says, as the verb takes it. Throws `validation_error` for a target without a measure. */
export function goalOf(
  values: ValuesOf<typeof goalFields>,
): Pick<GoalFields, "scope" | "from" | "to" | "objective" | "audience"> & { measures: GoalMeasure[] } {
  const { from, to, objective, audience, measures, measureOf, measureTarget } = values;
  refuseFields([hasHeadless(measures, measureOf, measureTarget) ? noMeasure : null]);
  const [type = "", id = ""] = values.scope.split(":");
  return {
    scope: { type: isScopeType(type) ? type : "client", id: isScopeType(type) ? id : "" },
    ...{ from: from ?? "", to: to ?? "", objective: objective.replace(/\s+/g, " "), audience },
    measures: measures.flatMap((choice, row) =>
      choice === "" ? [] : [measureOfRow(choice, measureOf[row] ?? "", measureTarget[row] ?? "")],
    ),
  };
}

function isScopeType(text: string): text is GoalScopeType {
  return goalScopeTypes.some((each) => each === text);
}

function measureOfRow(choice: string, detail: string, target: string): GoalMeasure {
  const [name = "", matchType] = choice.split(":");
  const of = matchType ?? (detail === "" ? undefined : detail);
  // "1.000" as people write it.
  const number = /^\d{1,3}(\.\d{3})+$/.test(target) ? target.replaceAll(".", "") : target;
  return {
    kind: measureKinds.find((each) => each === name) ?? "views",
    ...(of === undefined ? {} : { of }),
    target: /^\d+$/.test(number) ? Number(number) : Number.NaN,
  };
}

/** A goal as the form has it. */
export function typedGoal(goal: GoalRow): Record<string, string | string[]> {
  const { scopeType, scopeId, from, to, objective, audience, measures } = goal;
  return {
    ...{ scope: `${scopeType}:${scopeId}`, from, to, objective, audience },
    measures: measures.map(({ kind, of }) =>
      kind === "clippings" && of !== undefined ? `${kind}:${of}` : kind,
    ),
    measureOf: measures.map(({ kind, of = "" }) => (kind === "clippings" ? "" : of)),
    measureTarget: measures.map(({ target }) => String(target)),
  };
}

/** A line for each measure that a goal may have: what is measured, of what, and the number to reach. */
export function measureRows({ typed, problems }: FormState): Html {
  const problem = problems.measures ?? problems.measureOf ?? problems.measureTarget;
  const at = (name: keyof typeof goalFields, row: number) => typed[name]?.[row] ?? "";
  return html`<fieldset class="field rows" id="f-measures"><legend>Messgrößen</legend>
<p class="hint">Bis zu ${measuresMax}. Bei Anteilen ist der Zielwert eine Zahl in Prozent. Bei Conversions nennen Sie die Art, wie Ihr Programm sie meldet, bei KI-Antworten den Dienst.</p>
${problem !== undefined && html`<p class="problem">${problem}</p>`}
${Array.from(
  { length: measuresMax },
  (_, row) =>
    html`<div class="row"><select name="measures" id="${`f-measures-${row}`}" aria-label="${`Messgröße, Zeile ${row + 1}`}"><option value="">–</option>${kinds.map(
      ({ value, label }) =>
        html`<option value="${value}"${at("measures", row) === value && html` selected`}>${label}</option>`,
    )}</select>
${textCell("measureOf", { row, value: at("measureOf", row), label: "Nähere Angabe" })}${textCell("measureTarget", { row, value: at("measureTarget", row), label: "Zielwert", isNumber: true })}</div>`,
)}
</fieldset>`;
}

function textCell(
  name: string,
  { row, value, label, isNumber }: { row: number; value: string; label: string; isNumber?: true },
): Html {
  return html`<input type="text" name="${name}" id="${`f-${name}-${row}`}" value="${value}" maxlength="${cell.charactersMax}" autocomplete="off" aria-label="${`${label}, Zeile ${row + 1}`}" placeholder="${label}"${isNumber === true && html` inputmode="numeric"`}>`;
}
