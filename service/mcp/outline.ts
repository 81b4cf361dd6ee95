import { OptionalKind, type TObject, type TSchema, Type } from "@sinclair/typebox";

/**
 * The outline of an object: its properties down to `depth`, and only the JSON type of what lies deeper. The two reports are
 * 27 KB of schema, more than the whole list of tools may take; a model needs to know where the figures stand.
 */
export function outlineOf(schema: TObject, depth: number): TObject {
  const outlined = Object.entries(schema.properties).map(([name, property]) => [
    name,
    outlineOfProperty(property, depth - 1),
  ]);
  return Type.Object(Object.fromEntries(outlined) as Record<string, TSchema>);
}

function outlineOfProperty(schema: TSchema, depth: number): TSchema {
  const optional = (made: TSchema) => (schema[OptionalKind] === "Optional" ? Type.Optional(made) : made);
  if (schema.type === "object" && depth > 0) return optional(outlineOf(schema as TObject, depth));
  if (schema.type === "array" || schema.type === "object")
    return optional(Type.Unsafe({ type: schema.type }));
  return schema;
}
