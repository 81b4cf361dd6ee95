/** References to the headers that the document holds under `components`, by their names. */
export function headerReferences(names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

export const retryAfterHeader = {
  "Retry-After": { description: "Seconds to wait.", schema: { type: "integer" } },
};
