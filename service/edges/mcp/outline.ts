import { OptionalKind, type TObject, type TSchema, Type } from "@sinclair/typebox";

/**
 * The outline of an object: its properties down to `depth`, and only the JSON type of what lies deeper. The full schemas of
 * the two reports are larger than the whole list of tools may be, and a model only needs to know where the figures stand.
 * What is optional and lies deepest is left out: a model finds it where it is there.
 */
export function outlineOf(schema: TObject, depth: number, isInner = false): TObject {
  const properties: Record<string, TSchema> = {};
  for (const [name, property] of Object.entries(schema.properties)) {
    if (isInner && depth === 1 && property[OptionalKind] === "Optional") continue;
    const outlined = outlineOfProperty(property, depth - 1);
    properties[name] = property[OptionalKind] === "Optional" ? Type.Optional(outlined) : outlined;
  }
  return Type.Object(properties);
}

function outlineOfProperty(schema: TSchema, depth: number): TSchema {
  if (schema.type === "object" && depth > 0) return outlineOf(schema as TObject, depth, true);
  if (schema.type === "array" || schema.type === "object") return Type.Unsafe({ type: schema.type });
  const members: unknown = schema.anyOf;
  if (!Array.isArray(members)) return schema;
  return Type.Union(members.map((member: TSchema) => outlineOfProperty(member, depth - 1)));
}
