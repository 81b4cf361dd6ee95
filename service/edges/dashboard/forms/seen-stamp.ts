import { positiveIntegerIn } from "../../../schema.ts";
import type { Field, Option } from "./fields.ts";
import type { FormState } from "./form-state.ts";
import { hiddenField } from "./text-fields.ts";

/** Which values a form was filled with (`stampOf`): saved from an older page, it would undo what somebody else has changed since. */
export const seenStampField = {
  ...hiddenField({ charactersMax: 64 }),
  isOptional: true,
  read: ([stamp = ""]: readonly string[]) => ({ value: stamp === "" ? undefined : stamp }),
} satisfies Field<string | undefined>;

/** The version that stood on the page; undefined where the form says none. */
export const seenVersionField = {
  ...seenStampField,
  read: ([version = ""]: readonly string[]) => ({ value: positiveIntegerIn(version) ?? undefined }),
} satisfies Field<number | undefined>;

/** What a refused form says, where what is stored stands beside its fields. */
export const changedSince = (what: string) =>
  `Jemand hat ${what} inzwischen geändert, vielleicht Sie in einem anderen Fenster. Neben den Feldern steht, was gespeichert ist. Speichern Sie noch einmal, dann gilt, was in den Feldern steht.`;

/** After a conflict about boxes: names by their labels what was saved and is not ticked here, and what is ticked and not saved. */
export function withSavedBoxes(
  state: FormState,
  boxes: {
    conflict: string;
    name: string;
    saved: readonly (string | number)[];
    options: readonly Option[];
  },
): FormState {
  const { conflict, name, options } = boxes;
  if (state.message !== conflict) return state;
  const [saved, ticked] = [new Set(boxes.saved.map(String)), new Set(state.typed[name])];
  const named = (words: string, isMeant: (value: string) => boolean) => {
    const labels = options.flatMap(({ value, label }) => (isMeant(value) ? [label] : []));
    return labels.length === 0 ? [] : [`${words}: ${labels.join(", ")}.`];
  };
  const problem = [
    ...named("Inzwischen gespeichert", (value) => saved.has(value) && !ticked.has(value)),
    ...named("Nicht gespeichert", (value) => ticked.has(value) && !saved.has(value)),
  ].join(" ");
  return problem === "" ? state : { ...state, problems: { ...state.problems, [name]: problem } };
}
