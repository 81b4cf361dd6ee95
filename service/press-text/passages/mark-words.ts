import { diffArrays } from "diff";

/** As in `compareTexts`: more than that are other words, and a mark at each would help nobody. */
const editsMax = 400;

/** A tag, an entity, a word, blanks, or a single mark: a comma alone can be what changed. */
const tokenPattern = /<[^>]+>|&[a-z0-9#]+;|[\p{L}\p{N}]+|\s+|[^\p{L}\p{N}\s]/gu;

/**
 * The inner markup of `after` with what was put in as `ins` and what was taken out as `del`. Its own tags all stay, those of `before`
 * go, so that it stays well-formed. Null where the two differ too much.
 */
export function markWords(before: string, after: string): string | null {
  const changes = diffArrays(tokensOf(before), tokensOf(after), { maxEditLength: editsMax });
  if (changes === undefined) return null;
  let marked = "";
  let [gone, come]: [string[], string[]] = [[], []];
  const flush = () => {
    marked += wrap(withoutTags(gone), "del") + wrap(come, "ins");
    [gone, come] = [[], []];
  };
  for (const [index, { added, removed, value }] of changes.entries()) {
    if (removed) gone.push(...value);
    else if (added) come.push(...value);
    else if (isGap(value) && gone.length + come.length > 0 && changes[index + 1] !== undefined) {
      // One blank between two changed words: they read as one change.
      gone.push(...value);
      come.push(...value);
    } else {
      flush();
      marked += value.join("");
    }
  }
  flush();
  return marked;
}

function tokensOf(markup: string): string[] {
  return markup.match(tokenPattern) ?? [];
}

function isGap(tokens: readonly string[]): boolean {
  return tokens.join("").trim() === "";
}

/** A picture that was taken out is shown as taken out. */
function withoutTags(tokens: readonly string[]): string[] {
  return tokens.filter((token) => !isTag(token) || token.startsWith("<img"));
}

/** Each run of words between tags in an element of its own: none crosses a tag. */
function wrap(tokens: readonly string[], mark: "ins" | "del"): string {
  let markup = "";
  let run = "";
  const close = () => {
    if (run.trim() !== "") markup += `<${mark}>${run}</${mark}>`;
    else if (mark === "ins") markup += run;
    run = "";
  };
  for (const token of tokens) {
    if (isTag(token) && !token.startsWith("<img")) {
      close();
      markup += token;
    } else run += token;
  }
  close();
  return markup;
}

function isTag(token: string): boolean {
  return token.startsWith("<") && token.length > 1;
}
