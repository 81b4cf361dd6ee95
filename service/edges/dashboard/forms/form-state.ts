/** What stands in a form: texts as they were typed or come from the database, and what is wrong with them. */
export type FormState = {
  typed: Readonly<Record<string, readonly string[]>>;
  /** A German reason for each field that was refused. */
  problems: Readonly<Record<string, string>>;
  /** What concerns the form as a whole. */
  message: string | null;
};

export const emptyForm: FormState = { typed: {}, problems: {}, message: null };

/** A form that is filled with what is stored. Numbers are written as they are, null as nothing. */
export function filledForm(
  values: Readonly<Record<string, string | number | boolean | null | readonly (string | number)[]>>,
): FormState {
  const typed = Object.entries(values).map(([name, value]) => [name, textsOf(value)] as const);
  return { typed: Object.fromEntries(typed), problems: {}, message: null };
}

/** A refused form in which these values stand instead of what was sent. */
export function withTyped(state: FormState, values: Parameters<typeof filledForm>[0]): FormState {
  return { ...state, typed: { ...state.typed, ...filledForm(values).typed } };
}

export function isRefused({ problems, message }: FormState): boolean {
  return message !== null || Object.keys(problems).length > 0;
}

function textsOf(value: string | number | boolean | null | readonly (string | number)[]): string[] {
  if (value === null || value === false) return [];
  if (value === true) return ["on"];
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  return value.map(String);
}
