import { firstCharacters } from "../../../floor/strings/first-characters.ts";
import type { Passage } from "../../../press-text/passages/read-passages.ts";
import type { CommentRow } from "./comment-sql.ts";
import type { Decision } from "./decide-approval.ts";
import type { Entry, TypedForm } from "./pages/page-input.ts";
import { firstBodyPassage, subtitlePassage, titlePassage } from "./pages/passages.ts";
import { cleanComment } from "./rules.ts";
import {
  commentCharactersMax,
  commentsMax,
  type PassageComment,
  passageCommentCharactersMax,
  quoteCharactersMax,
} from "./schema.ts";

/** The words that comments may be about; the passages are null where there was no time to read them. */
export type Commented = { title: string; subtitle: string | null; passages: readonly Passage[] | null };

/** What a contact wrote; there is no quote where it is about the whole text. */
export type Typed = Pick<CommentRow, "quote" | "comment">;

export type ReadForm =
  | { kind: "decision"; decision: Decision }
  | { kind: "pass_on"; contactId: string }
  | { kind: "entry"; entry: Entry };

const statusByValue = new Map<string, Decision["status"]>([
  ["approve", "approved"],
  ["request_changes", "changes_requested"],
]);

/** What a form of the approval page holds, or what the contact has to mend or say; null for what our forms never send. */
export function readDecision(form: URLSearchParams | null, commented: Commented): ReadForm | null {
  if (form === null) return null;
  const [value = "", ...more] = form.getAll("decision");
  if (more.length > 0) return null;
  const contactId = form.get("an") ?? "";
  if (value === "pass_on_alone") return { kind: "pass_on", contactId };
  const status = statusByValue.get(value);
  const passages = passagesOf(form, commented);
  if (passages === null) return null;
  const comment = cleanComment(form.get("comment") ?? "");
  const typed = { comment: comment ?? "", passages };
  const isTyped = comment !== null || passages.length > 0;
  if (value === "pass_on")
    return isTyped
      ? { kind: "entry", entry: { kind: "pass_on", contactId, typed } }
      : { kind: "pass_on", contactId };
  if (status === undefined) return null;
  const sentence = problemOf(status, typed);
  if (sentence !== null) return { kind: "entry", entry: { kind: "problem", sentence, typed } };
  if (status === "approved" && isTyped && form.get("hinweis") !== "gelesen")
    return { kind: "entry", entry: { kind: "question", typed } };
  return { kind: "decision", decision: { status, comment, passages } };
}

/** What somebody wrote into the form, each with the words that it is about: shown again where nothing can be decided any more. */
export function readTyped(form: URLSearchParams | null): Typed[] {
  const quotes = form?.getAll("zitat") ?? [];
  const onPassages = (form?.getAll("anmerkung") ?? []).map((typed, index) => ({
    quote: cut(quotes[index] ?? "") || null,
    comment: cleanComment(typed),
  }));
  const onText = { quote: null, comment: cleanComment(form?.get("comment") ?? "") };
  return [...onPassages, onText].flatMap(({ quote, comment }) =>
    comment === null ? [] : { quote, comment },
  );
}

function problemOf(status: Decision["status"], { comment, passages }: TypedForm): string | null {
  const characters = [...comment].length;
  if (characters > commentCharactersMax)
    return `Die Anmerkung zum ganzen Text ist mit ${characters} Zeichen zu lang. Bitte kürzen Sie sie auf höchstens ${commentCharactersMax}.`;
  if (passages.length > commentsMax)
    return `Das sind ${passages.length} Anmerkungen. Bitte fassen Sie sie zu höchstens ${commentsMax} zusammen.`;
  if (passages.some((each) => [...each.comment].length > passageCommentCharactersMax))
    return `Eine Anmerkung ist zu lang. Bitte kürzen Sie sie auf höchstens ${passageCommentCharactersMax} Zeichen.`;
  if (status === "changes_requested" && comment === "" && passages.length === 0)
    return "Bitte schreiben Sie kurz, was geändert werden soll.";
  return null;
}

/** The comments on passages, each with its words; null for fields that don't fit together. */
function passagesOf(form: URLSearchParams, commented: Commented): PassageComment[] | null {
  const [numbers, quotes, comments] = ["stelle", "zitat", "anmerkung"].map((name) => form.getAll(name));
  if (numbers?.length !== comments?.length || quotes?.length !== comments?.length) return null;
  const present = commented.passages?.filter(({ kind }) => kind !== "removed") ?? null;
  const result: PassageComment[] = [];
  for (const [index, typed] of (comments ?? []).entries()) {
    const comment = cleanComment(typed);
    if (comment === null) continue;
    const passage = /^\d{1,6}$/.test(numbers?.[index] ?? "") ? Number(numbers?.[index]) : -1;
    // Those beyond what there may be are refused: looking up thousands in a long text held all others up for seconds.
    const plain = result.length < commentsMax ? plainOf(passage, { ...commented, passages: present }) : null;
    if (plain === "") return null;
    result.push({ passage, quote: quoteOf(quotes?.[index] ?? "", plain), comment });
  }
  return result;
}

/** The chosen words where the passage has them, else its beginning. What the contact wrote is kept on a busy machine too. */
function quoteOf(chosen: string, plain: string | null): string {
  const quote = cut(chosen.replace(/\s+/g, " ").trim());
  if (plain === null) return quote || "…";
  return quote !== "" && plain.includes(quote) ? quote : cut(plain);
}

/** More than a text of the longest kind has. */
const passagesMax = 100_001;

function cut(text: string): string {
  // A character is at most two units: what is behind these is cut off in any case.
  return firstCharacters(text, quoteCharactersMax);
}

/** The passages without those that are removed. */
function plainOf(passage: number, { title, subtitle, passages }: Commented): string | null {
  if (passage === titlePassage) return title;
  if (passage === subtitlePassage) return subtitle ?? "";
  if (passage < 0) return "";
  if (passages === null) return passage <= passagesMax ? null : "";
  return passages[passage - firstBodyPassage]?.plain ?? "";
}
