const beginsWithMark = /^\s*[„“”»«‚‘’›‹"']/;

/**
 * The quotation marks that a browser shows around the words of a `q` element, and which are not among them; empty where the words bring
 * their own. `isWithin` another such element they are the inner ones.
 */
export function quotationMarks(words: string, { isWithin }: { isWithin: boolean }): [string, string] {
  if (words.trim() === "" || beginsWithMark.test(words)) return ["", ""];
  return isWithin ? ["‚", "‘"] : ["„", "“"];
}
