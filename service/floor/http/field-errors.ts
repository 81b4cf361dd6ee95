import type { TSchema } from "@sinclair/typebox";
import { type TypeCheck, TypeCompiler, type ValueError, ValueErrorType } from "@sinclair/typebox/compiler";
import type { FieldErrors } from "../../errors.ts";

/** More messages help nobody, and a hostile body could produce thousands. */
const errorsMax = 50;

const compiled = new WeakMap<TSchema, TypeCheck<TSchema>>();

/** The compiled check of a schema, made once. */
export function checkOf<T extends TSchema>(schema: T): TypeCheck<T> {
  const known = compiled.get(schema) as TypeCheck<T> | undefined;
  if (known !== undefined) return known;
  const check = TypeCompiler.Compile(schema);
  compiled.set(schema, check);
  return check;
}

/**
 * Flattens schema errors to `{ formErrors, fieldErrors }`: by top-level field, each message once.
 * Messages come from the schema alone and never repeat the input.
 */
export function fieldErrorsOf(schema: TSchema, value: unknown): FieldErrors {
  const formErrors = new Set<string>();
  // Entries, not an object: a body key named `constructor` or `__proto__` is then a key like any other.
  const byField = new Map<string, Set<string>>();
  let count = 0;
  for (const error of checkOf(schema).Errors(value)) {
    count += 1;
    if (count > errorsMax) break;
    const field = error.path.split("/")[1] ?? "";
    if (field === "") {
      formErrors.add(messageOf(error));
      continue;
    }
    const messages = byField.get(field) ?? new Set<string>();
    messages.add(messageOf(error));
    byField.set(field, messages);
  }
  const fieldErrors = Object.fromEntries([...byField].map(([field, messages]) => [field, [...messages]]));
  return { formErrors: [...formErrors], fieldErrors };
}

function messageOf(error: ValueError): string {
  const enumeration = error.schema.enum as unknown;
  if (Array.isArray(enumeration)) return `Expected one of: ${enumeration.join(", ")}`;
  const { minLength, maxLength } = error.schema;
  if (error.type === ValueErrorType.Kind && minLength !== undefined)
    return `Expected text of ${minLength} to ${maxLength} characters`;
  return error.message;
}
