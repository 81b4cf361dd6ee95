/** Names of tests as they stand in the text: a run would take minutes, and leave out what this machine can't run. */
import ts from "typescript-5";

/**
 * Every test of a file as `describe > test`. One of `test.each` ends with the number of its rows, where the table stands there, so that
 * a lost row is seen. A title that is put together is its source text.
 */
export function namesOf(text: string): string[] {
  const names: string[] = [];
  read(ts.createSourceFile("names.ts", text, ts.ScriptTarget.Latest, true), []);
  return names;

  function read(node: ts.Node, within: readonly string[]): void {
    const call = ts.isCallExpression(node) ? titled(node) : null;
    const path = call === null ? within : [...within, call.title];
    if (call?.kind === "test") names.push(path.join(" > "));
    ts.forEachChild(node, (child) => read(child, path));
  }
}

/** What `others` has less often than `names`, sorted; a name that is missing twice stands there twice. */
export function missingIn(others: readonly string[], names: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const name of others) left.set(name, (left.get(name) ?? 0) + 1);
  return names.toSorted().filter((name) => {
    const count = left.get(name) ?? 0;
    left.set(name, count - 1);
    return count <= 0;
  });
}

/** `test("…")`, `describe.each(rows)("…")` and the like; null for every other call. */
function titled({ expression, arguments: given }: ts.CallExpression): { kind: string; title: string } | null {
  const [first] = given;
  if (first === undefined || given.length < 2) return null;
  const rows = ts.isCallExpression(expression) ? expression.arguments[0] : undefined;
  const caller = ts.isCallExpression(expression) ? expression.expression : expression;
  const named = ts.isPropertyAccessExpression(caller) ? caller.expression : caller;
  if (!ts.isIdentifier(named) || !/^(?:test|describe)$/.test(named.text)) return null;
  const title = ts.isStringLiteralLike(first) ? first.text : sourceOf(first);
  const count = rows !== undefined && ts.isArrayLiteralExpression(rows) ? ` × ${rows.elements.length}` : "";
  return { kind: named.text, title: title + count };
}

function sourceOf(node: ts.Node): string {
  return node.getText(node.getSourceFile()).replace(/\s+/g, " ");
}
