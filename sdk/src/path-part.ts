/** Ids are numbers and UUIDs. Anything else must not reach the path: `..` would turn one operation into another. */
const idShape = /^[\w-]{1,100}$/;

/** `id` as a part of a path. Throws a TypeError for what can be no id. */
export function pathPart(id: number | string): string {
  if (!idShape.test(String(id)))
    throw new TypeError("An id must be the number or UUID that the service gave.");
  return String(id);
}
